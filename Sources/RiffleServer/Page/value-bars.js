/** Bars of a picture, at most. */
const MOST = 30;
const DAY = 86_400_000;

/**
 * A picture of how often the numbers or times of a field occur.
 *
 * It has at most 30 bars of equal width. What is outside of the chosen range is paler.
 */
export class ValueBars {
  #field;
  #language;
  #box;
  /** What the server is to count; null while the least and the greatest value are not known. */
  #unit = null;
  #bars = [];

  /**
   * @param {HTMLElement} place where it goes
   * @param {ListedField} field
   * @param {Language} language
   */
  constructor(place, field, language) {
    [this.#field, this.#language] = [field, language];
    this.#box = place.appendChild(document.createElement("div"));
    Object.assign(this.#box, { className: "bars", hidden: true, part: "bars", role: "img" });
  }

  /** What the server is to count, as the API has it; undefined while that is not known. */
  get histogram() {
    return this.#unit ?? undefined;
  }

  /**
   * Shows the counts of a field.
   * @param {{least: *, greatest: *, histogram: ?{value: *, count: number}[]}} counted by the server
   * @param {?{least: ?string, greatest: ?string}} range what is chosen
   * @returns {boolean} whether something else is to be counted
   */
  show({ least, greatest, histogram }, range) {
    const unit = this.#unitBetween(this.#number(least), this.#number(greatest));
    const isSame = unit === this.#unit;
    this.#unit = unit;
    if (unit === null) this.#draw([]);
    else if (isSame && histogram) this.#draw(this.#merged(histogram));
    this.choose(range);
    return unit !== null && !isSame;
  }

  /** @param {?{least: ?string, greatest: ?string}} range what is chosen */
  choose(range) {
    const least = range?.least ?? null;
    const greatest = range?.greatest ?? null;
    this.#bars.forEach(({ first, last }, index) => {
      const isOut = (least !== null && last < this.#number(least)) || (greatest !== null && first > this.#number(greatest));
      this.#box.children[index].classList.toggle("out", isOut);
    });
  }

  #number(value) {
    return this.#field.type === "time" ? Date.parse(value) : Number(value ?? NaN);
  }

  /** A width of buckets in which a range has few of them; null if it has none. */
  #unitBetween(least, greatest) {
    const span = greatest - least;
    if (!Number.isFinite(span) || span <= 0) return null;
    if (this.#field.type === "time") return span < MOST * DAY ? DAY / 1000 : span < 31 * MOST * DAY ? "months" : "years";
    const rough = span / (MOST - 1);
    const power = 10 ** Math.floor(Math.log10(rough));
    const width = [1, 2, 5, 10].map((step) => step * power).find((step) => step >= rough);
    return this.#field.type === "integer" ? Math.max(1, Math.round(width)) : width;
  }

  /** The number of a bucket from any first one. */
  #place(start) {
    if (this.#field.type !== "time" || typeof this.#unit === "number") return Math.round(start / this.#width);
    const date = new Date(start);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    return this.#unit === "years" ? year : 12 * year + month;
  }

  /** The first value of a bucket. */
  #start(place) {
    if (this.#field.type !== "time" || typeof this.#unit === "number") return place * this.#width;
    const date = new Date(0);
    if (this.#unit === "years") date.setUTCFullYear(place, 0, 1);
    else date.setUTCFullYear(Math.floor(place / 12), ((place % 12) + 12) % 12, 1);
    return date.valueOf();
  }

  get #width() {
    return this.#field.type === "time" ? this.#unit * 1000 : this.#unit;
  }

  /** Bars of equal width, also of buckets that have no items. */
  #merged(histogram) {
    const counts = histogram.map(({ value, count }) => [this.#place(this.#number(value)), count]);
    if (counts.length === 0) return [];
    const [first, last] = [counts[0][0], counts[counts.length - 1][0]];
    // Of years there may be many.
    const width = Math.ceil((last - first + 1) / MOST);
    const bars = Array.from({ length: Math.ceil((last - first + 1) / width) }, (_, index) => {
      const [start, end] = [first + index * width, first + (index + 1) * width].map((place) => this.#start(place));
      return { first: start, last: this.#field.type === "real" ? end : end - 1, count: 0 };
    });
    for (const [place, count] of counts) bars[Math.floor((place - first) / width)].count += count;
    return bars;
  }

  #draw(bars) {
    this.#bars = bars;
    this.#box.hidden = bars.length < 2;
    const greatest = Math.max(...bars.map(({ count }) => count));
    const drawn = bars.map((bar) => {
      const element = document.createElement("span");
      element.style.blockSize = `${(100 * bar.count) / greatest}%`;
      if (bar.count > 0) element.title = this.#text(bar, "valueCount");
      element.classList.toggle("none", bar.count === 0);
      return element;
    });
    this.#box.replaceChildren(...drawn);
    const most = bars.find(({ count }) => count === greatest);
    if (most) this.#box.setAttribute("aria-label", this.#text(most, "mostFrequent"));
  }

  #text({ first, last, count }, message) {
    const language = this.#language;
    const bounds = [first, last].map((bound) => this.#bound(bound));
    const value = bounds[0] === bounds[1] ? bounds[0] : language.say("between", { least: bounds[0], greatest: bounds[1] });
    return language.say(message, { value, results: language.say("results", { count }) });
  }

  /** A bound in words; buckets of times are those of UTC. */
  #bound(value) {
    if (this.#field.type !== "time") return this.#field.text(Number(value.toPrecision(12)), this.#language);
    return this.#language.date(new Date(value), "UTC");
  }
}
