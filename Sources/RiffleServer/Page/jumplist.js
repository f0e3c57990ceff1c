/** Pixels that a label needs. */
const LABEL_HEIGHT = 15;

/**
 * The strip at the edge: a label for each bucket of the view, with a bar as long as the bucket has rows.
 *
 * A tap, a drag along it or an arrow key goes to a bucket, or to the nearest before it that has rows. Where labels do not all have
 * room, some are dots; a drag still stops at each.
 *
 * Event `jump` with the entry as `detail`.
 */
export class JumplistStrip extends EventTarget {
  #strip;
  #bubble;
  #entries = null;
  #buttons = [];
  #current = null;
  #pointed = -1;

  constructor(strip, bubble) {
    super();
    this.#strip = strip;
    this.#bubble = bubble;
    strip.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      strip.setPointerCapture(event.pointerId);
      event.preventDefault();
      this.#point(event);
    });
    strip.addEventListener("pointermove", (event) => {
      if (strip.hasPointerCapture(event.pointerId)) this.#point(event);
      else if (event.pointerType === "mouse") this.#showBubble(this.#indexAt(event.clientY));
    });
    for (const name of ["pointerup", "pointercancel", "pointerleave", "blur"]) {
      strip.addEventListener(name, () => this.#showBubble(-1));
    }
    // What has no pointer clicks too, as screen readers do.
    strip.addEventListener("click", (event) => {
      const index = this.#buttons.indexOf(event.target.closest("button"));
      if (event.detail === 0 && index >= 0) this.#jump(index);
    });
    strip.addEventListener("keydown", (event) => this.#press(event));
    new ResizeObserver(() => this.#thin()).observe(strip);
  }

  /** Whether what it shows is of a moment ago, and rows are still being counted. */
  set isCounting(isCounting) {
    this.#strip.classList.toggle("counting", isCounting);
  }

  /** What it shows. */
  get entries() {
    return this.#entries;
  }

  /** @param {object[]} entries as the server has them; none hides the strip */
  show(entries) {
    this.#entries = entries;
    this.#strip.hidden = entries.length === 0;
    if (this.#buttons.length !== entries.length || entries.some((entry, index) => entry.label !== this.#buttons[index].label)) {
      this.#buttons = entries.map((entry) => this.#makeButton(entry));
      this.#strip.replaceChildren(...this.#buttons);
      this.#current = null;
    }
    const most = Math.max(1, ...entries.map((entry) => entry.count));
    entries.forEach(({ count }, index) => {
      const button = this.#buttons[index];
      button.setAttribute("aria-label", `${this.#name(index)}, ${count.toLocaleString("en")} ${count === 1 ? "row" : "rows"}`);
      button.classList.toggle("empty", count === 0);
      button.lastChild.style.inlineSize = count ? `${Math.max(6, 100 * Math.sqrt(count / most))}%` : "0";
    });
    this.#thin();
  }

  /** Marks the bucket that the first row in view is in. */
  mark(position) {
    const index = position === null ? -1 : (this.#entries ?? []).findLastIndex((entry) => entry.count > 0 && entry.start <= position);
    if (index === this.#current) return;
    this.#buttons[this.#current]?.removeAttribute("aria-current");
    this.#buttons[index]?.setAttribute("aria-current", "true");
    this.#buttons.forEach((button, place) => (button.tabIndex = place === Math.max(0, index) ? 0 : -1));
    this.#current = index;
  }

  #name(index) {
    const { kind, label } = this.#entries[index];
    if (kind === "underflow") return "Before the alphabet";
    return kind === "overflow" ? "After the alphabet" : kind === "inflow" ? "Between the alphabets" : label;
  }

  #makeButton({ kind, label }) {
    const button = document.createElement("button");
    button.type = "button";
    button.tabIndex = -1;
    button.label = label;
    const text = document.createElement("span");
    // A section is told by its first character, a letter may have more than one.
    text.textContent = kind === "section" ? (new Intl.Segmenter().segment(label)[Symbol.iterator]().next().value?.segment ?? "") : label;
    const bar = document.createElement("i");
    button.append(text, bar);
    return button;
  }

  /** Makes dots of labels that have no room. */
  #thin() {
    const room = Math.max(2, Math.floor(this.#strip.clientHeight / LABEL_HEIGHT));
    const step = Math.ceil(this.#buttons.length / room);
    this.#buttons.forEach((button, index) => button.classList.toggle("dot", index % step !== 0));
  }

  #indexAt(y) {
    const { top, height } = this.#strip.getBoundingClientRect();
    const padding = parseFloat(getComputedStyle(this.#strip).paddingBlockStart) || 0;
    const fraction = (y - top - padding) / Math.max(1, height - 2 * padding);
    return Math.max(0, Math.min(this.#entries.length - 1, Math.floor(fraction * this.#entries.length)));
  }

  #point(event) {
    const index = this.#indexAt(event.clientY);
    this.#showBubble(index);
    if (this.#pointed !== index || event.type === "pointerdown") this.#jump(index);
    this.#pointed = index;
  }

  #jump(index) {
    const entry = this.#entries[index];
    if (entry && entry.target !== null) this.dispatchEvent(new CustomEvent("jump", { detail: entry }));
  }

  #press(event) {
    const index = this.#buttons.indexOf(event.target.closest("button"));
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: this.#buttons.length - 1 }[event.key];
    if (next === undefined || !this.#buttons[next]) return;
    event.preventDefault();
    this.#buttons[index].tabIndex = -1;
    this.#buttons[next].tabIndex = 0;
    this.#buttons[next].focus();
    this.#jump(next);
  }

  #showBubble(index) {
    const entry = this.#entries?.[index];
    this.#bubble.hidden = !entry;
    if (!entry) return;
    this.#bubble.firstElementChild.textContent = entry.label;
    this.#bubble.lastElementChild.textContent = entry.count.toLocaleString("en");
    const button = this.#buttons[index].getBoundingClientRect();
    const parent = this.#bubble.offsetParent.getBoundingClientRect();
    this.#bubble.style.insetBlockStart = `${button.top + button.height / 2 - parent.top}px`;
  }
}
