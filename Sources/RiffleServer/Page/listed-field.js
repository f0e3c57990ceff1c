import { safe } from "./highlight.js";
import { isolated } from "./language.js";

/** A field of a list, as its description has it: name, type, and how values are compared. */
export class ListedField {
  constructor({ name, type, isFolded = false }) {
    Object.assign(this, { name, type, isFolded });
  }

  /** Whether values are chosen by a least and a greatest one. */
  get hasRange() {
    return ["integer", "real", "time"].includes(this.type);
  }

  /** The word for it. */
  word(language) {
    return language.name("fields", `fields.${this.name}`, this.name);
  }

  /** A value as it shows, from an answer or a filter. */
  plain(value, language) {
    return this.#formatted(value, language) ?? safe(String(value));
  }

  /** A value as it shows within a message. */
  text(value, language) {
    return this.#formatted(value, language) ?? isolated(String(value));
  }

  /** Numbers, times and truth values in the words of a language; null for what is a text. */
  #formatted(value, language) {
    if (this.type === "boolean") return language.say(String(value) === "true" ? "yes" : "no");
    if (this.type === "time") {
      const date = new Date(value);
      return Number.isNaN(date.valueOf()) ? null : language.date(date);
    }
    const number = ["integer", "real"].includes(this.type) && String(value).trim() !== "" ? Number(value) : NaN;
    return Number.isNaN(number) ? null : language.number(number, { maximumFractionDigits: 20 });
  }

  /** A range in words; null for no bound. */
  rangeText({ least, greatest }, language) {
    const [from, to] = [least, greatest].map((value) => (value === null ? null : this.text(value, language)));
    const isTime = this.type === "time";
    if (from !== null && to !== null) return language.say("between", { least: from, greatest: to });
    if (from !== null) return language.say(isTime ? "since" : "atLeastValue", { least: from });
    return language.say(isTime ? "until" : "atMostValue", { greatest: to });
  }

  /** Whether two values are the same one. */
  isSame(one, other) {
    return this.isFolded ? folded(one) === folded(other) : one === other;
  }
}

const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * The fields that an attribute names, in its order; all of them if it is there without names, none if it is not there.
 * @param {?string} names with commas or blanks between them
 * @param {ListedField[]} all those of the list
 */
export function namedFields(names, all) {
  if (names === null) return [];
  const parts = names.split(/[\s,]+/).filter((name) => name);
  return parts.length === 0 ? all : parts.map((part) => all.find(({ name }) => name === part)).filter((field) => field);
}
