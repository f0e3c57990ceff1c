import { Problem } from "./api.js";
import { events } from "./event-stream.js";

/** Milliseconds before each new attempt to connect; the last one for all that follow. */
const PAUSES = [150, 400, 1000, 2000, 4000];
/** The server says something every 15 seconds: who is silent for longer than this is gone. */
const LONGEST_SILENCE = 40_000;
/** How many wishes are on their way at once; of further ones the newest waits. */
const MOST_ON_THEIR_WAY = 3;

/**
 * Says what is wanted to see, and is told what there is, over one stream that is opened again when it breaks.
 *
 * Each wish has a revision, greater than all before. What comes for an older one is dropped here: whoever listens never sees it.
 *
 * Events: `state`; `page`, `jumplist` and `changed` with what the server sent as `detail`; `problem` with a `Problem`.
 */
export class LiveConnection extends EventTarget {
  /** `connecting`, `open`, `lost` (and trying again), `refused` (trying again will not help) or `stopped`. */
  state = "stopped";
  /** Of the state `lost`: when the next attempt begins, as of `performance.now()`. */
  nextAttempt = 0;
  revision = 0;

  #api;
  #wish = null;
  #session = null;
  #abort = null;
  /** Ends the stream at hand; another is opened. */
  #breakOff = () => {};
  #wake = () => {};
  #sent = 0;
  #onTheirWay = 0;

  constructor(api) {
    super();
    this.#api = api;
  }

  start() {
    if (!this.#abort) this.#run((this.#abort = new AbortController()));
  }

  stop() {
    this.#abort?.abort();
    this.#abort = null;
    this.#wake();
    this.#become("stopped");
  }

  /** Tries again now. */
  retry() {
    if (this.state === "refused") {
      this.stop();
      this.start();
    }
    this.#wake();
  }

  /** Says what is to be seen from now on. */
  wish(wish) {
    this.revision += 1;
    this.#wish = { ...wish, revision: this.revision };
    this.#send();
  }

  #become(state, problem = null) {
    this.state = state;
    this.problem = problem;
    this.dispatchEvent(new Event("state"));
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  async #run(abort) {
    for (let attempt = 0; !abort.signal.aborted; attempt += 1) {
      if (attempt === 0 && this.state !== "lost") this.#become("connecting");
      // Each attempt ends by itself when nothing comes any more.
      const silence = new AbortController();
      this.#breakOff = () => silence.abort();
      let timer;
      const beat = () => {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), LONGEST_SILENCE);
      };
      let problem = new Problem({ kind: "lost", detail: "The connection was lost." });
      try {
        beat();
        const stream = await this.#api.stream(AbortSignal.any([abort.signal, silence.signal]));
        for await (const { name, data } of events(stream)) {
          beat();
          if (name === "session") {
            attempt = 0;
            this.#session = data.session;
            this.#sent = 0;
            this.#become("open");
            this.#send();
          } else if (data) {
            this.#receive(name, data);
          }
        }
      } catch (error) {
        if (error instanceof Problem) problem = error;
      }
      clearTimeout(timer);
      silence.abort();
      this.#session = null;
      if (abort.signal.aborted) return;
      if (!problem.isPassing) {
        this.#become("refused", problem);
        return;
      }
      const pause = Math.max(PAUSES[Math.min(attempt, PAUSES.length - 1)], (problem.retryAfter ?? 0) * 1000);
      this.nextAttempt = performance.now() + pause;
      this.#become("lost", problem);
      await new Promise((resolve) => {
        this.#wake = resolve;
        setTimeout(resolve, pause);
      });
    }
  }

  #receive(name, data) {
    if (name === "problem") {
      const { type, status, detail, parameter } = data.problem;
      if (data.revision === undefined || data.revision === this.revision) {
        this.#tell("problem", new Problem(Problem.members({ type, status, detail, parameter })));
      }
    } else if (data.revision === undefined || data.revision === this.revision) {
      this.#tell(name, data);
    }
  }

  async #send() {
    const [session, wish] = [this.#session, this.#wish];
    if (!session || !wish || this.#sent >= wish.revision || this.#onTheirWay >= MOST_ON_THEIR_WAY) return;
    this.#sent = wish.revision;
    this.#onTheirWay += 1;
    try {
      await this.#api.post(`/live/${session}`, wish, this.#abort?.signal);
    } catch (problem) {
      if (problem instanceof Problem && session === this.#session) this.#didNotSend(problem, wish, session);
    }
    this.#onTheirWay -= 1;
    this.#send();
  }

  #didNotSend(problem, wish, session) {
    // A stream that its server does not know any more gives nothing.
    if (problem.kind === "unknown-session") {
      this.#breakOff();
      return;
    }
    // Something newer is on its way, and the stream itself says when it breaks.
    if (wish.revision !== this.revision) return;
    if (!problem.isPassing) {
      this.#tell("problem", problem);
      return;
    }
    setTimeout(() => {
      if (session !== this.#session || wish.revision !== this.revision) return;
      this.#sent = wish.revision - 1;
      this.#send();
    }, (problem.retryAfter ?? 0.3) * 1000);
  }
}
