import { Asking } from "./asking.js";
import { Choosing } from "./choosing.js";
import { drawing } from "./design.js";
import { Details } from "./details.js";
import { Pattern } from "./fields.js";
import { command, isTyping } from "./keyboard.js";
import { Language } from "./language.js";
import { ListView } from "./list-view.js";
import { Status } from "./status.js";
import { Suggestions } from "./suggestions.js";
import { putWords, template } from "./template.js";

/**
 * A list of a Riffle server, searched as somebody types.
 *
 *     <script type="module" src="https://example.org/riffle-search.js"></script>
 *     <riffle-search src="https://example.org/v1/lists/cities" label="Cities"></riffle-search>
 *
 * Attributes: `src`, the URL of the list; `value`, what stands in the field at first; `label` and `placeholder` of the field;
 * `scope`, the only part of the list that is searched; `filters`, the fields to filter by, and `sorts`, those to sort by, all if it
 * names none; `filter` and `sort`, what of them is chosen at first; `hotkey`, which has `/` reach the field from all of the page;
 * `show`, the fields on the second line of rows and in details; `image` and `link`, patterns of URLs with fields in braces;
 * `include`, what else of hits to ask for; `lang`, the language of its words, that of the page if it has none; `developer`, which
 * shows costs, times, ids, and why a row is there.
 * A `template` in it, or the property `renderRow`, draws rows; see `design.js`.
 * Properties: `value`, `state` (all that is asked), `key` (an API key), `messages` (words that take the place of these; see
 * `messages.js`).
 * Events: `riffle-input` when the text changes; `riffle-state` when anything of what is asked does, with the state and `isStep`, whether
 * that was a choice rather than a letter, as `detail`; `riffle-choose` with the hit and its payload as `detail` when one is chosen:
 * whoever prevents its default does with it what they like, and no link is followed and no details open.
 */
export class RiffleSearch extends HTMLElement {
  static observedAttributes = [
    "src", "label", "placeholder", "scope", "filters", "sorts", "show", "image", "link", "include", "lang", "developer",
  ];

  #parts;
  #asking = new Asking();
  #list;
  #status;
  #suggestions;
  #details;
  #choosing;
  #key = null;
  #language = new Language();
  #messages = {};
  /** Counts choices of a language. */
  #choice = 0;
  #renderRow = null;

  /** Whether somebody moves in the list, rather than in the field. */
  #isInList = false;
  /** What showed before a page took its place. */
  #anchor = null;
  #frame = 0;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    root.append(template.content.cloneNode(true));
    this.#parts = Object.fromEntries([...root.querySelectorAll("[data-name]")].map((part) => [part.dataset.name, part]));
    this.#list = new ListView(this.#parts);
    this.#status = new Status(this.#parts);
    this.#suggestions = new Suggestions(this.#parts.suggestions);
    this.#details = new Details(this.#parts.details);
    this.#choosing = new Choosing(this.#parts);
    this.#listen();
    this.#listenToChoices();
    this.#listenToAnswers();
    this.#speak(this.#language);
  }

  // MARK: What others set

  get value() {
    return this.#parts.input.value;
  }

  set value(text) {
    this.#parts.input.value = text;
    this.#didType();
  }

  /** All that is asked: `{q, filter, sort, order, scope}`, as the API has them; empty where nothing is chosen. */
  get state() {
    return this.#choosing.state(this.value);
  }

  set state({ q = "", ...choices }) {
    this.#parts.input.value = q;
    this.#choosing.restore(choices);
    if (this.#asking.connection) this.#ask();
    if (this.isConnected) this.#render();
  }

  get key() {
    return this.#key;
  }

  set key(key) {
    this.#key = key;
    if (this.isConnected) this.#connect();
  }

  get messages() {
    return this.#messages;
  }

  set messages(messages) {
    this.#messages = messages ?? {};
    this.#chooseLanguage();
  }

  /** Draws a row: `(hit, { highlighted, text, lang }) => Node | string`, with fields by their names; null for the usual looks. */
  get renderRow() {
    return this.#renderRow;
  }

  set renderRow(renderRow) {
    this.#renderRow = renderRow;
    if (this.isConnected) this.#draw();
  }

  attributeChangedCallback(name, old, value) {
    if (name === "label" || name === "placeholder") this.#nameField();
    if (name === "lang" && this.isConnected) this.#chooseLanguage();
    if (name === "developer") {
      this.#status.isForDevelopers = this.#details.isForDevelopers = value !== null;
      if (this.isConnected) this.#render();
    }
    if (name === "scope") {
      this.#choosing.fixScope(value);
      if (this.#asking.connection) this.#ask();
    }
    if (name === "filters" || name === "sorts") {
      this.#choosing.name(this.getAttribute("filters"), this.getAttribute("sorts"));
      if (this.isConnected) this.#render();
    }
    if (["show", "image", "link", "include"].includes(name) && this.isConnected) this.#draw();
    if (name === "src" && this.isConnected && old !== value) this.#connect();
  }

  connectedCallback() {
    this.#chooseLanguage();
    if (this.hasAttribute("value")) this.#parts.input.value = this.getAttribute("value");
    for (const name of ["filter", "sort"]) if (this.hasAttribute(name)) this.#choosing[name] = this.getAttribute(name);
    this.#parts.clear.hidden = this.value === "";
    if (this.hasAttribute("hotkey")) document.addEventListener("keydown", this.#hotkey);
    document.addEventListener("visibilitychange", this.#comeBack);
    document.addEventListener("pointerdown", this.#pressElsewhere);
    addEventListener("online", this.#comeBack);
    this.#resizing.observe(this.#parts.viewport);
    this.#templates.observe(this, { childList: true });
    this.#draw();
    this.#connect();
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#hotkey);
    document.removeEventListener("visibilitychange", this.#comeBack);
    document.removeEventListener("pointerdown", this.#pressElsewhere);
    removeEventListener("online", this.#comeBack);
    this.#resizing.disconnect();
    this.#templates.disconnect();
    this.#asking.stop();
    this.#status.stop();
  }

  #hotkey = (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    event.preventDefault();
    this.#parts.input.focus();
    this.#parts.input.select();
  };

  /** Who looks again, or has a network again, does not want to wait. */
  #comeBack = () => {
    const { connection } = this.#asking;
    if (!document.hidden && connection?.state === "lost") connection.retry();
  };

  #pressElsewhere = (event) => this.#choosing.press(event.composedPath()[0]);

  #resizing = new ResizeObserver(() => {
    this.#list.measure();
    this.#choosing.place();
    this.#render();
  });

  /** Frameworks put what an element has in it there afterwards. */
  #templates = new MutationObserver((changes) => {
    const isTemplate = (node) => node.localName === "template";
    if (changes.some(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes].some(isTemplate))) this.#draw();
  });

  /** Draws rows as attributes, the template and the renderer say now, and asks for what they show. */
  #draw() {
    const { design, link, inDetails, include } = drawing(this, this.#renderRow);
    this.#parts.styles.replaceChildren(...design.styles);
    this.#details.fields = inDetails;
    this.#list.draw(design, link);
    const isOther = include !== this.#asking.include;
    this.#asking.include = include;
    if (!this.#asking.connection) return;
    if (isOther) this.#ask();
    this.#render();
  }

  #connect() {
    const asking = this.#asking;
    const source = this.getAttribute("src");
    asking.open(source ? new URL(source, document.baseURI) : null, this.#key);
    this.#list.lay(asking.answer, false);
    this.#choosing.description = null;
    if (!source) return;
    this.#details.api = this.#suggestions.api = asking.api;
    this.#ask();
    asking.start();
    const { connection } = asking;
    asking.api.get().then((list) => connection === asking.connection && this.#takeDescription(list), () => {});
    this.#render();
  }

  #takeDescription(list) {
    this.#choosing.description = list;
    this.#details.listed = this.#choosing.fields;
    this.#render();
  }

  // MARK: Words

  /** Loads the words of the language that is in force where the element stands, and puts them in their places. */
  async #chooseLanguage() {
    const choice = (this.#choice += 1);
    const language = await Language.load(this.closest("[lang]")?.lang || document.documentElement.lang || "en", this.#messages);
    // Another one may have been chosen meanwhile.
    if (choice === this.#choice) this.#speak(language);
  }

  #speak(language) {
    this.#language = language;
    for (const part of [this.#list, this.#status, this.#suggestions, this.#details, this.#choosing]) part.language = language;
    putWords(this.shadowRoot, language);
    this.#nameField();
    if (this.isConnected) this.#render();
  }

  #nameField() {
    const { input } = this.#parts;
    input.setAttribute("aria-label", this.getAttribute("label") ?? this.#language.say("search"));
    input.placeholder = this.getAttribute("placeholder") ?? this.#language.say("search");
  }

  // MARK: Questions and answers

  get #question() {
    return this.#choosing.question(this.value);
  }

  /** Asks what the field and what is beside it say now. */
  #ask(position = 0) {
    this.#asking.ask(this.#question, position, this.#list.rowsInView);
  }

  get #isInOrder() {
    return this.#asking.shown?.order === "list";
  }

  #listenToChoices() {
    const [asking, choosing, { widen, input }] = [this.#asking, this.#choosing, this.#parts];
    const choose = () => {
      this.#ask();
      this.#render();
      this.#noteState();
    };
    choosing.addEventListener("choose", choose);
    choosing.addEventListener("count", () => {
      asking.count(choosing.wanted);
      choosing.show(this.value, asking.counts, asking.answer);
    });
    choosing.addEventListener("leave", () => input.focus({ preventScroll: true }));
    asking.countFewer = () => {
      const isFewer = choosing.lessen();
      if (isFewer) asking.count(choosing.wanted);
      return isFewer;
    };
    widen.addEventListener("click", () => {
      // An order by fields or a part of the list may be what is wrong.
      if (asking.problem) choosing.restore({});
      else choosing.filter = "";
      choose();
      input.focus({ preventScroll: true });
    });
  }

  /** Tells what is asked now. */
  #noteState(isStep = true) {
    this.dispatchEvent(new CustomEvent("riffle-state", { detail: { state: this.state, isStep }, bubbles: true, composed: true }));
  }

  #listenToAnswers() {
    const [asking, list] = [this.#asking, this.#list];
    asking.addEventListener("state", () => {
      this.#status.showConnection(asking.connection);
      this.dataset.state = asking.connection.state;
      this.#render();
    });
    asking.addEventListener("taking", () => (this.#anchor = list.anchor(asking.answer)));
    asking.addEventListener("page", ({ detail }) => this.#showPage(detail));
    asking.addEventListener("jumplist", () => {
      list.lay(asking.answer, this.#isInOrder);
      this.#render();
      this.#status.saySoon(asking);
    });
    asking.addEventListener("problem", () => {
      this.#render();
      this.#status.sayProblem(asking.problem);
    });
    asking.addEventListener("wait", () => this.#render());
    this.#suggestions.addEventListener("offer", () => this.#status.offer(this.#asking, this.#suggestions.words));
    this.#suggestions.addEventListener("choose", ({ detail }) => this.#follow(detail));
    list.addEventListener("scroll", () => this.#renderSoon());
    list.addEventListener("jump", ({ detail }) => this.#jump(detail));
  }

  #showPage({ isOther, destination }) {
    const { answer, shown } = this.#asking;
    this.#list.lay(answer, this.#isInOrder);
    if (destination !== null) {
      this.#isInList = false;
      this.#list.active = shown.q.trim() === "" ? -1 : destination;
      this.#list.scrollTo(destination);
    } else if (isOther) {
      this.#list.keep(this.#anchor, answer);
    }
    this.#render();
    this.#status.saySoon(this.#asking);
  }

  // MARK: Showing

  #renderSoon() {
    this.#frame ||= requestAnimationFrame(() => this.#render());
  }

  #render() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const { answer } = this.#asking;
    const window = this.#list.window(answer);
    const { from, to } = window;
    const isMissing = answer.isThere && answer.firstMissing(from, to) !== null;
    this.#list.show(answer, window, this.#isInOrder);
    if (answer.isThere) {
      this.#asking.need(this.#question, from, to, this.#list.rowsInView);
      answer.forgetBeyond(from - 1000, to + 1000);
    }
    const choosing = this.#choosing;
    choosing.show(this.value, this.#asking.counts, answer);
    const phase = (this.dataset.phase = this.#status.show(this.#asking, isMissing, choosing.order, choosing.hasMenu));
    if (phase === "nothing") this.#suggestions.offer(this.#asking.shown, answer.generation, choosing.canWiden);
    else this.#suggestions.hide();
    const { input, clear } = this.#parts;
    clear.hidden = this.value === "";
    input.setAttribute("aria-expanded", String(answer.total > 0));
    const active = this.#list.activeElementID;
    if (active) input.setAttribute("aria-activedescendant", active);
    else input.removeAttribute("aria-activedescendant");
  }

  // MARK: What somebody does

  #activate(position) {
    this.#isInList = true;
    this.#list.activate(position);
    this.#render();
    const hit = this.#asking.answer.row(position);
    if (this.#details.isOpen && hit) this.#showDetails(hit);
  }

  /** Tells that a row is chosen, with its payload; then follows its link, or shows what is known of it. */
  async #choose(position) {
    const { answer, api } = this.#asking;
    const hit = answer.row(position);
    if (!hit) return;
    const item = this.#asking.include.split(",").includes("payload") ? hit : await api.item(hit.id).catch(() => ({}));
    const { payload, payloadText, payloadBase64 } = item;
    const detail = { ...hit, ...definite({ payload, payloadText, payloadBase64 }) };
    const event = new CustomEvent("riffle-choose", { detail, bubbles: true, composed: true, cancelable: true });
    if (!this.dispatchEvent(event)) return;
    const url = this.hasAttribute("link") ? new Pattern(this.getAttribute("link")).url(hit) : null;
    if (url) location.assign(url);
    else this.#showDetails(hit);
  }

  #showDetails(hit) {
    this.#details.show(hit, this.#asking.shown, this.#asking.answer.generation);
  }

  /** Asks what was offered. */
  #follow({ q = this.value, scope }) {
    if (scope !== undefined) this.#choosing.scope = scope;
    this.value = q;
    this.#noteState();
    this.#parts.input.focus();
  }

  /** Goes to a bucket; best hits first have none, so they are put in the list's order. */
  #jump(entry) {
    if (!this.#isInOrder) {
      this.#choosing.putInListOrder();
      this.#ask(entry.target);
      this.#noteState();
      return;
    }
    this.#list.scrollToStart(entry.target);
    this.#list.active = entry.target;
    this.#isInList = true;
    this.#render();
    this.#status.say(this.#list.words(entry));
  }

  #listen() {
    const { input, viewport, clear, retry, retryLost, close, style } = this.#parts;
    input.addEventListener("input", () => this.#didType());
    input.addEventListener("keydown", (event) => this.#press(event));
    viewport.addEventListener("keydown", (event) => this.#press(event));
    viewport.addEventListener("click", (event) => {
      const position = this.#list.position(event.target);
      // Browsers open links in other tabs and windows.
      if (position === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (!getSelection()?.isCollapsed) return;
      this.#activate(position);
      this.#choose(position);
      if (matchMedia("(pointer: fine)").matches) input.focus({ preventScroll: true });
    });
    clear.addEventListener("click", () => {
      this.value = "";
      input.focus();
    });
    for (const button of [retry, retryLost]) button.addEventListener("click", () => this.#retry());
    close.addEventListener("click", () => {
      this.#details.close();
      input.focus({ preventScroll: true });
    });
    style.addEventListener("load", () => {
      this.#list.measure();
      this.#render();
    });
  }

  #retry() {
    const { connection } = this.#asking;
    this.#asking.problem = null;
    if (connection?.state === "open") this.#ask();
    else connection?.retry();
    this.#render();
    this.#parts.input.focus({ preventScroll: true });
  }

  #didType() {
    this.#parts.clear.hidden = this.value === "";
    this.#choosing.didType();
    this.#ask();
    this.dispatchEvent(new CustomEvent("riffle-input", { detail: this.value, bubbles: true, composed: true }));
    this.#noteState(false);
  }

  #press(event) {
    const wanted = command(event, {
      active: this.#list.active, total: this.#asking.answer.total, isInList: this.#isInList, text: this.value,
      page: this.#list.page,
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
    else if (this.#list.active >= 0) {
      this.#list.active = -1;
      this.#isInList = false;
      this.#render();
    } else this.#parts.input.blur();
  }
}

/** The members that have values. */
const definite = (members) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

customElements.define("riffle-search", RiffleSearch);
