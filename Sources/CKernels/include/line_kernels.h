// Kernels that go through text line by line.
//
// All read exactly the bytes passed to them.
#ifndef RIFFLE_LINE_KERNELS_H
#define RIFFLE_LINE_KERNELS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "ascii_kernels.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// Bit j is set when p[j] == byte, for `count` <= 64 positions j; the other bits are 0.
static inline uint64_t kernel_equal_mask(const uint8_t *p, size_t count, uint8_t byte) {
  uint64_t mask = 0;
  size_t j = 0;
#if defined(__SSE2__)
  const __m128i wanted = _mm_set1_epi8((char)byte);
  for (; j + 16 <= count; j += 16) {
    const __m128i bytes = _mm_loadu_si128((const __m128i *)(p + j));
    mask |= (uint64_t)(uint16_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, wanted)) << j;
  }
#endif
  for (; j < count; j++) mask |= (uint64_t)(p[j] == byte) << j;
  return mask;
}

/// Returns the number of `count` bytes that equal `byte`.
static inline size_t kernel_count(const uint8_t *p, size_t count, uint8_t byte) {
  size_t total = 0;
  size_t j = 0;
#if defined(__SSE2__)
  const __m128i wanted = _mm_set1_epi8((char)byte);
  const __m128i zero = _mm_setzero_si128();
  __m128i sums = zero;
  while (count - j >= 16) {
    // A lane counts up to 255.
    __m128i lanes = zero;
    for (int k = 0; k < 255 && count - j >= 16; k++, j += 16) {
      const __m128i bytes = _mm_loadu_si128((const __m128i *)(p + j));
      lanes = _mm_sub_epi8(lanes, _mm_cmpeq_epi8(bytes, wanted));
    }
    sums = _mm_add_epi64(sums, _mm_sad_epu8(lanes, zero));
  }
  total = (size_t)_mm_cvtsi128_si64(sums) + (size_t)_mm_cvtsi128_si64(_mm_srli_si128(sums, 8));
#endif
  for (; j < count; j++) total += p[j] == byte;
  return total;
}

/// The union of the entries of `table` for `count` bytes.
static inline uint64_t kernel_union(const uint8_t *p, size_t count, const uint64_t table[256]) {
  uint64_t a = 0, b = 0;
  if (count >= 8) {
    // The last 8 bytes may overlap those before them, which changes nothing.
    for (size_t j = 0;; j += 8) {
      if (j + 8 > count) j = count - 8;
      a |= table[p[j]] | table[p[j + 1]] | table[p[j + 2]] | table[p[j + 3]];
      b |= table[p[j + 4]] | table[p[j + 5]] | table[p[j + 6]] | table[p[j + 7]];
      if (j + 8 == count) return a | b;
    }
  }
  if (count >= 4) {
    for (size_t j = 0; j < 4; j++) {
      a |= table[p[j]];
      b |= table[p[count - 4 + j]];
    }
    return a | b;
  }
  for (size_t j = 0; j < count; j++) a |= table[p[j]];
  return a;
}

/// The number of bytes at the beginning that two texts share. Reads `count` bytes of each.
static inline size_t kernel_common_prefix(const uint8_t *a, const uint8_t *b, size_t count) {
  size_t j = 0;
#if defined(__SSE2__)
  for (; j + 16 <= count; j += 16) {
    const __m128i equal =
        _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(a + j)), _mm_loadu_si128((const __m128i *)(b + j)));
    const unsigned mask = (unsigned)_mm_movemask_epi8(equal);
    if (mask != 0xFFFF) return j + (size_t)__builtin_ctz(~mask);
  }
#endif
  while (j < count && a[j] == b[j]) j++;
  return j;
}

#endif
