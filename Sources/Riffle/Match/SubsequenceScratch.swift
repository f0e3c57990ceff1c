/// Scratch space of the subsequence rule for one title: buffers that grow to the largest title and are reused, and a cache of
/// scalars.
///
/// One per thread. A score allocates nothing once the buffers have grown: about a byte for each
/// byte of an ASCII title, 16 for each byte of another one, 16 for each of its places and each
/// letter of the term (``SubsequenceLimit/cells`` of them at most), and 32 KiB for scalars.
package struct SubsequenceScratch {
  var text: SubsequenceText
  /// The first place of each letter of the pattern, each after the one before it in its term.
  var firsts: [Int] = []
  var table = SubsequenceTable()
  /// The places found, if requested.
  var places: [Int] = []

  /// - Parameters:
  ///   - isCaseSensitive: As in the patterns.
  ///   - foldScalar: Folds a scalar beyond ASCII to the scalar it is compared by: the
  ///   first, where it folds to several; 0, where it folds to nothing (then it takes no place in
  ///   the title). It is called once for most scalars, so it may be slow.
  package init(isCaseSensitive: Bool = false, foldScalar: @escaping @Sendable (UInt32) -> UInt32) {
    text = SubsequenceText(isCaseSensitive: isCaseSensitive, foldScalar: foldScalar)
  }
}
