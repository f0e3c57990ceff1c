import { Answer } from "./answer.js";
import { ListAPI } from "./api.js";
import { Details } from "./details.js";
import { JumplistStrip } from "./jumplist.js";
import { command, isTyping } from "./keyboard.js";
import { Layout } from "./layout.js";
import { LiveConnection } from "./live-connection.js";
import { Rows } from "./rows.js";
import { Scroller } from "./scroller.js";
import { announcement, duration, notice, phase, summary } from "./states.js";
import { template } from "./template.js";

/** Rows that are asked for at most; a server that allows fewer says so. */
const MOST_ROWS = 500;
/** Milliseconds before a wait shows, before rows beyond those that show are asked for, or what shows is said. */
const BEFORE_WAITING = 150;
const BEFORE_MORE = 150;
const BEFORE_SAYING = 600;

/**
 * A list of a Riffle server, searched as somebody types.
 *
 *     <script type="module" src="https://example.org/riffle-search.js"></script>
 *     <riffle-search src="https://example.org/v1/lists/cities" label="Cities"></riffle-search>
 *
 * Attributes: `src`, the URL of the list; `value`, what stands in the field at first; `label` and `placeholder` of the field;
 * `scope`, the only part of the list that is searched; `hotkey`, which has `/` reach the field from all of the page.
 * Properties: `value`, `key` (an API key).
 * Events: `riffle-input` when the question changes; `riffle-choose` with the row as `detail` when one is chosen: whoever prevents
 * its default does with it what they like, and no details open.
 */
export class RiffleSearch extends HTMLElement {
  static observedAttributes = ["src", "label", "placeholder", "scope"];

  #parts;
  #answer = new Answer();
  #layout = new Layout(0, 34, [], 26);
  #rows;
  #scroller;
  #strip;
  #details;
  #connection = null;
  #api = null;
  #key = null;
  #problem = null;

  #order = "relevance";
  #scope = "";
  #active = -1;
  /** Whether somebody moves in the list, rather than in the field. */
  #isInList = false;

  /** What the newest wish is for, what of a question shows, and which window has been answered last. */
  #wished = null;
  #shown = null;
  #answered = null;
  /** The buckets that have rows, if they are sections of what shows. */
  #sections = [];
  /** A jumplist that has come before its page. */
  #early = null;
  /** Where to be once the newest wish is answered. */
  #destination = null;
  #mostRows = MOST_ROWS;

  #frame = 0;
  #waiting;
  #isWaiting = false;
  /** Whether somebody may be typing on, so that nothing is asked for but what shows. */
  #isTyping = false;
  #resting;
  #saying;
  #counting;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    root.append(template.content.cloneNode(true));
    this.#parts = Object.fromEntries([...root.querySelectorAll("[data-name]")].map((part) => [part.dataset.name, part]));
    const { viewport, spacer, rows, headers, strip, bubble, details } = this.#parts;
    this.#rows = new Rows(rows, headers);
    this.#scroller = new Scroller(viewport, spacer, () => this.#renderSoon());
    this.#strip = new JumplistStrip(strip, bubble);
    this.#details = new Details(details);
    this.#listen();
  }

  // MARK: What others set

  get value() {
    return this.#parts.input.value;
  }

  set value(text) {
    this.#parts.input.value = text;
    this.#didType();
  }

  get key() {
    return this.#key;
  }

  set key(key) {
    this.#key = key;
    if (this.isConnected) this.#connect();
  }

  attributeChangedCallback(name, old, value) {
    const { input, scope } = this.#parts;
    if (name === "label") input.setAttribute("aria-label", value ?? "Search");
    if (name === "placeholder") input.placeholder = value ?? "Search";
    if (name === "scope") {
      this.#scope = value ?? "";
      scope.hidden = value !== null || scope.length < 2;
      if (this.#connection) this.#ask();
    }
    if (name === "src" && this.isConnected && old !== value) this.#connect();
  }

  connectedCallback() {
    if (this.hasAttribute("value")) this.#parts.input.value = this.getAttribute("value");
    this.#parts.clear.hidden = this.value === "";
    if (this.hasAttribute("hotkey")) document.addEventListener("keydown", this.#hotkey);
    document.addEventListener("visibilitychange", this.#comeBack);
    addEventListener("online", this.#comeBack);
    this.#resizing.observe(this.#parts.viewport);
    this.#connect();
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#hotkey);
    document.removeEventListener("visibilitychange", this.#comeBack);
    removeEventListener("online", this.#comeBack);
    clearInterval(this.#counting);
    this.#resizing.disconnect();
    this.#connection?.stop();
    this.#connection = null;
  }

  #hotkey = (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    event.preventDefault();
    this.#parts.input.focus();
    this.#parts.input.select();
  };

  /** Who looks again, or has a network again, does not want to wait. */
  #comeBack = () => {
    if (!document.hidden && this.#connection?.state === "lost") this.#connection.retry();
  };

  #resizing = new ResizeObserver(() => {
    this.#measure();
    this.#render();
  });

  // MARK: The server

  #connect() {
    this.#connection?.stop();
    this.#connection = null;
    this.#answer = new Answer();
    [this.#wished, this.#shown, this.#answered, this.#problem] = [null, null, null, null];
    this.#lay();
    const source = this.getAttribute("src");
    if (!source) return;
    this.#api = new ListAPI(new URL(source, document.baseURI), this.#key);
    this.#details.api = this.#api;
    const connection = (this.#connection = new LiveConnection(this.#api));
    const on = (name, body) =>
      connection.addEventListener(name, (event) => {
        if (connection === this.#connection) body(event.detail);
      });
    on("state", () => this.#didChangeState());
    on("page", (page) => this.#take(page));
    on("jumplist", (jumplist) => this.#takeJumplist(jumplist));
    on("problem", (problem) => this.#fail(problem));
    this.#ask();
    connection.start();
    this.#api.get().then((list) => connection === this.#connection && this.#takeScopes(list.scopes), () => {});
    this.#render();
  }

  #didChangeState() {
    const { state, problem } = this.#connection;
    const { lost, lostText } = this.#parts;
    const wasLost = !lost.hidden;
    clearInterval(this.#counting);
    if (state === "refused") this.#fail(problem);
    if (state === "open") this.#answer.expire();
    lost.hidden = state !== "lost";
    if (state === "lost") {
      const count = () => {
        const seconds = Math.max(0, Math.ceil((this.#connection.nextAttempt - performance.now()) / 1000));
        lostText.textContent = `${problem.message} Trying again${seconds > 1 ? ` in ${seconds} s` : ""}…`;
      };
      count();
      this.#counting = setInterval(count, 500);
      if (!wasLost) this.#say("The connection is lost. Trying again.");
    } else if (wasLost && state === "open") {
      this.#say("Connected again.");
    }
    this.dataset.state = state;
    this.#render();
  }

  #takeScopes(names) {
    const { scope } = this.#parts;
    const option = (value, text) => Object.assign(document.createElement("option"), { value, textContent: text });
    scope.replaceChildren(option("", "All"), ...names.map((name) => option(name, name)));
    scope.value = this.#scope;
    scope.hidden = names.length === 0 || this.hasAttribute("scope");
  }

  // MARK: Asking

  get #question() {
    const q = this.value;
    const order = q.trim() === "" ? "list" : this.#order;
    const subject = JSON.stringify([q, this.#scope]);
    return { q, order, scope: this.#scope, subject, key: subject + order };
  }

  /** Asks what the field and what is beside it say now. */
  #ask(position = 0) {
    this.#problem = null;
    this.#destination = position;
    this.#isTyping = true;
    clearTimeout(this.#resting);
    this.#wish(Math.max(0, position - 2), this.#rowsInView + 4, true);
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => {
      this.#isWaiting = true;
      this.#render();
    }, BEFORE_WAITING);
  }

  #wish(offset, limit, isNew) {
    const question = this.#question;
    this.#wished = { ...question, offset, limit: Math.min(limit, this.#mostRows), isNew, isAnswered: false };
    const { q, order, scope } = question;
    this.#connection?.wish({
      q, order, ...(scope && { scope }), offset, limit: this.#wished.limit, include: "searchText", jumplist: true,
    });
  }

  /** Asks for rows that show, or are about to, unless they are on their way. */
  #need(from, to) {
    const [wished, answer, page] = [this.#wished, this.#answer, this.#rowsInView];
    if (!wished || this.#problem || (wished.isNew && !wished.isAnswered)) return;
    const margin = this.#isTyping ? 0 : page >> 1;
    const missing = answer.firstMissing(from, to) ?? answer.firstMissing(Math.max(0, from - margin), Math.min(answer.total, to + margin));
    if (missing === null) return;
    const covers = (window) => window && window.offset <= missing && missing < window.offset + window.limit;
    if (!wished.isAnswered && covers(wished)) return;
    // A server that has just given that window does not have the row.
    if (covers(this.#answered) && this.#answered.generation === answer.generation) return;
    const offset = Math.max(0, from - page);
    if (to + page - offset <= this.#mostRows) this.#wish(offset, to + page - offset, false);
    else this.#wish(missing, this.#mostRows, false);
  }

  #take(page) {
    const wished = this.#wished;
    clearTimeout(this.#waiting);
    this.#isWaiting = false;
    this.#problem = null;
    const anchor = this.#anchor;
    const isOther = this.#answer.take(page, wished);
    if (this.#early?.revision === page.revision) this.#answer.takeJumplist(this.#early);
    this.#early = null;
    wished.isAnswered = true;
    this.#shown = wished;
    this.#answered = { offset: page.offset, limit: wished.limit, generation: page.generation };
    this.#lay();
    if (this.#destination !== null) {
      const position = this.#destination;
      this.#destination = null;
      this.#isInList = false;
      this.#active = wished.q.trim() === "" ? -1 : position;
      this.#scroller.scrollTo(position === 0 ? 0 : this.#layout.rowTop(position) - this.#layout.headerHeight);
      this.#resting = setTimeout(() => {
        this.#isTyping = false;
        this.#render();
      }, BEFORE_MORE);
    } else if (isOther) {
      this.#keep(anchor);
    }
    wished.isNew = false;
    this.#render();
    this.#saySoon();
  }

  #takeJumplist(jumplist) {
    if (!this.#wished?.isAnswered || jumplist.generation !== this.#answer.generation) {
      this.#early = jumplist;
      return;
    }
    this.#answer.takeJumplist(jumplist);
    this.#lay();
    this.#render();
    this.#saySoon();
  }

  #fail(problem) {
    // A server that gives fewer rows at once says so.
    if (problem.parameter === "/limit" && this.#mostRows > 1) {
      this.#mostRows = Math.max(1, Math.floor(Math.min(this.#mostRows, this.#wished.limit) / 2));
      this.#wish(this.#destination ?? this.#wished.offset, this.#mostRows, this.#wished.isNew);
      return;
    }
    clearTimeout(this.#waiting);
    this.#isWaiting = false;
    this.#problem = problem;
    if (this.#wished) this.#wished.isAnswered = true;
    this.#render();
    this.#say(problem.message);
  }

  // MARK: Where things stand

  get #rowsInView() {
    return Math.max(10, Math.ceil(this.#scroller.extent / this.#layout.rowHeight));
  }

  get #isInOrder() {
    return this.#shown?.order === "list";
  }

  #measure() {
    const style = getComputedStyle(this.#parts.viewport);
    const pixels = (name, standard) => parseFloat(style.getPropertyValue(name)) || standard;
    const [rowHeight, headerHeight] = [pixels("--row-height", 34), pixels("--heading-height", 26)];
    if (rowHeight === this.#layout.rowHeight && headerHeight === this.#layout.headerHeight) return;
    const first = this.#layout.positionAt(this.#scroller.top);
    this.#layout.rowHeight = rowHeight;
    this.#layout.headerHeight = headerHeight;
    this.#lay();
    this.#scroller.scrollTo(this.#scroller.top > 0 ? this.#layout.rowTop(first) : 0);
  }

  #lay() {
    const { rowHeight, headerHeight } = this.#layout;
    const { entries, total } = this.#answer;
    this.#sections = this.#isInOrder ? (entries ?? []).filter(({ count, start }) => count > 0 && start < total) : [];
    this.#layout = new Layout(total, rowHeight, this.#sections.map((entry) => entry.start), headerHeight);
    this.#scroller.setHeight(this.#layout.height);
  }

  /** The first row that shows, and the active one, which stay where they are when rows come before them. */
  get #anchor() {
    const first = this.#layout.positionAt(this.#scroller.top);
    const id = (position) => this.#answer.row(position)?.id;
    return { id: id(first), shift: this.#scroller.top - this.#layout.rowTop(first), active: id(this.#active) };
  }

  #keep({ id, shift, active }) {
    const first = id === undefined ? null : this.#answer.position(id);
    if (this.#scroller.top > 0 && first !== null) this.#scroller.scrollTo(this.#layout.rowTop(first) + shift);
    const place = active === undefined ? null : this.#answer.position(active);
    this.#active = Math.min(place ?? this.#active, this.#answer.total - 1);
  }

  #activate(position) {
    this.#active = position;
    this.#isInList = true;
    const { rowTop, rowHeight, headerHeight, starts } = {
      rowTop: this.#layout.rowTop(position), rowHeight: this.#layout.rowHeight, headerHeight: this.#layout.headerHeight,
      starts: this.#layout.starts,
    };
    const covered = starts.length ? headerHeight : 0;
    if (rowTop - covered < this.#scroller.top) this.#scroller.scrollTo(position === 0 ? 0 : rowTop - covered);
    else if (rowTop + rowHeight > this.#scroller.top + this.#scroller.extent) {
      this.#scroller.scrollTo(rowTop + rowHeight - this.#scroller.extent);
    }
    this.#render();
    const hit = this.#answer.row(position);
    if (this.#details.isOpen && hit) this.#details.show(hit, this.#shown, this.#answer.generation);
  }

  #choose(position) {
    const hit = this.#answer.row(position);
    if (!hit) return;
    const event = new CustomEvent("riffle-choose", { detail: hit, bubbles: true, composed: true, cancelable: true });
    if (this.dispatchEvent(event)) this.#details.show(hit, this.#shown, this.#answer.generation);
  }

  /** Goes to a bucket; best hits first have none, so they are put in the list's order. */
  #jump(entry) {
    if (!this.#isInOrder) {
      this.#order = "list";
      this.#ask(entry.target);
      return;
    }
    const section = this.#layout.starts.indexOf(entry.target);
    this.#scroller.scrollTo(section < 0 ? this.#layout.rowTop(entry.target) : this.#layout.headerTop(section));
    this.#active = entry.target;
    this.#isInList = true;
    this.#render();
    this.#say(`${entry.label}, ${entry.count.toLocaleString("en")} ${entry.count === 1 ? "row" : "rows"}`);
  }

  // MARK: Showing

  #renderSoon() {
    this.#frame ||= requestAnimationFrame(() => this.#render());
  }

  #render() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const [answer, layout, scroller] = [this.#answer, this.#layout, this.#scroller];
    const { top, extent } = scroller;
    const isThere = answer.isThere;
    const total = isThere ? answer.total : Math.ceil(extent / layout.rowHeight);
    const from = isThere ? layout.positionAt(top) : 0;
    const to = isThere ? Math.min(total, layout.positionAt(top + extent) + 1) : total;
    const isMissing = isThere && answer.firstMissing(from, to) !== null;
    const now = phase({ answer, problem: this.#problem, isWaiting: this.#isWaiting, isMissing });
    this.#rows.show({
      from: Math.max(0, from - 2), to: Math.min(total, to + 2), total, top, active: this.#active, layout,
      row: (position) => answer.row(position),
    });
    this.#rows.showHeaders({ top, extent, layout, entries: this.#sections });
    if (isThere) {
      this.#need(from, to);
      answer.forgetBeyond(from - 1000, to + 1000);
    }
    this.#showStrip(from);
    this.#showStatus(now, isMissing);
  }

  #showStrip(from) {
    const { entries, total } = this.#answer;
    this.#parts.strip.classList.toggle("counting", entries === null);
    if (entries !== null && entries !== this.#strip.entries) this.#strip.show(entries);
    this.#strip.mark(this.#isInOrder && total > 0 ? from : null);
  }

  #showStatus(now, isMissing) {
    const { input, viewport, summary: text, time, progress, notice: box, order, clear } = this.#parts;
    const answer = this.#answer;
    const q = this.#shown?.q ?? "";
    const show = (part, content) => part.textContent !== content && (part.textContent = content);
    this.dataset.phase = now;
    progress.hidden = !(now === "refreshing" || now === "loading" || isMissing);
    viewport.setAttribute("aria-busy", String(now === "loading" || now === "refreshing"));
    show(text, now === "loading" ? "Loading…" : summary(now, answer, q));
    show(time, text.textContent && answer.isThere && q.trim() ? duration(answer.microseconds) : "");
    clear.hidden = this.value === "";
    order.hidden = q.trim() === "" || !answer.isThere;
    for (const button of order.children) button.setAttribute("aria-pressed", String(button.value === this.#order));
    const words = notice(now, answer, q, this.#problem);
    box.hidden = words === null;
    if (words) {
      const [title, detail, retry] = box.children;
      show(title, words[0]);
      show(detail, words[1]);
      retry.hidden = now !== "error";
    }
    const isActive = this.#active >= 0 && this.#active < answer.total;
    input.setAttribute("aria-expanded", String(answer.total > 0));
    const element = this.#rows.elementID(this.#active);
    if (isActive && this.shadowRoot.getElementById(element)) input.setAttribute("aria-activedescendant", element);
    else input.removeAttribute("aria-activedescendant");
  }

  #saySoon() {
    clearTimeout(this.#saying);
    this.#saying = setTimeout(() => {
      const now = phase({ answer: this.#answer, problem: this.#problem, isWaiting: this.#isWaiting, isMissing: false });
      const words = announcement(now, this.#answer, this.#shown?.q ?? "");
      if (words) this.#say(words);
    }, BEFORE_SAYING);
  }

  #say(words) {
    if (this.#parts.live.textContent !== words) this.#parts.live.textContent = words;
  }

  // MARK: What somebody does

  #listen() {
    const { input, viewport, clear, scope, order, retry, retryLost, close, style } = this.#parts;
    input.addEventListener("input", () => this.#didType());
    input.addEventListener("keydown", (event) => this.#press(event));
    viewport.addEventListener("keydown", (event) => this.#press(event));
    viewport.addEventListener("click", (event) => {
      const position = this.#rows.position(event.target);
      if (position === null || !getSelection()?.isCollapsed) return;
      this.#activate(position);
      this.#choose(position);
      if (matchMedia("(pointer: fine)").matches) input.focus({ preventScroll: true });
    });
    clear.addEventListener("click", () => {
      this.value = "";
      input.focus();
    });
    scope.addEventListener("change", () => {
      this.#scope = scope.value;
      this.#ask();
    });
    order.addEventListener("click", ({ target }) => {
      if (!target.value || target.value === this.#order) return;
      this.#order = target.value;
      this.#ask();
    });
    for (const button of [retry, retryLost]) button.addEventListener("click", () => this.#retry());
    close.addEventListener("click", () => {
      this.#details.close();
      input.focus({ preventScroll: true });
    });
    this.#strip.addEventListener("jump", ({ detail }) => this.#jump(detail));
    style.addEventListener("load", () => {
      this.#measure();
      this.#render();
    });
  }

  #retry() {
    this.#problem = null;
    if (this.#connection?.state === "open") this.#ask();
    else this.#connection?.retry();
    this.#render();
    this.#parts.input.focus({ preventScroll: true });
  }

  #didType() {
    this.#parts.clear.hidden = this.value === "";
    this.#order = "relevance";
    this.#ask();
    this.dispatchEvent(new CustomEvent("riffle-input", { detail: this.value, bubbles: true, composed: true }));
  }

  #press(event) {
    const wanted = command(event, {
      active: this.#active, total: this.#answer.total, isInList: this.#isInList, text: this.value,
      page: Math.max(1, Math.floor(this.#scroller.extent / this.#layout.rowHeight) - 1),
    });
    if (!wanted) {
      if (!["Shift", "Control", "Alt", "Meta"].includes(event.key)) this.#isInList = false;
      return;
    }
    event.preventDefault();
    if (wanted.move !== undefined) this.#activate(wanted.move);
    if (wanted.choose !== undefined) this.#choose(wanted.choose);
    if (wanted.leave) this.#leave();
  }

  /** Closes what is open, else empties the field, else leaves it. */
  #leave() {
    if (this.#details.isOpen) this.#details.close();
    else if (this.value !== "") this.value = "";
    else if (this.#active >= 0) {
      this.#active = -1;
      this.#isInList = false;
      this.#render();
    } else this.#parts.input.blur();
  }
}

customElements.define("riffle-search", RiffleSearch);
