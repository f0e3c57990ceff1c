// Kernels that look at 64 consecutive bytes and answer with one bit for each.
#ifndef SCAN_KERNELS_H
#define SCAN_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// Bit j is set when p[j] == a and p[gap + j] == b, for 64 positions j.
static inline uint64_t kernel_pair_mask64(const uint8_t *p, size_t gap, uint8_t a, uint8_t b) {
#if defined(__SSE2__)
  const __m128i first = _mm_set1_epi8((char)a), second = _mm_set1_epi8((char)b);
  uint64_t mask = 0;
  for (int k = 0; k < 4; k++) {
    __m128i x = _mm_loadu_si128((const __m128i *)(p + 16 * k));
    __m128i y = _mm_loadu_si128((const __m128i *)(p + gap + 16 * k));
    __m128i both = _mm_and_si128(_mm_cmpeq_epi8(x, first), _mm_cmpeq_epi8(y, second));
    mask |= (uint64_t)(uint16_t)_mm_movemask_epi8(both) << (16 * k);
  }
  return mask;
#else
  uint64_t mask = 0;
  for (int j = 0; j < 64; j++) mask |= (uint64_t)(p[j] == a && p[gap + j] == b) << j;
  return mask;
#endif
}

/// Bit j is set when p[j] == a, for 64 positions j.
static inline uint64_t kernel_equal_mask64(const uint8_t *p, uint8_t a) {
#if defined(__SSE2__)
  const __m128i wanted = _mm_set1_epi8((char)a);
  uint64_t mask = 0;
  for (int k = 0; k < 4; k++) {
    __m128i x = _mm_loadu_si128((const __m128i *)(p + 16 * k));
    mask |= (uint64_t)(uint16_t)_mm_movemask_epi8(_mm_cmpeq_epi8(x, wanted)) << (16 * k);
  }
  return mask;
#else
  uint64_t mask = 0;
  for (int j = 0; j < 64; j++) mask |= (uint64_t)(p[j] == a) << j;
  return mask;
#endif
}

/// Bit j is set when p[j] < limit, for 64 positions j.
static inline uint64_t kernel_below_mask64(const uint8_t *p, uint8_t limit) {
#if defined(__SSE2__)
  const __m128i bound = _mm_set1_epi8((char)limit);
  uint64_t mask = 0;
  for (int k = 0; k < 4; k++) {
    __m128i x = _mm_loadu_si128((const __m128i *)(p + 16 * k));
    // x >= limit just where the greater of the two is x.
    __m128i notBelow = _mm_cmpeq_epi8(_mm_max_epu8(x, bound), x);
    mask |= (uint64_t)(uint16_t)_mm_movemask_epi8(notBelow) << (16 * k);
  }
  return ~mask;
#else
  uint64_t mask = 0;
  for (int j = 0; j < 64; j++) mask |= (uint64_t)(p[j] < limit) << j;
  return mask;
#endif
}

#endif
