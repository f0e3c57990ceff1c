/**
 * What the list is in, of all that it can be in: `loading` for the first time, `refreshing`, waiting for the `next` rows, `empty`,
 * with `nothing` found, in an `error`, or `idle`.
 *
 * @param {{answer: Answer, problem: ?Problem, isWaiting: boolean, isMissing: boolean}} view `isWaiting` for the answer to the
 *   newest question, and `isMissing` rows that would show
 */
export function phase({ answer, problem, isWaiting, isMissing }) {
  if (problem) return "error";
  if (!answer.isThere) return "loading";
  if (isWaiting) return "refreshing";
  if (answer.count === 0) return "empty";
  if (answer.total === 0) return "nothing";
  return isMissing ? "next" : "idle";
}

const count = (number) => number.toLocaleString("en");

/** What stands below the field. */
export function summary(phase, answer, q) {
  if (!answer.isThere || phase === "error") return "";
  const isSearch = q.trim() !== "";
  const noun = isSearch ? (answer.total === 1 ? "hit" : "hits") : answer.total === 1 ? "row" : "rows";
  const total = `${count(answer.total)}${answer.isTotalExact ? "" : "+"} ${noun}`;
  const of = isSearch ? ` of ${count(answer.count)}` : "";
  return total + of + (answer.isPartial ? ", while the index is being built" : "");
}

/** How long the search took in the engine. */
export function duration(microseconds) {
  if (microseconds < 1000) return `${microseconds} µs`;
  return `${(microseconds / 1000).toFixed(microseconds < 10_000 ? 1 : 0)} ms`;
}

/** What stands in place of rows. */
export function notice(phase, answer, q, problem) {
  switch (phase) {
    case "empty":
      return answer.isPartial
        ? ["The index is being built", "Rows appear as they are read."]
        : ["This list has no rows yet", "They appear here as they are written."];
    case "nothing":
      return answer.isPartial
        ? [`Nothing matches “${short(q)}” yet`, "The index is being built: more is found as it grows."]
        : [`Nothing matches “${short(q)}”`, "Fewer letters or fewer words find more."];
    case "error":
      return ["That did not work", problem.message];
    default:
      return null;
  }
}

/** What is said to whoever does not see the list. */
export function announcement(phase, answer, q) {
  if (phase === "empty") return "The list has no rows.";
  if (phase === "nothing") return `Nothing matches ${short(q)}.`;
  if (phase !== "idle" && phase !== "next") return "";
  const first = q.trim() ? answer.row(0) : null;
  return summary(phase, answer, q) + (first ? `. First: ${first.title}` : "");
}

const short = (text) => (text.length > 40 ? `${text.slice(0, 40)}…` : text.trim());
