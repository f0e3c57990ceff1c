/** More rows than these are not kept beside those that show. */
const MOST_ROWS = 4000;

/** Tells items apart: the ids 7 and "7" are two. */
export const idKey = (id) => JSON.stringify(id);

/**
 * What is known of the answer that shows: its size, and windows of it.
 *
 * All of it is of one question and one generation of the list; what comes of another takes the place of everything.
 */
export class Answer {
  /** Hits of a question, rows of a list. */
  total = 0;
  isTotalExact = true;
  /** Rows of the list, whatever is asked. */
  count = 0;
  isPartial = false;
  /** What the newest window took in the engine. */
  microseconds = 0;
  /** Whether rows lack some of the words, as none has them all. The list's order does not have such rows. */
  isLoose = false;
  /** The buckets of the jumplist; none if the list has none, null while they are not known. */
  entries = null;

  #question = null;
  #subject = null;
  #generation = -1;
  #rows = new Map();
  #exact = null;

  /** Whether anything has come yet. */
  get isThere() {
    return this.#question !== null;
  }

  get generation() {
    return this.#generation;
  }

  /** Has whatever comes next take the place of everything, as another server counts other generations. */
  expire() {
    this.#generation = -1;
  }

  /**
   * Takes a window of the answer.
   * @param {object} page as the server sends it
   * @param {{key: string, subject: string}} question `subject` is what of it counts for jumplists and totals: all but the order
   * @returns {boolean} whether it is of another question or list than what was there
   */
  take(page, { key, subject }) {
    const isNew = page.generation !== this.#generation || page.isPartial !== this.isPartial;
    const isOther = isNew || key !== this.#question;
    if (isOther) this.#rows = new Map();
    if (isNew || subject !== this.#subject) {
      this.#exact = null;
      this.isLoose = false;
    }
    // Buckets of a moment ago are better than none, but not those of another question.
    if (subject !== this.#subject) this.entries = null;
    [this.#question, this.#subject, this.#generation] = [key, subject, page.generation];
    ({ count: this.count, isPartial: this.isPartial, microseconds: this.microseconds } = page);
    page.hits.forEach((hit, index) => this.#rows.set(page.offset + index, hit));
    this.isTotalExact = page.isTotalExact || this.#exact !== null;
    this.total = this.#exact ?? (isOther || page.isTotalExact ? page.total : Math.max(page.total, this.total));
    return isOther;
  }

  /** Takes the jumplist of the answer, with which all hits are counted. */
  takeJumplist({ generation, count, hasBuckets, entries }) {
    if (generation !== this.#generation) return;
    this.isLoose = count === 0 && this.total > 0;
    this.entries = hasBuckets && !this.isLoose ? entries : [];
    if (this.isLoose) return;
    this.#exact = this.total = count;
    this.isTotalExact = true;
  }

  row(position) {
    return this.#rows.get(position);
  }

  /** @returns {?number} where an item stands, if that is known */
  position(id) {
    const key = idKey(id);
    for (const [position, hit] of this.#rows) if (idKey(hit.id) === key) return position;
    return null;
  }

  /** @returns {?number} the first row of a range that has not come; its end does not count */
  firstMissing(from, to) {
    for (let position = from; position < to; position += 1) if (!this.#rows.has(position)) return position;
    return null;
  }

  /** Lets go of what is far from a range, if too much is kept. */
  forgetBeyond(from, to) {
    if (this.#rows.size <= MOST_ROWS) return;
    for (const position of this.#rows.keys()) if (position < from || position >= to) this.#rows.delete(position);
  }
}
