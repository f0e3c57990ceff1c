// Kernels that compute lower bounds of the costs of terms in text of ASCII that is not cut into words yet.
#ifndef RIFFLE_LINE_TERM_KERNELS_H
#define RIFFLE_LINE_TERM_KERNELS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "ascii_kernels.h"
#include "line_kernels.h"

/// The lanes of a floor: the least cost of each term, `LINE_NONE` where a text does not match it.
#define LINE_LANES 16
#define LINE_NONE 255
/// The most terms that are matched by several words together.
#define LINE_RUN_TERMS 64
/// The most bytes of a text that is cut into pieces.
#define LINE_PIECES_LIMIT 8192
/// The most bytes of a piece that is examined.
#define LINE_GLUED_LIMIT 256
/// The most bytes of a text that is screened as a whole before it is cut.
#define LINE_LONG_TEXT 200

/// A term, for matching text that is not cut into words yet.
struct line_term {
  /// As bits of the table of letters.
  uint64_t letters;
  /// By byte of ASCII: at which offsets the term goes on with it, one bit each.
  uint64_t offsets[128];
  uint8_t bytes[64];
  uint8_t length;
  /// Whether `bytes` are the whole term, and ASCII.
  uint8_t is_whole;
  /// The fewest bytes of text that may match.
  uint8_t least_length;
  /// The number of its letters that a text may lack.
  uint8_t missing;
  /// The most typos of a match.
  uint8_t typos;
  /// The least cost of each typo, in steps of the lanes.
  uint8_t typo_cost;
  /// The cost inside a word, and of a word without vowels; `LINE_NONE` if the term is not found so.
  uint8_t infix_cost, skeleton_cost;
  /// Which lane of a floor is the term's.
  uint8_t lane;
  /// 0: never matched by several words together; 1: found by its bytes; 2: possible in any text.
  uint8_t runs;
  uint8_t run_cost;
};

/// The least cost of a term in text of these letters.
static inline uint8_t kernel_letters_floor(const struct line_term *term, uint64_t letters, uint64_t digits) {
  const uint64_t missing = term->letters & ~letters;
  if (missing == 0) return 0;
  if (term->missing == 0 || (missing & digits) != 0) return LINE_NONE;
  uint8_t floor = term->typo_cost;
  uint64_t rest = missing & (missing - 1);
  for (uint8_t spare = term->missing; rest != 0; rest &= rest - 1) {
    if (--spare == 0) return LINE_NONE;
    floor += term->typo_cost;
  }
  return floor;
}

/// One clause of a form of the query: its alternatives follow each other.
struct line_step {
  /// That of the alternative; `LINE_NONE` if it may be in any text at no cost.
  uint8_t lane;
  uint8_t ends_clause;
  /// That of the clause and the next one as one word; `LINE_NONE` if there is none.
  uint8_t joined_lane;
  uint8_t joined_cost;
  /// What it costs to leave out the clause; `LINE_NONE` if that is no way.
  uint8_t left_out_cost;
};

/// The least cost of a form, which is a great number if a clause is not there.
static inline uint32_t kernel_least_cost(
    const struct line_step *steps, size_t count, uint32_t price, const uint8_t floor[LINE_LANES]) {
  const uint32_t never = 1 << 20;
  uint32_t apart = price, joined = never, clause = never;
  for (size_t i = 0; i < count; i++) {
    const uint8_t lane = steps[i].lane;
    const uint32_t cost = lane == LINE_NONE ? 0 : floor[lane] == LINE_NONE ? never : floor[lane];
    if (cost < clause) clause = cost;
    if (!steps[i].ends_clause) continue;
    if (steps[i].left_out_cost != LINE_NONE && steps[i].left_out_cost < clause) clause = steps[i].left_out_cost;
    const uint32_t before = apart;
    apart = before + clause;
    if (joined < apart) apart = joined;
    if (apart > never) apart = never;
    const uint8_t pair = steps[i].joined_lane;
    joined = pair != LINE_NONE && floor[pair] != LINE_NONE ? before + floor[pair] + steps[i].joined_cost : never;
    clause = never;
  }
  return apart;
}

/// A form of the query: its steps, its price, and what a hit costs at least that is one by it.
struct line_form {
  uint32_t first, count, price, least;
};

/// The query that lines are screened for. `table` maps each of 256 bytes to its letters; those above 0x7F have bit 63.
struct line_screen {
  const uint64_t *table;
  const struct line_term *terms;
  const struct line_step *steps;
  const struct line_form *forms;
  size_t term_count, form_count, stride;
  /// The words that initials may leave out, in ascending order, the first byte of each lowest.
  const uint64_t *function_words;
  size_t function_word_count;
  /// The terms that may be initials of all words but those, one bit each.
  uint64_t acronyms;
  uint64_t digits, needed;
  uint32_t most;
  int lowercases;
};

/// Whether a form may cost no more than a hit may.
static inline int kernel_may_match(const struct line_screen *screen, const uint8_t floor[LINE_LANES]) {
  for (size_t f = 0; f < screen->form_count; f++) {
    const struct line_form *form = &screen->forms[f];
    if (form->least <= screen->most &&
        kernel_least_cost(screen->steps + form->first, form->count, form->price, floor) <= screen->most)
      return 1;
  }
  return 0;
}

/// Whether text of these letters may match, however it is cut.
static inline int kernel_letters_may_match(const struct line_screen *screen, uint64_t letters) {
  if ((screen->needed & ~letters) != 0) return 0;
  uint8_t floor[LINE_LANES];
  memset(floor, LINE_NONE, LINE_LANES);
  for (size_t t = 0; t < screen->term_count; t++) {
    const struct line_term *term = &screen->terms[t];
    const uint8_t cost = kernel_letters_floor(term, letters, screen->digits);
    if (cost < floor[term->lane]) floor[term->lane] = cost;
  }
  return kernel_may_match(screen, floor);
}

/// The beginnings of words and parts of words in a text of ASCII.
struct line_masks {
  uint64_t starts[LINE_PIECES_LIMIT / 64 + 1];
};

/// Finds where words begin in up to `LINE_PIECES_LIMIT` bytes of ASCII.
static inline void kernel_word_starts(const uint8_t *p, size_t count, struct line_masks *masks) {
  struct ascii_masks last = {0, 0, 0, 0, 0, 0};
  struct ascii_masks here = ascii_masks64(p, count < 64 ? count : 64);
  for (size_t block = 0;; block++) {
    const size_t at = block * 64;
    struct ascii_masks next = {0, 0, 0, 0, 0, 0};
    if (at + 64 < count) next = ascii_masks64(p + at + 64, count - at - 64 < 64 ? count - at - 64 : 64);
    const uint64_t words = here.letters | here.digits, small = here.letters & ~here.capitals;
    const uint64_t word_before = words << 1 | (last.letters | last.digits) >> 63;
    const uint64_t small_before = small << 1 | (last.letters & ~last.capitals) >> 63;
    const uint64_t small_after = small >> 1 | (next.letters & ~next.capitals) << 63;
    const uint64_t capital_before = here.capitals << 1 | last.capitals >> 63;
    const uint64_t letter_before = here.letters << 1 | last.letters >> 63;
    const uint64_t digit_before = here.digits << 1 | last.digits >> 63;
    masks->starts[block] = (words & ~word_before) |
                           (here.capitals & (small_before | (capital_before & small_after))) |
                           (here.letters & digit_before) | (here.digits & letter_before);
    if (at + 64 >= count) return;
    last = here;
    here = next;
  }
}

/// The most bytes of a word that initials may leave out.
#define LINE_FUNCTION_WORD_LIMIT 5

/// Whether the first word or part of a word that begins in a stretch of text is one that initials may leave out.
///
/// `masks` are those of a text in which the stretch begins at `at`.
static inline int kernel_begins_with_function_word(
    const struct line_screen *screen, const uint8_t *p, size_t count, const struct line_masks *masks, size_t at) {
  size_t first = 0;
  while (first < count && (masks->starts[(at + first) / 64] >> (at + first) % 64 & 1) == 0) first++;
  uint64_t word = 0;
  for (size_t i = first; i < count; i++) {
    const uint8_t small = p[i] | 0x20;
    if ((uint8_t)(small - 'a') >= 26) break;
    if (i > first && (masks->starts[(at + i) / 64] >> (at + i) % 64 & 1) != 0) break;
    if (i - first == LINE_FUNCTION_WORD_LIMIT) return 0;
    word |= (uint64_t)(screen->lowercases ? small : p[i]) << 8 * (i - first);
  }
  size_t lower = 0, upper = screen->function_word_count;
  while (lower < upper) {
    const size_t middle = (lower + upper) / 2;
    if (screen->function_words[middle] < word)
      lower = middle + 1;
    else
      upper = middle;
  }
  return lower < screen->function_word_count && screen->function_words[lower] == word;
}

/// What words that begin at `at` add to what words may make of a term together.
static inline uint64_t kernel_run_step(
    const struct line_term *term, const uint8_t *p, size_t at, size_t end, uint64_t from, int lowercases) {
  uint64_t reach = 0;
  while (from != 0) {
    size_t offset = (size_t)__builtin_ctzll(from);
    from &= from - 1;
    size_t i = at;
    while (offset < term->length && i < end) {
      uint8_t byte = p[i];
      if (lowercases && (uint8_t)(byte - 'A') < 26) byte |= 0x20;
      if (byte != term->bytes[offset]) break;
      offset++;
      i++;
      reach |= 1ull << offset;
    }
  }
  return reach;
}

/// The letters and digits of a piece, one after the other, without capitals; and where words and parts of words begin.
struct line_glued {
  size_t count;
  uint64_t starts[LINE_GLUED_LIMIT / 64];
  uint8_t bytes[LINE_GLUED_LIMIT];
};

/// - `at` is where the piece begins in the text of the masks.
static inline void kernel_glue(
    const uint8_t *p, size_t count, int lowercases, const struct line_masks *masks, size_t at,
    struct line_glued *glued) {
  size_t n = 0;
  memset(glued->starts, 0, sizeof glued->starts);
  for (size_t i = 0; i < count; i++) {
    const uint8_t byte = p[i], small = byte | 0x20;
    const int is_letter = (uint8_t)(small - 'a') < 26;
    glued->bytes[n] = is_letter && lowercases ? small : byte;
    glued->starts[n / 64] |= (masks->starts[(at + i) / 64] >> (at + i) % 64 & 1) << n % 64;
    n += (size_t)(is_letter | ((uint8_t)(byte - '0') < 10));
  }
  glued->count = n;
}

/// The least number of typos between a term and any beginning of a text, by bit vectors for optimal string alignment:
/// H. Hyyrö, A bit-vector algorithm for computing Levenshtein and Damerau edit distances, Nordic Journal of Computing 10,
/// 2003.
static inline size_t kernel_fewest_typos(const struct line_term *term, const uint8_t *p, size_t count) {
  const uint64_t last = 1ull << (term->length - 1);
  const size_t most = (size_t)term->length + term->typos;
  uint64_t vp = ~0ull, vn = 0, d0 = 0, before = 0;
  size_t distance = term->length, fewest = distance;
  if (count > most) count = most;
  for (size_t i = 0; i < count; i++) {
    const uint64_t equal = term->offsets[p[i]];
    const uint64_t swapped = ((~d0 & equal) << 1) & before;
    d0 = (((equal & vp) + vp) ^ vp) | equal | vn | swapped;
    const uint64_t hp = vn | ~(d0 | vp), hn = d0 & vp;
    distance += (hp & last) != 0;
    distance -= (hn & last) != 0;
    if (distance < fewest) fewest = distance;
    const uint64_t right = hp << 1 | 1;
    vp = hn << 1 | ~(d0 | right);
    vn = right & d0;
    before = equal;
  }
  return fewest;
}

/// Whether a text begins with a word that equals the term except for some vowels.
static inline int kernel_begins_skeleton(const struct line_term *term, const uint8_t *p, size_t count) {
  size_t matched = 0;
  for (size_t i = 0; i < count; i++) {
    if (p[i] == term->bytes[matched]) {
      if (++matched == term->length) return 1;
    } else if (matched == 0 || (0x1104111 >> ((p[i] | 0x20) - 'a') & 1) == 0 || (uint8_t)((p[i] | 0x20) - 'a') >= 26) {
      return 0;
    }
  }
  return 0;
}

static inline int kernel_holds(const struct line_term *term, const uint8_t *p, size_t count) {
  for (size_t i = 0; i + term->length <= count; i++)
    if (p[i] == term->bytes[0] && memcmp(p + i, term->bytes, term->length) == 0) return 1;
  return 0;
}

/// The least cost of a term in a piece whose letters admit so much.
static inline uint8_t kernel_glued_floor(
    const struct line_screen *screen, const struct line_term *term, const struct line_glued *glued, uint8_t floor) {
  if (!term->is_whole) return floor;
  const size_t most = (size_t)term->length + term->typos;
  uint8_t least = LINE_NONE;
  if (floor == 0 && term->infix_cost != LINE_NONE && kernel_holds(term, glued->bytes, glued->count))
    least = term->infix_cost;
  for (size_t block = 0; block * 64 < glued->count; block++) {
    for (uint64_t starts = glued->starts[block]; starts != 0; starts &= starts - 1) {
      const size_t at = block * 64 + (size_t)__builtin_ctzll(starts), count = glued->count - at;
      const uint8_t *p = glued->bytes + at;
      // Most words lack too many letters.
      const uint64_t letters = kernel_union(p, count < most ? count : most, screen->table);
      if (floor == 0) {
        if (count >= term->length && memcmp(p, term->bytes, term->length) == 0) return 0;
        if (term->skeleton_cost < least && kernel_begins_skeleton(term, p, count)) least = term->skeleton_cost;
      }
      if (term->typos > 0 && kernel_letters_floor(term, letters, screen->digits) < least) {
        const size_t typos = kernel_fewest_typos(term, p, count);
        if (typos <= term->typos && typos * term->typo_cost < least) least = (uint8_t)(typos * term->typo_cost);
      }
    }
  }
  return least;
}

#endif
