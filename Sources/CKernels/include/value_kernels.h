// A kernel that compares up to 64 packed numbers with bounds and returns one bit for each.
#ifndef VALUE_KERNELS_H
#define VALUE_KERNELS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>

/// Returns a byte of 0xFF for each of 16 numbers from `low` through `low` + `span`, and 0 for others. `width` is 1, 2 or 4 bytes;
/// reads 16 * `width` bytes.
static inline __m128i kernel_within16(const uint8_t *p, size_t width, uint64_t low, uint64_t span) {
  if (width == 1) {
    const __m128i x = _mm_sub_epi8(_mm_loadu_si128((const __m128i *)p), _mm_set1_epi8((char)low));
    return _mm_cmpeq_epi8(_mm_min_epu8(x, _mm_set1_epi8((char)span)), x);
  }
  __m128i lanes[4];
  if (width == 2) {
    const __m128i least = _mm_set1_epi16((short)low), most = _mm_set1_epi16((short)span);
    for (int i = 0; i < 2; i++) {
      const __m128i x = _mm_sub_epi16(_mm_loadu_si128((const __m128i *)(p + 16 * i)), least);
      lanes[i] = _mm_cmpeq_epi16(_mm_subs_epu16(x, most), _mm_setzero_si128());
    }
    return _mm_packs_epi16(lanes[0], lanes[1]);
  }
  // SSE2 compares signed numbers only.
  const __m128i sign = _mm_set1_epi32((int)0x80000000u);
  const __m128i least = _mm_set1_epi32((int)low), most = _mm_xor_si128(_mm_set1_epi32((int)span), sign);
  for (int i = 0; i < 4; i++) {
    const __m128i x = _mm_sub_epi32(_mm_loadu_si128((const __m128i *)(p + 16 * i)), least);
    lanes[i] = _mm_andnot_si128(_mm_cmpgt_epi32(_mm_xor_si128(x, sign), most), _mm_set1_epi32(-1));
  }
  return _mm_packs_epi16(_mm_packs_epi32(lanes[0], lanes[1]), _mm_packs_epi32(lanes[2], lanes[3]));
}
#endif

/// Sets bit j if number j is from `low` through `low` + `span`. Numbers lie side by side in `width` bytes each, the low byte
/// first.
///
/// Invariants: `count` is at most 64, `width` is 1 to 8, and `low` + `span` fits in `width` bytes. If `count` is not 0,
/// (`count` - 1) * `width` + 8 bytes from `p` on are readable; no others are read.
static inline uint64_t kernel_range_mask(const uint8_t *p, size_t width, size_t count, uint64_t low, uint64_t span) {
  uint64_t found = 0;
#if defined(__SSE2__)
  if (count == 64 && (width == 1 || width == 2 || width == 4)) {
    for (int k = 0; k < 4; k++) {
      const __m128i bytes = kernel_within16(p + 16 * width * k, width, low, span);
      found |= (uint64_t)(uint16_t)_mm_movemask_epi8(bytes) << (16 * k);
    }
    return found;
  }
#endif
  const uint64_t mask = width >= 8 ? UINT64_MAX : ((uint64_t)1 << (8 * width)) - 1;
  for (size_t j = 0; j < count; j++) {
    uint64_t number = 0;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    for (size_t i = 0; i < width; i++) number |= (uint64_t)p[j * width + i] << (8 * i);
#else
    memcpy(&number, p + j * width, 8);
#endif
    found |= (uint64_t)((number & mask) - low <= span) << j;
  }
  return found;
}

#endif
