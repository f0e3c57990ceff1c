// The readable blocks of a stretch of memory: one bit each, set and read by any thread.
#ifndef BLOCK_KERNELS_H
#define BLOCK_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BLOCK_SHIFT 16

typedef struct {
  const uint8_t *base;
  uint64_t *bits;
} readable_blocks;

static inline bool kernel_is_readable(const readable_blocks *blocks, size_t block) {
  return __atomic_load_n(&blocks->bits[block >> 6], __ATOMIC_ACQUIRE) >> (block & 63) & 1;
}

/// Marks a block as readable by all threads.
static inline void kernel_set_readable(const readable_blocks *blocks, size_t block) {
  __atomic_fetch_or(&blocks->bits[block >> 6], (uint64_t)1 << (block & 63), __ATOMIC_RELEASE);
}

/// Whether all blocks may be read that `count` bytes from `start` on lie in, at least one.
static inline bool kernel_are_readable(const readable_blocks *blocks, const void *start, size_t count) {
  size_t offset = (size_t)((const uint8_t *)start - blocks->base);
  size_t block = offset >> BLOCK_SHIFT, last = (offset + count - 1) >> BLOCK_SHIFT;
  while (kernel_is_readable(blocks, block)) {
    if (block == last) return true;
    block++;
    // Whole words at once.
    while ((block & 63) == 0 && block + 63 <= last &&
           __atomic_load_n(&blocks->bits[block >> 6], __ATOMIC_ACQUIRE) == UINT64_MAX) {
      if (block + 63 == last) return true;
      block += 64;
    }
  }
  return false;
}

#endif
