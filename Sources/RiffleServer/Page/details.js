import { ListAPI } from "./api.js";
import { setHighlighted } from "./highlight.js";

/** All that is known of one row, and why it is among the hits. */
export class Details {
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
    const path = `/items/${ListAPI.part(hit.id)}`;
    try {
      const [item, reason] = await Promise.all([
        this.#api.get(path, {}, signal),
        question.q.trim() ? this.#api.get(`${path}/explanation`, { q: question.q }, signal) : null,
      ]);
      if (signal.aborted) return;
      const parts = [...properties(item, hit)];
      if (reason) parts.unshift(...explanation(reason.explanation));
      body.replaceChildren(...parts);
      body.scrollTop = 0;
    } catch (problem) {
      if (signal.aborted) return;
      this.#shown = null;
      body.replaceChildren(
        make("p", "wrong", problem.status === 404 ? "This row is not in the list any more." : problem.message));
    }
  }
}

function* explanation(explanation) {
  yield make("h3", "", "Why is this here");
  if (!explanation) {
    yield make("p", "", "The query does not find it any more.");
    return;
  }
  const table = make("table", "");
  const body = table.createTBody();
  for (const { text, cost } of explanation.reasons) {
    const row = body.insertRow();
    row.append(make("td", "", text), make("td", "cost", cost ? `+${number(cost)}` : "0"));
  }
  const foot = table.createTFoot().insertRow();
  const label = make("th", "", "Cost");
  label.scope = "row";
  foot.append(label, make("td", "cost", number(explanation.cost)));
  yield table;
}

function* properties(item, hit) {
  if (item.searchText) {
    yield make("h3", "", "Also found as");
    const text = make("p", "", "");
    text.dir = "auto";
    setHighlighted(text, item.searchText, item.searchText === hit.searchText ? hit.highlights?.searchText : []);
    yield text;
  }
  yield make("h3", "", "Item");
  const list = make("dl", "");
  const add = (name, value) => value !== "" && list.append(make("dt", "", name), make("dd", "", String(value)));
  add("Id", JSON.stringify(item.id));
  add("Position", (hit.position + 1).toLocaleString("en"));
  add("Weight", item.weight || "");
  add("Reading", item.reading);
  add("Section", item.section);
  add("Scopes", item.scopes.join(", "));
  if (!item.isSearchable) add("Searchable", "no");
  yield list;
  const payload = item.payload === undefined ? item.payloadText ?? item.payloadBase64 : JSON.stringify(item.payload, null, 2);
  if (payload !== undefined) {
    yield make("h3", "", "Payload");
    const text = make("pre", "", payload);
    text.tabIndex = 0;
    yield text;
  }
}

const number = (value) => String(Math.round(value * 100) / 100);

function make(name, className, text) {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}
