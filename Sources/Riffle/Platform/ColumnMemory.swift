/// Backing storage of columns, retained by each column.
package class ColumnMemory: @unchecked Sendable {
  init() {}

  /// Sees to it that bytes may be read: those of memory that only this process has written may always be.
  func check(_ start: UnsafeRawPointer, byteCount: Int) {}
}
