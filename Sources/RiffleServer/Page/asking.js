import { Answer } from "./answer.js";
import { ListAPI } from "./api.js";
import { LiveConnection } from "./live-connection.js";

/** Rows that are asked for at most; a server that allows fewer says so. */
const MOST_ROWS = 500;
/** Milliseconds before a wait shows, or before rows beyond those that show are asked for. */
const BEFORE_WAITING = 150;
const BEFORE_MORE = 150;

/**
 * What is asked of a list, and what is known of the answer.
 *
 * Events: `state` when the connection is another; `taking` before a page takes the place of what was there, and `page` after it, with
 * `{isOther, destination}` as `detail`: whether it is of another question or list, and where to be in it, null for where one is;
 * `jumplist`; `problem`; `wait` when it has become known that somebody has to wait, or has stopped typing.
 */
export class Asking extends EventTarget {
  answer = new Answer();
  /** What else of hits to ask for, as the API has it; empty for nothing. */
  include = "";
  /** What is counted in the answer that shows, for `facets`; null while that is not known. */
  counts = null;
  /** The API of the list; null without one. */
  api = null;
  /** What of a question shows; null before anything does. */
  shown = null;
  problem = null;
  /** Whether the answer to the newest question is late. */
  isWaiting = false;

  #connection = null;
  /** What the newest wish is for, and which window has been answered last. */
  #wished = null;
  #answered = null;
  /** A jumplist that has come before its page. */
  #early = null;
  /** Where to be once the newest wish is answered. */
  #destination = null;
  #mostRows = MOST_ROWS;
  #waiting;
  /** Whether somebody may be typing on, so that nothing is asked for but what shows. */
  #isTyping = false;
  #resting;
  /** What to count in answers, as the API has it. */
  #facets = [];
  /** Of which question, generation and facets `counts` is. */
  #counted = null;

  // MARK: The server

  /** The connection; null without a list. */
  get connection() {
    return this.#connection;
  }

  /**
   * Lets go what was there.
   * @param {?URL} url that of the list; null for none
   * @param {?string} key
   */
  open(url, key) {
    this.stop();
    this.answer = new Answer();
    [this.#wished, this.shown, this.#answered, this.problem] = [null, null, null, null];
    this.counts = this.#counted = null;
    if (!url) return;
    this.api = new ListAPI(url, key);
    const connection = (this.#connection = new LiveConnection(this.api));
    const on = (name, body) =>
      connection.addEventListener(name, (event) => {
        if (connection === this.#connection) body(event.detail);
      });
    on("state", () => this.#didChangeState());
    on("page", (page) => this.#take(page));
    on("jumplist", (jumplist) => this.#takeJumplist(jumplist));
    on("problem", (problem) => this.#fail(problem));
  }

  /** Opens the stream; what was asked before goes out with it. */
  start() {
    this.#connection?.start();
  }

  stop() {
    this.#connection?.stop();
    this.#connection = null;
  }

  #didChangeState() {
    const { state, problem } = this.#connection;
    if (state === "refused") this.#fail(problem);
    if (state === "open") this.answer.expire();
    this.#tell("state");
  }

  #tell(name, detail = null) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** The newest question; null before there is one. */
  get asked() {
    return this.#wished;
  }

  // MARK: Asking

  /**
   * Asks something else.
   * @param {{q: string, order: string, sort: string, scope: string, filter: string, subject: string, key: string}} question
   *   `sort` and `filter` as the API has them
   * @param {number} position where to be in the answer
   * @param {number} rowsInView
   */
  ask(question, position, rowsInView) {
    this.problem = null;
    this.#destination = position;
    this.#isTyping = true;
    clearTimeout(this.#resting);
    this.#wish(question, Math.max(0, position - 2), rowsInView + 4, true);
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => {
      this.isWaiting = true;
      this.#tell("wait");
    }, BEFORE_WAITING);
  }

  #wish(question, offset, limit, isNew) {
    const isCounting = this.#facets.length > 0 && !this.#isCounted(question);
    this.#wished = { ...question, offset, limit: Math.min(limit, this.#mostRows), isNew, isCounting, isAnswered: false };
    const { q, order, sort, scope, filter } = question;
    // The API has one or the other.
    const sorting = sort ? { sort } : { order };
    this.#connection?.wish({
      q, ...sorting, ...(scope && { scope }), ...(filter && { filter }), offset, limit: this.#wished.limit,
      ...(this.include && { include: this.include }), ...(isCounting && { facets: this.#facets }), jumplist: true,
    });
  }

  // MARK: Counting

  /** Counts fewer values, as the server says that these are too many; returns whether that can be. */
  countFewer = () => false;

  /**
   * Counts in the answer from now on, without a change of what shows.
   * @param {object[]} facets as the API has them; none to count nothing
   */
  count(facets) {
    if (JSON.stringify(facets) === JSON.stringify(this.#facets)) return;
    this.#facets = facets;
    this.counts = this.#counted = null;
    if (this.#wished && this.problem) this.#wish(this.#wished, this.#wished.offset, this.#wished.limit, this.#wished.isNew);
    else this.#countAgain();
  }

  #isCounted({ subject }, generation = this.answer.generation) {
    return this.#counted?.subject === subject && this.#counted.generation === generation;
  }

  /** Asks for the window at hand once more, to have something counted in it. */
  #countAgain() {
    const wished = this.#wished;
    if (this.#facets.length === 0 || !wished || this.problem) return;
    this.#wish(wished, wished.offset, wished.limit, wished.isNew);
  }

  /** Asks for rows that show, or are about to, unless they are on their way. */
  need(question, from, to, rowsInView) {
    const [wished, answer] = [this.#wished, this.answer];
    if (!wished || this.problem || (wished.isNew && !wished.isAnswered)) return;
    const margin = this.#isTyping ? 0 : rowsInView >> 1;
    const missing = answer.firstMissing(from, to) ?? answer.firstMissing(Math.max(0, from - margin), Math.min(answer.total, to + margin));
    if (missing === null) return;
    const covers = (window) => window && window.offset <= missing && missing < window.offset + window.limit;
    if (!wished.isAnswered && covers(wished)) return;
    // A server that has just given that window does not have the row.
    if (covers(this.#answered) && this.#answered.generation === answer.generation) return;
    const offset = Math.max(0, from - rowsInView);
    if (to + rowsInView - offset <= this.#mostRows) this.#wish(question, offset, to + rowsInView - offset, false);
    else this.#wish(question, missing, this.#mostRows, false);
  }

  // MARK: What comes

  #take(page) {
    const wished = this.#wished;
    clearTimeout(this.#waiting);
    this.isWaiting = false;
    this.problem = null;
    this.#tell("taking");
    const isOther = this.answer.take(page, wished);
    if (this.#early?.revision === page.revision) this.answer.takeJumplist(this.#early);
    this.#early = null;
    wished.isAnswered = true;
    this.shown = wished;
    if (page.facets) {
      this.counts = page.facets;
      this.#counted = { subject: wished.subject, generation: page.generation };
    }
    this.#answered = { offset: page.offset, limit: wished.limit, generation: page.generation };
    const destination = this.#destination;
    this.#destination = null;
    if (destination !== null) {
      this.#resting = setTimeout(() => {
        this.#isTyping = false;
        this.#tell("wait");
      }, BEFORE_MORE);
    }
    wished.isNew = false;
    this.#tell("page", { isOther, destination });
    // The list has changed, or a window was asked for by itself.
    if (!this.#isCounted(wished) && !wished.isCounting) this.#countAgain();
  }

  #takeJumplist(jumplist) {
    if (!this.#wished?.isAnswered || jumplist.generation !== this.answer.generation) {
      this.#early = jumplist;
      return;
    }
    this.answer.takeJumplist(jumplist);
    this.#tell("jumplist");
  }

  #fail(problem) {
    if (/^\/facets\/\d+\/limit$/.test(problem.parameter) && this.countFewer()) return;
    // A server that gives fewer rows at once says so.
    if (problem.parameter === "/limit" && this.#mostRows > 1) {
      this.#mostRows = Math.max(1, Math.floor(Math.min(this.#mostRows, this.#wished.limit) / 2));
      this.#wish(this.#wished, this.#destination ?? this.#wished.offset, this.#mostRows, this.#wished.isNew);
      return;
    }
    clearTimeout(this.#waiting);
    this.isWaiting = false;
    this.problem = problem;
    if (this.#wished) this.#wished.isAnswered = true;
    this.#tell("problem");
  }
}
