// What a program has been compiled with, and the C library it runs with.
#ifndef CTOOLCHAIN_H
#define CTOOLCHAIN_H

/// The version of the compiler's LLVM, with the commit it was built from where the compiler's vendor names that.
static inline const char *toolchain_llvm_version(void) { return __clang_version__; }

/// The version of the GNU C library in use; empty if it is another one.
const char *toolchain_glibc_version(void);

#endif
