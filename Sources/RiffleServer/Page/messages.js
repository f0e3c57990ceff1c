/**
 * The words of the element in English, and with that all that can be said in another language.
 *
 * A message is a text with `{names}` in braces, or, where a `count` decides, an object of such texts by plural category
 * (`Intl.PluralRules`: `zero`, `one`, `two`, `few`, `many`, `other`). `scopes`, `lists` and `fields` hold the words for names that
 * are configured elsewhere; what is not in them shows as it is configured.
 */
export default {
  direction: "ltr",
  search: "Search",
  searchList: "Search {name}",
  clear: "Clear",
  loading: "Loading…",
  entries: { one: "{count} entry", other: "{count} entries" },
  results: { one: "{count} result", other: "{count} results" },
  atLeast: "{count}+",
  soFar: "{text} so far",
  loose: "{text} without some of the words",
  resultsOf: "{text} of {total}",

  order: "Order",
  bestFirst: "Best match",
  inOrder: "List order",
  scope: "Part of the list",
  everything: "Everything",
  list: "Results",
  jumpTo: "Jump to",
  bucket: "{name}, {entries}",
  beforeLetters: "Before the letters",
  betweenLetters: "Between the letters",
  afterLetters: "After the letters",

  emptyTitle: "Nothing here yet",
  emptyText: "Entries appear as they are added.",
  preparingTitle: "The list is being prepared",
  preparingText: "Entries appear one after the other.",
  nothingTitle: "No results for “{query}”",
  nothingYetTitle: "No results for “{query}” yet",
  nothingText: "Check the spelling, or try fewer words.",
  nothingYetText: "The list is being prepared: more is found as it grows.",
  searchEverywhere: "Search everywhere",
  leaveOut: "Leave out “{word}”",
  suggestion: "{text} ({results})",
  suggestionsSaid: "{text}. You can try: {words}",
  failedTitle: "That did not work",
  tryAgain: "Try again",
  lost: "The connection was lost.",
  retrying: { one: "Trying again in {count} second…", other: "Trying again in {count} seconds…" },
  retryingNow: "Trying again…",
  tryNow: "Try now",
  connected: "Connected again.",
  first: "{text}. First: {title}",

  details: "Details",
  closeDetails: "Close details",
  aboutEntry: "About this entry",
  gone: "This entry is no longer in the list.",

  // By kinds of problems, as the server names them; `other` for all others.
  problems: {
    unreachable: "The server cannot be reached.",
    unauthorized: "You need a key to search here.",
    forbidden: "Your key does not open this list.",
    "unknown-list": "This list is not there.",
    "invalid-parameter": "This text cannot be searched for.",
    "too-many-requests": "That was too much at once. Wait a moment.",
    "query-given-up": "That took too long. Try another wording.",
    busy: "The server is busy. Wait a moment.",
    other: "Something went wrong. Try again later.",
  },
  scopes: {},
  lists: {},
  fields: { searchText: "Also known as", reading: "Reading", section: "Section", scopes: "Parts", "payload.population": "Population" },

  // For developers.
  why: "Why this is a result",
  notFound: "The query does not find it any more.",
  cost: "Cost",
  item: "Item",
  payload: "Payload",
  id: "Id",
  position: "Position",
  weight: "Weight",
  searchable: "Searchable",
  no: "no",

  // Of the page around the element.
  listChoice: "List",
  aboutServer: "About this server",
  keyNeeded: "This server needs a key.",
  useKey: "Use it",
  noLists: "There is no list here that this key opens.",
};
