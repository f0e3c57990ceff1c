import { isOfFields } from "./api.js";
import { Language } from "./language.js";
import { announcement, duration, notice, phase, problemText, summary } from "./states.js";

/** Milliseconds before what shows is said. */
const BEFORE_SAYING = 600;

/** What stands around the rows: how many there are, what they wait for, what is wrong; and what is said of it. */
export class Status {
  language = new Language();
  /** Whether costs, times and what the server says are shown. */
  isForDevelopers = false;

  #parts;
  #saying;
  #counting;

  /** @param {Object<string, HTMLElement>} parts those of the template */
  constructor(parts) {
    this.#parts = parts;
  }

  /**
   * @param {{answer: Answer, problem: ?Problem, isWaiting: boolean, shown: ?object}} asking
   * @param {boolean} isMissing whether rows are missing that would show
   * @param {string} chosen the order that is asked for
   * @param {boolean} hasMenu whether a menu has the orders
   * @returns {string} the phase
   */
  show(asking, isMissing, chosen, hasMenu) {
    const { viewport, summary: text, time, progress, notice: box, order, retry, widen } = this.#parts;
    const { answer, problem } = asking;
    const { language, isForDevelopers } = this;
    const question = asking.shown ?? NONE;
    const { q } = question;
    const now = phase({ ...view(asking), isMissing });
    progress.hidden = !(now === "refreshing" || now === "loading" || isMissing);
    viewport.setAttribute("aria-busy", String(now === "loading" || now === "refreshing"));
    fill(text, now === "loading" ? language.say("loading") : summary(now, answer, question, language, isForDevelopers));
    const isTimed = isForDevelopers && text.textContent && answer.isThere && q.trim() && answer.microseconds !== undefined;
    fill(time, isTimed ? duration(answer.microseconds, language) : "");
    order.hidden = hasMenu || q.trim() === "" || !answer.isThere || answer.isLoose || answer.total === 0;
    for (const button of order.children) button.setAttribute("aria-pressed", String(button.value === chosen));
    const words = notice(now, answer, question, problem, language, isForDevelopers);
    box.hidden = words === null;
    if (words) {
      const [title, detail] = box.children;
      fill(title, words[0]);
      fill(detail, words[1]);
      const isWrong = isOfFields(problem);
      retry.hidden = now !== "error" || isWrong;
      const { filter, sort } = asking.asked ?? NONE;
      // What is chosen may be why there is nothing, or an error that stays.
      widen.hidden = !(isWrong || (filter && now === "nothing") || ((filter || sort) && problem && !problem.isPassing));
    }
    return now;
  }

  /** Shows whether the connection is lost, and when it is tried again. */
  showConnection({ state, problem, nextAttempt }) {
    const { lost, lostText } = this.#parts;
    const wasLost = !lost.hidden;
    this.stop();
    lost.hidden = state !== "lost";
    if (state === "lost") {
      const { language } = this;
      const what = problem.kind === "lost" ? language.say("lost") : problemText(problem, language, this.isForDevelopers);
      const count = () => {
        const seconds = Math.max(0, Math.ceil((nextAttempt - performance.now()) / 1000));
        const when = seconds > 1 ? language.say("retrying", { count: seconds }) : language.say("retryingNow");
        lostText.textContent = `${what} ${when}`;
      };
      count();
      this.#counting = setInterval(count, 500);
      if (!wasLost) this.say(`${language.say("lost")} ${language.say("retryingNow")}`);
    } else if (wasLost && state === "open") {
      this.say(this.language.say("connected"));
    }
  }

  /** Nobody sees it any more. */
  stop() {
    clearInterval(this.#counting);
  }

  /** Says what shows, once typing rests. */
  saySoon(asking) {
    clearTimeout(this.#saying);
    this.#saying = setTimeout(() => {
      const now = phase({ ...view(asking), isMissing: false });
      const words = announcement(now, asking.answer, asking.shown ?? NONE, this.language);
      if (words) this.say(words);
    }, BEFORE_SAYING);
  }

  /** Says what is offered where nothing is found. */
  offer(asking, words) {
    clearTimeout(this.#saying);
    const text = announcement("nothing", asking.answer, asking.shown, this.language);
    this.say(this.language.say("suggestionsSaid", { text, words }));
  }

  sayProblem(problem) {
    this.say(problemText(problem, this.language, this.isForDevelopers));
  }

  say(words) {
    fill(this.#parts.live, words);
  }
}

const NONE = { q: "", filter: "", sort: "" };

const view = ({ answer, problem, isWaiting, shown }) => ({ answer, problem, isWaiting, isFiltered: Boolean(shown?.filter) });

function fill(part, words) {
  if (part.textContent !== words) part.textContent = words;
}
