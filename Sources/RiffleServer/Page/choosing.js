import { Choices } from "./choices.js";
import { Filters } from "./filters.js";
import { Language } from "./language.js";
import { ListedField, namedFields } from "./listed-field.js";
import { SortMenu, sortNames } from "./sort-menu.js";

/**
 * What is asked beside the text: the filter, the order, and the part of the list.
 *
 * Events: `choose` when something else is chosen; `count` when something else is to be counted; `leave` when the focus has to go
 * elsewhere.
 */
export class Choosing extends EventTarget {
  #parts;
  #filters;
  #sorts;
  #language = new Language();
  #order = "relevance";
  /** As the API has it; empty for an order that is not by fields. */
  #sort = "";
  #scope = "";
  #scopes = [];
  /** Whether there is a choice of parts. */
  #isScopeFixed = false;
  /** The fields of the list, and the attributes that name those to choose from. */
  #fields = [];
  #isKnown = false;
  #named = { filters: null, sorts: null };

  /** @param {Object<string, HTMLElement>} parts those of the template */
  constructor(parts) {
    super();
    this.#parts = parts;
    this.#filters = new Filters(parts);
    this.#sorts = new SortMenu(parts.sort);
    this.#listen();
  }

  set language(language) {
    this.#language = this.#filters.language = this.#sorts.language = language;
    this.#showScopes();
  }

  // MARK: What there is

  /** Takes what a list has to choose from; null while that is not known. */
  set description(list) {
    const { scopes = [], fields = [] } = list ?? {};
    this.#scopes = scopes;
    this.#fields = fields.map((field) => new ListedField(field));
    this.#isKnown = list !== null;
    this.#showScopes();
    this.#offer();
  }

  /** The fields of the list. */
  get fields() {
    return this.#fields;
  }

  /** Names the fields to filter and to sort by, as attributes do; null for none. */
  name(filters, sorts) {
    this.#named = { filters, sorts };
    this.#offer();
  }

  #offer() {
    this.#filters.isExpected = this.#named.filters !== null && !this.#isKnown;
    this.#filters.offer(namedFields(this.#named.filters, this.#fields), this.#fields);
    const { names, isByRelevance } = sortNames(this.#named.sorts);
    this.#sorts.isByRelevance = isByRelevance;
    this.#sorts.fields = namedFields(names, this.#fields);
  }

  /** @param {?string} scope the only part of the list to search; null for a choice of parts */
  fixScope(scope) {
    this.#isScopeFixed = scope !== null;
    this.#scope = scope ?? "";
    this.#showScopes();
  }

  #showScopes() {
    const { scope } = this.#parts;
    const language = this.#language;
    scope.replaceChildren(
      new Option(language.say("everything"), ""), ...this.#scopes.map((name) => new Option(language.name("scopes", name), name)));
    scope.value = this.#scope;
    scope.hidden = this.#scopes.length === 0 || this.#isScopeFixed;
  }

  // MARK: What is chosen

  /** Whether all of the list may be searched. */
  get canWiden() {
    return !this.#isScopeFixed;
  }

  get filter() {
    return this.#filters.choices.text;
  }

  set filter(text) {
    this.#filters.set(new Choices(text));
  }

  set sort(sort) {
    this.#sort = sort;
  }

  set scope(scope) {
    this.#scope = this.#parts.scope.value = scope;
  }

  /** The order among those that are not by fields. */
  get order() {
    return this.#order;
  }

  /** Whether a menu has the orders. */
  get hasMenu() {
    return this.#sorts.isThere;
  }

  /** What is asked with a text. */
  question(q) {
    const [scope, filter, sort] = [this.#scope, this.filter, this.#sort];
    const order = sort ? "fields" : q.trim() === "" ? "list" : this.#order;
    const subject = JSON.stringify([q, scope, filter]);
    return { q, order, sort, scope, filter, subject, key: subject + order + sort };
  }

  /** All that is asked, as the API has it; empty where nothing is chosen. */
  state(q) {
    const order = this.#order === "list" && !this.#sort && q.trim() !== "" ? "list" : "";
    return { q, filter: this.filter, sort: this.#sort, order, scope: this.#scope };
  }

  restore({ filter = "", sort = "", order = "", scope = "" }) {
    this.filter = filter;
    [this.#sort, this.#order] = [sort, order === "list" ? "list" : "relevance"];
    if (!this.#isScopeFixed) this.scope = scope;
  }

  /** A text that is typed has its best matches first, unless an order by fields is chosen. */
  didType() {
    this.#order = "relevance";
  }

  /** Has the list's own order. */
  putInListOrder() {
    [this.#order, this.#sort] = ["list", ""];
  }

  // MARK: Counting

  /** What the server is to count, as the API has it. */
  get wanted() {
    return this.#filters.wanted;
  }

  /** Has fewer values counted, if the server gives fewer at once. */
  lessen() {
    return this.#filters.lessen();
  }

  // MARK: Showing

  /**
   * @param {string} q the text
   * @param {?object[]} counts for `wanted`; null while they are not known
   * @param {Answer} answer the one that shows
   */
  show(q, counts, answer) {
    this.#sorts.show(this.question(q));
    this.#filters.show(counts, answer);
  }

  place() {
    this.#filters.place();
  }

  /** @param {HTMLElement} target what is pressed */
  press(target) {
    this.#filters.press(target);
  }

  // MARK: Input

  #listen() {
    const { order, scope } = this.#parts;
    this.#filters.addEventListener("change", () => this.#tell("choose"));
    for (const name of ["count", "leave"]) this.#filters.addEventListener(name, () => this.#tell(name));
    this.#sorts.addEventListener("choose", ({ detail }) => {
      [this.#order, this.#sort] = [detail.order, detail.sort];
      this.#tell("choose");
    });
    order.addEventListener("click", ({ target }) => {
      if (!target.value || target.value === this.#order) return;
      this.#order = target.value;
      this.#tell("choose");
    });
    scope.addEventListener("change", () => {
      this.#scope = scope.value;
      this.#tell("choose");
    });
  }

  #tell(name) {
    this.dispatchEvent(new Event(name));
  }
}
