/// The place of an element in a sorted list.
extension ListState {
  /// The neighbours of an element in the order of its kind, after all that are equal to it; those at the end of a list in
  /// its own order.
  ///
  /// - Parameters:
  ///   - bucket: the one that the element belongs to.
  ///   - text: what an alphabet orders the element by.
  /// - Complexity: O(log *n*) comparisons for each part.
  func neighbours(of element: Element, bucket: Int, sortedAs text: String) -> ListRows.Neighbours {
    switch reader.order.kind {
    case .manual:
      return (rows.last, nil)
    case .alphabet(let alphabet, let ties):
      return rows.neighbours(in: ranges(ofBucket: bucket)) { place in
        isOrdered(text, of: element, before: place, alphabet, ties)
      }
    case .sorted(let areInIncreasingOrder, _):
      return rows.neighbours(in: ranges(ofBucket: bucket)) { areInIncreasingOrder(element, self.element($0)) }
    }
  }

  /// The neighbours of elements that stand in the order of the list, each after all that are equal to it.
  /// - Parameter bucketStarts: as ``ListOrder/order(of:text:)`` returns them.
  /// - Complexity: that of ``ListRows/neighbours(of:in:isBefore:)``.
  func neighbours(ofSorted elements: [Element], bucketStarts: [Int]) -> [ListRows.Neighbours] {
    let starts = hasBuckets ? bucketStarts : [0, elements.count]
    var found: [ListRows.Neighbours] = []
    found.reserveCapacity(elements.count)
    for (bucket, (start, end)) in zip(starts, starts.dropFirst()).enumerated() where start < end {
      let ranges = ranges(ofBucket: bucket)
      switch reader.order.kind {
      case .manual: break
      case .alphabet(let alphabet, let ties):
        let texts = elements[start..<end].map { reader.sortedText(of: $0) }
        found += rows.neighbours(of: end - start, in: ranges) { number, place in
          isOrdered(texts[number], of: elements[start + number], before: place, alphabet, ties)
        }
      case .sorted(let areInIncreasingOrder, _):
        found += rows.neighbours(of: end - start, in: ranges) { number, place in
          areInIncreasingOrder(elements[start + number], element(place))
        }
      }
    }
    return found
  }

  /// - Parameter text: what the alphabet orders the element by.
  private func isOrdered(
    _ text: String, of element: Element, before place: ListRow, _ alphabet: ListAlphabet,
    _ ties: ((Element, Element) -> Bool)?
  ) -> Bool {
    if isOrdered(text.utf8Span.span, before: place, alphabet) { return true }
    guard let ties else { return false }
    let other = self.element(place)
    return ties(element, other) && !alphabet.isOrdered(reader.sortedText(of: other), before: text)
  }

  private func isOrdered(_ text: Span<UInt8>, before place: ListRow, _ alphabet: ListAlphabet) -> Bool {
    let row = Int(place.row)
    if place.part == tailPart {
      let other = reader.sortedText(of: tail.entries[row].element)
      return alphabet.isOrdered(text, before: other.utf8Span.span)
    }
    let segment = contents[Int(place.part)].segment
    let hasReading = !segment.isRomanized(row) && !segment.readings.range(row).isEmpty
    let column = hasReading ? segment.readings : segment.titles
    let bytes = column.bytes
    return alphabet.isOrdered(text, before: bytes.span(column.range(row)))
  }

  /// The rows of each part that belong to a bucket; all in an order without buckets.
  private func ranges(ofBucket bucket: Int) -> [Range<Int>] {
    (0...tailPart).map { part in
      if !hasBuckets { return 0..<rowCount(ofPart: part) }
      if part < tailPart {
        let starts = contents[part].bucketStarts
        return starts[bucket]..<starts[bucket + 1]
      }
      let entries = tail.entries
      return entries.partitioningIndex { $0.bucket >= bucket }..<entries.partitioningIndex { $0.bucket > bucket }
    }
  }
}
