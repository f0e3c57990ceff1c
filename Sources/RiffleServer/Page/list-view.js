import { JumplistStrip } from "./jumplist.js";
import { Layout } from "./layout.js";
import { Rows } from "./rows.js";
import { Scroller } from "./scroller.js";

/**
 * The rows in view, headers of sections and the jumplist at the edge: where they stand, and which one is active.
 *
 * Events: `scroll`; `jump` with the entry of the jumplist as `detail`.
 */
export class ListView extends EventTarget {
  /** The active row; -1 for none. */
  active = -1;

  #viewport;
  #rows;
  #scroller;
  #strip;
  #layout = new Layout(0, 34, [], 26);
  /** The buckets that have rows, if they are sections of what shows. */
  #sections = [];

  constructor({ viewport, spacer, rows, headers, strip, bubble }) {
    super();
    this.#viewport = viewport;
    this.#rows = new Rows(rows, headers);
    this.#scroller = new Scroller(viewport, spacer, () => this.dispatchEvent(new Event("scroll")));
    this.#strip = new JumplistStrip(strip, bubble);
    this.#strip.addEventListener("jump", ({ detail }) => this.dispatchEvent(new CustomEvent("jump", { detail })));
  }

  set language(language) {
    this.#rows.language = this.#strip.language = language;
    this.#rows.expire();
  }

  /**
   * Has rows look otherwise.
   * @param {Design} design
   * @param {?Pattern} link where they lead to
   */
  draw(design, link) {
    this.#rows.link = link;
    this.#rows.design = design;
  }

  /** A bucket of the jumplist in words. */
  words(entry) {
    return this.#strip.words(entry);
  }

  // MARK: Where things stand

  get rowsInView() {
    return Math.max(10, Math.ceil(this.#scroller.extent / this.#layout.rowHeight));
  }

  /** How many rows a page down moves by. */
  get page() {
    return Math.max(1, Math.floor(this.#scroller.extent / this.#layout.rowHeight) - 1);
  }

  /** Reads how high rows are, which style says. */
  measure() {
    const style = getComputedStyle(this.#viewport);
    const pixels = (name, standard) => parseFloat(style.getPropertyValue(name)) || standard;
    const [rowHeight, headerHeight] = [pixels("--row-height", 34), pixels("--heading-height", 26)];
    if (rowHeight === this.#layout.rowHeight && headerHeight === this.#layout.headerHeight) return;
    const { top } = this.#scroller;
    const first = this.#layout.positionAt(top);
    this.#setLayout(new Layout(this.#layout.count, rowHeight, this.#layout.starts, headerHeight));
    this.#scroller.scrollTo(top > 0 ? this.#layout.rowTop(first) : 0);
  }

  /**
   * Makes room for an answer.
   * @param {boolean} isInOrder whether buckets of the jumplist are sections of its rows
   */
  lay({ entries, total }, isInOrder) {
    const { rowHeight, headerHeight } = this.#layout;
    this.#sections = isInOrder ? (entries ?? []).filter(({ count, start }) => count > 0 && start < total) : [];
    this.#setLayout(new Layout(total, rowHeight, this.#sections.map((entry) => entry.start), headerHeight));
  }

  #setLayout(layout) {
    this.#layout = layout;
    this.#scroller.setHeight(layout.height);
  }

  /** The first row that shows, and the active one, which stay where they are when rows come before them. */
  anchor(answer) {
    const first = this.#layout.positionAt(this.#scroller.top);
    const id = (position) => answer.row(position)?.id;
    return { id: id(first), shift: this.#scroller.top - this.#layout.rowTop(first), active: id(this.active) };
  }

  /** Shows again what showed in another answer. */
  keep({ id, shift, active }, answer) {
    const first = id === undefined ? null : answer.position(id);
    if (this.#scroller.top > 0 && first !== null) this.#scroller.scrollTo(this.#layout.rowTop(first) + shift);
    const place = active === undefined ? null : answer.position(active);
    this.active = Math.min(place ?? this.active, answer.total - 1);
  }

  /** Has a row be the first one below the headers. */
  scrollTo(position) {
    this.#scroller.scrollTo(position === 0 ? 0 : this.#layout.rowTop(position) - this.#layout.headerHeight);
  }

  /** Has a row be the first one, with its header if it begins a section. */
  scrollToStart(position) {
    const section = this.#layout.starts.indexOf(position);
    this.#scroller.scrollTo(section < 0 ? this.#layout.rowTop(position) : this.#layout.headerTop(section));
  }

  /** Makes a row the active one, and scrolls as far as it takes to see it. */
  activate(position) {
    this.active = position;
    const [scroller, { rowHeight, headerHeight, starts }] = [this.#scroller, this.#layout];
    const rowTop = this.#layout.rowTop(position);
    const covered = starts.length ? headerHeight : 0;
    if (rowTop - covered < scroller.top) scroller.scrollTo(position === 0 ? 0 : rowTop - covered);
    else if (rowTop + rowHeight > scroller.top + scroller.extent) scroller.scrollTo(rowTop + rowHeight - scroller.extent);
  }

  // MARK: Showing

  /**
   * The rows in view, of those that there are or, before anything is known, of those that there is room for.
   * @returns {{from: number, to: number, total: number}}
   */
  window(answer) {
    const [layout, { top, extent }] = [this.#layout, this.#scroller];
    if (!answer.isThere) {
      const total = Math.ceil(extent / layout.rowHeight);
      return { from: 0, to: total, total };
    }
    return { from: layout.positionAt(top), to: Math.min(answer.total, layout.positionAt(top + extent) + 1), total: answer.total };
  }

  show(answer, { from, to, total }, isInOrder) {
    const [layout, { top, extent }] = [this.#layout, this.#scroller];
    this.#rows.show({
      from: Math.max(0, from - 2), to: Math.min(total, to + 2), total, top, active: this.active, layout,
      row: (position) => answer.row(position),
    });
    this.#rows.showHeaders({ top, extent, layout, entries: this.#sections });
    this.#strip.isCounting = answer.entries === null;
    if (answer.entries !== null && answer.entries !== this.#strip.entries) this.#strip.show(answer.entries);
    this.#strip.mark(isInOrder && answer.total > 0 ? from : null);
  }

  /** The id of the element of the active row; null if it does not show. */
  get activeElementID() {
    const id = this.#rows.elementID(this.active);
    return this.active >= 0 && this.#viewport.getRootNode().getElementById(id) ? id : null;
  }

  /** The row of an element, or of what is in it; null if it is none. */
  position(node) {
    return this.#rows.position(node);
  }
}
