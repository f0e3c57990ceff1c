// Kernels that read 64 consecutive bytes and return one bit for each.
#ifndef SCAN_KERNELS_H
#define SCAN_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// Prefetches a cache line that is read soon. Any address is allowed: a prefetch never faults.
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

/// The first places of the letters of a term in 16 bytes, each after the one before it: one bit for each letter, or 0 if they
/// do not all stand there in this order. Reads only the first `count` bytes.
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

/// The letters that a set must hold: all of `exact`; or all of `one` except one; or all of `two` except two. Only letters
/// outside `hard` may be missing.
struct letter_needs {
  uint32_t exact, one, two, hard;
};

#if defined(__SSE2__)

/// All bits of each lane that holds enough.
static inline __m128i kernel_needs4(const uint32_t *p, struct letter_needs needs) {
  const __m128i zero = _mm_setzero_si128(), minus = _mm_set1_epi32(-1);
  const __m128i hard = _mm_set1_epi32((int)needs.hard);
  const __m128i held = _mm_loadu_si128((const __m128i *)p);
  const __m128i exact = _mm_andnot_si128(held, _mm_set1_epi32((int)needs.exact));
  const __m128i one = _mm_andnot_si128(held, _mm_set1_epi32((int)needs.one));
  const __m128i two = _mm_andnot_si128(held, _mm_set1_epi32((int)needs.two));
  // Each conjunction with its predecessor clears the lowest bit.
  const __m128i lessOne = _mm_and_si128(one, _mm_add_epi32(one, minus));
  const __m128i once = _mm_and_si128(two, _mm_add_epi32(two, minus));
  const __m128i lessTwo = _mm_and_si128(once, _mm_add_epi32(once, minus));
  const __m128i hasOne = _mm_cmpeq_epi32(_mm_or_si128(lessOne, _mm_and_si128(one, hard)), zero);
  const __m128i hasTwo = _mm_cmpeq_epi32(_mm_or_si128(lessTwo, _mm_and_si128(two, hard)), zero);
  return _mm_or_si128(_mm_cmpeq_epi32(exact, zero), _mm_or_si128(hasOne, hasTwo));
}

#endif

/// Bit j is set when p[j] holds enough, for `count` <= 64 positions j. Reads up to 15 more than `count`.
static inline uint64_t kernel_needs_mask64(const uint32_t *p, size_t count, struct letter_needs needs) {
  uint64_t mask = 0;
#if defined(__SSE2__)
  for (size_t i = 0; i < count; i += 16) {
    const __m128i low = _mm_packs_epi32(kernel_needs4(p + i, needs), kernel_needs4(p + i + 4, needs));
    const __m128i high = _mm_packs_epi32(kernel_needs4(p + i + 8, needs), kernel_needs4(p + i + 12, needs));
    mask |= (uint64_t)(uint16_t)_mm_movemask_epi8(_mm_packs_epi16(low, high)) << i;
  }
#else
  for (size_t j = 0; j < count; j++) {
    const uint32_t one = needs.one & ~p[j], two = needs.two & ~p[j], once = two & (two - 1);
    const int holds = !(needs.exact & ~p[j]) || (!(one & needs.hard) && !(one & (one - 1))) ||
                      (!(two & needs.hard) && !(once & (once - 1)));
    mask |= (uint64_t)holds << j;
  }
#endif
  return count < 64 ? mask & ((1ull << count) - 1) : mask;
}

/// Bit j is set when p[j] is one of the `count` bytes of `set` or above 0x7F, for 64 positions j.
static inline uint64_t kernel_members_mask64(const uint8_t *p, const uint8_t *set, size_t count) {
  uint64_t mask = 0;
  for (int k = 0; k < 4; k++) {
    const uint32_t members = kernel_members16(p + 16 * k, set, count) | kernel_beyond_ascii16(p + 16 * k);
    mask |= (uint64_t)members << (16 * k);
  }
  return mask;
}

#endif
