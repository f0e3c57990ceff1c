import { ListAPI, Problem } from "./api.js";
import { Language } from "./language.js";
import "./riffle-search.js";
import { putWords } from "./template.js";

const element = (id) => document.getElementById(id);
const main = element("main");
const server = new URL("v1/lists", document.baseURI);
/** A key is kept until the window is closed. */
const KEY = "riffle-key";

/** The language that the address names, or the first one of the reader's that there are words of. */
const asked = new URLSearchParams(location.search).get("lang");
const language = await Language.load(Language.among(asked ? [asked] : navigator.languages));
document.documentElement.lang = language.tag;
document.documentElement.dir = language.direction;
putWords(document, language);

let search = null;

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
  const parameters = new URLSearchParams(location.search);
  const name = lists.some((list) => list.name === parameters.get("list")) ? parameters.get("list") : lists[0].name;
  element("choice").hidden = lists.length < 2;
  element("lists").replaceChildren(...lists.map((list) => new Option(language.name("lists", list.name), list.name, false, list.name === name)));
  search?.remove();
  search = document.createElement("riffle-search");
  search.key = key;
  search.setAttribute("hotkey", "");
  search.toggleAttribute("developer", parameters.has("developer"));
  search.setAttribute("value", parameters.get("q") ?? "");
  show(name);
  main.append(search);
  if (matchMedia("(pointer: fine)").matches) search.focus();
}

function show(name) {
  const label = language.say("searchList", { name: language.name("lists", name) });
  document.title = `${name} – Riffle`;
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

/** Keeps in the address what is shown, so that it can be given to others. */
function note(name, q) {
  const parameters = new URLSearchParams(location.search);
  parameters.delete("list");
  parameters.delete("q");
  if (element("lists").length > 1) parameters.set("list", name);
  if (q) parameters.set("q", q);
  const text = parameters.toString();
  history.replaceState(null, "", text ? `?${text}` : location.pathname);
}

element("lists").addEventListener("change", ({ target }) => {
  show(target.value);
  note(target.value, search.value);
  search.focus();
});
let noting;
main.addEventListener("riffle-input", ({ detail }) => {
  // Browsers refuse to be told at each keystroke.
  clearTimeout(noting);
  noting = setTimeout(() => note(element("lists").value, detail), 300);
});
element("locked").addEventListener("submit", (event) => {
  event.preventDefault();
  open(element("key").value.trim());
});

open(sessionStorage.getItem(KEY));
