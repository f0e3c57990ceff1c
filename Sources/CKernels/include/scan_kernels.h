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

/// Bit j is set when those bits of p[j] that are in `mask` are just `bits`, for 64 positions j.
static inline uint64_t kernel_bits_mask64(const uint32_t *p, uint32_t mask, uint32_t bits) {
#if defined(__SSE2__)
  const __m128i asked = _mm_set1_epi32((int)mask), wanted = _mm_set1_epi32((int)bits);
  uint64_t found = 0;
  for (int k = 0; k < 4; k++) {
    __m128i lanes[4];
    for (int i = 0; i < 4; i++) {
      __m128i x = _mm_loadu_si128((const __m128i *)(p + 16 * k + 4 * i));
      lanes[i] = _mm_cmpeq_epi32(_mm_and_si128(x, asked), wanted);
    }
    __m128i bytes = _mm_packs_epi16(
        _mm_packs_epi32(lanes[0], lanes[1]), _mm_packs_epi32(lanes[2], lanes[3]));
    found |= (uint64_t)(uint16_t)_mm_movemask_epi8(bytes) << (16 * k);
  }
  return found;
#else
  uint64_t found = 0;
  for (int j = 0; j < 64; j++) found |= (uint64_t)((p[j] & mask) == bits) << j;
  return found;
#endif
}

/// Where the letters of a term first stand in 16 bytes, each after the one before it: one bit for each
/// letter, or 0 if they do not all stand there in this order. Only the first `count` bytes are looked at.
static inline uint32_t kernel_subsequence16(
    const uint8_t *p, size_t count, const uint8_t *term, size_t term_count) {
  uint32_t open = count >= 16 ? 0xFFFF : (1u << count) - 1, found = 0;
#if defined(__SSE2__)
  const __m128i text = _mm_loadu_si128((const __m128i *)p);
#endif
  for (size_t i = 0; i < term_count; i++) {
#if defined(__SSE2__)
    uint32_t hits = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(text, _mm_set1_epi8((char)term[i])));
#else
    uint32_t hits = 0;
    for (int j = 0; j < 16; j++) hits |= (uint32_t)(p[j] == term[i]) << j;
#endif
    hits &= open;
    const uint32_t first = hits & (0u - hits);
    if (!first) return 0;
    found |= first;
    open &= ~(first | (first - 1));
  }
  return found;
}

/// Bit j is set when p[j] is one of the `count` bytes of `set`, for 16 positions j.
static inline uint32_t kernel_members16(const uint8_t *p, const uint8_t *set, size_t count) {
#if defined(__SSE2__)
  const __m128i text = _mm_loadu_si128((const __m128i *)p);
  __m128i members = _mm_setzero_si128();
  for (size_t i = 0; i < count; i++) {
    members = _mm_or_si128(members, _mm_cmpeq_epi8(text, _mm_set1_epi8((char)set[i])));
  }
  return (uint32_t)_mm_movemask_epi8(members);
#else
  uint32_t mask = 0;
  for (int j = 0; j < 16; j++) {
    for (size_t i = 0; i < count; i++) mask |= (uint32_t)(p[j] == set[i]) << j;
  }
  return mask;
#endif
}

/// Bit j is set when p[j] is above 0x7F, for 16 positions j.
static inline uint32_t kernel_beyond_ascii16(const uint8_t *p) {
#if defined(__SSE2__)
  return (uint32_t)_mm_movemask_epi8(_mm_loadu_si128((const __m128i *)p));
#else
  uint32_t mask = 0;
  for (int j = 0; j < 16; j++) mask |= (uint32_t)(p[j] >> 7) << j;
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
