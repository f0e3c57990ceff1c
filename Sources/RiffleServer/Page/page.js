import { ListAPI, Problem } from "./api.js";
import { Language } from "./language.js";
import "./riffle-search.js";
import { putWords } from "./template.js";

const element = (id) => document.getElementById(id);
const main = element("main");
const server = new URL("v1/lists", document.baseURI);
/** A key is kept until the window is closed. */
const KEY = "riffle-key";
/** What of a search stands in the address. */
const STATE = ["q", "filter", "sort", "order", "scope"];
let noting;

/** The language that the address names, or the first one of the reader's that there are words of. */
const asked = new URLSearchParams(location.search).get("lang");
const language = await Language.load(Language.among(asked ? [asked] : navigator.languages));
document.documentElement.lang = language.tag;
document.documentElement.dir = language.direction;
putWords(document, language);

let search = null;
/** The names of the lists, those of lists with fields, and the one which shows. */
let [names, withFields, shown] = [[], new Set(), null];

/** Shows the lists of the server: the one that the address names, or the first. */
async function open(key) {
  let lists;
  try {
    ({ lists } = await new ListAPI(server, key).get());
  } catch (problem) {
    fail(problem, key);
    return;
  }
  if (key) sessionStorage.setItem(KEY, key);
  element("locked").hidden = element("failed").hidden = true;
  if (lists.length === 0) {
    fail(new Problem({ status: 404, kind: "no-lists", detail: language.say("noLists") }), key);
    return;
  }
  names = lists.map((list) => list.name);
  withFields = new Set(lists.filter((list) => list.fields.length > 0).map((list) => list.name));
  element("choice").hidden = names.length < 2;
  element("lists").replaceChildren(...names.map((name) => new Option(language.name("lists", name), name)));
  search?.remove();
  shown = null;
  search = document.createElement("riffle-search");
  search.key = key;
  search.setAttribute("hotkey", "");
  search.toggleAttribute("developer", new URLSearchParams(location.search).has("developer"));
  restore();
  main.append(search);
  if (matchMedia("(pointer: fine)").matches) search.focus();
}

/** Shows what the address says. */
function restore() {
  const parameters = new URLSearchParams(location.search);
  const name = names.includes(parameters.get("list")) ? parameters.get("list") : names[0];
  element("lists").value = name;
  if (shown !== name) show(name);
  search.state = Object.fromEntries(STATE.map((member) => [member, parameters.get(member) ?? ""]));
  nameWindow();
}

/** Names the window after what is searched, so that steps of the history differ in name. */
function nameWindow() {
  document.title = [search.value.trim(), shown, "Riffle"].filter(Boolean).join(" – ");
}

function show(name) {
  shown = name;
  for (const attribute of ["filters", "sorts"]) search.toggleAttribute(attribute, withFields.has(name));
  const label = language.say("searchList", { name: language.name("lists", name) });
  search.setAttribute("label", label);
  search.setAttribute("placeholder", label);
  const design = document.querySelector(`template[data-list="${CSS.escape(name)}"]`);
  search.replaceChildren(...(design ? [design.cloneNode(true)] : []));
  search.setAttribute("src", `v1/lists/${encodeURIComponent(name)}`);
}

function fail(problem, key) {
  if (problem.status === 401) {
    sessionStorage.removeItem(KEY);
    element("locked").hidden = false;
    element("refused").textContent = key ? language.problem(problem) : "";
    element("key").focus();
    return;
  }
  element("failed").hidden = false;
  element("failed").textContent = problem.kind === "no-lists" ? problem.message : language.problem(problem);
  if (problem.isPassing) setTimeout(() => open(key), 2000);
}

/**
 * Keeps in the address what is shown, so that it can be given to others, and come back to.
 * @param {boolean} isStep whether that is a step of the history, rather than more of the same
 */
function note(isStep) {
  clearTimeout(noting);
  nameWindow();
  const parameters = new URLSearchParams(location.search);
  for (const member of ["list", ...STATE]) parameters.delete(member);
  if (names.length > 1) parameters.set("list", shown);
  for (const [member, value] of Object.entries(search.state)) if (value) parameters.set(member, value);
  const text = parameters.toString();
  const address = text ? `?${text}` : location.pathname;
  if (isStep && text === new URLSearchParams(location.search).toString()) return;
  history[isStep ? "pushState" : "replaceState"](null, "", address);
}

element("lists").addEventListener("change", ({ target }) => {
  show(target.value);
  // Filters and orders are of a list.
  search.state = { q: search.value };
  note(true);
  search.focus();
});
main.addEventListener("riffle-state", ({ detail: { isStep } }) => {
  clearTimeout(noting);
  // Browsers refuse to be told at each keystroke.
  if (isStep) note(true);
  else noting = setTimeout(() => note(false), 300);
});
addEventListener("popstate", () => {
  clearTimeout(noting);
  if (search) restore();
});
element("locked").addEventListener("submit", (event) => {
  event.preventDefault();
  open(element("key").value.trim());
});

open(sessionStorage.getItem(KEY));
