/**
 * What a `riffle-search` is made of. Parts are found by their `data-name`; `data-say` and `data-label` are the messages that they
 * show or are called by, and `data-words` those that have words in them later.
 */
export const template = document.createElement("template");

/** A mark on buttons that close, empty or remove something. */
export const cross = '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="m5.5 5.5 9 9m0-9-9 9"/></svg>';

template.innerHTML = `
<link data-name="style" rel="stylesheet" href="${new URL("riffle-search.css", import.meta.url)}">
<div data-name="styles" hidden></div>
<div class="frame" part="frame">
  <div class="top">
    <div class="field" part="field">
      <svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="8.5" cy="8.5" r="5.5"/><path d="m12.7 12.7 4.3 4.3"/></svg>
      <input data-name="input" part="input" type="text" role="combobox" aria-autocomplete="list"
        aria-controls="list" aria-expanded="false" autocomplete="off" autocapitalize="off" autocorrect="off" spellcheck="false"
        inputmode="search" enterkeyhint="search" maxlength="256" dir="auto">
      <kbd aria-hidden="true">/</kbd>
      <button data-name="clear" class="icon" type="button" data-label="clear" hidden>
        ${cross}
      </button>
      <div data-name="progress" class="progress" aria-hidden="true" hidden></div>
    </div>
    <slot name="top"></slot>
    <div data-name="filters" class="filters" part="filters" role="group" data-label="filters" hidden>
      <div data-name="buttons" class="field-buttons"><button data-name="more" class="more-fields" type="button" hidden></button></div>
      <ul data-name="chips" class="chips" data-label="chosenFilters" hidden><li><button data-name="clearFilters" class="quiet"
        type="button"></button></li></ul>
      <div data-name="panel" class="panel" part="filter-panel" role="dialog" tabindex="-1" hidden></div>
    </div>
    <div class="status" part="status">
      <span data-name="summary" data-words part="summary"></span>
      <span data-name="time" data-words class="time" part="time"></span>
      <span class="controls">
        <span data-name="order" class="order" part="order" role="group" data-label="order" hidden><button type="button"
          value="relevance" data-say="bestFirst"></button><button type="button" value="list" data-say="inOrder"></button></span>
        <select data-name="sort" part="sort" data-label="order" hidden></select>
        <select data-name="scope" part="scope" data-label="scope" hidden></select>
      </span>
    </div>
  </div>
  <div class="middle">
    <div class="list">
      <div data-name="viewport" id="list" class="viewport" part="list" role="listbox" data-label="list" tabindex="-1">
        <div class="layer" role="presentation">
          <div data-name="rows" role="presentation"></div>
          <div data-name="headers" class="headers" aria-hidden="true"></div>
        </div>
        <div data-name="spacer" class="spacer" role="presentation"></div>
      </div>
      <div data-name="notice" data-words class="notice" part="notice" hidden>
        <h2></h2><p></p><span class="ways-out"><button data-name="retry" type="button"
          data-say="tryAgain"></button><button data-name="widen" type="button" data-say="clearFilters" hidden></button></span>
        <div data-name="suggestions" class="suggestions"></div>
        <slot name="nothing"></slot><slot name="empty"></slot>
      </div>
      <div data-name="lost" class="lost" hidden>
        <span data-name="lostText" data-words></span> <button data-name="retryLost" type="button" data-say="tryNow"></button>
      </div>
      <div data-name="strip" class="strip" part="jumplist" role="slider" tabindex="0" data-label="jumpTo" aria-orientation="vertical" hidden></div>
      <div data-name="bubble" class="bubble" aria-hidden="true" hidden><bdi></bdi><span></span></div>
    </div>
    <aside data-name="details" class="details" part="details" data-label="details" hidden>
      <div class="title"><h2></h2><button data-name="close" class="icon" type="button" data-label="closeDetails">
        ${cross}
      </button></div>
      <div class="body" tabindex="0" role="group" data-label="aboutEntry"></div>
    </aside>
  </div>
  <slot name="bottom"></slot>
  <p data-name="live" data-words class="live" role="status"></p>
</div>`;


/** Puts words of a language in their places. */
export function putWords(root, language) {
  for (const part of root.querySelectorAll("[data-say]")) part.textContent = language.say(part.dataset.say);
  for (const part of root.querySelectorAll("[data-label]")) part.setAttribute("aria-label", language.say(part.dataset.label));
  for (const part of root.querySelectorAll("[data-words]")) part.dir = language.direction;
}
