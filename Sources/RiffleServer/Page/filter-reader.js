/** Keywords of the syntax, which are quoted where they are values. */
const RESERVED = [
  "AND", "OR", "NOT", "IN", "IS", "EXISTS", "BETWEEN", "BEGINS", "STARTS", "TO", "WITH", "NULL", "TRUE", "FALSE",
];

/** A name or a value as filters have it: in quotation marks unless it is a plain word. */
export function quoted(text) {
  const isPlain = /^[\p{L}\p{M}\p{N}_.-]+$/u.test(text) && !RESERVED.includes(text.toUpperCase());
  return isPlain ? text : `'${text.replace(/['\\]/g, (mark) => (mark === "'" ? "''" : "\\\\"))}'`;
}

/**
 * The tokens of a filter: words, quoted texts and symbols.
 * @returns {?{kind: string, text: string, start: number, end: number}[]} null if a quotation mark is not closed
 */
function tokens(text) {
  const found = [];
  const pattern = /\p{White_Space}+|['"`]|==|<=|>=|<>|!=|[()[\],=<>!]|[^'"`()[\],=<>!\p{White_Space}]+/uy;
  for (let start = 0; start < text.length; start = pattern.lastIndex) {
    pattern.lastIndex = start;
    const [part] = pattern.exec(text);
    if (/^['"`]$/.test(part)) {
      const [content, end] = unquoted(text, start);
      if (end === null) return null;
      pattern.lastIndex = end;
      found.push({ kind: "quoted", text: content, start, end });
    } else if (/^[()[\],=<>!]/.test(part)) {
      const symbol = { "==": "=", "<>": "!=" }[part] ?? part;
      found.push({ kind: "symbol", text: symbol, start, end: start + part.length });
    } else if (/\P{White_Space}/u.test(part)) {
      found.push({ kind: "word", text: part, start, end: start + part.length });
    }
  }
  return found;
}

/** Reads a quoted text: a doubled mark, or a mark or backslash after a backslash, stands for itself. */
function unquoted(text, start) {
  const mark = text[start];
  let content = "";
  for (let index = start + 1; index < text.length; index += 1) {
    const [character, next] = [text[index], text[index + 1]];
    if (character === mark && next !== mark) return [content, index + 1];
    const isEscaped = character === mark || (character === "\\" && (next === mark || next === "\\"));
    content += isEscaped ? next : character;
    if (isEscaped) index += 1;
  }
  return ["", null];
}

/**
 * Reads the conditions of a filter that must all be met, as far as they are values or a range of one field.
 *
 * @param {string} text in the syntax of the API
 * @returns {{field: ?string, values: ?string[], least: ?string, greatest: ?string, isMissing: ?boolean, isLoose: ?boolean,
 *   text: string}[]} conditions in their order; without a field, those that are more than values or a range. One that is loose is the whole
 *   text, alternatives or a faulty filter
 */
export function conditions(text) {
  const whole = [{ field: null, isLoose: true, text: text.trim() }];
  if (text.trim() === "") return [];
  const all = tokens(text);
  if (!all) return whole;
  const found = [];
  for (let next = 0; next < all.length; next += 1) {
    const start = next;
    let condition = simple(all, start);
    next = condition?.next ?? start;
    if (!condition || (next < all.length && !isKeyword(all[next], "AND"))) {
      next = end(all, start);
      // An alternative to all of the rest.
      if (next === null || next === start) return whole;
      condition = { field: null };
    }
    // Nothing follows a last AND.
    if (next === all.length - 1) return whole;
    const { next: _, ...members } = condition;
    found.push({ ...members, text: text.slice(all[start].start, all[next - 1].end) });
  }
  return found;
}

const isKeyword = (token, ...words) => token?.kind === "word" && words.includes(token.text.toUpperCase());
const isSymbol = (token, ...symbols) => token?.kind === "symbol" && symbols.includes(token.text);
const isText = (token) => token !== undefined && token.kind !== "symbol";
const isName = (token) => isText(token) && !isKeyword(token, "NOT", "AND", "OR", "TRUE", "FALSE");

/** Values or a range of a field, also beside a missing value, and the token after them; null if there is something else. */
function simple(all, start) {
  if (!isSymbol(all[start], "(")) return missing(all, start) ?? comparison(all, start);
  const compared = comparison(all, start + 1);
  if (!compared || !isKeyword(all[compared.next], "OR")) return null;
  const other = missing(all, compared.next + 1);
  if (other?.field !== compared.field || !isSymbol(all[other.next], ")")) return null;
  return { ...compared, isMissing: true, next: other.next + 1 };
}

function missing(all, start) {
  const [name, second, third] = all.slice(start, start + 3);
  const isMissing = isName(name) && isKeyword(second, "IS") && isKeyword(third, "NULL");
  return isMissing ? { field: name.text, values: [], isMissing, next: start + 3 } : null;
}

function comparison(all, start) {
  const [name, second, third, fourth, fifth] = all.slice(start, start + 5);
  if (!isName(name)) return null;
  const field = name.text;
  if (isSymbol(second, "=") && isText(third)) return { field, values: [third.text], next: start + 3 };
  if (isSymbol(second, ">=") && isText(third)) return { field, least: third.text, next: start + 3 };
  if (isSymbol(second, "<=") && isText(third)) return { field, greatest: third.text, next: start + 3 };
  if (isKeyword(second, "BETWEEN") && isText(third) && isKeyword(fourth, "AND") && isText(fifth)) {
    return { field, least: third.text, greatest: fifth.text, next: start + 5 };
  }
  if (isText(second) && isKeyword(third, "TO") && isText(fourth)) {
    return { field, least: second.text, greatest: fourth.text, next: start + 4 };
  }
  return isKeyword(second, "IN") && isSymbol(third, "(", "[") ? enumerated(all, field, start + 3) : null;
}

function enumerated(all, field, start) {
  const closing = isSymbol(all[start - 1], "(") ? ")" : "]";
  const values = [];
  for (let next = start; isText(all[next]); next += 2) {
    values.push(all[next].text);
    if (isSymbol(all[next + 1], closing)) return { field, values, next: next + 2 };
    if (!isSymbol(all[next + 1], ",")) return null;
  }
  return null;
}

/** Where any other condition ends, before AND or at the end; null if it is one of several alternatives. */
function end(all, start) {
  let [depth, isBetween] = [0, false];
  for (let next = start; next < all.length; next += 1) {
    const token = all[next];
    if (isSymbol(token, "(", "[")) depth += 1;
    else if (isSymbol(token, ")", "]")) depth -= 1;
    else if (isSymbol(token, "=", "!=", "<", "<=", ">", ">=") && isText(all[next + 1])) next += 1;
    else if (depth > 0) continue;
    else if (isKeyword(token, "OR")) return null;
    else if (isKeyword(token, "BETWEEN")) isBetween = true;
    else if (isKeyword(token, "AND") && !isBetween) return next;
    else if (isKeyword(token, "AND")) isBetween = false;
    if (depth < 0) return null;
  }
  return depth === 0 ? all.length : null;
}
