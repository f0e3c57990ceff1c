#include "CTestVFS.h"

#ifdef STORE

#include <sqlite3.h>
#include <string.h>

// Files are those of the system's VFS, each behind one of ours: SQLite allocates `szOsFile` bytes for both.

struct test_file {
  sqlite3_file base;
  /// Lives as long as the file is open (SQLite, sqlite3_vfs.xOpen); null for a temporary file, which nobody observes.
  const char *path;
  int64_t file;
  /// A journal that has been made: the system's VFS synchronises its folder with it for the first time.
  int syncs_folder;
  sqlite3_file *real;
};

static sqlite3_vfs *real_vfs;
static test_vfs_observer the_observer;

static int observe(struct test_vfs_call *call) { return call->path ? the_observer(call) : SQLITE_OK; }

static struct test_vfs_call call_of(sqlite3_file *file, enum test_vfs_kind kind) {
  struct test_file *own = (struct test_file *)file;
  struct test_vfs_call call = {.kind = kind, .path = own->path, .file = own->file};
  return call;
}

static sqlite3_file *real_of(sqlite3_file *file) { return ((struct test_file *)file)->real; }

static int file_close(sqlite3_file *file) {
  sqlite3_file *real = real_of(file);
  return real->pMethods ? real->pMethods->xClose(real) : SQLITE_OK;
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  struct test_vfs_call call = call_of(file, TEST_VFS_READ);
  call.offset = offset;
  call.byte_count = count;
  int code = observe(&call);
  return code ? code : real_of(file)->pMethods->xRead(real_of(file), bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  struct test_vfs_call call = call_of(file, TEST_VFS_WRITE);
  call.offset = offset;
  call.bytes = bytes;
  call.byte_count = count;
  int code = observe(&call);
  if (code && (call.byte_count <= 0 || call.byte_count >= count)) return code;
  int written = real_of(file)->pMethods->xWrite(real_of(file), bytes, call.byte_count, offset);
  return code ? code : written;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  struct test_vfs_call call = call_of(file, TEST_VFS_TRUNCATE);
  call.offset = size;
  int code = observe(&call);
  return code ? code : real_of(file)->pMethods->xTruncate(real_of(file), size);
}

static int file_sync(sqlite3_file *file, int flags) {
  struct test_file *own = (struct test_file *)file;
  struct test_vfs_call call = call_of(file, TEST_VFS_SYNC);
  call.syncs_folder = own->syncs_folder;
  (void)flags;
  int code = observe(&call);
  if (code == SQLITE_OK) own->syncs_folder = 0;
  return code;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  struct test_vfs_call call = call_of(file, TEST_VFS_SIZE);
  int code = observe(&call);
  return code ? code : real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int file_lock(sqlite3_file *file, int level) {
  struct test_vfs_call call = call_of(file, TEST_VFS_LOCK);
  int code = observe(&call);
  return code ? code : real_of(file)->pMethods->xLock(real_of(file), level);
}

static int file_unlock(sqlite3_file *file, int level) {
  return real_of(file)->pMethods->xUnlock(real_of(file), level);
}

static int file_check_reserved_lock(sqlite3_file *file, int *result) {
  return real_of(file)->pMethods->xCheckReservedLock(real_of(file), result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  return real_of(file)->pMethods->xFileControl(real_of(file), operation, argument);
}

static int file_sector_size(sqlite3_file *file) { return real_of(file)->pMethods->xSectorSize(real_of(file)); }

static int file_characteristics(sqlite3_file *file) {
  return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static int file_shm_map(sqlite3_file *file, int page, int size, int extends, void volatile **memory) {
  struct test_vfs_call call = call_of(file, TEST_VFS_SHARED_MEMORY);
  int code = observe(&call);
  return code ? code : real_of(file)->pMethods->xShmMap(real_of(file), page, size, extends, memory);
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file) { real_of(file)->pMethods->xShmBarrier(real_of(file)); }

static int file_shm_unmap(sqlite3_file *file, int removes) {
  return real_of(file)->pMethods->xShmUnmap(real_of(file), removes);
}

// Without xFetch, so that everything is read and written by calls that can be seen.
static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_reserved_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
    .xShmMap = file_shm_map,
    .xShmLock = file_shm_lock,
    .xShmBarrier = file_shm_barrier,
    .xShmUnmap = file_shm_unmap,
};

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out_flags) {
  struct test_file *own = (struct test_file *)file;
  (void)vfs;
  memset(own, 0, sizeof *own);
  own->path = path;
  own->real = (sqlite3_file *)(own + 1);
  memset(own->real, 0, sizeof *own->real);
  struct test_vfs_call call = {.kind = TEST_VFS_OPEN, .path = path};
  call.is_writable = (flags & SQLITE_OPEN_READWRITE) != 0;
  if (path && flags & SQLITE_OPEN_CREATE) {
    int exists = 0;
    real_vfs->xAccess(real_vfs, path, SQLITE_ACCESS_EXISTS, &exists);
    call.is_new = !exists;
  }
  int code = observe(&call);
  if (code) return code;
  if (!call.is_writable && flags & SQLITE_OPEN_READWRITE) {
    flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
  }
  own->file = call.file;
  const int journals = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL;
  own->syncs_folder = call.is_new && flags & journals;
  code = real_vfs->xOpen(real_vfs, path, own->real, flags, out_flags);
  // Only a file that has methods is closed.
  if (own->real->pMethods) own->base.pMethods = &methods;
  return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int syncs_folder) {
  struct test_vfs_call call = {.kind = TEST_VFS_REMOVE, .path = path, .syncs_folder = syncs_folder};
  (void)vfs;
  int exists = 0;
  real_vfs->xAccess(real_vfs, path, SQLITE_ACCESS_EXISTS, &exists);
  if (exists) {
    int code = observe(&call);
    if (code) return code;
  }
  return real_vfs->xDelete(real_vfs, path, 0);
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  struct test_vfs_call call = {.kind = TEST_VFS_ACCESS, .path = path};
  (void)vfs;
  int code = observe(&call);
  return code ? code : real_vfs->xAccess(real_vfs, path, flags, result);
}

int test_vfs_register(test_vfs_observer observer) {
  static sqlite3_vfs vfs;
  int code = sqlite3_initialize();
  if (code) return code;
  the_observer = observer;
  real_vfs = sqlite3_vfs_find(0);
  if (!real_vfs) return SQLITE_ERROR;
  // All that is not said here is done by the system's own functions.
  vfs = *real_vfs;
  vfs.pNext = 0;
  vfs.zName = "riffle-test";
  vfs.szOsFile = (int)sizeof(struct test_file) + real_vfs->szOsFile;
  vfs.xOpen = vfs_open;
  vfs.xDelete = vfs_delete;
  vfs.xAccess = vfs_access;
  return sqlite3_vfs_register(&vfs, 1);
}

int test_vfs_full(void) { return SQLITE_FULL; }

int test_vfs_failure(enum test_vfs_kind kind) {
  switch (kind) {
    case TEST_VFS_OPEN: return SQLITE_CANTOPEN;
    case TEST_VFS_READ: return SQLITE_IOERR_READ;
    case TEST_VFS_WRITE: return SQLITE_IOERR_WRITE;
    case TEST_VFS_TRUNCATE: return SQLITE_IOERR_TRUNCATE;
    case TEST_VFS_SYNC: return SQLITE_IOERR_FSYNC;
    case TEST_VFS_REMOVE: return SQLITE_IOERR_DELETE;
    case TEST_VFS_SIZE: return SQLITE_IOERR_FSTAT;
    case TEST_VFS_ACCESS: return SQLITE_IOERR_ACCESS;
    case TEST_VFS_LOCK: return SQLITE_IOERR_LOCK;
    case TEST_VFS_SHARED_MEMORY: return SQLITE_IOERR_SHMMAP;
  }
  return SQLITE_IOERR;
}

#else

// Without the store there is no SQLite.
int test_vfs_register(test_vfs_observer observer) {
  (void)observer;
  return -1;
}
int test_vfs_full(void) { return -1; }
int test_vfs_failure(enum test_vfs_kind kind) {
  (void)kind;
  return -1;
}

#endif
