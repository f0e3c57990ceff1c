#ifndef CKERNELS_MEMORY_KERNELS_H
#define CKERNELS_MEMORY_KERNELS_H

#include <stddef.h>
#include <sys/mman.h>

#if defined(__linux__)
#include <malloc.h>
#endif

/// Returns freed memory to the system, as far as the C library supports it. glibc keeps pieces of up to 32 MiB once allocated,
/// and mixes long-lived pieces with short-lived ones.
static inline void kernel_release_free_memory(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

/// Limits the freed memory that glibc keeps at the end of each thread's arena, otherwise up to 64 MiB, to `bytes`. Pieces of 32
/// MiB and more come from the system, as they do in the long run anyway. Returns 0 if the C library does not support it.
static inline int kernel_limit_free_memory(int bytes) {
#if defined(__GLIBC__)
  return mallopt(M_MMAP_THRESHOLD, 32 << 20) && mallopt(M_TRIM_THRESHOLD, bytes);
#else
  (void)bytes;
  return 0;
#endif
}

/// Zeros from the system, made when they are touched; NULL if there are no more.
static inline void *kernel_map_memory(size_t count) {
  void *memory = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

/// Unmaps memory that `kernel_map_memory` returned.
static inline void kernel_unmap_memory(void *memory, size_t count) { munmap(memory, count); }

#endif
