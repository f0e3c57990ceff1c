// Kernels that look at 64 consecutive bytes and answer with one bit for each.
#ifndef SCAN_KERNELS_H
#define SCAN_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// Asks for a cache line that is read soon. Any address will do: a prefetch never faults.
static inline void kernel_prefetch(const void *p) { __builtin_prefetch(p, 0, 3); }

/// Bit j is set when p[j] has all of `bits`, for 64 positions j.
static inline uint64_t kernel_superset_mask64(const uint32_t *p, uint32_t bits) {
#if defined(__SSE2__)
  const __m128i wanted = _mm_set1_epi32((int)bits);
  uint64_t mask = 0;
  for (int k = 0; k < 4; k++) {
    __m128i lanes[4];
    for (int i = 0; i < 4; i++) {
      __m128i x = _mm_loadu_si128((const __m128i *)(p + 16 * k + 4 * i));
      lanes[i] = _mm_cmpeq_epi32(_mm_and_si128(x, wanted), wanted);
    }
    __m128i bytes = _mm_packs_epi16(
        _mm_packs_epi32(lanes[0], lanes[1]), _mm_packs_epi32(lanes[2], lanes[3]));
    mask |= (uint64_t)(uint16_t)_mm_movemask_epi8(bytes) << (16 * k);
  }
  return mask;
#else
  uint64_t mask = 0;
  for (int j = 0; j < 64; j++) mask |= (uint64_t)((p[j] & bits) == bits) << j;
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

#endif
