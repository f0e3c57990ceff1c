#include "CServerFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "../RiffleServer/Page/index.html"
};

static const unsigned char openapi[] = {
#embed "../RiffleServer/API/openapi.json"
};

static const CServerFile page_files[] = {
  {"index.html", index_html, sizeof index_html},
  {NULL, NULL, 0},
};

const CServerFile *riffle_page_files(void) { return page_files; }

CServerFile riffle_openapi_document(void) {
  return (CServerFile){"openapi.json", openapi, sizeof openapi};
}
