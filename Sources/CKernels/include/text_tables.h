// What the text layer knows of each scalar, for default folding options.
//
// The arrays are generated from ICU and held equal to it by TextTableTests;
// to write them anew: RIFFLE_WRITE_TABLES=1 swift test --filter TextTableTests
//
// Both properties are two-stage tables: the first stage maps a block of 64
// scalars to a row of the second. Scalars from U+40000 on are in no table.
#ifndef RIFFLE_TEXT_TABLES_H
#define RIFFLE_TEXT_TABLES_H

#include <stddef.h>
#include <stdint.h>

enum {
  TEXT_TABLE_LIMIT = 0x40000,
};

/// The lowest bits of a scalar's properties: its part in the word rules of UAX #29, as ICU's root
/// locale tailors them.
enum text_word_class {
  TEXT_OTHER = 0,
  TEXT_CR,
  TEXT_LF,
  TEXT_NEWLINE,
  TEXT_EXTEND,
  TEXT_FORMAT,
  TEXT_ZWJ,
  TEXT_REGIONAL,
  TEXT_ALETTER,
  TEXT_HEBREW,
  TEXT_HANGUL,
  TEXT_NUMERIC,
  TEXT_SINGLE_QUOTE,
  TEXT_DOUBLE_QUOTE,
  TEXT_MID_NUM_LET,
  TEXT_MID_LETTER,
  TEXT_MID_NUM,
  TEXT_EXTEND_NUM_LET,
  TEXT_SPACE,
  TEXT_DICTIONARY,
  TEXT_CLASS_MASK = 0x1F,
};

/// The other bits of a scalar's properties.
enum text_flags {
  /// ICU's dictionaries may decide word boundaries around this scalar.
  TEXT_NEEDS_DICTIONARY = 1 << 5,
  /// A letter of Han, Hiragana or Katakana.
  TEXT_IS_CJK = 1 << 6,
  /// A pictographic emoji that may be a word.
  TEXT_IS_PICTOGRAPHIC = 1 << 7,
  /// General category Mn.
  TEXT_IS_MARK = 1 << 8,
  /// A letter of Latin, Greek, Cyrillic, Hebrew or Arabic: marks after it go away.
  TEXT_LOSES_MARKS = 1 << 9,
  /// Glues the words at its sides into a compound.
  TEXT_IS_JOINER = 1 << 10,
  /// A letter, digit or ideograph: what words are made of.
  TEXT_IS_CONTENT = 1 << 11,
};

/// How a scalar folds. Anything else is an offset into `text_fold_pool`.
enum text_fold_code {
  /// To itself, with any options.
  TEXT_FOLDS_TO_ITSELF = 0,
  /// It depends on what is before it.
  TEXT_FOLD_NEEDS_ICU = 1,
  /// To nothing.
  TEXT_FOLDS_TO_NOTHING = 2,
  /// A mark that may compose with what is before it.
  TEXT_FOLD_MARK = 3,
  /// Not assigned in this version of Unicode, or it depends on the marks after it.
  TEXT_FOLD_UNKNOWN = 4,
  /// And above: a mark that never composes, plus its combining class.
  TEXT_FOLD_STABLE_MARK = 0xFF00,
};

extern const uint16_t text_property_blocks[TEXT_TABLE_LIMIT / 64];
extern const uint16_t text_property_rows[];
extern const uint16_t text_fold_blocks[TEXT_TABLE_LIMIT / 64];
extern const uint16_t text_fold_rows[];

/// Entries of: length, mask of the bytes that begin a capital letter of the original, mask of those
/// that begin a further letter of such a capital (`Œ` is two letters), bytes.
extern const uint8_t text_fold_pool[];

/// The version of Unicode of these tables, as major * 100 + minor.
extern const int32_t text_tables_version;

static inline uint16_t text_properties(uint32_t scalar) {
  if (scalar >= TEXT_TABLE_LIMIT) return TEXT_OTHER;
  return text_property_rows[text_property_blocks[scalar >> 6] * 64 + (scalar & 63)];
}

static inline uint16_t text_fold_code(uint32_t scalar) {
  if (scalar >= TEXT_TABLE_LIMIT) return TEXT_FOLD_UNKNOWN;
  return text_fold_rows[text_fold_blocks[scalar >> 6] * 64 + (scalar & 63)];
}

/// Returns the number of bytes that a scalar with this code folds to.
static inline uint8_t text_fold_entry_count(uint16_t code) { return text_fold_pool[code]; }

static inline uint8_t text_fold_entry_capitals(uint16_t code) { return text_fold_pool[code + 1]; }

static inline uint8_t text_fold_entry_tails(uint16_t code) { return text_fold_pool[code + 2]; }

static inline uint8_t text_fold_entry_byte(uint16_t code, size_t i) {
  return text_fold_pool[code + 3 + i];
}

extern const uint16_t text_simplified_blocks[TEXT_TABLE_LIMIT / 64];
extern const uint16_t text_simplified_rows[];

/// The simplified form of a Chinese character; 0 if it has no other.
static inline uint16_t text_simplified(uint32_t scalar) {
  if (scalar >= TEXT_TABLE_LIMIT) return 0;
  return text_simplified_rows[text_simplified_blocks[scalar >> 6] * 64 + (scalar & 63)];
}

/// Letters without decomposition, and how they are written in ASCII.
struct text_plain_letter {
  uint32_t scalar;
  char ascii[4];
};

/// In the order of `scalar`.
extern const struct text_plain_letter text_plain_letters[];
extern const size_t text_plain_letter_count;

/// The ASCII spelling of a letter, padded with zeros, or 0.
static inline uint32_t text_plain_spelling(uint32_t scalar) {
  size_t low = 0, high = text_plain_letter_count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (text_plain_letters[middle].scalar < scalar) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == text_plain_letter_count || text_plain_letters[low].scalar != scalar) return 0;
  const unsigned char *ascii = (const unsigned char *)text_plain_letters[low].ascii;
  return ascii[0] | (uint32_t)ascii[1] << 8 | (uint32_t)ascii[2] << 16 | (uint32_t)ascii[3] << 24;
}

#endif
