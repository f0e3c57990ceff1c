// Which of some words have numbers in a range.
#ifndef RIFFLE_WORD_KERNELS_H
#define RIFFLE_WORD_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// The bits of a token that are its word's number.
static const uint32_t token_word_bits = 0x07FFFFFF;

/// Which of `count` <= 64 tokens have words among the `length` ones from `first` on: one bit each.
static inline uint64_t kernel_words_in_range(
    const uint32_t *tokens, size_t count, uint32_t first, uint32_t length) {
  uint64_t found = 0;
  size_t i = 0;
#if defined(__SSE2__)
  // Numbers have fewer than 32 bits, so that comparing with signs does once the least of all is subtracted.
  const __m128i bits = _mm_set1_epi32((int)token_word_bits);
  const __m128i from = _mm_set1_epi32((int)(first ^ 0x80000000u));
  const __m128i end = _mm_set1_epi32((int)(length ^ 0x80000000u));
  for (; i + 4 <= count; i += 4) {
    const __m128i words = _mm_and_si128(_mm_loadu_si128((const __m128i *)(tokens + i)), bits);
    const __m128i in_range = _mm_cmpgt_epi32(end, _mm_sub_epi32(words, from));
    found |= (uint64_t)_mm_movemask_ps(_mm_castsi128_ps(in_range)) << i;
  }
#endif
  for (; i < count; i++) found |= (uint64_t)((tokens[i] & token_word_bits) - first < length) << i;
  return found;
}

#endif
