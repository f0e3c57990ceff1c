import { safe } from "./highlight.js";

/** Members of hits that the server gives only where they are asked for. */
const INCLUDED = ["searchText", "reading", "weight", "scopes", "fields", "section", "payload"];
const isPlain = (value) => typeof value === "string" || typeof value === "number";

/** Where links may lead, and where else pictures may come from. */
const PROTOCOLS = ["http:", "https:", "mailto:", "tel:"];
const PICTURES = /^data:image\//;

/** One thing of a hit that can be shown, by its name: `title`, `payload.address.city`, `payload.population:number`. */
export class Field {
  constructor(name) {
    [this.path, this.format] = name.split(":");
    this.keys = this.path.split(".");
  }

  /** What the hit has there; undefined if nothing. */
  value(hit) {
    return this.keys.reduce((value, key) => (value !== null && Object.hasOwn(Object(value), key) ? value[key] : undefined), hit);
  }

  /** The value as it may show. What is neither text nor number shows as nothing, an array as an enumeration. */
  text(hit, language) {
    const value = this.value(hit);
    if (this.path === "scopes") return language.enumeration((value ?? []).map((name) => language.name("scopes", name)));
    if (Array.isArray(value)) return safe(language.enumeration(value.filter(isPlain).map((part) => this.#formatted(part, language))));
    return isPlain(value) ? safe(this.#formatted(value, language)) : "";
  }

  #formatted(part, language) {
    if (this.format === "number") return language.number(Number(part));
    const date = this.format === "date" ? new Date(part) : null;
    return date && !Number.isNaN(date.valueOf()) ? language.date(date) : String(part);
  }

  /** What of the text matches. A payload's text that stands in the title is marked as it is marked there. */
  ranges(hit, text) {
    if (this.keys[0] !== "payload") return hit.highlights?.[this.path] ?? [];
    const start = text ? hit.title.indexOf(text) : -1;
    if (start < 0) return [];
    const marked = hit.highlights?.title ?? [];
    return marked
      .map(([from, to]) => [Math.max(0, from - start), Math.min(text.length, to - start)])
      .filter(([from, to]) => from < to);
  }
}

/** Names of fields that stand in an attribute, with commas or blanks between them. */
export const fields = (text) => (text ?? "").split(/[\s,]+/).filter((name) => name).map((name) => new Field(name));

/** What of hits to ask the server for, as the API has it. */
export const inclusion = (fields) =>
  [...new Set(fields.map(({ keys }) => keys[0]))].filter((name) => INCLUDED.includes(name)).join();

/** A text with fields in braces, as in `/cities/{id}`. */
export class Pattern {
  /** Texts and fields, in turn. */
  parts;

  constructor(text) {
    this.parts = text.split(/\{([^{}\s]+)\}/).map((part, index) => (index % 2 ? new Field(part) : part));
  }

  get fields() {
    return this.parts.filter((part) => part instanceof Field);
  }

  text(hit, language) {
    return this.parts.map((part) => (part instanceof Field ? part.text(hit, language) : part)).join("");
  }

  /**
   * A URL; null if a field of it is empty, or if it would run a script. A pattern that is one field alone is the whole URL, else
   * values are parts of it.
   */
  url(hit) {
    const isWhole = this.parts.length === 3 && this.parts[0] === "" && this.parts[2] === "";
    const values = this.parts.map((part) => (part instanceof Field ? part.value(hit) : part));
    if (!values.every((value, index) => isPlain(value) && (index % 2 === 0 || value !== ""))) return null;
    const escape = (value, index) => (index % 2 && !isWhole ? encodeURIComponent(value) : value);
    const text = values.map(escape).join("");
    if (PICTURES.test(text)) return text;
    const url = parsed(text);
    return url && PROTOCOLS.includes(url.protocol) ? url.href : null;
  }
}

function parsed(text) {
  try {
    return new URL(text, document.baseURI);
  } catch {
    return null;
  }
}
