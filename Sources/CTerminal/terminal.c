#include "CTerminal.h"

#include <string.h>

#include <curses.h>
#include <term.h>

bool cterminal_set_up(const char *name, int descriptor) {
  int status = 0;
  if (setupterm((char *)name, descriptor, &status) != OK) return false;
  return tigetflag((char *)"gn") <= 0 && tigetflag((char *)"hc") <= 0;
}

const char *cterminal_string(const char *capability) {
  const char *found = tigetstr((char *)capability);
  return found == (const char *)-1 ? NULL : found;
}

int32_t cterminal_colors(void) { return tigetnum((char *)"colors"); }

int32_t cterminal_fill(const char *string, int32_t first, int32_t second, char *result, int32_t capacity) {
  const char *filled = tparm((char *)string, (long)first, (long)second, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
  if (filled == NULL) return 0;
  const int32_t length = (int32_t)strlen(filled);
  if (length < capacity) memcpy(result, filled, (size_t)length + 1);
  return length;
}
