// Reads the words of a row as `TokenCode` writes them: numbers in groups of seven bits, the highest group first, all bytes
// but the last with the high bit set.
#ifndef TOKEN_KERNELS_H
#define TOKEN_KERNELS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum {
  /// A load reads so many bytes.
  TOKEN_PADDING = 16,
  /// Numbers of two bytes at most are marks and ranks, longer ones are word numbers.
  TOKEN_RANK_LIMIT = 1 << 14,
  /// The first numbers are marks: two set the field of the words that follow, one marks that the next word begins a phrase, the
  /// others set the kind of the next word.
  TOKEN_MARK_READING = 0,
  TOKEN_MARK_SEARCH_TEXT = 1,
  TOKEN_MARK_PHRASE = 2,
  /// Less 2, the kind.
  TOKEN_FIRST_KIND_MARK = 3,
  TOKEN_MARK_COUNT = 8,
};

/// What each mark sets of a token.
static const uint32_t token_mark_bits[TOKEN_MARK_COUNT] = {
    1u << 30, 2u << 30, 1u << 30, 1u << 27, 2u << 27, 3u << 27, 4u << 27, 5u << 27,
};

/// Which of 16 bytes end a number, one bit each.
static inline uint32_t token_ends16(const uint8_t *p) {
#if defined(__SSE2__)
  return ~(uint32_t)_mm_movemask_epi8(_mm_loadu_si128((const __m128i *)p)) & 0xFFFF;
#else
  uint32_t ends = 0;
  for (int i = 0; i < 16; i++) ends |= (uint32_t)(p[i] >> 7 ^ 1) << i;
  return ends;
#endif
}

/// Reads the words of `count` bytes into `words`, which has room for as many, and returns how many there are; those of a
/// search text only if `reads_search_text`, and sets `is_whole` to whether there are none beside. Reads `TOKEN_PADDING` bytes
/// beyond, and of `common`, which is not empty, `common_count` entries.
static inline size_t kernel_read_tokens(
    const uint8_t *p, size_t count, const uint32_t *common, size_t common_count, int reads_search_text, uint32_t *words,
    int *is_whole) {
  *is_whole = 1;
  uint32_t field = 0, marks = 0;
  size_t n = 0, i = 0;
  while (i < count) {
    uint32_t ends = token_ends16(p + i);
    if (count - i < 16) ends &= (1u << (count - i)) - 1;
    if (ends == 0) break;
    size_t start = 0;
    do {
      const unsigned end = (unsigned)__builtin_ctz(ends);
      ends &= ends - 1;
      uint32_t groups;
      memcpy(&groups, p + i + start, 4);
      groups = __builtin_bswap32(groups) >> ((3 - (end - start)) * 8 & 31);
      start = end + 1;
      const uint32_t number =
          (groups & 0x7F) | (groups & 0x7F00) >> 1 | (groups & 0x7F0000) >> 2 | (groups & 0x7F000000) >> 3;
      if (number == TOKEN_MARK_SEARCH_TEXT && !reads_search_text) {
        *is_whole = 0;
        return n;
      }
      // No branches: which words are frequent, and which have marks, cannot be foreseen.
      const uint32_t bits = token_mark_bits[number & (TOKEN_MARK_COUNT - 1)];
      const size_t rank = number - TOKEN_MARK_COUNT;
      const uint32_t by_rank = common[rank < common_count ? rank : 0];
      field = number <= TOKEN_MARK_SEARCH_TEXT ? bits : field;
      words[n] = (number < TOKEN_RANK_LIMIT ? by_rank : number - TOKEN_RANK_LIMIT) | field | marks;
      n += number >= TOKEN_MARK_COUNT;
      marks = number - TOKEN_MARK_PHRASE < (uint32_t)(TOKEN_MARK_COUNT - TOKEN_MARK_PHRASE) ? marks | bits : 0;
    } while (ends != 0);
    i += start;
  }
  return n;
}

#endif
