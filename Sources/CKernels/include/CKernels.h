// Header-only mask kernels: 64 positions in, one 64-bit mask out.
#ifndef CKERNELS_H
#define CKERNELS_H

#include <stddef.h>
#include <stdint.h>

#endif
