/**
 * Lists of a Riffle server, without the element: searches, live searches, jumplists and items.
 *
 *     import { RiffleList } from "https://example.org/riffle.js";
 *     const cities = new RiffleList("https://example.org/v1/lists/cities");
 *     const { hits } = await cities.search("gotebrg", { limit: 10 });
 *
 * Requests end by an `AbortSignal`, and fail with a `Problem`. What goes in and comes out is described in `/v1/openapi.json`, and as
 * types in `riffle.d.ts`.
 */
import { ListAPI, Problem } from "./api.js";
import { LiveConnection } from "./live-connection.js";

export { excerpt, safe, setHighlighted } from "./highlight.js";
export { Problem };

export class RiffleList {
  #api;

  /**
   * @param {string|URL} url that of the list
   * @param {{key?: string}} options an API key, if the server needs one
   */
  constructor(url, { key = null } = {}) {
    this.#api = new ListAPI(url, key);
  }

  /** What the list is: its name, how many items it has, its scopes and fields. */
  describe({ signal } = {}) {
    return this.#api.get("", {}, signal);
  }

  /**
   * A window of the best hits, or of those in an order by fields.
   * @param {object} options as the API has them; `filter` is a text, `sort` and `facets` are arrays of names and objects
   */
  search(q, { signal, ...options } = {}) {
    return this.#api.get("/search", parameters({ q, ...options }), signal);
  }

  /** Several searches in one request; each is an answer, or a problem document in its place. */
  async searchAll(searches, { signal } = {}) {
    return (await (await this.#api.post("/search", { searches }, signal)).json()).answers;
  }

  /** A window of the rows in their order. */
  rows({ signal, ...options } = {}) {
    return this.#api.get("/rows", parameters(options), signal);
  }

  /** The letters or sections of the list, or of what a question `q` finds, with where they begin. */
  jumplist({ signal, ...options } = {}) {
    return this.#api.get("/jumplist", parameters(options), signal);
  }

  /** One item, with all that the list has of it. */
  item(id, { signal } = {}) {
    return this.#api.item(id, signal);
  }

  /** Why a question finds an item, and what each reason costs. */
  explain(id, q, { signal } = {}) {
    return this.#api.explanation(id, q, signal);
  }

  /** Writes an item, which is on disk and found once the promise is kept. */
  put(id, item, { signal } = {}) {
    return this.#api.send("PUT", id, item, signal);
  }

  /** Changes members of an item. */
  patch(id, members, { signal } = {}) {
    return this.#api.send("PATCH", id, members, signal);
  }

  delete(id, { signal } = {}) {
    return this.#api.send("DELETE", id, undefined, signal);
  }

  /**
   * A search that is asked with each keystroke, and answered anew when the list changes.
   * @param {object} options of every question: `limit`, `scope`, `filter`, `sort`, `facets`, `include`, `jumplist`
   */
  live(options = {}) {
    return new LiveSearch(this.#api, options);
  }
}

/**
 * A live search. What is asked later takes the place of what was asked before: a page for an older question never comes.
 *
 * Events, with what the server sent as `detail`: `page`, `jumplist` (where it is asked for), `changed`, `problem` with a `Problem`;
 * `state` when `state` is another.
 */
export class LiveSearch extends EventTarget {
  #connection;
  #options;
  #wish = {};

  constructor(api, options) {
    super();
    this.#options = options;
    this.#connection = new LiveConnection(api);
    for (const name of ["page", "jumplist", "changed", "problem"]) {
      this.#connection.addEventListener(name, ({ detail }) => this.dispatchEvent(new CustomEvent(name, { detail })));
    }
    this.#connection.addEventListener("state", () => this.dispatchEvent(new Event("state")));
    this.#connection.start();
  }

  /** `connecting`, `open`, `lost` (and trying again), `refused` or `stopped`. */
  get state() {
    return this.#connection.state;
  }

  /** Asks something else, from its first row on. */
  ask(q, options = {}) {
    this.#options = { ...this.#options, ...options };
    this.#wish = { q, offset: 0 };
    this.#send();
  }

  /** Asks for another window of the same answer. */
  show(offset, limit = this.#options.limit) {
    this.#options = { ...this.#options, limit };
    this.#wish = { ...this.#wish, offset };
    this.#send();
  }

  #send() {
    const { include, ...options } = this.#options;
    this.#connection.wish({ ...definite(options), ...(include && { include: [include].flat().join() }), ...this.#wish });
  }

  /** Tries again now, if the connection is lost. */
  retry() {
    this.#connection.retry();
  }

  /** Ends the connection. */
  stop() {
    this.#connection.stop();
  }
}

const definite = (members) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** Parameters of an address; several fields stand in one with commas between them, or as JSON if one is an object. */
function parameters(members) {
  const entries = Object.entries(definite(members));
  return Object.fromEntries(entries.map(([name, value]) => [name, hasObjects(value) ? JSON.stringify(value) : String(value)]));
}

const hasObjects = (value) => [value].flat().some(isObject);
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
