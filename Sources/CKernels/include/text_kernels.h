// Searches for a folded text in a text that is all ASCII, of which folding changes nothing but capitals.
#ifndef TEXT_KERNELS_H
#define TEXT_KERNELS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// Whether a text has no byte above 0x7F. Reads `count` bytes.
static inline int kernel_is_ascii(const uint8_t *text, size_t count) {
  uint64_t all = 0;
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    uint64_t word;
    memcpy(&word, text + i, 8);
    all |= word;
  }
  for (; i < count; i++) all |= text[i];
  return (all & 0x8080808080808080u) == 0;
}

/// Whether some byte is no greater than `most`. Reads `count` bytes.
static inline int kernel_holds_up_to(const uint8_t *text, size_t count, uint8_t most) {
  size_t i = 0;
#if defined(__SSE2__)
  const __m128i limit = _mm_set1_epi8((char)most);
  for (; i + 16 <= count; i += 16) {
    const __m128i x = _mm_loadu_si128((const __m128i *)(text + i));
    if (_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(x, limit), limit)) != 0) return 1;
  }
#endif
  for (; i < count; i++)
    if (text[i] <= most) return 1;
  return 0;
}

static inline uint8_t kernel_lowercase(uint8_t byte, int lowercases) {
  return lowercases && (uint8_t)(byte - 'A') < 26 ? byte | 0x20 : byte;
}

static inline int kernel_starts_with(
    const uint8_t *text, const uint8_t *needle, size_t length, int lowercases) {
  for (size_t j = 0; j < length; j++) {
    if (kernel_lowercase(text[j], lowercases) != needle[j]) return 0;
  }
  return 1;
}

/// The first offset from `start` on, below `count`, of a byte above 0x7F, or of the byte at `anchor` of a needle that stands
/// there; `count` if there is none. Reads no more than `count` and `length` bytes. The needle is not empty.
static inline size_t kernel_next_candidate(
    const uint8_t *text, size_t start, size_t count, const uint8_t *needle, size_t length, size_t anchor, int lowercases) {
  const uint8_t wanted = needle[anchor];
  const size_t after = length - anchor;
  size_t i = start;
#if defined(__SSE2__)
  const int isLetter = lowercases && (uint8_t)(wanted - 'a') < 26;
  const __m128i small = _mm_set1_epi8((char)wanted);
  const __m128i capital = _mm_set1_epi8((char)(isLetter ? wanted ^ 0x20 : wanted));
  for (; i + 16 <= count; i += 16) {
    const __m128i x = _mm_loadu_si128((const __m128i *)(text + i));
    // Bytes above 0x7F have the bit that the mask is made of already.
    unsigned mask =
        (unsigned)_mm_movemask_epi8(_mm_or_si128(x, _mm_or_si128(_mm_cmpeq_epi8(x, small), _mm_cmpeq_epi8(x, capital))));
    while (mask != 0) {
      const size_t at = i + (size_t)__builtin_ctz(mask);
      if (text[at] > 0x7F) return at;
      if (at >= start + anchor && count - at >= after &&
          kernel_starts_with(text + at - anchor, needle, length, lowercases))
        return at;
      mask &= mask - 1;
    }
  }
#endif
  for (; i < count; i++) {
    if (text[i] > 0x7F) return i;
    if (kernel_lowercase(text[i], lowercases) == wanted && i >= start + anchor && count - i >= after &&
        kernel_starts_with(text + i - anchor, needle, length, lowercases))
      return i;
  }
  return count;
}

/// Whether the letters of a term stand in a text of ASCII in their order. Reads `count` and `length` bytes.
static inline int kernel_holds_in_order(
    const uint8_t *text, size_t count, const uint8_t *term, size_t length, int lowercases) {
  size_t next = 0, i = 0;
#if defined(__SSE2__)
  for (; i < count && next < length; i += 16) {
    uint8_t rest[16] = {0};
    uint32_t open = 0xFFFF;
    __m128i x;
    if (count - i >= 16) {
      x = _mm_loadu_si128((const __m128i *)(text + i));
    } else {
      memcpy(rest, text + i, count - i);
      x = _mm_loadu_si128((const __m128i *)rest);
      open = (1u << (count - i)) - 1;
    }
    while (next < length) {
      const uint8_t letter = term[next];
      const uint8_t other = lowercases && (uint8_t)(letter - 'a') < 26 ? letter ^ 0x20 : letter;
      const __m128i small = _mm_cmpeq_epi8(x, _mm_set1_epi8((char)letter));
      const __m128i capital = _mm_cmpeq_epi8(x, _mm_set1_epi8((char)other));
      const uint32_t hits = (uint32_t)_mm_movemask_epi8(_mm_or_si128(small, capital)) & open;
      if (hits == 0) break;
      const uint32_t first = hits & (0u - hits);
      open &= ~(first | (first - 1));
      next++;
    }
  }
#endif
  for (; i < count && next < length; i++) {
    if (kernel_lowercase(text[i], lowercases) == term[next]) next++;
  }
  return next == length;
}

/// Returns the number of bytes of a text that do not continue a scalar of UTF-8. Reads `count` bytes.
static inline size_t kernel_scalar_count(const uint8_t *text, size_t count) {
  size_t scalars = 0, i = 0;
  for (; i + 8 <= count; i += 8) {
    uint64_t word;
    memcpy(&word, text + i, 8);
    scalars += 8 - (size_t)__builtin_popcountll((word >> 7) & ~(word >> 6) & 0x0101010101010101u);
  }
  for (; i < count; i++) scalars += (text[i] & 0xC0) != 0x80;
  return scalars;
}

#endif
