#include "CToolchain.h"

#if __has_include(<gnu/libc-version.h>)
#include <gnu/libc-version.h>

const char *toolchain_glibc_version(void) { return gnu_get_libc_version(); }
#else
const char *toolchain_glibc_version(void) { return ""; }
#endif
