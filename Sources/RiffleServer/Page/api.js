/** What a server says is wrong (RFC 9457), or that it cannot be reached: then the kind is `unreachable`. */
export class Problem extends Error {
  constructor({ status = 0, kind = "unreachable", detail, parameter = null, retryAfter = null }) {
    super(detail);
    Object.assign(this, { status, kind, detail, parameter, retryAfter });
  }

  /** Whether another attempt may go better. */
  get isPassing() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }

  static async of(response) {
    const about = { status: response.status, retryAfter: Number(response.headers.get("Retry-After")) || null };
    try {
      return new Problem({ ...about, ...Problem.members(await response.json()) });
    } catch {
      return new Problem({ ...about, kind: "unknown", detail: `The server answers with status ${response.status}.` });
    }
  }

  static members({ type = "", status, detail, parameter }) {
    return { kind: type.split("/").pop(), status, detail: sentence(detail), parameter };
  }
}

/** Whether what is chosen beside the text is wrong: a filter, an order by fields, a part of the list, or what is counted. */
export const isOfFields = (problem) => /^\/?(filter|sort|facets|scope)\b/.test(problem?.parameter ?? "");

/** Details of problems begin in lower case, to stand within others. */
function sentence(text) {
  return text ? text[0].toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? "" : ".") : "Something is wrong.";
}

/** Asks one list of a server. */
export class ListAPI {
  /**
   * @param {string|URL} source the URL of the list, as in `https://example.org/v1/lists/cities`
   * @param {?string} key an API key; null for a server that needs none
   */
  constructor(source, key = null) {
    this.base = String(source).replace(/\/+$/, "");
    this.key = key;
  }

  get(path = "", parameters = {}, signal) {
    const query = new URLSearchParams(parameters).toString();
    return this.#ask("GET", path + (query ? "?" + query : ""), undefined, signal).then((response) => response.json());
  }

  /** One item, with all that the list has of it. */
  item(id, signal) {
    return this.get(`/items/${ListAPI.part(id)}`, {}, signal);
  }

  /** Why a question finds an item. */
  explanation(id, q, signal) {
    return this.get(`/items/${ListAPI.part(id)}/explanation`, { q }, signal);
  }

  post(path, body, signal) {
    return this.#ask("POST", path, JSON.stringify(body), signal);
  }

  /** Writes one item. */
  async send(method, id, body, signal) {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return (await this.#ask(method, `/items/${ListAPI.part(id)}`, text, signal)).json();
  }

  /** The events of a live search, as bytes. */
  stream(signal) {
    return this.#ask("GET", "/live", undefined, signal).then((response) => response.body);
  }

  async #ask(method, path, body, signal) {
    const headers = {};
    if (this.key) headers.Authorization = `Bearer ${this.key}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    let response;
    try {
      response = await fetch(this.base + path, { method, headers, body, signal, credentials: "omit" });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Problem({ detail: "The server cannot be reached." });
    }
    if (!response.ok) throw await Problem.of(response);
    return response;
  }

  /** An id as paths have it: a text that would read as a number stands in quotes. */
  static part(id) {
    const isPlain = typeof id === "number" || !(/^-?\d+$/.test(id) || id.startsWith('"'));
    return encodeURIComponent(isPlain ? String(id) : JSON.stringify(id));
  }
}
