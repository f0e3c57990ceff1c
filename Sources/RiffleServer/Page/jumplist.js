import { safe } from "./highlight.js";
import { isolated, Language } from "./language.js";

/** Pixels that a label needs. */
const LABEL_HEIGHT = 15;
/** How many buckets a page key goes by. */
const PAGE = 5;

/**
 * The strip at the edge, with a label for each bucket of the view: one slider, along which fingers, pointers and keys go.
 *
 * It goes to a bucket, or to the nearest before it that has rows. Where labels do not all have room, some are dots; a drag still
 * stops at each. As it is one target, its letters need not be as large as fingers are.
 *
 * Event `jump` with the entry as `detail`.
 */
export class JumplistStrip extends EventTarget {
  #language = new Language();
  #strip;
  #bubble;
  #entries = null;
  #labels = [];
  #current = -1;
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
    strip.addEventListener("keydown", (event) => this.#press(event));
    new ResizeObserver(() => this.#thin()).observe(strip);
  }

  /** Whether what it shows is of a moment ago, and rows are still being counted. */
  set isCounting(isCounting) {
    this.#strip.classList.toggle("counting", isCounting);
  }

  set language(language) {
    this.#language = language;
    this.#describe();
  }

  /** What it shows. */
  get entries() {
    return this.#entries;
  }

  /** @param {object[]} entries as the server has them; none hides the strip */
  show(entries) {
    const isKnown = ({ label }, index) => label === this.#entries[index].label;
    const isSame = this.#labels.length === entries.length && entries.every(isKnown);
    this.#entries = entries;
    this.#strip.hidden = entries.length === 0;
    if (!isSame) {
      this.#labels = entries.map((entry) => this.#makeLabel(entry));
      this.#strip.replaceChildren(...this.#labels);
      this.#current = -1;
      this.#thin();
    }
    entries.forEach(({ count }, index) => this.#labels[index].classList.toggle("empty", count === 0));
    this.#describe();
  }

  /** Marks the bucket that the first row in view is in. */
  mark(position) {
    const index = position === null ? -1 : (this.#entries ?? []).findLastIndex((entry) => entry.count > 0 && entry.start <= position);
    if (index === this.#current) return;
    this.#labels[this.#current]?.classList.remove("current");
    this.#labels[index]?.classList.add("current");
    this.#current = index;
    this.#describe();
  }

  /** A bucket and how many rows it has. */
  words({ kind, label, count }) {
    const language = this.#language;
    const message = { underflow: "beforeLetters", inflow: "betweenLetters", overflow: "afterLetters" }[kind];
    return language.say("bucket", {
      name: message ? language.say(message) : isolated(label), entries: language.say("entries", { count }),
    });
  }

  /** Says where the slider is. */
  #describe(index = Math.max(0, this.#current)) {
    const entry = this.#entries?.[index];
    if (!entry) return;
    const values = { now: index + 1, min: 1, max: this.#entries.length, text: this.words(entry) };
    for (const [name, value] of Object.entries(values)) this.#strip.setAttribute(`aria-value${name}`, value);
  }

  #makeLabel({ kind, label }) {
    const place = document.createElement("span");
    place.setAttribute("aria-hidden", "true");
    place.dataset.bucket = label;
    const text = document.createElement("bdi");
    // A section is told by its first character, a letter may have more than one.
    const [first] = kind === "section" ? new Intl.Segmenter().segment(label) : [{ segment: label }];
    text.textContent = safe(first?.segment ?? "");
    place.append(text);
    return place;
  }

  /** Makes dots of labels that have no room. */
  #thin() {
    const room = Math.max(2, Math.floor(this.#strip.clientHeight / LABEL_HEIGHT));
    const step = Math.ceil(this.#labels.length / room);
    this.#labels.forEach((label, index) => label.classList.toggle("dot", index % step !== 0));
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
    this.#describe(index);
  }

  #press(event) {
    const [now, last] = [Number(this.#strip.getAttribute("aria-valuenow")) - 1, this.#labels.length - 1];
    const next = {
      ArrowDown: now + 1, ArrowUp: now - 1, PageDown: now + PAGE, PageUp: now - PAGE, Home: 0, End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const index = Math.max(0, Math.min(next, last));
    this.#showBubble(index);
    this.#jump(index);
  }

  #showBubble(index) {
    const entry = this.#entries?.[index];
    this.#bubble.hidden = !entry;
    if (!entry) return;
    this.#bubble.firstElementChild.textContent = safe(entry.label);
    this.#bubble.lastElementChild.textContent = this.#language.number(entry.count);
    const label = this.#labels[index].getBoundingClientRect();
    const parent = this.#bubble.offsetParent.getBoundingClientRect();
    this.#bubble.style.insetBlockStart = `${label.top + label.height / 2 - parent.top}px`;
  }
}
