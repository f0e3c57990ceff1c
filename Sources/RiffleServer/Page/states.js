import { isolated } from "./language.js";
import { safe } from "./highlight.js";

/**
 * What the list is in, of all that it can be in: `loading` for the first time, `refreshing`, waiting for the `next` rows, `empty`,
 * with `nothing` found, in an `error`, or `idle`.
 *
 * @param {{answer: Answer, problem: ?Problem, isWaiting: boolean, isMissing: boolean, isFiltered: boolean}} view `isWaiting` for
 *   the answer to the newest question, and `isMissing` rows that would show
 */
export function phase({ answer, problem, isWaiting, isMissing, isFiltered = false }) {
  if (problem) return "error";
  if (!answer.isThere) return "loading";
  if (isWaiting) return "refreshing";
  if (answer.count === 0 && !isFiltered) return "empty";
  if (answer.total === 0) return "nothing";
  return isMissing ? "next" : "idle";
}

/**
 * What stands below the field.
 * @param {{q: string, filter: string}} question
 * @param {Language} language
 * @param {boolean} isForDevelopers whether it is of how many, too
 */
export function summary(phase, answer, { q, filter }, language, isForDevelopers = false) {
  if (!answer.isThere || phase === "error") return "";
  const isSearch = q.trim() !== "" || filter !== "";
  const shownCount = answer.isTotalExact ? "" : language.say("atLeast", { count: answer.total });
  let text = language.say(isSearch ? "results" : "entries", { count: answer.total, shownCount });
  if (answer.isLoose) text = language.say("loose", { text });
  if (isSearch && isForDevelopers) text = language.say("resultsOf", { text, total: answer.count });
  return answer.isPartial ? language.say("soFar", { text }) : text;
}

/** How long the search took in the engine. */
export function duration(microseconds, language) {
  const [value, unit, maximumFractionDigits] =
    microseconds < 1000 ? [microseconds, "microsecond", 0] : [microseconds / 1000, "millisecond", microseconds < 10_000 ? 1 : 0];
  return language.number(value, { style: "unit", unit, maximumFractionDigits });
}

/** What stands in place of rows: its title, and what to do. */
export function notice(phase, answer, { q, filter }, problem, language, isForDevelopers) {
  const words = (title, text) => [language.say(title, { query: isolated(short(q)) }), language.say(text)];
  switch (phase) {
    case "empty":
      return answer.isPartial ? words("preparingTitle", "preparingText") : words("emptyTitle", "emptyText");
    case "nothing":
      if (q.trim() === "") return words("nothingHereTitle", "nothingHereText");
      if (filter) return words("nothingTitle", "nothingFilteredText");
      return answer.isPartial ? words("nothingYetTitle", "nothingYetText") : words("nothingTitle", "nothingText");
    case "error":
      return [language.say("failedTitle"), problemText(problem, language, isForDevelopers)];
    default:
      return null;
  }
}

/** What is wrong: for people in their words, for developers as the server says it. */
export function problemText(problem, language, isForDevelopers) {
  return isForDevelopers ? safe(problem.message) : language.problem(problem);
}

/** What is said to whoever does not see the list. */
export function announcement(phase, answer, { q, filter }, language) {
  if (phase === "empty") return language.say("emptyTitle");
  if (phase === "nothing" && q.trim() === "") return language.say("nothingHereTitle");
  if (phase === "nothing") return language.say("nothingTitle", { query: isolated(short(q)) });
  if (phase !== "idle" && phase !== "next") return "";
  const text = summary(phase, answer, { q, filter }, language);
  const first = q.trim() ? answer.row(0) : null;
  return first ? language.say("first", { text, title: isolated(first.title) }) : text;
}

const short = (text) => (text.length > 40 ? `${text.slice(0, 40)}…` : text.trim());
