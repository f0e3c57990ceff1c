import RiffleStoreTestSupport
import RiffleTestSupport
import Testing

@Suite struct DiskStateTests {
  private static func images(
    _ operations: [DiskOperation], on image: DiskImage = DiskImage(), _ loss: DiskState.Loss = .anything
  ) -> [DiskImage] {
    var state = DiskState(image)
    for operation in operations { state.apply(operation) }
    return (0..<300).map { seed in
      var random = RandomText(seed: UInt64(seed))
      return state.image(loss, &random)
    }
  }

  private static func file(_ name: String, _ bytes: [UInt8]) -> DiskImage {
    var image = DiskImage()
    image.files[name] = bytes
    return image
  }

  @Test func whatHasBeenSynchronisedIsThere() {
    let done: [DiskOperation] = [
      .makeFolder("f"), .synchronizeFolder(""), .create("f/a", file: 0), .write(file: 0, offset: 0, [1, 2, 3]),
      .write(file: 0, offset: 1, [4]), .truncate(file: 0, size: 2), .synchronize(file: 0), .rename("f/a", to: "f/b"),
      .synchronizeFolder("f"),
    ]
    for image in Self.images(done) { #expect(image.folders == ["f"] && image.files == ["f/b": [1, 4]]) }
  }

  @Test func whatHasNotBeenSynchronisedMayBeThereOrNot() {
    let done: [DiskOperation] = [.write(file: 0, offset: 0, [1]), .write(file: 0, offset: 1, [2])]
    let found = Set(Self.images(done, on: Self.file("a", [9, 9])).map { $0.files["a"] })
    // The later without the earlier too.
    #expect(found == [[9, 9], [1, 9], [9, 2], [1, 2]])
    #expect(Set(Self.images(done, on: Self.file("a", [9, 9]), .everything).map { $0.files["a"] }) == [[9, 9]])
    #expect(Set(Self.images(done, on: Self.file("a", [9, 9]), .nothing).map { $0.files["a"] }) == [[1, 2]])
  }

  @Test func writesAreTornBetweenSectors() {
    let done: [DiskOperation] = [.write(file: 0, offset: 500, [UInt8](repeating: 1, count: 1000))]
    let found = Set(
      Self.images(done, on: Self.file("a", [UInt8](repeating: 9, count: 1500))).map { $0.files["a"] ?? [] })
    let pieces = [500..<512, 512..<1024, 1024..<1500]
    let kinds = Set(
      found.map { bytes in
        #expect(pieces.allSatisfy { Set(bytes[$0]).count == 1 } && Set(bytes[..<500]) == [9])
        return pieces.map { bytes[$0.lowerBound] }
      })
    #expect(kinds.count == 8)
  }

  @Test func namesChangeInTheirOrder() {
    let done: [DiskOperation] = [
      .create("b", file: 1), .synchronize(file: 1), .rename("b", to: "a"), .create("c", file: 2), .remove("a"),
    ]
    let found = Set(Self.images(done, on: Self.file("a", [1])).map { $0.files })
    #expect(
      found == [["a": [1]], ["a": [1], "b": []], ["a": []], ["a": [], "c": []], ["c": []]])
  }

  @Test func aFolderWhoseNameIsGoneIsGoneWithItsFiles() {
    let done: [DiskOperation] = [
      .makeFolder("f"), .create("f/a", file: 0), .synchronize(file: 0), .synchronizeFolder("f"),
    ]
    #expect(Set(Self.images(done).map { $0.files }) == [[:], ["f/a": []]])
  }
}
