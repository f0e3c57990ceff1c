// Readings of Chinese characters in Mandarin that ICU, which has one for each character, does not know.
//
// `python3 Corpora/build.py readings` writes the tables and names their sources. Letters are UTF-16, from the Basic Multilingual
// Plane, and simplified (see text_simplified) except in corrections.
#ifndef RIFFLE_HAN_READINGS_H
#define RIFFLE_HAN_READINGS_H

#include <stddef.h>
#include <stdint.h>

enum {
  /// The most letters of a word.
  HAN_LONGEST_WORD = 10,
  HAN_MOST_OTHERS = 3,
};

/// Syllables without tones, by number, padded with zeros. Number 0 is a character's own reading: that of its correction, or
/// else ICU's.
extern const char han_syllables[][8];
extern const size_t han_syllable_count;
/// For each syllable a character that ICU reads so and files so; 0 if there is none.
extern const uint16_t han_stand_ins[];

/// Words in the order of their letters: word `i` has the letters and syllables from `han_word_starts[i]` on.
extern const uint16_t han_word_starts[];
extern const uint16_t han_word_letters[];
extern const uint16_t han_word_syllables[];
extern const size_t han_word_count;

/// A character whose reading by itself is not ICU's.
struct han_correction {
  uint16_t letter;
  uint16_t syllable;
};

/// In the order of `letter`.
extern const struct han_correction han_corrections[];
extern const size_t han_correction_count;

/// A character with more readings than its own.
struct han_letter {
  uint16_t letter;
  /// As a surname; 0 if that is the character's own or it is none.
  uint16_t surname;
  /// The same where the surname is rare, or other words with the character are common.
  uint16_t rare_surname;
  /// The other common readings, 0 at the end.
  uint16_t others[HAN_MOST_OTHERS];
};

/// In the order of `letter`.
extern const struct han_letter han_letters[];
extern const size_t han_letter_count;

/// The letters of words, all words one after another; `han_word_start(i + 1)` is the end of word `i`.
static inline size_t han_word_start(size_t i) { return han_word_starts[i]; }
static inline uint16_t han_word_letter(size_t i) { return han_word_letters[i]; }
static inline uint16_t han_word_syllable(size_t i) { return han_word_syllables[i]; }

static inline uint16_t han_stand_in(size_t syllable) { return han_stand_ins[syllable]; }

/// A letter of a syllable; 0 at its end.
static inline uint8_t han_syllable_byte(size_t syllable, size_t i) { return (uint8_t)han_syllables[syllable][i]; }

/// The reading of a character by itself; 0 if it is ICU's.
static inline uint16_t han_correction_of(uint32_t letter) {
  size_t low = 0, high = han_correction_count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (han_corrections[middle].letter < letter) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < han_correction_count && han_corrections[low].letter == letter ? han_corrections[low].syllable : 0;
}

/// The readings of a character besides its own; all 0 if there are none.
static inline struct han_letter han_letter_of(uint32_t letter) {
  size_t low = 0, high = han_letter_count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (han_letters[middle].letter < letter) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low < han_letter_count && han_letters[low].letter == letter) return han_letters[low];
  const struct han_letter none = {0, 0, 0, {0}};
  return none;
}

#endif
