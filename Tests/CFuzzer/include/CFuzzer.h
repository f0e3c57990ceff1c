// What a program that has a main function of its own calls of libFuzzer (LLVM, libFuzzer, Using libFuzzer as a library).
#ifndef CFUZZER_H
#define CFUZZER_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *bytes, size_t count));

#endif
