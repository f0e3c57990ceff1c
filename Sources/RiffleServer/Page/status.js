import { announcement, duration, notice, phase, summary } from "./states.js";

/** Milliseconds before what shows is said. */
const BEFORE_SAYING = 600;

/** What stands around the rows: how many there are, what they wait for, what is wrong; and what is said of it. */
export class Status {
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
   * @returns {string} the phase
   */
  show(asking, isMissing, chosen) {
    const { viewport, summary: text, time, progress, notice: box, order } = this.#parts;
    const { answer, problem } = asking;
    const q = asking.shown?.q ?? "";
    const now = phase({ ...view(asking), isMissing });
    progress.hidden = !(now === "refreshing" || now === "loading" || isMissing);
    viewport.setAttribute("aria-busy", String(now === "loading" || now === "refreshing"));
    fill(text, now === "loading" ? "Loading…" : summary(now, answer, q));
    const isTimed = text.textContent && answer.isThere && q.trim() && answer.microseconds !== undefined;
    fill(time, isTimed ? duration(answer.microseconds) : "");
    order.hidden = q.trim() === "" || !answer.isThere;
    for (const button of order.children) button.setAttribute("aria-pressed", String(button.value === chosen));
    const words = notice(now, answer, q, problem);
    box.hidden = words === null;
    if (words) {
      const [title, detail, retry] = box.children;
      fill(title, words[0]);
      fill(detail, words[1]);
      retry.hidden = now !== "error";
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
      const count = () => {
        const seconds = Math.max(0, Math.ceil((nextAttempt - performance.now()) / 1000));
        lostText.textContent = `${problem.message} Trying again${seconds > 1 ? ` in ${seconds} s` : ""}…`;
      };
      count();
      this.#counting = setInterval(count, 500);
      if (!wasLost) this.say("The connection is lost. Trying again.");
    } else if (wasLost && state === "open") {
      this.say("Connected again.");
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
      const words = announcement(phase({ ...view(asking), isMissing: false }), asking.answer, asking.shown?.q ?? "");
      if (words) this.say(words);
    }, BEFORE_SAYING);
  }

  say(words) {
    fill(this.#parts.live, words);
  }
}

const view = ({ answer, problem, isWaiting }) => ({ answer, problem, isWaiting });

function fill(part, words) {
  if (part.textContent !== words) part.textContent = words;
}
