#ifndef CKERNELS_MEMORY_KERNELS_H
#define CKERNELS_MEMORY_KERNELS_H

#if defined(__linux__)
#include <malloc.h>
#endif

/// Gives memory that was freed back to the system, as far as the C library can be asked to. glibc keeps what it has
/// once handed out in pieces of up to 32 MiB, and mixes long-lived pieces with short-lived ones.
static inline void kernel_release_free_memory(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

#endif
