// Header-only mask kernels (64 positions in, one 64-bit mask out), tables of Unicode data, and calls of the C library.
#ifndef CKERNELS_H
#define CKERNELS_H

#include "ascii_kernels.h"
#include "block_kernels.h"
#include "han_readings.h"
#include "line_kernels.h"
#include "line_piece_kernels.h"
#include "line_term_kernels.h"
#include "memory_kernels.h"
#include "scan_kernels.h"
#include "text_kernels.h"
#include "token_kernels.h"
#include "value_kernels.h"
#include "word_kernels.h"
#include "text_tables.h"

#endif
