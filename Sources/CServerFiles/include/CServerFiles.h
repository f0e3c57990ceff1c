// The files that the server serves, as they are in the folders of `RiffleServer`.
//
// They are read by `#embed`, which takes no time, where literals of Swift take a second for each few kilobytes.
#pragma once
#include <stddef.h>

/// A file with its name, in a table that ends with one without a name.
typedef struct {
  const char *_Nullable name;
  const unsigned char *_Nullable bytes;
  size_t count;
} CServerFile;

/// The web page, by the names that it is asked for.
const CServerFile *_Nonnull riffle_page_files(void);
/// The OpenAPI document.
CServerFile riffle_openapi_document(void);
