/**
 * The choice of entries that have no value of a field.
 *
 * Event `missing`, whose `detail` is whether it is chosen.
 */
export class MissingValue extends EventTarget {
  #row;
  #box;
  #count;
  #language;

  /**
   * @param {HTMLElement} place where it goes
   * @param {Language} language
   */
  constructor(place, language) {
    super();
    this.#language = language;
    this.#row = place.appendChild(document.createElement("label"));
    Object.assign(this.#row, { className: "missing", hidden: true, part: "value" });
    this.#box = this.#row.appendChild(document.createElement("input"));
    this.#box.type = "checkbox";
    const text = this.#row.appendChild(document.createElement("bdi"));
    text.textContent = language.say("noValue");
    this.#count = this.#row.appendChild(document.createElement("span"));
    this.#count.className = "count";
    this.#box.addEventListener("change", () => {
      this.dispatchEvent(new CustomEvent("missing", { detail: this.#box.checked }));
    });
  }

  /**
   * Shows itself if there are such entries, or if it is chosen.
   * @param {?number} count how many entries have no value; null while that is not known
   * @param {boolean} isChosen
   */
  show(count, isChosen) {
    this.#box.checked = isChosen;
    if (count !== null) {
      const results = this.#language.say("results", { count });
      this.#count.textContent = this.#language.number(count);
      this.#box.setAttribute("aria-label", this.#language.say("valueCount", { value: this.#language.say("noValue"), results }));
      this.#row.hidden = count === 0 && !isChosen;
    } else if (isChosen) {
      this.#row.hidden = false;
    }
  }
}
