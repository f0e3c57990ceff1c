internal import CTestVFS
internal import Riffle
internal import SystemPackage

/// SQLite as it is used anywhere in this process, with somebody who sees each call before it is done, and may make it fail.
/// Nothing is synchronised: that is only said to the observer.
package enum ObservedSQLite {
  private static let observer = Lock<(any DiskObserver)?>(nil)
  private static let registration = test_vfs_register { ObservedSQLite.willDo($0) }

  /// Sets who sees all calls from now on; nobody if it is `nil`. Before SQLite is used for the first time it has to be called,
  /// whoever that is.
  package static func observe(_ new: (any DiskObserver)?) {
    precondition(registration == 0, "SQLite does not take the test's VFS")
    observer.withLock { $0 = new }
  }

  private static func willDo(_ pointer: UnsafeMutablePointer<test_vfs_call>?) -> CInt {
    guard let pointer, let path = pointer.pointee.path, let observer = observer.withLock({ $0 }) else { return 0 }
    var call = DiskCall(kind(pointer.pointee), String(cString: path))
    call.file = pointer.pointee.file < 0 ? nil : Int(pointer.pointee.file)
    call.offset = Int(pointer.pointee.offset)
    call.byteCount = Int(pointer.pointee.byte_count)
    if let bytes = pointer.pointee.bytes { call.bytes = UnsafeRawBufferPointer(start: bytes, count: call.byteCount) }
    call.isWritable = pointer.pointee.is_writable != 0
    call.synchronizesFolder = pointer.pointee.syncs_folder != 0
    let reason = observer.willDo(&call)
    pointer.pointee.file = call.file.map { Int64($0) } ?? -1
    pointer.pointee.byte_count = CInt(call.byteCount)
    pointer.pointee.is_writable = call.isWritable ? 1 : 0
    guard let reason else { return 0 }
    return reason == .noSpace ? test_vfs_full() : test_vfs_failure(pointer.pointee.kind)
  }

  private static func kind(_ call: test_vfs_call) -> DiskCall.Kind {
    switch call.kind {
    case TEST_VFS_OPEN: call.is_new != 0 ? .create : .open
    case TEST_VFS_READ: .read
    case TEST_VFS_WRITE: .write
    case TEST_VFS_TRUNCATE: .truncate
    case TEST_VFS_SYNC: .synchronize
    case TEST_VFS_REMOVE: .remove
    case TEST_VFS_SIZE: .size
    case TEST_VFS_ACCESS: .access
    case TEST_VFS_LOCK: .lock
    default: .shareMemory
    }
  }
}
