/// The label of a bucket.
struct JumplistLabel: Sendable, Hashable {
  let text: String
  let kind: Jumplist.Entry.Kind

  init(text: String, kind: Jumplist.Entry.Kind) {
    self.text = text
    self.kind = kind
  }

  init(_ label: AlphabetBuckets.Label) {
    text = label.text
    kind =
      switch label.kind {
      case .underflow: .underflow
      case .letter: .letter
      case .inflow: .inflow
      case .overflow: .overflow
      }
  }
}
