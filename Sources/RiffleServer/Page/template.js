/** What a `riffle-search` is made of; parts are found by their `data-name`. */
export const template = document.createElement("template");
template.innerHTML = `
<link data-name="style" rel="stylesheet" href="${new URL("riffle-search.css", import.meta.url)}">
<div class="frame">
  <div class="top">
    <div class="field" part="field">
      <svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="8.5" cy="8.5" r="5.5"/><path d="m12.7 12.7 4.3 4.3"/></svg>
      <input data-name="input" part="input" type="text" role="combobox" aria-label="Search" aria-autocomplete="list"
        aria-controls="list" aria-expanded="false" autocomplete="off" autocapitalize="off" autocorrect="off" spellcheck="false"
        inputmode="search" enterkeyhint="search" placeholder="Search" maxlength="256" dir="auto">
      <kbd aria-hidden="true">/</kbd>
      <button data-name="clear" class="icon" type="button" aria-label="Clear" hidden>
        <svg viewBox="0 0 20 20" aria-hidden="true"><path d="m5.5 5.5 9 9m0-9-9 9"/></svg>
      </button>
      <div data-name="progress" class="progress" aria-hidden="true" hidden></div>
    </div>
    <div class="status">
      <span data-name="summary" dir="ltr"></span>
      <span data-name="time" class="time" dir="ltr"></span>
      <span class="controls">
        <span data-name="order" class="order" role="group" aria-label="Order" hidden><button type="button"
          value="relevance">Best first</button><button type="button" value="list">In order</button></span>
        <select data-name="scope" aria-label="Part of the list" hidden></select>
      </span>
    </div>
  </div>
  <div class="middle">
    <div class="list">
      <div data-name="viewport" id="list" class="viewport" part="list" role="listbox" aria-label="Rows" tabindex="-1">
        <div class="layer" role="presentation">
          <div data-name="rows" role="presentation"></div>
          <div data-name="headers" class="headers" aria-hidden="true"></div>
        </div>
        <div data-name="spacer" class="spacer" role="presentation"></div>
      </div>
      <div data-name="notice" class="notice" dir="ltr" hidden><h2></h2><p></p><button data-name="retry" type="button">Try again</button></div>
      <div data-name="lost" class="lost" hidden>
        <span data-name="lostText" dir="ltr"></span> <button data-name="retryLost" type="button">Try now</button>
      </div>
      <div data-name="strip" class="strip" part="jumplist" role="toolbar" aria-label="Jump to" aria-orientation="vertical" hidden></div>
      <div data-name="bubble" class="bubble" aria-hidden="true" hidden><b></b><span></span></div>
    </div>
    <aside data-name="details" class="details" part="details" aria-label="Details" hidden>
      <div class="title"><h2></h2><button data-name="close" class="icon" type="button" aria-label="Close details">
        <svg viewBox="0 0 20 20" aria-hidden="true"><path d="m5.5 5.5 9 9m0-9-9 9"/></svg>
      </button></div>
      <div class="body" tabindex="0" role="group" aria-label="About this row"></div>
    </aside>
  </div>
  <p data-name="live" class="live" role="status"></p>
</div>`;
