/** Values that show at first, and at most. */
const FIRST = 50;
const MOST = 1000;
/** Lists of values up to this long are looked through faster than they are searched. */
const SHORT = 8;
/** How many values Page Up and Page Down pass. */
const PAGE = 10;
/** Milliseconds of rest before values are searched. */
const BEFORE_SEARCHING = 120;
/** Chosen values beyond those of the list that are counted each for itself. */
const MOST_OTHERS = 31;
/** Words and characters of a value that are searched for; the server refuses queries of more than 32 and 256. */
const MOST_WORDS = 12;
const MOST_CHARACTERS = 200;

/**
 * The values of a field with their counts, to be chosen, and a text field that searches among them.
 *
 * Events: `choose` with `{value, isChosen}` as `detail`; `count` when other values are to be counted.
 */
export class ValueList extends EventTarget {
  #field;
  #language;
  #search;
  #about;
  #list;
  #more;
  #limit = FIRST;
  #q = "";
  #searching;
  #chosen = [];
  /** Values that stand first: those that are chosen already; null before any show. */
  #first = null;
  #counts = null;
  /** Whether `#counts` is of values that were searched for. */
  #isFound = false;
  #asked = "";

  /**
   * @param {HTMLElement} place where it goes
   * @param {ListedField} field
   * @param {Language} language
   */
  constructor(place, field, language) {
    super();
    [this.#field, this.#language] = [field, language];
    const name = field.word(language);
    this.#search = place.appendChild(make("input", "find"));
    Object.assign(this.#search, { type: "search", hidden: true, maxLength: 256, autocomplete: "off", spellcheck: false });
    this.#search.dir = "auto";
    this.#search.placeholder = language.say("findValue", { name });
    this.#search.setAttribute("aria-label", this.#search.placeholder);
    this.#about = place.appendChild(make("p", "about"));
    this.#about.setAttribute("role", "status");
    this.#about.dir = language.direction;
    this.#list = place.appendChild(make("div", "values"));
    this.#list.setAttribute("role", "group");
    this.#list.setAttribute("aria-label", name);
    this.#more = place.appendChild(make("button", "more-values"));
    Object.assign(this.#more, { type: "button", hidden: true, textContent: language.say("moreValues") });
    this.#about.textContent = language.say("loading");
    this.#listen();
  }

  /** What takes the focus first; null while nothing does. */
  get first() {
    return this.#search.hidden ? this.#list.querySelector("[tabindex='0']") : this.#search;
  }

  /** What the server is to count, as the API has it. */
  get wanted() {
    const own = { field: this.#field.name, ignoresOwnFilter: true };
    const hasQuery = this.#field.type === "keyword" && this.#q.trim() !== "";
    // Values beyond the most frequent ones are found by their own texts.
    const isGiven = (value) => this.#counts?.[0].values.some((other) => this.#field.isSame(String(other.value), value));
    const missing = (this.#first ?? []).filter((value) => !isGiven(value)).slice(0, MOST_OTHERS);
    const others = this.#field.type === "keyword" ? missing : [];
    return [
      { ...own, limit: this.#limit, ...(hasQuery && { q: query(this.#q) }) },
      ...(hasQuery ? [] : others.map((value) => ({ ...own, limit: SHORT, q: query(value) }))),
    ];
  }

  /** Lets the server give fewer values. @returns {boolean} whether there is anything to try */
  lessen() {
    if (this.#limit <= 1) return false;
    this.#limit = Math.max(1, this.#limit >> 1);
    return true;
  }

  /**
   * Shows values, chosen ones checked.
   * @param {?object[]} counts what the server has counted for `wanted`; null while that is not known
   * @param {string[]} chosen
   */
  show(counts, chosen) {
    this.#chosen = chosen;
    const isSearch = this.#q.trim() !== "";
    if (counts) [this.#counts, this.#isFound] = [counts, isSearch];
    this.#list.setAttribute("aria-busy", String(!counts));
    if (!this.#counts) return;
    const [{ values, valueCount = values.length }, ...single] = this.#counts;
    const given = values.map(({ value, count }) => ({ value: String(value), count }));
    const known = [...single.flatMap((counted) => counted.values), ...given];
    const find = (all, value) => all.find((other) => this.#field.isSame(String(other.value), value));
    // While the panel is open, values stay where they are.
    this.#first ??= isSearch || valueCount <= SHORT ? [] : chosen;
    const late = isSearch ? [] : chosen.filter((value) => !find(given, value) && !this.#first.includes(value));
    this.#first = [...this.#first, ...late];
    const first = this.#first.map((value) => ({ value, count: find(known, value)?.count }));
    this.#fill([...first, ...given.filter(({ value }) => !find(first, value))]);
    this.#search.hidden = this.#field.type !== "keyword" || (!isSearch && valueCount <= SHORT && this.#search.hidden);
    this.#more.hidden = given.length >= valueCount || given.length >= MOST || given.length < this.#limit;
    this.#say(given.length, valueCount);
    if (counts && first.some(({ count }) => count === undefined)) this.#count();
  }

  /** Has the server count what is wanted now, unless it is doing so. */
  #count() {
    const key = JSON.stringify(this.wanted);
    if (key === this.#asked) return;
    this.#asked = key;
    this.dispatchEvent(new Event("count"));
  }

  /** Says how many values there are; of those that a search finds, whether there are more. */
  #say(shown, values) {
    const language = this.#language;
    const shownCount = this.#isFound && !this.#more.hidden ? language.say("atLeast", { count: shown }) : "";
    const all = language.say("values", { count: this.#isFound ? shown : values, shownCount });
    const text = !this.#isFound && shown < values ? language.say("valuesOf", { shown, values: all }) : all;
    if (this.#about.textContent !== text) this.#about.textContent = text;
  }

  // MARK: Rows

  #fill(values) {
    const root = this.#list.getRootNode();
    const focused = root.activeElement;
    const rows = new Map([...this.#list.children].map((row) => [row.dataset.value, row]));
    const wanted = values.map(({ value, count }) => {
      const row = rows.get(value) ?? this.#row(value);
      rows.delete(value);
      const box = row.firstChild;
      box.checked = this.#chosen.some((chosen) => this.#field.isSame(chosen, value));
      const shown = count === undefined ? "" : this.#language.number(count);
      if (row.lastChild.textContent !== shown) row.lastChild.textContent = shown;
      const text = this.#field.text(value, this.#language);
      const results = this.#language.say("results", { count: count ?? 0 });
      box.setAttribute("aria-label", count === undefined ? text : this.#language.say("valueCount", { value: text, results }));
      row.classList.toggle("none", count === 0);
      return row;
    });
    for (const row of rows.values()) row.remove();
    let before = this.#list.firstChild;
    for (const row of wanted) {
      if (row === before) before = before.nextSibling;
      else this.#list.insertBefore(row, before);
    }
    // What moves loses the focus.
    if (focused && focused !== root.activeElement && this.#list.contains(focused)) focused.focus({ preventScroll: true });
    if (!this.#list.querySelector("[tabindex='0']")) this.#list.querySelector("input")?.setAttribute("tabindex", "0");
  }

  #row(value) {
    const row = make("label", "value");
    row.dataset.value = value;
    row.part = "value";
    const box = row.appendChild(make("input", ""));
    Object.assign(box, { type: "checkbox", tabIndex: -1 });
    const text = row.appendChild(document.createElement("bdi"));
    text.textContent = this.#field.plain(value, this.#language);
    row.append(make("span", "count"));
    return row;
  }

  // MARK: Input

  #listen() {
    this.#list.addEventListener("change", ({ target }) => {
      const { value } = target.parentElement.dataset;
      // A value may be chosen in another spelling.
      const known = this.#chosen.find((chosen) => this.#field.isSame(chosen, value)) ?? value;
      this.dispatchEvent(new CustomEvent("choose", { detail: { value: known, isChosen: target.checked } }));
    });
    this.#list.addEventListener("focusin", ({ target }) => {
      for (const box of this.#list.querySelectorAll("[tabindex='0']")) box.tabIndex = -1;
      target.tabIndex = 0;
    });
    this.#list.addEventListener("keydown", (event) => this.#move(event));
    this.#search.addEventListener("input", () => {
      clearTimeout(this.#searching);
      this.#searching = setTimeout(() => this.#find(), BEFORE_SEARCHING);
    });
    this.#search.addEventListener("keydown", (event) => {
      if (event.key === "Enter") event.preventDefault();
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      this.#list.querySelector("input")?.focus();
    });
    this.#more.addEventListener("click", () => {
      const last = this.#list.lastElementChild?.firstChild;
      this.#limit = Math.min(MOST, this.#limit * 4);
      // The button may go.
      last?.focus();
      this.#count();
    });
  }

  #find() {
    const q = this.#search.value;
    if (q === this.#q) return;
    this.#q = q;
    this.#first = null;
    this.#limit = FIRST;
    this.#list.scrollTop = 0;
    this.#count();
  }

  #move(event) {
    const boxes = [...this.#list.querySelectorAll("input")];
    const now = boxes.indexOf(event.target);
    if (event.key === "ArrowUp" && now === 0 && !this.#search.hidden) {
      event.preventDefault();
      this.#search.focus();
      return;
    }
    const last = boxes.length - 1;
    const next = {
      ArrowDown: now + 1, ArrowUp: now - 1, PageDown: now + PAGE, PageUp: now - PAGE, Home: 0, End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    boxes[Math.max(0, Math.min(next, last))]?.focus();
  }

  /** Ends what waits. */
  close() {
    clearTimeout(this.#searching);
  }
}

/** A text as a query that is not refused. */
const query = (text) => [...text].slice(0, MOST_CHARACTERS).join("").trim().split(/\s+/).slice(0, MOST_WORDS).join(" ");

function make(name, className) {
  const element = document.createElement(name);
  if (className) element.className = className;
  return element;
}
