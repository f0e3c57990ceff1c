import { Choices } from "./choices.js";
import { FilterPanel } from "./filter-panel.js";
import { isolated, Language } from "./language.js";
import { ListedField } from "./listed-field.js";
import { cross } from "./template.js";

/** Fields beyond these are shown on request; where there is little room, those beyond `FEW`. */
const FIRST = 6;
const FEW = 3;
const LONGEST = 60;

/**
 * The fields that a list can be narrowed by, and what is chosen of them, as chips that go when they are pressed.
 *
 * Events: `change` when something else is chosen; `count` when something else is to be counted; `leave` when nothing in it can
 * take the focus any more.
 */
export class Filters extends EventTarget {
  choices = new Choices();
  /** Whether fields may still come, for which there is room already. */
  isExpected = false;

  #parts;
  #panel;
  #language = new Language();
  /** Those that are offered, and all of the list. */
  #fields = [];
  #all = [];
  #isLong = false;

  /** @param {Object<string, HTMLElement>} parts those of the template */
  constructor(parts) {
    super();
    this.#parts = parts;
    this.#panel = new FilterPanel(parts.panel);
    this.#panel.addEventListener("choose", ({ detail }) => this.#choose(detail));
    this.#panel.addEventListener("count", () => this.dispatchEvent(new Event("count")));
    this.#panel.addEventListener("close", () => this.dispatchEvent(new Event("count")));
    this.#listen();
  }

  set language(language) {
    this.#language = this.#panel.language = language;
    this.#panel.close(false);
    this.#draw();
  }

  /**
   * Offers fields.
   * @param {ListedField[]} fields those to choose from
   * @param {ListedField[]} all those of the list, which others may have chosen from
   */
  offer(fields, all) {
    [this.#fields, this.#all] = [fields, all];
    this.#panel.close(false);
    this.#draw();
  }

  /** What the server is to count, as the API has it. */
  get wanted() {
    return this.#panel.wanted;
  }

  /** Takes the place of what was chosen, without telling. */
  set(choices) {
    this.choices = choices;
    this.#draw();
    this.#panel.show(null, choices);
  }

  clear() {
    this.#panel.close(false);
    this.#choose(new Choices());
  }

  /**
   * @param {?object[]} counts for `wanted`; null while they are not known
   * @param {Answer} answer the one that shows
   */
  show(counts, { isThere, total, isTotalExact }) {
    const shownCount = isTotalExact ? "" : this.#language.say("atLeast", { count: total });
    this.#panel.show(counts, this.choices, isThere ? this.#language.say("results", { count: total, shownCount }) : "");
  }

  /** Has fewer values counted, if the server gives fewer at once. */
  lessen() {
    return this.#panel.lessen();
  }

  place() {
    this.#panel.place();
  }

  /** @param {HTMLElement} target what is pressed; elsewhere, the panel closes */
  press(target) {
    if (!this.#panel.holds(target)) this.#panel.close(false);
  }

  #choose(choices) {
    if (choices.text === this.choices.text) return;
    this.set(choices);
    this.dispatchEvent(new Event("change"));
  }

  // MARK: Showing

  #draw() {
    const { filters, buttons, more, chips, clearFilters } = this.#parts;
    const language = this.#language;
    filters.hidden = this.#fields.length === 0 && this.choices.isEmpty && !this.isExpected;
    const shown = new Map([...buttons.querySelectorAll("button.field-button")].map((button) => [button.dataset.field, button]));
    this.#fields.forEach((field, index) => {
      const button = shown.get(field.name) ?? this.#button(field);
      shown.delete(field.name);
      const name = field.word(language);
      const count = this.choices.count(field.name);
      button.firstChild.textContent = name;
      button.children[1].textContent = count > 0 ? language.number(count) : "";
      button.setAttribute("aria-label", count > 0 ? language.say("chosenCount", { name, count }) : name);
      button.classList.toggle("chosen", count > 0);
      const isSpare = !this.#isLong && count === 0;
      button.hidden = index >= FIRST && isSpare;
      button.classList.toggle("spare", index >= FEW && isSpare);
      if (button.parentNode !== buttons) buttons.insertBefore(button, more);
    });
    for (const button of shown.values()) button.remove();
    more.hidden = this.#fields.length <= FEW;
    more.classList.toggle("narrow", this.#fields.length <= FIRST);
    more.textContent = language.say(this.#isLong ? "fewerFilters" : "moreFilters");
    more.setAttribute("aria-expanded", String(this.#isLong));
    clearFilters.textContent = language.say("clearFilters");
    const items = this.#chips().map((chip) => this.#chip(chip));
    chips.replaceChildren(...items);
    chips.hidden = this.choices.isEmpty;
    if (items.length > 1) chips.appendChild(document.createElement("li")).append(clearFilters);
  }

  #button(field) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "field-button", part: "filter-button" });
    button.dataset.field = field.name;
    button.setAttribute("aria-haspopup", "dialog");
    button.setAttribute("aria-expanded", "false");
    button.append(document.createElement("bdi"), document.createElement("span"));
    return button;
  }

  /** What is chosen: what it says, and the choices without it. */
  #chips() {
    const [language, choices] = [this.#language, this.choices];
    const chips = [];
    for (const name of choices.names) {
      const field = this.#all.find((other) => other.name === name) ?? new ListedField({ name, type: "keyword" });
      const word = isolated(field.word(language));
      const say = (value) => language.say("chip", { name: word, value: short(value) });
      const range = choices.range(name);
      if (range) chips.push({ text: say(field.rangeText(range, language)), left: choices.between(name, null, null) });
      for (const value of choices.values(name)) {
        chips.push({ text: say(field.text(value, language)), left: choices.without(name, value) });
      }
      if (choices.isMissing(name)) chips.push({ text: say(language.say("noValue")), left: choices.withMissing(name, false) });
    }
    for (const text of choices.others) chips.push({ text: isolated(short(text)), left: choices.withoutOther(text) });
    return chips;
  }

  #chip({ text, left }) {
    const item = document.createElement("li");
    const button = item.appendChild(document.createElement("button"));
    Object.assign(button, { type: "button", part: "chip", left });
    const words = button.appendChild(document.createElement("span"));
    [words.textContent, words.dir] = [text, this.#language.direction];
    button.setAttribute("aria-label", this.#language.say("removeFilter", { filter: text }));
    button.insertAdjacentHTML("beforeend", cross);
    return item;
  }

  // MARK: Input

  #listen() {
    const { buttons, more, chips, clearFilters } = this.#parts;
    buttons.addEventListener("click", ({ target }) => {
      const button = target.closest("button.field-button");
      const field = this.#fields.find(({ name }) => name === button?.dataset.field);
      if (!field) return;
      if (this.#panel.field === field) this.#panel.close();
      else this.#panel.open(field, button, this.choices);
    });
    more.addEventListener("click", () => {
      this.#isLong = !this.#isLong;
      this.#panel.close(false);
      this.#draw();
    });
    chips.addEventListener("click", ({ target }) => {
      if (target !== clearFilters) this.#remove(target.closest("button"));
    });
    chips.addEventListener("keydown", (event) => {
      if ((event.key !== "Delete" && event.key !== "Backspace") || event.target === clearFilters) return;
      event.preventDefault();
      this.#remove(event.target.closest("button"));
    });
    clearFilters.addEventListener("click", () => {
      this.clear();
      this.#focus(0);
    });
  }

  #remove(button) {
    if (!button) return;
    const index = [...this.#parts.chips.children].indexOf(button.parentElement);
    this.#panel.close(false);
    this.#choose(button.left);
    this.#focus(index);
  }

  /** Has the focus on the chip that follows, or the last one, or else on the first field. */
  #focus(index) {
    const { chips, buttons } = this.#parts;
    const all = [...chips.querySelectorAll("[part=chip]")];
    const next = all[Math.min(index, all.length - 1)] ?? buttons.querySelector("button:not([hidden])");
    if (next) next.focus({ preventScroll: true });
    else this.dispatchEvent(new Event("leave"));
  }
}

/** A text that fits, with its isolation. */
const short = (text) => {
  const characters = [...text];
  if (characters.length <= LONGEST) return text;
  return `${characters.slice(0, LONGEST).join("")}…${text.endsWith("\u2069") ? "\u2069" : ""}`;
};
