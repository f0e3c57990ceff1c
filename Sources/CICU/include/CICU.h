// The whole of ICU that Riffle uses, as plain C.
//
// No <unicode/...> header may be reachable from here: Foundation brings an ICU
// of its own, and the two sets of C types cannot meet in one Swift module.
//
// Text is UTF-8 with an explicit length. Functions that write text return the
// number of bytes the whole result needs, and write it only if that is at most
// `capacity`; a negative result is a failure of ICU, as -UErrorCode.
#ifndef CICU_H
#define CICU_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// MARK: Normalisation

enum {
  CICU_NFC = 0,
  CICU_NFD = 1,
  CICU_NFKC = 2,
  CICU_NFKD = 3,
  CICU_NFKC_CASEFOLD = 4,
};

/// Normalises `text` to one of the forms above.
int32_t cicu_normalize(
    int32_t form, const char *text, int32_t count, char *result, int32_t capacity);

// MARK: Words

/// Word boundaries of `text` after UAX #29 and ICU's dictionaries (root locale).
///
/// `ends[i]` becomes the end of the i-th segment. Returns how many segments
/// there are; only the first `capacity` are written. Each thread keeps an
/// iterator of its own, because opening one is dear and sharing one is not allowed.
int32_t cicu_word_ends(const char *text, int32_t count, int32_t *ends, int32_t capacity);

// MARK: Properties of scalars, for making and checking tables

/// The version of the ICU library in use, as major * 100 + minor.
int32_t cicu_version(void);
/// The version of Unicode it knows, as major * 100 + minor.
int32_t cicu_unicode_version(void);
/// Two letters: the general category, as in "Lu".
const char *cicu_category(uint32_t scalar);
/// The four-letter code of the Script property, as in "Latn".
const char *cicu_script(uint32_t scalar);
uint8_t cicu_combining_class(uint32_t scalar);
/// The long name of the Word_Break property's value, as in "ALetter".
const char *cicu_word_break(uint32_t scalar);
/// `true` if Line_Break is Complex_Context (South-East Asian text that needs a dictionary).
bool cicu_needs_dictionary(uint32_t scalar);
bool cicu_is_ideographic(uint32_t scalar);
bool cicu_is_control(uint32_t scalar);
bool cicu_is_pictographic(uint32_t scalar);
bool cicu_is_default_ignorable(uint32_t scalar);
/// Whether normalisation to `form` never joins what follows `scalar`'s start to what is before it.
bool cicu_has_boundary_before(int32_t form, uint32_t scalar);
/// Whether `scalar` in its place (marks in order) never changes under `form`: quick check says yes.
bool cicu_is_stable(int32_t form, uint32_t scalar);
/// Transliterates `text` by ICU's Latin-ASCII. Slow.
int32_t cicu_latin_ascii(const char *text, int32_t count, char *result, int32_t capacity);

#ifdef __cplusplus
}
#endif
#endif
