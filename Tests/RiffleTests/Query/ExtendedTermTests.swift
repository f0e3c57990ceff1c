import Testing

@testable import Riffle

@Suite struct ExtendedTermTests {
  /// Clauses by `·`, alternatives by `|`; marks written as kinds.
  private static func read(_ text: String) -> String {
    ExtendedTerm.read(text).map { clause in
      clause.map { term in
        let kind =
          switch term.kind {
          case .plain: "plain"
          case .pattern(.anywhere): "inside"
          case .pattern(.titleStart): "start"
          case .pattern(.wordEnd): "end"
          case .pattern(.wholeTitle): "whole"
          }
        return (term.isNegated ? "not " : "") + "\(kind)(\(term.text))"
      }.joined(separator: " | ")
    }.joined(separator: " · ")
  }

  @Test(arguments: [
    ("", ""), ("   ", ""), (" \t\n", ""), ("a\tb", "plain(a) · plain(b)"), ("foo", "plain(foo)"),
    ("foo  bar", "plain(foo) · plain(bar)"),
    ("'foo", "inside(foo)"), ("^foo", "start(foo)"), ("foo$", "end(foo)"), ("^foo$", "whole(foo)"),
    ("!foo", "not inside(foo)"), ("!'foo", "not inside(foo)"), ("!^foo", "not start(foo)"),
    ("!foo$", "not end(foo)"), ("!^foo$", "not whole(foo)"),
    // Alternatives.
    ("a | b", "plain(a) | plain(b)"), ("a | b | 'c d", "plain(a) | plain(b) | inside(c) · plain(d)"),
    ("a b | c", "plain(a) · plain(b) | plain(c)"), ("a|b", "plain(a|b)"), ("a |b", "plain(a) · plain(|b)"),
    // Spaces and other escapes.
    ("foo\\ bar", "plain(foo bar)"), ("'a\\ b c", "inside(a b) · plain(c)"), ("a\\b", "plain(a\\b)"),
    ("a\\", "plain(a\\)"), ("\\ ", "plain( )"), ("a\\\\ b", "plain(a\\\\) · plain(b)"),
    // What is being typed counts as not there yet.
    ("'", ""), ("^", ""), ("!", ""), ("!'", ""), ("!^", ""), ("foo '", "plain(foo)"), ("foo |", "plain(foo)"),
    ("| foo", "plain(foo)"), ("foo | | bar", "plain(foo) | plain(bar)"), ("|", ""), ("foo | '", "plain(foo)"),
    // Marks that stand elsewhere are letters.
    ("$", "plain($)"), ("^$", "start($)"), ("!$", "not inside($)"), ("a'b", "plain(a'b)"), ("a!", "plain(a!)"),
    ("''", "inside(')"), ("'foo$", "inside(foo$)"), ("$$", "end($)"), ("!!a", "not inside(!a)"), ("a^", "plain(a^)"),
    // What must not be there is an alternative like any other.
    ("!a | b", "not inside(a) | plain(b)"), ("a | !b", "plain(a) | not inside(b)"),
    ("!a | !b", "not inside(a) | not inside(b)"), ("x !a | ^b$ y", "plain(x) · not inside(a) | whole(b) · plain(y)"),
    ("a | !b | c", "plain(a) | not inside(b) | plain(c)"), ("!a |", "not inside(a)"),
    ("!a | ! b", "not inside(a) | plain(b)"),
    ("東京 | ^大阪$", "plain(東京) | whole(大阪)"),
  ])
  func marksAreRead(text: String, expected: String) {
    #expect(ExtendedTermTests.read(text) == expected)
  }
}
