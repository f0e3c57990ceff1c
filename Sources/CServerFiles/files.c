#include "CServerFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "../RiffleServer/Page/index.html"
};
static const unsigned char answer_js[] = {
#embed "../RiffleServer/Page/answer.js"
};
static const unsigned char api_js[] = {
#embed "../RiffleServer/Page/api.js"
};
static const unsigned char asking_js[] = {
#embed "../RiffleServer/Page/asking.js"
};
static const unsigned char choices_js[] = {
#embed "../RiffleServer/Page/choices.js"
};
static const unsigned char choosing_js[] = {
#embed "../RiffleServer/Page/choosing.js"
};
static const unsigned char design_js[] = {
#embed "../RiffleServer/Page/design.js"
};
static const unsigned char details_js[] = {
#embed "../RiffleServer/Page/details.js"
};
static const unsigned char event_stream_js[] = {
#embed "../RiffleServer/Page/event-stream.js"
};
static const unsigned char fields_js[] = {
#embed "../RiffleServer/Page/fields.js"
};
static const unsigned char filter_panel_js[] = {
#embed "../RiffleServer/Page/filter-panel.js"
};
static const unsigned char filter_reader_js[] = {
#embed "../RiffleServer/Page/filter-reader.js"
};
static const unsigned char filters_js[] = {
#embed "../RiffleServer/Page/filters.js"
};
static const unsigned char highlight_js[] = {
#embed "../RiffleServer/Page/highlight.js"
};
static const unsigned char icon_svg[] = {
#embed "../RiffleServer/Page/icon.svg"
};
static const unsigned char jumplist_js[] = {
#embed "../RiffleServer/Page/jumplist.js"
};
static const unsigned char keyboard_js[] = {
#embed "../RiffleServer/Page/keyboard.js"
};
static const unsigned char language_js[] = {
#embed "../RiffleServer/Page/language.js"
};
static const unsigned char layout_js[] = {
#embed "../RiffleServer/Page/layout.js"
};
static const unsigned char list_view_js[] = {
#embed "../RiffleServer/Page/list-view.js"
};
static const unsigned char listed_field_js[] = {
#embed "../RiffleServer/Page/listed-field.js"
};
static const unsigned char live_connection_js[] = {
#embed "../RiffleServer/Page/live-connection.js"
};
static const unsigned char messages_js[] = {
#embed "../RiffleServer/Page/messages.js"
};
static const unsigned char missing_value_js[] = {
#embed "../RiffleServer/Page/missing-value.js"
};
static const unsigned char messages_ar_js[] = {
#embed "../RiffleServer/Page/messages.ar.js"
};
static const unsigned char messages_de_js[] = {
#embed "../RiffleServer/Page/messages.de.js"
};
static const unsigned char messages_fr_js[] = {
#embed "../RiffleServer/Page/messages.fr.js"
};
static const unsigned char messages_ja_js[] = {
#embed "../RiffleServer/Page/messages.ja.js"
};
static const unsigned char page_css[] = {
#embed "../RiffleServer/Page/page.css"
};
static const unsigned char page_js[] = {
#embed "../RiffleServer/Page/page.js"
};
static const unsigned char riffle_search_css[] = {
#embed "../RiffleServer/Page/riffle-search.css"
};
static const unsigned char riffle_search_js[] = {
#embed "../RiffleServer/Page/riffle-search.js"
};
static const unsigned char riffle_d_ts[] = {
#embed "../RiffleServer/Page/riffle.d.ts"
};
static const unsigned char riffle_js[] = {
#embed "../RiffleServer/Page/riffle.js"
};
static const unsigned char rows_js[] = {
#embed "../RiffleServer/Page/rows.js"
};
static const unsigned char scroller_js[] = {
#embed "../RiffleServer/Page/scroller.js"
};
static const unsigned char sort_menu_js[] = {
#embed "../RiffleServer/Page/sort-menu.js"
};
static const unsigned char states_js[] = {
#embed "../RiffleServer/Page/states.js"
};
static const unsigned char status_js[] = {
#embed "../RiffleServer/Page/status.js"
};
static const unsigned char suggestions_js[] = {
#embed "../RiffleServer/Page/suggestions.js"
};
static const unsigned char template_js[] = {
#embed "../RiffleServer/Page/template.js"
};
static const unsigned char value_bars_js[] = {
#embed "../RiffleServer/Page/value-bars.js"
};
static const unsigned char value_list_js[] = {
#embed "../RiffleServer/Page/value-list.js"
};
static const unsigned char value_range_js[] = {
#embed "../RiffleServer/Page/value-range.js"
};

static const unsigned char openapi[] = {
#embed "../RiffleServer/API/openapi.json"
};

#define PAGE_FILE(name, bytes) {name, bytes, sizeof bytes}

static const CServerFile page_files[] = {
  PAGE_FILE("index.html", index_html),
  PAGE_FILE("answer.js", answer_js),
  PAGE_FILE("api.js", api_js),
  PAGE_FILE("asking.js", asking_js),
  PAGE_FILE("choices.js", choices_js),
  PAGE_FILE("choosing.js", choosing_js),
  PAGE_FILE("design.js", design_js),
  PAGE_FILE("details.js", details_js),
  PAGE_FILE("event-stream.js", event_stream_js),
  PAGE_FILE("fields.js", fields_js),
  PAGE_FILE("filter-panel.js", filter_panel_js),
  PAGE_FILE("filter-reader.js", filter_reader_js),
  PAGE_FILE("filters.js", filters_js),
  PAGE_FILE("highlight.js", highlight_js),
  PAGE_FILE("icon.svg", icon_svg),
  PAGE_FILE("jumplist.js", jumplist_js),
  PAGE_FILE("keyboard.js", keyboard_js),
  PAGE_FILE("language.js", language_js),
  PAGE_FILE("layout.js", layout_js),
  PAGE_FILE("list-view.js", list_view_js),
  PAGE_FILE("listed-field.js", listed_field_js),
  PAGE_FILE("live-connection.js", live_connection_js),
  PAGE_FILE("messages.js", messages_js),
  PAGE_FILE("missing-value.js", missing_value_js),
  PAGE_FILE("messages.ar.js", messages_ar_js),
  PAGE_FILE("messages.de.js", messages_de_js),
  PAGE_FILE("messages.fr.js", messages_fr_js),
  PAGE_FILE("messages.ja.js", messages_ja_js),
  PAGE_FILE("page.css", page_css),
  PAGE_FILE("page.js", page_js),
  PAGE_FILE("riffle-search.css", riffle_search_css),
  PAGE_FILE("riffle-search.js", riffle_search_js),
  PAGE_FILE("riffle.d.ts", riffle_d_ts),
  PAGE_FILE("riffle.js", riffle_js),
  PAGE_FILE("rows.js", rows_js),
  PAGE_FILE("scroller.js", scroller_js),
  PAGE_FILE("sort-menu.js", sort_menu_js),
  PAGE_FILE("states.js", states_js),
  PAGE_FILE("status.js", status_js),
  PAGE_FILE("suggestions.js", suggestions_js),
  PAGE_FILE("template.js", template_js),
  PAGE_FILE("value-bars.js", value_bars_js),
  PAGE_FILE("value-list.js", value_list_js),
  PAGE_FILE("value-range.js", value_range_js),
  {NULL, NULL, 0},
};

const CServerFile *riffle_page_files(void) { return page_files; }

CServerFile riffle_openapi_document(void) {
  return (CServerFile)PAGE_FILE("openapi.json", openapi);
}
