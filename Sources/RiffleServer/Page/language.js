import { isOfFields } from "./api.js";
import english from "./messages.js";
import { safe } from "./highlight.js";

/** What is in other languages; English is always there. */
const OTHERS = ["ar", "de", "fr", "ja"];

/** The words, plural forms and numbers of a language. */
export class Language {
  /** The tag of the language, as in `de-AT`. */
  tag;
  #messages;
  #numbers;
  #plurals;

  /**
   * @param {string} tag
   * @param {object} messages those of the language; what is not in them is English
   * @param {object} replacements messages that take the place of these
   */
  constructor(tag = "en", messages = {}, replacements = {}) {
    const merged = { ...english };
    for (const table of [messages, replacements]) {
      for (const [name, message] of Object.entries(table)) {
        // Tables of names are added to; plural forms belong together.
        merged[name] = isTable(name) ? { ...merged[name], ...message } : message;
      }
    }
    this.tag = tag;
    this.#messages = merged;
    this.#numbers = new Intl.NumberFormat(tag);
    // Words that are English in a text of another language have English forms.
    this.#plurals = new Intl.PluralRules(messages.results || replacements.results ? tag : "en");
  }

  /** Loads the words of a language; English ones if there are none. */
  static async load(tag, replacements) {
    const canonical = canonicalTag(tag);
    const name = canonical.split("-")[0];
    // Words that do not come are English.
    const messages = OTHERS.includes(name) ? await import(`./messages.${name}.js`).then((module) => module.default, () => ({})) : {};
    return new Language(canonical, messages, replacements);
  }

  /** The first of some languages that there are words of; English if there is none. */
  static among(tags) {
    return tags.map(canonicalTag).find((tag) => tag.startsWith("en") || OTHERS.includes(tag.split("-")[0])) ?? "en";
  }

  get direction() {
    return this.#messages.direction;
  }

  number(value, options) {
    return options ? new Intl.NumberFormat(this.tag, options).format(value) : this.#numbers.format(value);
  }

  /** A day, of the reader's time zone unless another one is named. */
  date(date, timeZone) {
    return new Intl.DateTimeFormat(this.tag, { dateStyle: "medium", timeZone }).format(date);
  }

  /** Several words as an enumeration of the language. */
  enumeration(words) {
    return new Intl.ListFormat(this.tag, { type: "unit", style: "short" }).format(words);
  }

  /**
   * A message with its values.
   * @param {object} values by the names in braces; `count` decides which plural form it is, and `shownCount` shows in its place
   */
  say(name, { shownCount, ...values } = {}) {
    const message = this.#messages[name] ?? name;
    const form = typeof message === "object" ? (message[this.#plurals.select(values.count)] ?? message.other) : message;
    return form.replace(/\{(\w+)\}/g, (braces, key) => {
      const value = values[key];
      if (value === undefined) return braces;
      if (key === "count" && shownCount) return shownCount;
      return typeof value === "number" ? this.number(value) : value;
    });
  }

  /** The word for a name that is configured elsewhere, or else the name as it is there. */
  name(table, key, own = key) {
    return this.#messages[table]?.[key] ?? own;
  }

  /** What is wrong, for people. */
  problem(problem) {
    const { problems } = this.#messages;
    return problems[isOfFields(problem) ? "invalid-filter" : problem.kind] ?? problems.other;
  }
}

const isTable = (name) => ["problems", "scopes", "lists", "fields"].includes(name);

function canonicalTag(tag) {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? "en";
  } catch {
    return "en";
  }
}

/** A text of others within a message, that changes the direction of nothing around it. */
export const isolated = (text) => `\u2068${safe(text)}\u2069`;
