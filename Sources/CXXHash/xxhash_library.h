// The checksums of index files.
#include <xxhash.h>
