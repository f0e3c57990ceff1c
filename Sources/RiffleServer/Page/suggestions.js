import { isolated, Language } from "./language.js";

/** Milliseconds of rest before anything is offered: who types on needs none. */
const BEFORE_OFFERING = 350;
const MOST_WORDS = 5;
/** How many letters of a word may be left out at its end, and how many stay. */
const MOST_LETTERS_OUT = 8;
const FEWEST_LETTERS = 2;
const MOST_TITLES = 3;

/**
 * Other questions that may find what was meant, where nothing is found: in all of the list, without one of the words, and with words
 * cut short, which leads to the nearest titles.
 * @param {boolean} canWiden whether all of the list may be searched
 * @returns {{kind: string, word: ?string, search: object}[]}
 */
export function variations({ q, scope, filter }, canWiden) {
  const words = q.trim().split(/\s+/);
  const filtered = filter ? { filter } : {};
  const inScope = { ...filtered, ...(scope && { scope }) };
  const all = [];
  const add = (kind, word, search) => all.push({ kind, word, search: { ...search, limit: MOST_TITLES, total: 1000 } });
  if (q.trim() === "") return [];
  if (scope && canWiden) add("everywhere", null, { q, ...filtered });
  if (words.length > 1) {
    for (const word of words.slice(0, MOST_WORDS)) {
      add("without", word, { q: words.filter((other) => other !== word).join(" "), ...inScope });
    }
  }
  const letters = (word) => [...new Intl.Segmenter().segment(word)].map(({ segment }) => segment);
  for (let out = 1; out <= MOST_LETTERS_OUT; out += 1) {
    const cut = words.map((word) => letters(word).slice(0, Math.max(FEWEST_LETTERS, letters(word).length - out)).join(""));
    const shorter = cut.join(" ");
    if (shorter !== q.trim() && shorter !== all.at(-1)?.search.q) add("nearest", null, { q: shorter, ...inScope });
  }
  return all;
}

/** What is offered where nothing is found. Event `choose` with `{q, scope}` as `detail`, members that change. */
export class Suggestions extends EventTarget {
  language = new Language();

  #place;
  #api = null;
  #key = null;
  #timer;
  #abort = null;

  constructor(place) {
    super();
    this.#place = place;
  }

  set api(api) {
    this.hide();
    this.#api = api;
  }

  hide() {
    clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#key = null;
    this.#place.replaceChildren();
  }

  /**
   * Offers what helps with a question that finds nothing.
   * @param {{q: string, scope: string, filter: string}} question
   */
  offer({ q, scope, filter }, generation, canWiden) {
    const key = JSON.stringify([q, scope, filter, generation]);
    if (key === this.#key) return;
    this.hide();
    this.#key = key;
    this.#timer = setTimeout(() => this.#look(variations({ q, scope, filter }, canWiden)), BEFORE_OFFERING);
  }

  async #look(variations) {
    if (variations.length === 0) return;
    const { signal } = (this.#abort = new AbortController());
    let answers;
    try {
      ({ answers } = await (await this.#api.post("/search", { searches: variations.map(({ search }) => search) }, signal)).json());
    } catch {
      // Nothing is offered then.
      return;
    }
    if (signal.aborted) return;
    const found = variations.map((variation, index) => ({ ...variation, answer: answers[index] })).filter(({ answer }) => answer.total > 0);
    const buttons = found.filter(({ kind }) => kind !== "nearest").map((variation) => this.#question(variation));
    const nearest = found.find(({ kind }) => kind === "nearest");
    for (const { title } of nearest?.answer.hits ?? []) buttons.push(this.#button(isolated(title), { q: title }));
    this.#place.replaceChildren(...buttons);
    if (buttons.length > 0) this.dispatchEvent(new Event("offer"));
  }

  /** What is offered, in words. */
  get words() {
    return this.language.enumeration([...this.#place.children].map(({ textContent }) => textContent));
  }

  #question({ kind, word, search, answer }) {
    const { language } = this;
    const shownCount = answer.isTotalExact ? "" : language.say("atLeast", { count: answer.total });
    const results = language.say("results", { count: answer.total, shownCount });
    const text = kind === "everywhere" ? language.say("searchEverywhere") : language.say("leaveOut", { word: isolated(word) });
    return this.#button(language.say("suggestion", { text, results }), kind === "everywhere" ? { scope: "" } : { q: search.q });
  }

  #button(text, detail) {
    const button = document.createElement("button");
    button.type = "button";
    button.part = "suggestion";
    button.textContent = text;
    button.addEventListener("click", () => this.dispatchEvent(new CustomEvent("choose", { detail })));
    return button;
  }
}
