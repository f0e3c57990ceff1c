import { fields, inclusion, Pattern } from "./fields.js";
import { excerpt, setHighlighted } from "./highlight.js";

/** Attributes of templates that take URLs, and those in which a text of others would be a program or a style. */
const URLS = ["href", "src", "poster", "action", "formaction", "data", "xlink:href"];
const isUnsafe = (name) => /^on|^style$|^srcdoc$|^srcset$/.test(name);

/**
 * How a row looks.
 *
 * `fields` are those that it shows, `styles` elements that style all rows, and `make` fills an element for a row and returns a
 * function that shows a hit in it, `(hit, language) => void`.
 */
export class Design {
  constructor({ fields = [], styles = [], make }) {
    Object.assign(this, { fields, styles, make });
  }

  /**
   * The title, with a picture before it and other fields on a second line.
   * @param {Field[]} others
   * @param {?Pattern} image
   */
  static standard(others, image) {
    const [title] = fields("title");
    const make = (row) => {
      const picture = image && row.appendChild(element("img", "image"));
      // A picture that cannot be had leaves its place, and no sign of a browser.
      picture?.addEventListener("error", () => picture.classList.add("absent"));
      picture?.addEventListener("load", () => picture.classList.remove("absent"));
      const words = row.appendChild(element("span", "words"));
      const first = words.appendChild(element("span", "title"));
      first.dir = "auto";
      const second = words.appendChild(element("span", "more"));
      const places = others.map(() => second.appendChild(document.createElement("bdi")));
      return (hit, language) => {
        if (picture) setURL(picture, "src", image.url(hit));
        setField(first, title, hit, language);
        others.forEach((field, index) => setField(places[index], field, hit, language));
        second.hidden = second.textContent === "";
      };
    };
    return new Design({ fields: [...others, ...(image?.fields ?? [])], make });
  }

  /**
   * What a `template` holds, with fields in braces in its texts and attributes. An element whose `data-if` names a field that is
   * empty does not show.
   */
  static template(template) {
    const [content, styles, fields] = [template.content.cloneNode(true), [], []];
    for (const style of content.querySelectorAll("style, link")) styles.push(style);
    for (const style of styles) style.remove();
    bind(content.cloneNode(true), (field) => fields.push(...field));
    const make = (row) => {
      const copy = content.cloneNode(true);
      const fills = bind(copy, () => {});
      let isIn = false;
      return (hit, language) => {
        for (const fill of fills) fill(hit, language);
        // Pictures are loaded as soon as they are in a document: not before they have their addresses.
        if (!isIn) row.append(copy);
        isIn = true;
      };
    };
    return new Design({ fields, styles, make });
  }

  /** What a function makes of a hit: a node, or a text. */
  static rendered(render) {
    const make = (row) => (hit, language) => {
      const highlighted = (name) => {
        const place = document.createElement("bdi");
        setField(place, fields(name)[0], hit, language);
        return place;
      };
      const text = (name) => fields(name)[0].text(hit, language);
      try {
        row.replaceChildren(render(hit, { highlighted, text, lang: language.tag }) ?? "");
      } catch (error) {
        // A list with one row that cannot be drawn is still a list.
        row.replaceChildren(highlighted("title"));
        reportError(error);
      }
    };
    return new Design({ make });
  }
}

/**
 * How an element draws rows, by its renderer, its template, or its attributes.
 * @returns {{design: Design, link: ?Pattern, inDetails: Field[], include: string}} `include` is what of hits it takes
 */
export function drawing(element, renderRow) {
  const shown = fields(element.getAttribute("show"));
  const pattern = (name) => (element.hasAttribute(name) ? new Pattern(element.getAttribute(name)) : null);
  const [image, link] = [pattern("image"), pattern("link")];
  const template = element.querySelector(":scope > template");
  const usual = () => (template ? Design.template(template) : Design.standard(shown, image));
  const design = renderRow ? Design.rendered(renderRow) : usual();
  const asked = [...shown, ...design.fields, ...(link?.fields ?? []), ...fields(element.getAttribute("include"))];
  return { design, link, inDetails: [...shown, ...ofPayload(design.fields, shown)], include: inclusion(asked) };
}

/** The fields of the payload that a design shows beside others, each once, written as rows write it. */
function ofPayload(fields, others) {
  const found = new Map();
  for (const field of fields) {
    const isOther = others.some(({ path }) => path === field.path);
    if (field.keys[0] === "payload" && !isOther && (field.format || !found.has(field.path))) found.set(field.path, field);
  }
  return found.values();
}

/**
 * Finds the fields of a template, and puts places for them into it.
 * @param {(fields: Field[]) => void} note
 * @returns {Function[]} what fills the places
 */
function bind(content, note) {
  const fills = [];
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  for (const node of nodes) {
    if (node.nodeType === Node.TEXT_NODE) {
      const { parts, fields } = new Pattern(node.data);
      note(fields);
      if (fields.length === 0) continue;
      const places = parts.map((part) => (typeof part === "string" ? part : document.createElement("bdi")));
      node.replaceWith(...places);
      parts.forEach((part, index) => {
        if (typeof part !== "string") fills.push((hit, language) => setField(places[index], part, hit, language));
      });
      continue;
    }
    for (const { name, value } of [...node.attributes]) bindAttribute(node, name, value, note, fills);
  }
  return fills;
}

function bindAttribute(node, name, value, note, fills) {
  if (name === "data-if") {
    const condition = fields(value);
    note(condition);
    fills.push((hit) => (node.hidden = condition.some((field) => [undefined, null, "", false].includes(field.value(hit)))));
    return;
  }
  const pattern = new Pattern(value);
  if (pattern.fields.length === 0) return;
  node.removeAttribute(name);
  if (isUnsafe(name)) return;
  note(pattern.fields);
  if (URLS.includes(name)) fills.push((hit) => setURL(node, name, pattern.url(hit)));
  else fills.push((hit, language) => node.setAttribute(name, pattern.text(hit, language)));
}

function setField(place, field, hit, language) {
  const text = field.text(hit, language);
  const ranges = field.ranges(hit, text);
  setHighlighted(place, ...(field.path === "searchText" ? excerpt(text, ranges) : [text, ranges]));
}

function setURL(node, name, url) {
  if (url !== null) node.setAttribute(name, url);
  else node.removeAttribute(name);
  if (node.localName === "img") node.hidden = url === null;
}

function element(name, className) {
  const made = document.createElement(name);
  made.className = className;
  made.setAttribute("part", className);
  if (name === "img") Object.assign(made, { alt: "", loading: "lazy", decoding: "async" });
  return made;
}
