import { ValueBars } from "./value-bars.js";

/**
 * The least and the greatest number or time to be chosen.
 *
 * Events: `range` with `{least, greatest}` as `detail`, as filters have them, null for no bound; `count` when something else is
 * to be counted. Days are those of the reader's time zone.
 */
export class ValueRange extends EventTarget {
  #field;
  #language;
  #inputs;
  #bars;
  #about;
  #wrong;

  /**
   * @param {HTMLElement} place where it goes
   * @param {ListedField} field
   * @param {Language} language
   */
  constructor(place, field, language) {
    super();
    [this.#field, this.#language] = [field, language];
    this.#bars = new ValueBars(place, field, language);
    const box = place.appendChild(make("div", "range"));
    this.#inputs = ["minimum", "maximum"].map((name) => {
      const label = box.appendChild(make("label", ""));
      label.append(language.say(name));
      const input = label.appendChild(make("input", ""));
      input.type = field.type === "time" ? "date" : "number";
      if (field.type !== "time") input.step = field.type === "integer" ? "1" : "any";
      return input;
    });
    this.#about = place.appendChild(make("p", "about"));
    this.#about.setAttribute("role", "status");
    this.#about.dir = language.direction;
    this.#about.textContent = language.say("loading");
    this.#wrong = place.appendChild(make("p", "wrong"));
    this.#wrong.id = "wrong-range";
    this.#wrong.setAttribute("role", "alert");
    for (const input of this.#inputs) input.addEventListener("change", () => this.#choose());
  }

  get first() {
    return this.#inputs[0];
  }

  get wanted() {
    return [{ field: this.#field.name, ignoresOwnFilter: true, limit: 0, histogram: this.#bars.histogram }];
  }

  lessen() {
    return false;
  }

  /**
   * @param {?object[]} counts what the server has counted for `wanted`; null while that is not known
   * @param {?{least: ?string, greatest: ?string}} range what is chosen
   */
  show(counts, range) {
    const root = this.#about.getRootNode();
    const chosen = [range?.least ?? null, range?.greatest ?? null];
    this.#inputs.forEach((input, index) => {
      const value = chosen[index] === null ? "" : this.#inputValue(chosen[index]);
      // A field with the focus keeps what is typed.
      if (root.activeElement !== input && input.value !== value && !this.#wrong.textContent) input.value = value;
    });
    this.#bars.choose(range);
    if (!counts) return;
    const [{ least, greatest }] = counts;
    if (this.#bars.show(counts[0], range)) this.dispatchEvent(new Event("count"));
    const language = this.#language;
    const words = () => ({ least: this.#field.text(least, language), greatest: this.#field.text(greatest, language) });
    const text = least === undefined ? language.say("noValues") : language.say("between", words());
    if (this.#about.textContent !== text) this.#about.textContent = text;
  }

  /** Empties what is not chosen, whatever it is. */
  clear() {
    for (const input of this.#inputs) input.value = "";
    this.#complain("");
  }

  close() {}

  #inputValue(text) {
    if (this.#field.type !== "time") return Number.isFinite(Number(text)) ? String(text) : "";
    const date = new Date(text);
    if (Number.isNaN(date.valueOf())) return "";
    const part = (number, length) => String(number).padStart(length, "0");
    return `${part(date.getFullYear(), 4)}-${part(date.getMonth() + 1, 2)}-${part(date.getDate(), 2)}`;
  }

  #choose() {
    const [first, last] = this.#inputs;
    const wrong = this.#inputs.filter(({ validity }) => validity.badInput || validity.stepMismatch);
    if (wrong.length > 0) {
      this.#complain("wrongValue", wrong);
    } else if (first.value && last.value && this.#order(first.value) > this.#order(last.value)) {
      this.#complain("wrongRange", this.#inputs);
    } else {
      this.#complain("");
      const detail = { least: this.#bound(first.value, 0), greatest: this.#bound(last.value, 1) };
      this.dispatchEvent(new CustomEvent("range", { detail }));
    }
  }

  #complain(message, inputs = []) {
    const text = message ? this.#language.say(message) : "";
    if (this.#wrong.textContent !== text) this.#wrong.textContent = text;
    for (const input of this.#inputs) {
      const isWrong = inputs.includes(input);
      input.setAttribute("aria-invalid", String(isWrong));
      if (isWrong) input.setAttribute("aria-describedby", this.#wrong.id);
      else input.removeAttribute("aria-describedby");
    }
  }

  #order(value) {
    return this.#field.type === "time" ? Date.parse(value) : Number(value);
  }

  /** A bound as filters have it: of days, their first and their last moment. */
  #bound(value, later) {
    if (value === "") return null;
    if (this.#field.type !== "time") return value;
    const [year, month, day] = value.split("-").map(Number);
    const date = new Date(2000, 0, 1);
    date.setFullYear(year, month - 1, day + later);
    return new Date(date - later).toISOString();
  }
}

function make(name, className) {
  const element = document.createElement(name);
  if (className) element.className = className;
  return element;
}
