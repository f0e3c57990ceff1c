// A virtual file system of SQLite's (SQLite, OS Interface) that stands before the system's, and says what it is asked for.
#ifndef CTESTVFS_H
#define CTESTVFS_H

#include <stdint.h>

enum test_vfs_kind {
  TEST_VFS_OPEN,
  TEST_VFS_READ,
  TEST_VFS_WRITE,
  TEST_VFS_TRUNCATE,
  TEST_VFS_SYNC,
  TEST_VFS_REMOVE,
  TEST_VFS_SIZE,
  TEST_VFS_ACCESS,
  TEST_VFS_LOCK,
  TEST_VFS_SHARED_MEMORY,
};

/// What is about to be done.
struct test_vfs_call {
  enum test_vfs_kind kind;
  const char *path;
  /// What the observer has called the file when it was opened. When a file is opened, the observer sets it.
  int64_t file;
  /// Where is read or written; the new size when a file is cut.
  int64_t offset;
  /// What is written.
  const void *bytes;
  /// How much is read or written. An observer that makes a write fail may leave a part of it to be done.
  int byte_count;
  /// Whether a file that is opened may be written. An observer may take that away.
  int is_writable;
  /// Whether a file that is opened is made.
  int is_new;
  /// Whether the names in the folder are synchronised too.
  int syncs_folder;
};

/// Called before each call, on any thread.
/// - Returns: 0 to let it be done, or what SQLite is told instead.
typedef int (*test_vfs_observer)(struct test_vfs_call *call);

/// Takes the place of the system's, as long as the process lives; call it once, before SQLite is used. What SQLite wants to
/// have synchronised is only said, not done.
/// - Returns: a result code of SQLite's.
int test_vfs_register(test_vfs_observer observer);

/// The result codes that an observer may give.
int test_vfs_full(void);
int test_vfs_failure(enum test_vfs_kind kind);

#endif
