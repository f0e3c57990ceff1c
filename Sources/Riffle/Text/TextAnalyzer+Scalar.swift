extension TextAnalyzer {
  /// The first scalar that a scalar on its own folds to; 0 if it folds to nothing.
  package func foldedScalar(_ scalar: UInt32) -> UInt32 {
    guard let scalar = Unicode.Scalar(scalar) else { return 0 }
    var folded: [UInt32] = []
    decodeScalars(fold(String(scalar)).span, into: &folded)
    return folded.first ?? 0
  }
}
