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

// MARK: Order
//
// Collators and alphabets are never changed once they are open, so any number of threads may use one.

struct cicu_collator;
struct cicu_alphabet;

/// Writes the canonical name of a locale, given as a BCP 47 tag or by ICU's own name. Negative if the
/// name is ill-formed, or its language one that ICU has nothing about.
int32_t cicu_locale_name(const char *locale, char *result, int32_t capacity);

/// Opens the collator of a canonical locale name; null on failure.
struct cicu_collator *cicu_collator_open(const char *locale, bool numeric);
void cicu_collator_close(struct cicu_collator *collator);
/// The version of the collator's rules and data, one byte after the other: keys of different versions
/// do not compare.
uint32_t cicu_collator_version(const struct cicu_collator *collator);
/// Writes the sort key of `text`, without the zero that ICU ends it with.
int32_t cicu_collator_key(
    const struct cicu_collator *collator, const char *text, int32_t count, uint8_t *result,
    int32_t capacity);
/// Whether the first text comes before the second (-1), after it (1) or neither (0), by their keys; -2 on failure.
int32_t cicu_collator_compare(
    const struct cicu_collator *collator, const char *first, int32_t first_count, const char *second,
    int32_t second_count);

enum {
  CICU_LABEL_LETTER = 0,
  CICU_LABEL_UNDERFLOW = 1,
  CICU_LABEL_INFLOW = 2,
  CICU_LABEL_OVERFLOW = 3,
};

/// Opens the alphabet of the first of `count` canonical locale names, with the labels of the others
/// added; null on failure.
struct cicu_alphabet *cicu_alphabet_open(const char *const *locales, int32_t count);
void cicu_alphabet_close(struct cicu_alphabet *alphabet);
int32_t cicu_alphabet_count(const struct cicu_alphabet *alphabet);
/// The kind of the label at `index`.
int32_t cicu_alphabet_kind(const struct cicu_alphabet *alphabet, int32_t index);
int32_t cicu_alphabet_label(
    const struct cicu_alphabet *alphabet, int32_t index, char *result, int32_t capacity);
/// The index of the bucket that `text` belongs to; negative on failure.
int32_t cicu_alphabet_bucket(const struct cicu_alphabet *alphabet, const char *text, int32_t count);

// MARK: Romanisation

struct cicu_romanizer;

enum {
  /// ICU's rules for the script, for any language.
  CICU_ROMANIZE_ANY = 0,
  /// As English writes names of these languages.
  CICU_ROMANIZE_RUSSIAN = 1,
  CICU_ROMANIZE_UKRAINIAN = 2,
  CICU_ROMANIZE_GREEK = 3,
};

/// Opens a romaniser, for one thread at a time. It costs nothing until it is used; the first text of a script then
/// takes ICU some milliseconds, and the first of Han 100 or more.
struct cicu_romanizer *cicu_romanizer_open(void);
void cicu_romanizer_close(struct cicu_romanizer *romanizer);
/// Writes `text` in Latin letters, by one of the rules above; what ICU cannot write so stays as it is.
int32_t cicu_romanize(
    struct cicu_romanizer *romanizer, int32_t rules, const char *text, int32_t count, char *result,
    int32_t capacity);

enum {
  /// No letter, or a Latin one, or one that many scripts share.
  CICU_SCRIPT_NONE = 0,
  CICU_SCRIPT_OTHER = 1,
  CICU_SCRIPT_HAN = 2,
  CICU_SCRIPT_KANA = 3,
  CICU_SCRIPT_CYRILLIC = 4,
  CICU_SCRIPT_GREEK = 5,
};

/// The script of a letter, if Latin letters can stand for it.
int32_t cicu_letter_script(uint32_t scalar);

// MARK: Properties of scalars, for making and checking tables

/// The version of the ICU library in use, as major * 100 + minor.
int32_t cicu_version(void);
/// ICU's version of Unicode, as major * 100 + minor.
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
/// The value of a decimal digit of any script; -1 for anything else.
int32_t cicu_digit_value(uint32_t scalar);
/// Returns the number of terminal cells that `scalar` takes by itself: 0 for what only marks or joins others, 2 for wide ones.
int32_t cicu_cell_width(uint32_t scalar);
/// Whether normalisation to `form` never joins what follows `scalar`'s start to what is before it.
bool cicu_has_boundary_before(int32_t form, uint32_t scalar);
/// Whether `scalar` in its place (marks in order) never changes under `form`, by the quick check.
bool cicu_is_stable(int32_t form, uint32_t scalar);
/// Transliterates `text` by ICU's Latin-ASCII. Slow.
int32_t cicu_latin_ascii(const char *text, int32_t count, char *result, int32_t capacity);
/// The simplified form of a Chinese character, by ICU's Traditional-Simplified; `scalar` if it has no other. Slow.
uint32_t cicu_simplified(uint32_t scalar);

#ifdef __cplusplus
}
#endif
#endif
