/// The order of a list, and what it is divided into to jump by.
public struct ListOrder<Element: Sendable>: Sendable {
  enum Kind: Sendable {
    case manual
    /// - `ties`: a strict order of elements whose texts are equal; `nil` if they stand as they come.
    case alphabet(ListAlphabet, ties: (@Sendable (Element, Element) -> Bool)? = nil)
    case sorted(
      by: @Sendable (Element, Element) -> Bool, bucket: (@Sendable (Element) -> Int)?)
  }

  let kind: Kind
  /// The labels of the buckets, each with what it stands for; none if the order has no buckets.
  let labels: [JumplistLabel]

  /// The list's own order: that in which elements come, and to which they are moved.
  public static var manual: ListOrder { ListOrder(kind: .manual, labels: []) }

  /// By the alphabet of a language: by readings where there are any, otherwise by titles; equal ones as they come.
  public static func alphabet(_ alphabet: ListAlphabet) -> ListOrder {
    ListOrder(kind: .alphabet(alphabet), labels: alphabet.buckets.labels.map { JumplistLabel($0) })
  }

  /// The order of an alphabet, with equal texts in an order of their elements. So the order depends on the elements alone, not
  /// on the order of their changes.
  /// - Parameter ties: a strict total order of elements whose texts are equal; called on the writing thread.
  package static func alphabet(
    _ alphabet: ListAlphabet, ties: @escaping @Sendable (Element, Element) -> Bool
  ) -> ListOrder {
    ListOrder(
      kind: .alphabet(alphabet, ties: ties), labels: alphabet.buckets.labels.map { JumplistLabel($0) })
  }

  /// Sorts by a custom key; equal keys keep their order of arrival.
  /// - Parameter areInIncreasingOrder: a strict weak ordering, as for `sorted(by:)`; called on the writing thread.
  public static func sorted(by areInIncreasingOrder: @escaping @Sendable (Element, Element) -> Bool) -> ListOrder {
    ListOrder(kind: .sorted(by: areInIncreasingOrder, bucket: nil), labels: [])
  }

  /// By buckets of one's own, and in them by a key of one's own, equal ones as they come.
  ///
  /// - Parameters:
  ///   - buckets: the labels of the buckets, in list order; equal ones stay apart.
  ///   - bucket: the place in `buckets` of the one that an element belongs to; beyond the last one counts as the last.
  ///   - areInIncreasingOrder: a strict weak ordering of the elements of one bucket; `nil` leaves them as they come.
  public static func sorted(
    into buckets: [String], bucket: @escaping @Sendable (Element) -> Int,
    by areInIncreasingOrder: (@Sendable (Element, Element) -> Bool)? = nil
  ) -> ListOrder {
    guard !buckets.isEmpty else { return sorted(by: areInIncreasingOrder ?? { _, _ in false }) }
    return ListOrder(
      kind: .sorted(
        by: areInIncreasingOrder ?? { _, _ in false }, bucket: { min(max(0, bucket($0)), buckets.count - 1) }),
      labels: buckets.map { JumplistLabel(text: $0, kind: .section) })
  }

  /// Whether elements can be moved, because their place does not follow from their content.
  package var isManual: Bool { if case .manual = kind { true } else { false } }

  /// The bucket that an element belongs to; 0 in an order without buckets.
  func bucket(of element: Element, sortedAs text: String) -> Int {
    switch kind {
    case .manual: 0
    case .alphabet(let alphabet, _): alphabet.buckets.bucket(for: text)
    case .sorted(_, let bucket): bucket?(element) ?? 0
    }
  }

  /// The order of the elements of a new list, equal ones as they stand there.
  ///
  /// - Parameter text: what an alphabet orders an element by.
  /// - Returns: the places in `elements`, `nil` if they stand in order; and where each bucket begins, and at last the number
  ///   of elements, or nothing in an order without buckets.
  func order(
    of elements: [Element], text: (Element) -> String
  ) -> (order: [Int]?, bucketStarts: [Int]) {
    switch kind {
    case .manual: return (nil, [])
    case .alphabet(let alphabet, let ties):
      let texts = elements.map(text)
      let (order, starts) =
        if let ties {
          alphabet.order(of: texts) { ties(elements[$0], elements[$1]) }
        } else {
          alphabet.order(of: texts)
        }
      return (order, starts)
    case .sorted(let areInIncreasingOrder, let bucket):
      let buckets = elements.map { bucket?($0) ?? 0 }
      let order = elements.indices.sorted { a, b in
        if buckets[a] != buckets[b] { return buckets[a] < buckets[b] }
        if areInIncreasingOrder(elements[a], elements[b]) { return true }
        return !areInIncreasingOrder(elements[b], elements[a]) && a < b
      }
      return (order, bucketStarts(of: buckets))
    }
  }
}
