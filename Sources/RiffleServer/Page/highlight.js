/** Characters that turn the order of letters around, or that nobody can see: a title could pretend to be another one by them. */
const UNSAFE = /[\u0000-\u0008\u000E-\u001F\u007F-\u009F\u202D\u202E]/g;

/** A text of others as it may show; offsets in it stay what they are. */
export const safe = (text) => text.replace(UNSAFE, "\uFFFD");

/**
 * Puts a text into an element, with what matches in `mark` elements.
 * @param {number[][]} ranges pairs of UTF-16 offsets, ascending
 */
export function setHighlighted(element, text, ranges = []) {
  text = safe(text);
  const parts = [];
  let end = 0;
  for (const [from, to] of ranges) {
    if (from < end || to > text.length || to <= from) continue;
    if (from > end) parts.push(text.slice(end, from));
    const mark = document.createElement("mark");
    mark.part = "mark";
    mark.textContent = text.slice(from, to);
    parts.push(mark);
    end = to;
  }
  if (end < text.length) parts.push(text.slice(end));
  element.replaceChildren(...parts);
}

/** What is left before the first match of a long text. */
const LEAD = 24;
const LONGEST = 300;

/** The part of a long text that shows what matches, and the ranges in it. */
export function excerpt(text, ranges = []) {
  let start = ranges.length ? Math.max(0, ranges[0][0] - LEAD) : 0;
  if (start > 0) {
    const space = text.indexOf(" ", start);
    start = space >= 0 && space < ranges[0][0] ? space + 1 : ranges[0][0];
  }
  const prefix = start > 0 ? "… " : "";
  const shift = prefix.length - start;
  const shown = prefix + text.slice(start, start + LONGEST);
  return [shown, ranges.map(([from, to]) => [from + shift, to + shift])];
}
