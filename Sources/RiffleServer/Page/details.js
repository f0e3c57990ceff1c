import { safe, setHighlighted } from "./highlight.js";
import { Language } from "./language.js";
import { ListedField } from "./listed-field.js";
import { problemText } from "./states.js";

/** What is known of one row; for developers all of it, and why it is among the hits. */
export class Details {
  /** What is shown beside the members of the payload. */
  fields = [];
  isForDevelopers = false;
  /** The fields of the list. */
  listed = [];
  language = new Language();

  #panel;
  #api;
  #shown = null;
  #abort = null;

  constructor(panel) {
    this.#panel = panel;
  }

  get isOpen() {
    return !this.#panel.hidden;
  }

  set api(api) {
    this.#api = api;
    this.close();
  }

  close() {
    this.#abort?.abort();
    this.#shown = null;
    this.#panel.hidden = true;
  }

  /**
   * Shows a row, and asks the server for the rest of it.
   * @param {object} hit
   * @param {object} question what was asked; `q` is empty where nothing was
   */
  async show(hit, question, generation) {
    const key = JSON.stringify([hit.id, question.q, generation]);
    if (this.#shown === key) return;
    this.#shown = key;
    this.#panel.hidden = false;
    const body = this.#panel.querySelector(".body");
    const title = this.#panel.querySelector("h2");
    title.dir = "auto";
    setHighlighted(title, hit.title, hit.highlights?.title);
    this.#abort?.abort();
    const { signal } = (this.#abort = new AbortController());
    try {
      const [item, reason] = await Promise.all([
        this.#api.item(hit.id, signal),
        this.isForDevelopers && question.q.trim() ? this.#api.explanation(hit.id, question.q, signal) : null,
      ]);
      if (signal.aborted) return;
      const parts = [...this.#known(item, hit)];
      if (reason) parts.unshift(...this.#explanation(reason.explanation));
      if (this.isForDevelopers) parts.push(...this.#all(item, hit));
      body.replaceChildren(...parts);
      body.scrollTop = 0;
    } catch (problem) {
      if (signal.aborted) return;
      this.#shown = null;
      const words = problem.status === 404 ? this.language.say("gone") : problemText(problem, this.language, this.isForDevelopers);
      body.replaceChildren(make("p", "wrong", words));
    }
  }

  /** What everybody sees: what rows show, and the members of the payload. */
  *#known(item, hit) {
    const { language } = this;
    const isShown = (name) => this.fields.some(({ path }) => path === name);
    const hasOwnText = (name, value) => ["string", "number"].includes(typeof value) && !isShown(name);
    const members = item.payload?.constructor === Object ? Object.entries(item.payload) : [];
    const payload = members.map(([name, value]) => [`payload.${name}`, value]).filter((member) => hasOwnText(...member));
    // A list may have as fields what its payloads have, too.
    const isInPayload = (name) => members.some(([member]) => member === name) || isShown(`payload.${name}`);
    const values = Object.keys(item.fields ?? {}).filter((name) => !isInPayload(name) && !isShown(`fields.${name}`));
    const fields = values.map((name) => [`fields.${name}`, this.#fieldText(name, item.fields[name])]);
    const others = [...fields, ...payload];
    const rows = this.fields.map((field) => {
      const text = field.text(item, language);
      const highlights = hit[field.path] === item[field.path] ? hit.highlights : {};
      const ranges = field.ranges({ title: item.title, highlights }, text);
      return [name(field.path, language), text, ranges];
    });
    const all = [...rows, ...others.map(([path, value]) => [name(path, language), String(value), []])];
    if (all.some(([, text]) => text)) yield table(all);
  }

  /** The values of a field, in words. */
  #fieldText(name, value) {
    const field = this.listed.find((other) => other.name === name) ?? new ListedField({ name, type: "keyword" });
    return this.language.enumeration([value].flat().map((one) => field.plain(one, this.language)));
  }

  *#explanation(explanation) {
    const { language } = this;
    const number = (value) => language.number(value, { maximumFractionDigits: 2 });
    yield make("h3", "", language.say("why"));
    if (!explanation) {
      yield make("p", "", language.say("notFound"));
      return;
    }
    const table = make("table", "");
    const body = table.createTBody();
    for (const { text, cost } of explanation.reasons) {
      const row = body.insertRow();
      row.append(make("td", "", text), make("td", "cost", cost ? `+${number(cost)}` : number(0)));
    }
    const foot = table.createTFoot().insertRow();
    const label = make("th", "", language.say("cost"));
    label.scope = "row";
    foot.append(label, make("td", "cost", number(explanation.cost)));
    yield table;
  }

  *#all(item, hit) {
    const { language } = this;
    yield make("h3", "", language.say("item"));
    yield table([
      [language.say("id"), JSON.stringify(item.id)],
      [language.say("position"), language.number(hit.position + 1)],
      [language.say("weight"), item.weight ? language.number(item.weight) : ""],
      [language.name("fields", "reading"), item.reading],
      [language.name("fields", "section"), item.section],
      [language.name("fields", "scopes"), item.scopes.join(", ")],
      [language.say("searchable"), item.isSearchable ? "" : language.say("no")],
    ]);
    const payload = item.payload === undefined ? item.payloadText ?? item.payloadBase64 : JSON.stringify(item.payload, null, 2);
    if (payload !== undefined) {
      yield make("h3", "", language.say("payload"));
      const text = make("pre", "", payload);
      text.tabIndex = 0;
      yield text;
    }
  }
}

/** The word for a field: the last part of its path if there is none. */
const name = (path, language) => language.name("fields", path, path.split(".").at(-1));

/** Names and values beside them; values without text are left out. */
function table(members) {
  const list = make("dl", "");
  for (const [name, value, ranges] of members.filter(([, value]) => value !== "")) {
    const text = make("dd", "");
    text.dir = "auto";
    setHighlighted(text, value, ranges);
    list.append(make("dt", "", name), text);
  }
  return list;
}

function make(name, className, text) {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text) element.textContent = safe(text);
  return element;
}
