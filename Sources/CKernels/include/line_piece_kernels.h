// Kernels that cut lines of ASCII into pieces and screen them for a query.
#ifndef RIFFLE_LINE_PIECE_KERNELS_H
#define RIFFLE_LINE_PIECE_KERNELS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "ascii_kernels.h"
#include "line_kernels.h"
#include "line_term_kernels.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// A stretch of a text of ASCII that no word reaches across.
struct line_piece {
  /// In the text; up to `end` without punctuation that is none of its words, up to `stop` with it.
  uint32_t start, end, stop;
  /// Its number in a table of pieces; negative if it has not been looked up.
  int32_t number;
  uint64_t letters;
  /// Those of all pieces up to here.
  uint64_t letters_up_to;
  /// Terms that words of the text up to here may make together, one bit each.
  uint64_t runs;
  uint8_t floor[LINE_LANES];
  /// Whether its words are known to match no term, to be part of no run, and not to be left out by initials.
  uint8_t is_dead;
};

#if defined(__SSE2__)
static inline uint64_t kernel_separators16(__m128i x) {
  const __m128i low = _mm_cmpeq_epi8(_mm_max_epu8(x, _mm_set1_epi8(0x20)), _mm_set1_epi8(0x20));
  const __m128i slash = _mm_cmpeq_epi8(x, _mm_set1_epi8('/'));
  const __m128i parenthesis = _mm_cmpeq_epi8(_mm_or_si128(x, _mm_set1_epi8(1)), _mm_set1_epi8(')'));
  return ascii_bits16(_mm_or_si128(low, _mm_or_si128(slash, parenthesis)));
}
#endif

/// Which of `count` <= 64 bytes separate pieces: blanks and control characters, slashes, parentheses.
static inline uint64_t kernel_separators(const uint8_t *p, size_t count) {
#if defined(__SSE2__)
  if (count < 16) return kernel_separators16(ascii_load_short(p, count)) & ((1ull << count) - 1);
  uint64_t mask = 0;
  for (size_t j = 0; j + 16 < count; j += 16) mask |= kernel_separators16(_mm_loadu_si128((const __m128i *)(p + j))) << j;
  return mask | kernel_separators16(_mm_loadu_si128((const __m128i *)(p + count - 16))) << (count - 16);
#else
  uint64_t mask = 0;
  for (size_t j = 0; j < count; j++) mask |= (uint64_t)(p[j] <= 0x20 || p[j] == '/' || (p[j] | 1) == ')') << j;
  return mask;
#endif
}

/// Cuts a text into pieces from `from` on, where a piece may begin, up to `count` <= `LINE_PIECES_LIMIT`; their floors are
/// lower bounds by their letters.
///
/// `pieces` has room for `known` and for as many as half of the bytes, and one. Returns how many pieces there are then.
static inline size_t kernel_cut(
    const struct line_screen *screen, const uint8_t *p, size_t from, size_t count, struct line_piece *pieces,
    size_t known) {
  size_t start = from, block = from;
  uint64_t separators = from < count ? kernel_separators(p + from, count - from < 64 ? count - from : 64) : 0;
  while (start < count) {
    while (separators == 0 && count - block > 64) {
      block += 64;
      separators = kernel_separators(p + block, count - block < 64 ? count - block : 64);
    }
    const size_t stop = separators != 0 ? block + (size_t)__builtin_ctzll(separators) : count;
    separators &= separators - 1;
    size_t end = stop;
    while (end > start && (p[end - 1] == ',' || p[end - 1] == '.' || p[end - 1] == ';' || p[end - 1] == ':')) end--;
    const uint64_t letters = kernel_union(p + start, end - start, screen->table);
    if (letters != 0) {
      struct line_piece *piece = &pieces[known];
      piece->start = (uint32_t)start;
      piece->end = (uint32_t)end;
      piece->stop = (uint32_t)stop;
      piece->number = -1;
      piece->letters = letters;
      piece->letters_up_to = letters | (known > 0 ? pieces[known - 1].letters_up_to : 0);
      memset(piece->floor, LINE_NONE, LINE_LANES);
      for (size_t t = 0; t < screen->term_count; t++) {
        const struct line_term *term = &screen->terms[t];
        if (end - start < term->least_length) continue;
        const uint8_t floor = kernel_letters_floor(term, letters, screen->digits);
        if (floor < piece->floor[term->lane]) piece->floor[term->lane] = floor;
      }
      known++;
    }
    start = stop + 1;
  }
  return known;
}

/// Examines the pieces of a text from `read` up to `known`: their floors then bound how their words match, as far as possible
/// without cutting them.
///
/// - `reach` has room for `terms` as many as pieces.
/// - `first` is the text's first piece.
/// - `run_terms` are those that several words may make together, one bit each.
static inline void kernel_read(
    const struct line_screen *screen, const uint8_t *p, struct line_piece *pieces, uint64_t *reach, size_t first,
    size_t read, size_t known, uint64_t run_terms, struct line_masks *masks) {
  if (read >= known) return;
  const struct line_term *terms = screen->terms;
  const size_t term_count = screen->term_count, stride = screen->stride;
  const size_t from = pieces[read].start;
  kernel_word_starts(p + from, pieces[known - 1].end - from, masks);
  for (; read < known; read++) {
    struct line_piece *piece = &pieces[read];
    const size_t start = piece->start, end = piece->end;
    const uint64_t *before = read > first ? reach + (read - 1) * stride : NULL;
    uint64_t *within = reach + read * stride;
    struct line_glued glued;
    glued.count = 0;
    if (end - start <= LINE_GLUED_LIMIT) {
      memset(piece->floor, LINE_NONE, LINE_LANES);
      for (size_t t = 0; t < term_count; t++) {
        const struct line_term *term = &terms[t];
        if (end - start < term->least_length) continue;
        uint8_t floor = kernel_letters_floor(term, piece->letters, screen->digits);
        if (floor == LINE_NONE) continue;
        if (glued.count == 0) kernel_glue(p + start, end - start, screen->lowercases, masks, start - from, &glued);
        floor = kernel_glued_floor(screen, term, &glued, floor);
        if (floor < piece->floor[term->lane]) piece->floor[term->lane] = floor;
      }
    }
    // Initials go on beyond such a piece.
    const int may_be_left_out =
        (run_terms & screen->acronyms) != 0 &&
        kernel_begins_with_function_word(screen, p + start, end - start, masks, start - from);
    for (size_t t = 0; t < term_count; t++)
      within[t] = may_be_left_out && before != NULL && t < LINE_RUN_TERMS && screen->acronyms >> t & 1 ? before[t] : 0;
    uint64_t any = 0;
    for (size_t at = start; run_terms != 0 && at < end;) {
      const size_t block = (at - from) / 64, shift = (at - from) % 64;
      uint64_t starts = masks->starts[block] >> shift;
      const size_t room = 64 - shift;
      if (end - at < room) starts &= (1ull << (end - at)) - 1;
      for (; starts != 0; starts &= starts - 1) {
        const size_t word = at + (size_t)__builtin_ctzll(starts);
        const uint8_t byte = p[word];
        for (uint64_t left = run_terms; left != 0; left &= left - 1) {
          const size_t t = (size_t)__builtin_ctzll(left);
          const uint64_t reached = within[t] | (before != NULL ? before[t] : 0) | 1;
          const uint64_t going = reached & terms[t].offsets[byte];
          if (going != 0) any |= within[t] |= kernel_run_step(&terms[t], p, word, end, going, screen->lowercases);
        }
      }
      at += room;
    }
    piece->number = -1;
    piece->runs = read > 0 ? pieces[read - 1].runs : 0;
    uint64_t long_terms = 0;
    for (uint64_t left = run_terms; left != 0; left &= left - 1) {
      const size_t t = (size_t)__builtin_ctzll(left);
      if (terms[t].runs == 2) long_terms |= 1ull << t;
      if (terms[t].runs == 2 || (within[t] >> terms[t].length & 1) != 0) piece->runs |= 1ull << t;
    }
    uint64_t floors[2];
    memcpy(floors, piece->floor, sizeof floors);
    piece->is_dead = any == 0 && long_terms == 0 && !may_be_left_out && (floors[0] & floors[1]) == ~0ull;
  }
}

/// The terms that words of these letters may make together, one bit each.
static inline uint64_t kernel_run_terms(const struct line_screen *screen, uint64_t letters) {
  uint64_t run_terms = 0;
  for (size_t t = 0; t < screen->term_count && t < LINE_RUN_TERMS; t++) {
    const struct line_term *term = &screen->terms[t];
    if (term->runs == 2 || (term->runs == 1 && (term->letters & ~letters) == 0)) run_terms |= 1ull << t;
  }
  return run_terms;
}

/// The least costs in all pieces together.
///
/// `runs` are the terms that several words make together, one bit each.
static inline void kernel_line_floor(
    const struct line_screen *screen, const struct line_piece *pieces, size_t known, uint64_t runs,
    uint8_t floor[LINE_LANES]) {
#if defined(__SSE2__)
  __m128i all = _mm_set1_epi8((char)LINE_NONE);
  for (size_t i = 0; i < known; i++) all = _mm_min_epu8(all, _mm_loadu_si128((const __m128i *)pieces[i].floor));
  _mm_storeu_si128((__m128i *)floor, all);
#else
  memset(floor, LINE_NONE, LINE_LANES);
  for (size_t i = 0; i < known; i++)
    for (size_t lane = 0; lane < LINE_LANES; lane++)
      if (pieces[i].floor[lane] < floor[lane]) floor[lane] = pieces[i].floor[lane];
#endif
  for (; runs != 0; runs &= runs - 1) {
    const struct line_term *term = &screen->terms[__builtin_ctzll(runs)];
    if (term->run_cost < floor[term->lane]) floor[term->lane] = term->run_cost;
  }
}

#define LINE_REJECTED 0
#define LINE_MAY_MATCH 1
#define LINE_NOT_ASCII 2

/// The pieces of a line, in memory that has room for those of two texts of `LINE_PIECES_LIMIT` bytes.
struct line_pieces {
  struct line_piece *pieces;
  /// For each piece what its words and those before make of each term.
  uint64_t *reach;
  struct line_masks *masks;
  /// The number of pieces, and how many of them have been examined.
  size_t known, read;
};

/// Whether the texts of a line may match, which are cut into pieces, but not examined from some piece on.
static inline int kernel_screen_pieces(
    const struct line_screen *screen, const uint8_t *title, size_t title_pieces, const uint8_t *second,
    struct line_pieces *line) {
  uint8_t floor[LINE_LANES];
  const struct line_piece none = {0}, *last = line->known > 0 ? &line->pieces[line->known - 1] : &none;
  if (last->letters_up_to >> 63 != 0) {
    line->known = line->read = 0;
    return LINE_NOT_ASCII;
  }
  size_t read = line->read;
  if (read < line->known) {
    const uint64_t run_terms = kernel_run_terms(screen, last->letters_up_to);
    kernel_line_floor(screen, line->pieces, line->known, run_terms, floor);
    if (!kernel_may_match(screen, floor)) return LINE_REJECTED;
    kernel_read(screen, title, line->pieces, line->reach, 0, read, title_pieces, run_terms, line->masks);
    if (read < title_pieces) read = title_pieces;
    kernel_read(
        screen, second, line->pieces, line->reach, title_pieces, read, line->known, run_terms, line->masks);
    // A text that shares these pieces, but has more letters, needs more.
    if (run_terms == kernel_run_terms(screen, ~0ull)) line->read = line->known;
  }
  kernel_line_floor(screen, line->pieces, line->known, last->runs, floor);
  return kernel_may_match(screen, floor) ? LINE_MAY_MATCH : LINE_REJECTED;
}

/// Whether a title may match, and if so, its pieces. `count` <= `LINE_PIECES_LIMIT`.
///
/// `line` has the pieces of `previous`, or of its beginning; those that the two texts share are kept. They are then those of `p`,
/// or of its beginning.
static inline int kernel_screen_title(
    const struct line_screen *screen, const uint8_t *p, size_t count, const uint8_t *previous, size_t previous_count,
    struct line_pieces *line) {
  const struct line_piece *pieces = line->pieces;
  size_t kept = line->known;
  if (kept > 0) {
    const size_t common = kernel_common_prefix(p, previous, count < previous_count ? count : previous_count);
    while (kept > 0 && pieces[kept - 1].stop >= common) kept--;
  }
  line->known = kept;
  if (line->read > kept) line->read = kept;
  const size_t from = kept > 0 ? pieces[kept - 1].stop + 1 : 0;
  // Long texts have most letters.
  if (count - from <= LINE_LONG_TEXT) {
    const uint64_t letters =
        (kept > 0 ? pieces[kept - 1].letters_up_to : 0) | kernel_union(p + from, count - from, screen->table);
    if (letters >> 63 != 0) return LINE_NOT_ASCII;
    if (!kernel_letters_may_match(screen, letters)) return LINE_REJECTED;
  }
  line->known = kernel_cut(screen, p, from, count, line->pieces, kept);
  return kernel_screen_pieces(screen, p, line->known, NULL, line);
}

/// The same of a title and another text, each of up to `LINE_PIECES_LIMIT` bytes.
static inline int kernel_screen_texts(
    const struct line_screen *screen, const uint8_t *title, size_t title_count, const uint8_t *second,
    size_t second_count, size_t *title_pieces, struct line_pieces *line) {
  line->known = line->read = *title_pieces = 0;
  *title_pieces = kernel_cut(screen, title, 0, title_count, line->pieces, 0);
  line->known = kernel_cut(screen, second, 0, second_count, line->pieces, *title_pieces);
  return kernel_screen_pieces(screen, title, *title_pieces, second, line);
}

#endif
