import Foundation
import Testing

@testable import RiffleInput

struct JSONScannerTests {
  /// What is at the paths, as written; `nil` if the text is not JSON.
  private func find(_ paths: [String], in text: String) -> [String?]? {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      guard let values = try? JSONScanner.find(paths.map(KeyPath.init), in: bytes, range: 0..<bytes.count) else {
        return nil
      }
      return values.map { value in value.map { String(decoding: bytes[$0.range], as: UTF8.self) } }
    }
  }

  @Test func valuesAtPaths() {
    let text = #" {"a": "x\n", "b": {"c": [10, {"d": true}, []], "": null}, "e.f": -1.5e3, "\u0067": "y" } "#
    let expected: [String: String?] = [
      "a": #"x\n"#, "b.c.0": "10", "b.c.1.d": "true", "b.c.2": "[]", "b.": "null", #"e\.f"#: "-1.5e3", "g": "y",
      "b.c.1": #"{"d": true}"#, "b.c.3": nil, "a.b": nil, "x": nil, "b.c.d": nil,
      ".": text.trimmingCharacters(in: .whitespaces),
    ]
    for (path, value) in expected { #expect(find([path], in: text) == [value], "\(path)") }
    let paths = Array(expected.keys)
    #expect(find(paths, in: text) == paths.map { expected[$0] ?? nil })
  }

  @Test func aKeyCanLookLikeANumber() {
    #expect(find(["a.0"], in: #"{"a":{"0":"x"}}"#) == ["x"])
    #expect(find(["0.1"], in: "[[1,2]]") == ["2"])
  }

  @Test func theLastOfEqualKeysCounts() {
    #expect(find(["a"], in: #"{"a":1,"a":2}"#) == ["2"])
  }

  static let notJSON = [
    "", " ", "{", "}", "[", "[1,]", "{\"a\":1,}", "{a:1}", "{\"a\" 1}", "{\"a\":}", "01", "1.", ".5", "+1", "-", "1e",
    "tru", "nul", "TRUE", "NaN", "'a'", "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\u{1}\"", "1 2", "{}{}",
    "[1 2]", "\u{FEFF}1", "{\"a\":1}x", "[}", "{]", "\"a\u{0}\"",
  ]

  @Test(arguments: notJSON) func refuses(_ text: String) {
    #expect(find(["a"], in: text) == nil)
  }

  @Test func depthHasALimit() {
    let deep = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    #expect(find(["."], in: deep(JSONScanner.deepest)) != nil)
    #expect(find(["."], in: deep(JSONScanner.deepest + 1)) == nil)
    #expect(find(["."], in: String(repeating: "[", count: 1_000_000)) == nil)
    #expect(find(["."], in: String(repeating: "{\"a\":", count: 1_000_000)) == nil)
  }

  /// Foundation lets a comma end an array, and refuses surrogates without partners and numbers without a Double.
  private func isDisputed(_ text: String) -> Bool {
    text.contains(/,\s*[\]}]/) || text.contains(/\\u[dD][89a-fA-F]/) || text.contains(/[eE][+-]?\d{3}/)
  }

  /// Foundation's reader is the judge of texts that are changed at random.
  @Test func agreesWithFoundation() throws {
    var random = SystemRandomNumberGenerator()
    let seeds = [
      #"{"title":"caf\u00e9 \"q\"","tags":["a",1,null,true],"n":{"deep":[{"x":-0.5e+10}]}}"#,
      #"[0,-1,2.50,1E3,"",{"a":{}},[[]]]"#,
    ]
    let letters = Array(#"{}[]",:\u0e1+-.9tfn x"#.utf8)
    var accepted = 0
    for round in 0..<4_000 {
      var bytes = Array(seeds[round % 2].utf8)
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = letters.randomElement(using: &random) ?? 0
        case 1: bytes.remove(at: place)
        default: bytes.insert(letters.randomElement(using: &random) ?? 0, at: place)
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let judged = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      let found = find(["title"], in: text)
      if (judged != nil) != (found != nil) { #expect(isDisputed(text), "\(text)") }
      if judged != nil && found != nil { accepted += 1 }
      if let object = judged as? [String: Any], let title = object["title"] as? String, let raw = found?.first ?? nil {
        let decoded = Array(raw.utf8).withUnsafeBufferPointer(JSONString.decode)
        let isRepeated = text.ranges(of: "\"title\"").count > 1
        if !isRepeated { #expect(decoded == title, "\(text)") }
      }
    }
    #expect(accepted > 500)
  }
}

struct JSONStringTests {
  private func decode(_ inside: String) -> String { Array(inside.utf8).withUnsafeBufferPointer(JSONString.decode) }

  @Test func escapes() {
    #expect(decode(#"a\"\\\/\b\f\n\r\tb"#) == "a\"\\/\u{8}\u{C}\n\r\tb")
    #expect(decode(#"\u00e9\u4EAC\ud83d\ude00\u0000"#) == "é京😀\0")
  }

  @Test func surrogatesAloneAreReplaced() {
    #expect(decode(#"a\ud800b"#) == "a\u{FFFD}b")
    #expect(decode(#"\ude00\ud83d"#) == "\u{FFFD}\u{FFFD}")
    #expect(decode(#"\ud83d\ud83d\ude00"#) == "\u{FFFD}😀")
    #expect(decode(#"\\ud800"#) == #"\ud800"#)
  }

  @Test func illFormedTextIsReplaced() {
    let decoded = ([0xFF] + Array(#"\t\udfff"#.utf8)).withUnsafeBufferPointer(JSONString.decode)
    #expect(decoded == "\u{FFFD}\t\u{FFFD}")
  }

  /// Every decoded scalar is found again where it is written.
  @Test func offsetsLeadBack() {
    let pieces: [(written: [UInt8], decoded: String)] = [
      (Array("a".utf8), "a"), (Array("é".utf8), "é"), (Array("😀".utf8), "😀"), (Array(#"\n"#.utf8), "\n"),
      (Array(#"\u00e9"#.utf8), "é"), (Array(#"\u0041"#.utf8), "A"), (Array(#"\u4eac"#.utf8), "京"),
      (Array(#"\ud83d\ude00"#.utf8), "😀"), (Array(#"\ud83d"#.utf8), "\u{FFFD}"), ([0xFF], "\u{FFFD}"),
      ([0xF0, 0x90, 0x80], "\u{FFFD}"),
    ]
    for first in pieces {
      for second in pieces where !(first.written == Array(#"\ud83d"#.utf8) && second.written.starts(with: [0x5C])) {
        let written = first.written + [0x7C] + second.written
        written.withUnsafeBufferPointer { bytes in
          let decoded = first.decoded + "|" + second.decoded
          #expect(JSONString.decode(bytes) == decoded)
          let middle = first.decoded.utf8.count
          let places = JSONString.writtenOffsets([0, middle, middle + 1, decoded.utf8.count], in: bytes)
          #expect(places == [0, first.written.count, first.written.count + 1, written.count])
        }
      }
    }
  }
}
