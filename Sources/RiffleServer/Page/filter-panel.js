import { Language } from "./language.js";
import { MissingValue } from "./missing-value.js";
import { cross } from "./template.js";
import { ValueList } from "./value-list.js";
import { ValueRange } from "./value-range.js";

/** Pixels between the panel and the edges of the frame. */
const MARGIN = 8;

/**
 * The panel in which values or a range of one field are chosen.
 *
 * Events: `choose` with other `Choices` as `detail`; `count` when something else is to be counted; `close`.
 */
export class FilterPanel extends EventTarget {
  language = new Language();
  /** The field that it is open for; null if it is closed. */
  field = null;

  #panel;
  #button = null;
  #content = null;
  #missing = null;
  #choices = null;
  #counts = null;
  #clear;
  /** Says how many results there are, and shows them. */
  #done;
  /** Whether the focus goes to its first control once that is there. */
  #isEntering = false;

  constructor(panel) {
    super();
    this.#panel = panel;
    panel.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      this.close();
    });
    panel.addEventListener("focusout", ({ relatedTarget }) => {
      // The focus that keys move on leaves it behind.
      if (relatedTarget && !panel.contains(relatedTarget) && relatedTarget !== this.#button) this.close(false);
    });
  }

  /** @param {HTMLElement} target whether that is the panel or in it, or its button */
  holds(target) {
    return this.#panel.contains(target) || Boolean(this.#button?.contains(target));
  }

  /** What the server is to count, as the API has it. */
  get wanted() {
    return this.#content?.wanted ?? [];
  }

  /**
   * @param {ListedField} field
   * @param {HTMLElement} button what opens it, after which it stands
   * @param {Choices} choices
   */
  open(field, button, choices) {
    this.close(false);
    [this.field, this.#button, this.#counts] = [field, button, undefined];
    const { language } = this;
    const name = field.word(language);
    this.#panel.setAttribute("aria-label", name);
    const head = make("div", "head");
    const title = head.appendChild(make("h2", ""));
    title.textContent = name;
    title.dir = "auto";
    this.#clear = head.appendChild(makeButton(language.say("clear"), "clear-field"));
    this.#clear.setAttribute("aria-label", language.say("clearField", { name }));
    const close = head.appendChild(makeButton("", "icon"));
    close.setAttribute("aria-label", language.say("close"));
    close.innerHTML = cross;
    this.#panel.replaceChildren(head);
    this.#content = field.hasRange
      ? new ValueRange(this.#panel, field, language)
      : new ValueList(this.#panel, field, language);
    this.#missing = new MissingValue(this.#panel, language);
    this.#done = this.#panel.appendChild(makeButton("", "done"));
    this.#done.addEventListener("click", () => this.close());
    this.#clear.addEventListener("click", () => {
      this.#content.clear?.();
      // A button without effect loses the focus.
      this.#panel.focus({ preventScroll: true });
      this.#choose(this.#choices.cleared(field.name));
      this.#enter();
    });
    close.addEventListener("click", () => this.close());
    this.#content.addEventListener("choose", ({ detail: { value, isChosen } }) => {
      this.#choose(isChosen ? this.#choices.with(field.name, value) : this.#choices.without(field.name, value));
    });
    this.#content.addEventListener("range", ({ detail: { least, greatest } }) => {
      this.#choose(this.#choices.between(field.name, least, greatest));
    });
    this.#missing.addEventListener("missing", ({ detail }) => this.#choose(this.#choices.withMissing(field.name, detail)));
    this.#content.addEventListener("count", () => this.dispatchEvent(new Event("count")));
    button.after(this.#panel);
    button.setAttribute("aria-expanded", "true");
    this.#panel.hidden = false;
    this.#isEntering = true;
    this.show(null, choices, "");
    this.#panel.focus({ preventScroll: true });
    this.dispatchEvent(new Event("count"));
  }

  #choose(choices) {
    this.dispatchEvent(new CustomEvent("choose", { detail: choices }));
  }

  /** @param {boolean} returns whether the focus goes back to where it came from */
  close(returns = true) {
    if (!this.field) return;
    this.#content.close();
    const button = this.#button;
    [this.field, this.#button, this.#content] = [null, null, null];
    button.setAttribute("aria-expanded", "false");
    this.#panel.hidden = true;
    if (returns) button.focus({ preventScroll: true });
    this.dispatchEvent(new Event("close"));
  }

  /**
   * Shows counts and choices.
   * @param {?object[]} counts for `wanted`; null while they are not known
   * @param {Choices} choices
   * @param {string} results how many results there are, in words; empty while that is not known
   */
  show(counts, choices, results = this.#done?.dataset.results ?? "") {
    const isSame = counts === this.#counts && choices === this.#choices;
    [this.#counts, this.#choices] = [counts, choices];
    if (!this.field) return;
    const { name, hasRange } = this.field;
    this.#done.dataset.results = results;
    this.#done.disabled = !results;
    this.#done.textContent = results && this.language.say("showResults", { results });
    // Rows that scroll change nothing here.
    if (isSame) return;
    this.#clear.disabled = choices.count(name) === 0;
    this.#content.show(counts, hasRange ? choices.range(name) : choices.values(name));
    this.#missing.show(counts?.[0].missingCount ?? null, choices.isMissing(name));
    this.place();
    if (counts && this.#isEntering) this.#enter();
  }

  /** Has the focus on the first control, without a keyboard on screens that are touched. */
  #enter() {
    this.#isEntering = false;
    const root = this.#panel.getRootNode();
    if (!this.#panel.contains(root.activeElement)) return;
    const isTouched = matchMedia("(pointer: coarse)").matches;
    if (!isTouched) this.#content.first?.focus({ preventScroll: true });
  }

  /** Has fewer values counted, if the server gives fewer at once. */
  lessen() {
    return this.#content?.lessen() ?? false;
  }

  /** Puts the panel below its button, within the frame. */
  place() {
    if (!this.field) return;
    const frame = this.#panel.closest(".frame").getBoundingClientRect();
    const parent = this.#panel.offsetParent?.getBoundingClientRect();
    if (!parent) return;
    const button = this.#button.getBoundingClientRect();
    const isReversed = getComputedStyle(this.#panel).direction === "rtl";
    const [start, width] = [this.#panel.style, this.#panel.offsetWidth];
    const distance = isReversed ? parent.right - button.right : button.left - parent.left;
    const most = isReversed ? parent.right - frame.left - width - MARGIN : frame.right - parent.left - width - MARGIN;
    const least = isReversed ? parent.right - frame.right + MARGIN : frame.left - parent.left + MARGIN;
    start.insetInlineStart = `${Math.max(least, Math.min(distance, most))}px`;
    start.insetBlockStart = `${button.bottom - parent.top + 4}px`;
    start.maxBlockSize = `${Math.max(160, frame.bottom - button.bottom - 4 - MARGIN)}px`;
  }
}

function make(name, className) {
  const element = document.createElement(name);
  if (className) element.className = className;
  return element;
}

function makeButton(text, className) {
  const button = make("button", className);
  button.type = "button";
  button.textContent = text;
  return button;
}
