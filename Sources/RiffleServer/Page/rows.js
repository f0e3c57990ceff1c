import { excerpt, setHighlighted } from "./highlight.js";

/** The rows that show, and headers of sections above them, as elements that are used again. */
export class Rows {
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
        heading.append(document.createElement("b"), document.createElement("span"));
        this.#headings.set(section, heading);
        this.#headers.append(heading);
      }
      const entry = entries[section];
      const [label, count] = [entry.label, entry.count.toLocaleString("en")];
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
    const element = document.createElement("div");
    element.className = "row";
    element.setAttribute("role", "option");
    element.setAttribute("part", "row");
    element.id = this.elementID(position);
    element.dataset.position = position;
    element.setAttribute("aria-posinset", position + 1);
    for (const name of ["title", "more"]) {
      const part = document.createElement("span");
      part.className = name;
      part.dir = "auto";
      element.append(part);
    }
    return element;
  }

  #fill(element, hit) {
    const [title, more] = element.children;
    element.hit = hit;
    element.isFilled = true;
    element.classList.toggle("missing", !hit);
    if (!hit) {
      element.setAttribute("aria-label", "Loading");
      title.textContent = more.textContent = "";
      return;
    }
    element.removeAttribute("aria-label");
    setHighlighted(title, hit.title, hit.highlights?.title);
    setHighlighted(more, ...excerpt(hit.searchText ?? "", hit.highlights?.searchText));
  }
}
