// What a terminal understands, as its terminfo says.
//
// The header of terminfo defines names such as `bell` and `lines` for its capabilities, so it stays behind this one.
// One terminal is set up once, by one thread.
#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stdbool.h>
#include <stdint.h>

/// Reads the description of a terminal; `false` if there is none, or it is that of no screen.
bool cterminal_set_up(const char *name, int descriptor);
/// The string of a capability such as "smcup", or null.
const char *cterminal_string(const char *capability);
/// How many colours there are; negative if none.
int32_t cterminal_colors(void);
/// Fills in the parameters of a string, and writes it as C does: returns the length that the whole of it needs.
int32_t cterminal_fill(const char *string, int32_t first, int32_t second, char *result, int32_t capacity);

#endif
