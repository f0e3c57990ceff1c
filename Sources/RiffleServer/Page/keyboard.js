/**
 * What a key asks for, in the field: to move to a row, to choose it, or to leave. Null if the field itself takes it.
 *
 * Home and End move in the text, unless somebody moves in the list already or there is no text.
 *
 * @param {KeyboardEvent} event
 * @param {{active: number, total: number, page: number, isInList: boolean, text: string}} view `active` is -1 for none
 */
export function command(event, { active, total, page, isInList, text }) {
  if (event.isComposing || event.altKey || event.metaKey) return null;
  const last = total - 1;
  const to = (position) => (total > 0 ? { move: Math.max(0, Math.min(position, last)) } : null);
  const isForList = event.ctrlKey || ((isInList || text === "") && !event.shiftKey);
  switch (event.key) {
    case "ArrowDown": return to(active + 1);
    case "ArrowUp": return to(active < 0 ? last : active - 1);
    case "PageDown": return to(Math.max(0, active) + page);
    case "PageUp": return to(active - page);
    case "Home": return isForList ? to(0) : null;
    case "End": return isForList ? to(last) : null;
    case "Enter": return active >= 0 ? { choose: active } : null;
    case "Escape": return { leave: true };
    default: return null;
  }
}

/** Whether somebody types elsewhere, so that `/` is theirs. */
export function isTyping(event) {
  const target = event.composedPath()[0];
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
