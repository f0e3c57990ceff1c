package import RiffleTestSupport

/// A disk as its power may fail: what is on it for certain, and what has been done since, which may be there or not.
///
/// **Contents.** A file that has been synchronised is on the disk as it was then. What has been written to it, or cut off, since
/// then may each be there or be missing, in any order: a later write may be there without an earlier one. Of a write any of the
/// sectors of 512 bytes that it touches may be missing. Bytes beyond what was synchronised that are missing are zeros, or
/// whatever lay there before. A sector that is written keeps those of its bytes that the write does not touch (SQLite,
/// `SQLITE_IOCAP_POWERSAFE_OVERWRITE`).
///
/// **Names.** Making a file or folder, giving it another name and removing it change a folder. Each change is there or not as a
/// whole, and changes of one folder get to the disk in the order in which they were made, as file systems with a log have it:
/// those before the folder was last synchronised are there, of the others a beginning. Folders know nothing of each other. A
/// file whose name is not there is gone, although it has been synchronised.
package struct DiskState {
  fileprivate enum Entry {
    case file(Int)
    case folder
  }

  fileprivate enum NameChange {
    case add(String, Entry)
    case rename(String, to: String)
    case remove(String)
  }

  fileprivate enum ContentChange {
    case write(offset: Int, [UInt8])
    case truncate(Int)
  }

  fileprivate struct Folder {
    var names: [String: Entry] = [:]
    var changes: [NameChange] = []
  }

  fileprivate struct File {
    var bytes: [UInt8] = []
    var changes: [ContentChange] = []
  }

  fileprivate static let sectorSize = 512

  private var folders: [String: Folder] = ["": Folder()]
  private var files: [Int: File] = [:]
  /// The highest batch of each writer that has been begun, and the highest that is known to be written; -1 for none.
  package private(set) var batches: [Int: (begun: Int, acknowledged: Int)] = [:]

  package init(_ image: DiskImage) {
    for folder in image.folders.sorted() {
      folders[folder] = Folder()
      folders[DiskImage.folder(of: folder)]?.names[DiskState.name(of: folder)] = .folder
    }
    for (name, number) in image.numberedFiles {
      files[number] = File(bytes: image.files[name] ?? [])
      folders[DiskImage.folder(of: name)]?.names[DiskState.name(of: name)] = .file(number)
    }
  }

  private static func name(of path: String) -> String {
    String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }

  package mutating func apply(_ operation: DiskOperation) {
    switch operation {
    case .makeFolder(let path):
      folders[path] = Folder()
      change(path, .add(DiskState.name(of: path), .folder))
    case .create(let path, let file):
      files[file] = File()
      change(path, .add(DiskState.name(of: path), .file(file)))
    case .write(let file, let offset, let bytes): files[file]?.changes.append(.write(offset: offset, bytes))
    case .truncate(let file, let size): files[file]?.changes.append(.truncate(size))
    case .synchronize(let file):
      for change in files[file]?.changes ?? [] { files[file]?.apply(change) }
      files[file]?.changes = []
    case .rename(let path, let newPath):
      change(path, .rename(DiskState.name(of: path), to: DiskState.name(of: newPath)))
    case .remove(let path): change(path, .remove(DiskState.name(of: path)))
    case .synchronizeFolder(let path):
      for change in folders[path]?.changes ?? [] { folders[path]?.apply(change) }
      folders[path]?.changes = []
    case .begin(let writer, let batch): batches[writer, default: (-1, -1)].begun = batch
    case .acknowledge(let writer, let batch): batches[writer, default: (-1, -1)].acknowledged = batch
    }
  }

  private mutating func change(_ path: String, _ change: NameChange) {
    folders[DiskImage.folder(of: path)]?.changes.append(change)
  }

  // MARK: - What is left

  /// What becomes of that which has not been synchronised.
  package enum Loss: Sendable, CaseIterable {
    case nothing, everything, anything
  }

  /// What is on the disk after the power has failed now.
  package func image(_ loss: Loss, _ random: inout RandomText) -> DiskImage {
    var image = DiskImage()
    add("", to: &image, loss, &random)
    return image
  }

  private func add(_ path: String, to image: inout DiskImage, _ loss: Loss, _ random: inout RandomText) {
    guard var folder = folders[path] else { return }
    for change in folder.changes.prefix(DiskState.kept(of: folder.changes.count, loss, &random)) {
      folder.apply(change)
    }
    for (name, entry) in folder.names.sorted(by: { $0.key < $1.key }) {
      let path = path.isEmpty ? name : path + "/" + name
      switch entry {
      case .folder:
        image.folders.insert(path)
        add(path, to: &image, loss, &random)
      case .file(let number): image.files[path] = files[number]?.left(loss, &random) ?? []
      }
    }
  }

  private static func kept(of count: Int, _ loss: Loss, _ random: inout RandomText) -> Int {
    switch loss {
    case .nothing: count
    case .everything: 0
    case .anything: random.oneIn(3) ? count : random.number(below: count + 1)
    }
  }
}

extension DiskState.Folder {
  fileprivate mutating func apply(_ change: DiskState.NameChange) {
    switch change {
    case .add(let name, let entry): names[name] = entry
    case .rename(let name, let newName): names[newName] = names.removeValue(forKey: name)
    case .remove(let name): names[name] = nil
    }
  }
}

extension DiskState.File {
  fileprivate mutating func apply(_ change: DiskState.ContentChange) {
    switch change {
    case .write(let offset, let new):
      grow(to: offset + new.count)
      bytes.replaceSubrange(offset..<offset + new.count, with: new)
    case .truncate(let size):
      grow(to: size)
      bytes.removeLast(bytes.count - size)
    }
  }

  private mutating func grow(to size: Int) {
    if bytes.count < size { bytes += repeatElement(0, count: size - bytes.count) }
  }

  fileprivate func left(_ loss: DiskState.Loss, _ random: inout RandomText) -> [UInt8] {
    var file = self
    switch loss {
    case .everything: break
    case .nothing: for change in changes { file.apply(change) }
    case .anything where random.oneIn(3):
      // As they were made, up to one that is torn.
      let count = random.number(below: changes.count + 1)
      for change in changes.prefix(count) { file.apply(change) }
      if count < changes.count { file.tear(changes[count], &random) }
    case .anything:
      let lostInAHundred = [5, 30, 70][random.number(below: 3)]
      for change in changes where random.number(below: 100) >= lostInAHundred {
        if random.oneIn(4) { file.tear(change, &random) } else { file.apply(change) }
      }
    }
    return file.bytes
  }

  /// Does a part of a write, or none of a cut.
  private mutating func tear(_ change: DiskState.ContentChange, _ random: inout RandomText) {
    guard case .write(let offset, let new) = change else { return }
    let before = bytes.count
    grow(to: random.oneIn(2) ? offset + new.count : before)
    if random.oneIn(2) {
      for index in before..<max(before, bytes.count) { bytes[index] = UInt8(random.number(below: 256)) }
    }
    var start = offset
    while start < offset + new.count {
      let end = min((start / DiskState.sectorSize + 1) * DiskState.sectorSize, offset + new.count)
      if random.oneIn(2) {
        grow(to: end)
        bytes.replaceSubrange(start..<end, with: new[start - offset..<end - offset])
      }
      start = end
    }
  }
}
