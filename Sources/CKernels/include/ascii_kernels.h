// Mask kernels over up to 64 bytes of text.
//
// Bit i of a mask stands for byte i; bits from `count` on are 0.
#ifndef RIFFLE_ASCII_KERNELS_H
#define RIFFLE_ASCII_KERNELS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

struct ascii_masks {
  /// A-Z and a-z.
  uint64_t letters;
  uint64_t capitals;
  uint64_t digits;
  uint64_t spaces;
  /// `_` and `@`, which ICU's word rules take for part of a word.
  uint64_t connectors;
  /// Bytes above 0x7F.
  uint64_t others;
};

#if defined(__SSE2__)

/// Whether each byte lies in the `count` values that end with `last` (all below 0x80).
static inline __m128i ascii_in_range16(__m128i bytes, char last, char count) {
  const __m128i top = _mm_add_epi8(bytes, _mm_set1_epi8((char)(0x7F - last)));
  return _mm_cmpgt_epi8(top, _mm_set1_epi8((char)(0x7F - count)));
}

static inline uint64_t ascii_bits16(__m128i lanes) { return (uint64_t)_mm_movemask_epi8(lanes); }

/// Adds the masks of 16 bytes that stand at `offset`; returns the bytes in lower case.
static inline __m128i ascii_masks16(__m128i bytes, unsigned offset, struct ascii_masks *masks) {
  const __m128i bit = _mm_set1_epi8(0x20);
  const __m128i letters = ascii_in_range16(_mm_or_si128(bytes, bit), 'z', 26);
  const __m128i capitals = ascii_in_range16(bytes, 'Z', 26);
  const __m128i connectors = _mm_or_si128(
      _mm_cmpeq_epi8(bytes, _mm_set1_epi8('_')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('@')));
  masks->letters |= ascii_bits16(letters) << offset;
  masks->capitals |= ascii_bits16(capitals) << offset;
  masks->digits |= ascii_bits16(ascii_in_range16(bytes, '9', 10)) << offset;
  masks->spaces |= ascii_bits16(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(' '))) << offset;
  masks->connectors |= ascii_bits16(connectors) << offset;
  masks->others |= ascii_bits16(bytes) << offset;
  return _mm_or_si128(bytes, _mm_and_si128(letters, bit));
}

/// Fewer than 16 bytes, followed by zeros; reads no others.
static inline __m128i ascii_load_short(const uint8_t *text, size_t count) {
  uint64_t low = 0, high = 0;
  if (count >= 8) {
    memcpy(&low, text, 8);
    if (count > 8) {
      memcpy(&high, text + count - 8, 8);
      high >>= 8 * (16 - count);
    }
  } else if (count >= 4) {
    uint32_t first, last;
    memcpy(&first, text, 4);
    memcpy(&last, text + count - 4, 4);
    low = first | (uint64_t)last << 8 * (count - 4);
  } else {
    for (size_t i = 0; i < count; i++) low |= (uint64_t)text[i] << 8 * i;
  }
  return _mm_set_epi64x((long long)high, (long long)low);
}

#endif

/// The masks of `count` <= 64 bytes of text.
static inline struct ascii_masks ascii_masks64(const uint8_t *text, size_t count) {
  struct ascii_masks masks = {0, 0, 0, 0, 0, 0};
#if defined(__SSE2__)
  if (count < 16) {
    ascii_masks16(ascii_load_short(text, count), 0, &masks);
    return masks;
  }
  // The last 16 bytes may overlap those before them, whose bits they repeat.
  for (size_t i = 0; i + 16 < count; i += 16) {
    ascii_masks16(_mm_loadu_si128((const __m128i *)(text + i)), (unsigned)i, &masks);
  }
  const size_t last = count - 16;
  ascii_masks16(_mm_loadu_si128((const __m128i *)(text + last)), (unsigned)last, &masks);
#else
  for (size_t i = 0; i < count; i++) {
    const uint64_t bit = 1ull << i;
    const uint8_t byte = text[i];
    if ((uint8_t)((byte | 0x20) - 'a') < 26) masks.letters |= bit;
    if ((uint8_t)(byte - 'A') < 26) masks.capitals |= bit;
    if ((uint8_t)(byte - '0') < 10) masks.digits |= bit;
    if (byte == ' ') masks.spaces |= bit;
    if (byte == '_' || byte == '@') masks.connectors |= bit;
    if (byte >= 0x80) masks.others |= bit;
  }
#endif
  return masks;
}

/// Copies `count` <= 64 bytes of text with A-Z in lower case, and returns the masks of the original.
///
/// Writes up to 16 bytes more than `count`. What is copied of bytes above 0x7F means nothing.
static inline struct ascii_masks ascii_lowercase64(
    const uint8_t *text, size_t count, uint8_t *lower) {
#if defined(__SSE2__)
  struct ascii_masks masks = {0, 0, 0, 0, 0, 0};
  if (count < 16) {
    const __m128i bytes = ascii_masks16(ascii_load_short(text, count), 0, &masks);
    _mm_storeu_si128((__m128i *)lower, bytes);
    return masks;
  }
  for (size_t i = 0; i + 16 < count; i += 16) {
    const __m128i bytes = _mm_loadu_si128((const __m128i *)(text + i));
    _mm_storeu_si128((__m128i *)(lower + i), ascii_masks16(bytes, (unsigned)i, &masks));
  }
  const size_t last = count - 16;
  const __m128i bytes = _mm_loadu_si128((const __m128i *)(text + last));
  _mm_storeu_si128((__m128i *)(lower + last), ascii_masks16(bytes, (unsigned)last, &masks));
  return masks;
#else
  for (size_t i = 0; i < count; i++) {
    lower[i] = text[i] | ((uint8_t)(text[i] - 'A') < 26 ? 0x20 : 0);
  }
  return ascii_masks64(text, count);
#endif
}

#endif
