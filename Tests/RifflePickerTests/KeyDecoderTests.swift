import RifflePicker
import Testing

struct KeyDecoderTests {
  @Test(arguments: [
    ("a", "a"), ("\u{1}", "ctrl-a"), ("\r", "enter"), ("\n", "ctrl-j"), ("\t", "tab"), ("\u{7F}", "bspace"),
    ("\u{8}", "ctrl-h"),
    ("\u{1B}[A", "up"), ("\u{1B}OB", "down"), ("\u{1B}[5~", "page-up"), ("\u{1B}[Z", "btab"), ("\u{1B}[3~", "del"),
    ("\u{1B}b", "alt-b"), ("\u{1B}\r", "alt-enter"), ("\u{1B}[1;2A", "shift-up"), ("\u{1B}[1;5C", "ctrl-right"),
    ("\u{1B}OP", "f1"), ("\u{1B}[15~", "f5"), ("\u{1B}[24~", "f12"), ("\u{0}", "ctrl-space"),
    ("\u{1B}\u{7F}", "alt-bspace"),
    ("\u{1B}\u{1B}[A", "alt-up"), ("\u{1F}", "ctrl-/"),
  ]) func keysHaveFzfsNames(_ sequence: String, _ name: String) {
    var decoder = KeyDecoder()
    let inputs = decoder.decode(sequence.utf8)
    #expect(inputs == Key(named: name).map { [.key($0)] })
    guard case .key(let key)? = inputs.first else { return }
    #expect(key.name == name)
  }

  @Test func sequencesMayComeInPieces() {
    let bytes = Array("\u{1B}[1;5Cé\u{1B}[200~a\nb\u{1B}[A\u{1B}[201~\u{1B}[<0;3;2M\u{1B}[99~x".utf8)
    let expected: [TerminalInput] = [
      .key(Key(.right, .control)), .key(.character("é")), .paste("a\nb\u{1B}[A"),
      .mouse(MouseEvent(.left, row: 1, column: 2)),
      .key(.character("x")),
    ]
    for size in 1...bytes.count {
      var decoder = KeyDecoder()
      var inputs: [TerminalInput] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        inputs += decoder.decode(rest.prefix(size))
        rest = rest.dropFirst(size)
      }
      #expect(inputs == expected, "in pieces of \(size)")
      #expect(!decoder.isWaiting)
    }
  }

  @Test func anEscapeByItselfIsAKeyWhenNothingFollows() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.finish() == [.key(Key(.escape))])
    #expect(decoder.decode([0x1B, 0x1B]) == [])
    #expect(decoder.finish() == [.key(Key(.escape)), .key(Key(.escape))])
  }
}
