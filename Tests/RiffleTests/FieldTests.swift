import Riffle
import Testing

@Test func titleComesFirst() {
  #expect(Field.allCases.first == .title)
}
