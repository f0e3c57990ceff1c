import { Design } from "./design.js";
import { safe } from "./highlight.js";
import { Language } from "./language.js";

/** The rows that show, and headers of sections above them, as elements that are used again. */
export class Rows {
  language = new Language();
  /** Where a row leads to, a `Pattern`; null if nowhere. */
  link = null;

  #design = Design.standard([], null);
  #options;
  #headers;
  #prefix;
  #elements = new Map();
  #headings = new Map();

  /**
   * @param {HTMLElement} options where rows go, a listbox
   * @param {HTMLElement} headers where headers go, which only the eye needs
   */
  constructor(options, headers) {
    this.#options = options;
    this.#headers = headers;
    this.#prefix = "row-";
  }

  /** Has all rows look otherwise. */
  set design(design) {
    this.#design = design;
    for (const element of this.#elements.values()) element.remove();
    this.#elements.clear();
  }

  /** Has what shows filled anew. */
  expire() {
    for (const element of this.#elements.values()) element.isFilled = false;
  }

  /** The id of the element of a row. */
  elementID(position) {
    return this.#prefix + position;
  }

  /** The row of an element, or of what is in it; null if it is none. */
  position(node) {
    const element = node.closest?.("[role=option]");
    return element ? Number(element.dataset.position) : null;
  }

  /**
   * Shows some rows.
   * @param {{from: number, to: number, total: number, top: number, active: number, layout: Layout, row: Function}} view
   */
  show({ from, to, total, top, active, layout, row }) {
    for (const [position, element] of this.#elements) {
      if (position < from || position >= to) {
        element.remove();
        this.#elements.delete(position);
      }
    }
    let before = null;
    for (let position = to - 1; position >= from; position -= 1) {
      let element = this.#elements.get(position);
      if (!element) {
        element = this.#makeRow(position);
        this.#elements.set(position, element);
      }
      // Whoever listens to rows hears them in their order.
      if (element.nextSibling !== before || !element.parentNode) this.#options.insertBefore(element, before);
      before = element;
      const hit = row(position);
      if (element.hit !== hit || !element.isFilled) this.#fill(element, hit);
      element.setAttribute("aria-setsize", total);
      element.setAttribute("aria-selected", position === active);
      element.style.transform = `translateY(${layout.rowTop(position) - top}px)`;
    }
  }

  /**
   * Shows headers of sections: those in view, and that of the first row that shows, which stays at the top.
   * @param {{top: number, extent: number, layout: Layout, entries: object[]}} view `entries` are those with rows
   */
  showHeaders({ top, extent, layout, entries }) {
    const first = Math.max(0, layout.sectionAt(top));
    let shown = first;
    for (let section = first; section < layout.starts.length && layout.headerTop(section) < top + extent; section += 1) {
      let heading = this.#headings.get(section);
      if (!heading) {
        heading = document.createElement("div");
        heading.className = "heading";
        heading.setAttribute("part", "heading");
        heading.append(document.createElement("bdi"), document.createElement("span"));
        this.#headings.set(section, heading);
        this.#headers.append(heading);
      }
      const entry = entries[section];
      const [label, count] = [safe(entry.label), this.language.number(entry.count)];
      if (heading.firstChild.textContent !== label) heading.firstChild.textContent = label;
      if (heading.lastChild.textContent !== count) heading.lastChild.textContent = count;
      const next = section + 1 < layout.starts.length ? layout.headerTop(section + 1) - top : Infinity;
      const place = Math.max(layout.headerTop(section) - top, section === first ? Math.min(0, next - layout.headerHeight) : -Infinity);
      heading.style.transform = `translateY(${place}px)`;
      heading.classList.toggle("stuck", section === first);
      shown = section + 1;
    }
    for (const [section, heading] of this.#headings) {
      if (section < first || section >= shown) {
        heading.remove();
        this.#headings.delete(section);
      }
    }
  }

  #makeRow(position) {
    // A link that is an option: it can be opened in another tab, and the listbox has nothing else in it that takes the focus.
    const element = document.createElement("a");
    element.className = "row";
    element.setAttribute("role", "option");
    element.setAttribute("part", "row");
    element.tabIndex = -1;
    element.id = this.elementID(position);
    element.dataset.position = position;
    element.setAttribute("aria-posinset", position + 1);
    element.fill = this.#design.make(element);
    return element;
  }

  #fill(element, hit) {
    element.hit = hit;
    element.isFilled = true;
    element.classList.toggle("missing", !hit);
    const url = hit && this.link?.url(hit);
    if (url) element.href = url;
    else element.removeAttribute("href");
    if (hit) {
      element.removeAttribute("aria-label");
      element.fill(hit, this.language);
    } else {
      element.setAttribute("aria-label", this.language.say("loading"));
    }
  }
}
