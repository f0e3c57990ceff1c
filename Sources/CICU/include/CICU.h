// The whole of ICU that Riffle uses, as plain C.
//
// No <unicode/...> header may be reachable from here: Foundation brings an ICU
// of its own, and the two sets of C types cannot meet in one Swift module.
#ifndef CICU_H
#define CICU_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the ICU library in use, as major * 100 + minor.
int32_t cicu_version(void);

#ifdef __cplusplus
}
#endif
#endif
