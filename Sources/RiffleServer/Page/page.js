import { ListAPI, Problem } from "./api.js";
import "./riffle-search.js";

const element = (id) => document.getElementById(id);
const main = element("main");
const server = new URL("v1/lists", document.baseURI);
/** A key is kept until the window is closed. */
const KEY = "riffle-key";

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
    fail(new Problem({ status: 404, kind: "empty", detail: "This key sees no list." }), key);
    return;
  }
  const parameters = new URLSearchParams(location.search);
  const name = lists.some((list) => list.name === parameters.get("list")) ? parameters.get("list") : lists[0].name;
  element("choice").hidden = lists.length < 2;
  element("lists").replaceChildren(...lists.map((list) => new Option(list.name, list.name, false, list.name === name)));
  search?.remove();
  search = document.createElement("riffle-search");
  search.key = key;
  search.setAttribute("hotkey", "");
  search.setAttribute("value", parameters.get("q") ?? "");
  show(name);
  main.append(search);
  if (matchMedia("(pointer: fine)").matches) search.focus();
}

function show(name) {
  document.title = `${name} – Riffle`;
  search.setAttribute("label", `Search ${name}`);
  search.setAttribute("placeholder", `Search ${name}`);
  search.setAttribute("src", `v1/lists/${encodeURIComponent(name)}`);
}

function fail(problem, key) {
  if (problem.status === 401) {
    sessionStorage.removeItem(KEY);
    element("locked").hidden = false;
    element("refused").textContent = key ? problem.message : "";
    element("key").focus();
    return;
  }
  element("failed").hidden = false;
  element("failed").textContent = problem.message;
  if (problem.isPassing) setTimeout(() => open(key), 2000);
}

/** Keeps in the address what is shown, so that it can be given to others. */
function note(name, q) {
  const parameters = new URLSearchParams();
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
