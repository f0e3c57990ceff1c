import { Language } from "./language.js";

/**
 * A menu of orders: best matches first, the list's own order, and by each field up and down.
 *
 * Event `choose` with `{order, sort}` as `detail`: `sort` as the API has it, empty for orders that are not by fields.
 */
export class SortMenu extends EventTarget {
  language = new Language();

  #menu;
  #fields = [];
  #isByRelevance = false;
  #shown = null;

  constructor(menu) {
    super();
    this.#menu = menu;
    menu.addEventListener("change", () => {
      const { order = "relevance", sort = "" } = menu.selectedOptions[0].dataset;
      this.dispatchEvent(new CustomEvent("choose", { detail: { order, sort } }));
    });
  }

  /** @param {ListedField[]} fields those that the list can be sorted by */
  set fields(fields) {
    this.#fields = fields;
    this.#shown = null;
  }

  /** Whether the best match comes first among items that are equal by the field. */
  set isByRelevance(isByRelevance) {
    this.#isByRelevance = isByRelevance;
    this.#shown = null;
  }

  /** Whether it takes the place of other choices of an order. */
  get isThere() {
    return !this.#menu.hidden;
  }

  /**
   * @param {{q: string, order: string, sort: string}} question what is asked
   */
  show({ q, order, sort }) {
    this.#menu.hidden = this.#fields.length === 0 && sort === "";
    const isSearch = q.trim() !== "";
    const key = JSON.stringify([isSearch, order, sort, this.language.tag, this.#fields.map(({ name }) => name)]);
    // Options that are made anew close a menu that is open.
    if (key === this.#shown) return;
    this.#shown = key;
    const own = [
      ...(isSearch ? [option({ order: "relevance" }, this.language.say("bestFirst"))] : []),
      option({ order: "list" }, this.language.say("inOrder")),
      ...this.#fields.flatMap((field) => this.#options(field)),
    ];
    // An order that was chosen elsewhere, as in an address.
    if (sort && !own.some(({ dataset }) => dataset.sort === sort)) own.push(option({ sort }, sort));
    this.#menu.replaceChildren(...own);
    const now = isSearch ? order : "list";
    this.#menu.selectedIndex = own.findIndex(({ dataset }) => (sort ? dataset.sort === sort : dataset.order === now));
  }

  #options(field) {
    const { language } = this;
    const name = field.word(language);
    const ends = { keyword: ["fromA", "fromZ"], boolean: ["noFirst", "yesFirst"], time: ["oldestFirst", "newestFirst"] };
    const [up, down] = ends[field.type] ?? ["leastFirst", "greatestFirst"];
    // The name alone is no field.
    const ascending = field.name === RELEVANCE ? `${RELEVANCE}:asc` : field.name;
    const ties = this.#isByRelevance ? `,${RELEVANCE}` : "";
    return [
      option({ sort: ascending + ties }, language.say(up, { name })),
      option({ sort: `-${field.name}${ties}` }, language.say(down, { name })),
    ];
  }
}

/** The last key of an order: the best match first among equal items. */
const RELEVANCE = "relevance";

/**
 * The fields that the attribute `sorts` names, and whether its last name is `relevance`.
 * @param {?string} sorts with commas or blanks between the names; null for none
 */
export function sortNames(sorts) {
  const names = sorts?.split(/[\s,]+/).filter((name) => name) ?? [];
  const isByRelevance = names.at(-1) === RELEVANCE;
  return { names: sorts && (isByRelevance ? names.slice(0, -1) : names).join(" "), isByRelevance };
}

function option(data, text) {
  const made = new Option(text);
  Object.assign(made.dataset, data);
  return made;
}
