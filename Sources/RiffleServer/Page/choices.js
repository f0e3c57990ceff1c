import { conditions, quoted } from "./filter-reader.js";

/**
 * What is chosen of the fields of a list: values, ranges, entries without a value, and other conditions of a filter, all of
 * which must be met.
 *
 * Choices do not change; what changes them returns others.
 */
export class Choices {
  /**
   * Values or a range, by names of fields: `{values}`, or `{least, greatest}` with null for no bound. `isMissing` is true if
   * entries without a value are chosen, too.
   */
  #fields = new Map();
  /** Conditions that are neither, as texts. */
  others = [];

  /**
   * @param {string} text a filter of the API. What cannot be chosen here is kept as it is, a faulty filter, too
   */
  constructor(text = "") {
    for (const condition of conditions(text)) if (!this.#take(condition)) this.others.push(condition.text);
  }

  #take({ field, values, least = null, greatest = null, isMissing = false }) {
    if (field === null) return false;
    const known = this.#fields.get(field);
    if (isMissing) {
      if (known) return false;
      const isRange = least !== null || greatest !== null;
      this.#fields.set(field, isRange ? { least, greatest, isMissing } : { values: [...new Set(values)], isMissing });
      return true;
    }
    if (known?.isMissing) return false;
    if (values) {
      // Two conditions on one field must both be met, values of one are alternatives.
      if (known) return false;
      this.#fields.set(field, { values: [...new Set(values)] });
      return true;
    }
    const clash = (one, other) => one !== null && other !== null;
    if (known && (known.values || clash(known.least, least) || clash(known.greatest, greatest))) return false;
    this.#fields.set(field, { least: least ?? known?.least ?? null, greatest: greatest ?? known?.greatest ?? null });
    return true;
  }

  /** The names of fields that have choices. */
  get names() {
    return [...this.#fields.keys()];
  }

  get isEmpty() {
    return this.#fields.size === 0 && this.others.length === 0;
  }

  values(name) {
    return this.#fields.get(name)?.values ?? [];
  }

  /** @returns {?{least: ?string, greatest: ?string}} null if none is chosen */
  range(name) {
    const choice = this.#fields.get(name);
    return choice && !choice.values ? choice : null;
  }

  /** Whether entries without a value of a field are chosen. */
  isMissing(name) {
    return this.#fields.get(name)?.isMissing ?? false;
  }

  /** How many values or ranges of a field are chosen, entries without a value among them. */
  count(name) {
    const choice = this.#fields.get(name);
    return choice ? (choice.values?.length ?? 1) + (choice.isMissing ? 1 : 0) : 0;
  }

  // MARK: Others

  #changed(body) {
    const copy = new Choices();
    copy.#fields = new Map(this.#fields);
    copy.others = [...this.others];
    body(copy);
    return copy;
  }

  with(name, value) {
    return this.#having(name, { values: [...new Set([...this.values(name), value])], isMissing: this.isMissing(name) });
  }

  without(name, value) {
    return this.#having(name, { values: this.values(name).filter((other) => other !== value), isMissing: this.isMissing(name) });
  }

  between(name, least, greatest) {
    const choice = least === null && greatest === null ? { values: [] } : { least, greatest };
    return this.#having(name, { ...choice, isMissing: this.isMissing(name) });
  }

  /** @param {boolean} isMissing whether entries without a value are chosen beside the others */
  withMissing(name, isMissing) {
    return this.#having(name, { ...(this.range(name) ?? { values: this.values(name) }), isMissing });
  }

  #having(name, choice) {
    if (choice.values?.length === 0 && !choice.isMissing) return this.cleared(name);
    return this.#changed((copy) => copy.#fields.set(name, choice));
  }

  cleared(name) {
    return this.#changed((copy) => copy.#fields.delete(name));
  }

  withoutOther(text) {
    return this.#changed((copy) => copy.others.splice(copy.others.indexOf(text), 1));
  }

  // MARK: As a text

  /** The filter as the API has it; empty without conditions. */
  get text() {
    const own = [...this.#fields].map(([name, choice]) => condition(quoted(name), choice));
    if (own.length + this.others.length === 1) return own[0] ?? this.others[0];
    // Alternatives bind otherwise beside others.
    const others = this.others.map((text) => (conditions(text).some(({ isLoose }) => isLoose) ? `(${text})` : text));
    return [...own, ...others].join(" AND ");
  }
}

function condition(name, { isMissing, ...choice }) {
  if (!isMissing) return comparison(name, choice);
  const missing = `${name} IS NULL`;
  return choice.values?.length === 0 ? missing : `(${comparison(name, choice)} OR ${missing})`;
}

function comparison(name, { values, least, greatest }) {
  if (values) return values.length === 1 ? `${name} = ${quoted(values[0])}` : `${name} IN (${values.map(quoted).join(", ")})`;
  if (least !== null && greatest !== null) return `${name} BETWEEN ${quoted(least)} AND ${quoted(greatest)}`;
  return least !== null ? `${name} >= ${quoted(least)}` : `${name} <= ${quoted(greatest)}`;
}
