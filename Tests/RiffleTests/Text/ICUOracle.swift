import CICU
import Riffle

/// ICU's own answers, asked directly: what the text layer is held equal to.
enum ICU {
  static func normalize(_ form: Int, _ scalars: [UInt32]) -> [UInt32] {
    decode(bytes(from: encode(scalars)) { cicu_normalize(Int32(form), $0, $1, $2, $3) })
  }

  static func latinASCII(_ scalars: [UInt32]) -> [UInt32] {
    decode(bytes(from: encode(scalars)) { cicu_latin_ascii($0, $1, $2, $3) })
  }

  static func wordEnds(_ text: [UInt8]) -> [Int] {
    var ends = [Int32](repeating: 0, count: text.count)
    let found = text.withUnsafeBytes { bytes in
      cicu_word_ends(
        bytes.bindMemory(to: CChar.self).baseAddress, Int32(text.count), &ends, Int32(ends.count))
    }
    return ends.prefix(Int(found)).map(Int.init)
  }

  static func category(_ scalar: UInt32) -> String { String(cString: cicu_category(scalar)) }
  static func script(_ scalar: UInt32) -> String { String(cString: cicu_script(scalar)) }
  static func wordBreak(_ scalar: UInt32) -> String { String(cString: cicu_word_break(scalar)) }

  static func isAssigned(_ scalar: UInt32) -> Bool {
    let category = category(scalar)
    return category != "Cn" && category != "Cs"
  }

  /// The scalars that ICU knows as characters.
  static let assigned: [UInt32] = (0..<0x110000).filter(isAssigned)

  private static let marks = Set(assigned.filter { category($0) == "Mn" })
  static func isMark(_ scalar: UInt32) -> Bool { marks.contains(scalar) }

  static func encode(_ scalars: [UInt32]) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in scalars {
      bytes.append(
        contentsOf: UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}")
          ?? UTF8.encodedReplacementCharacter)
    }
    return bytes
  }

  static func decode(_ bytes: [UInt8]) -> [UInt32] {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value)
  }

  private static func bytes(
    from text: [UInt8],
    _ call: (UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<CChar>?, Int32) -> Int32
  ) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: text.count * 20 + 32)
    let count = text.withUnsafeBytes { text in
      result.withUnsafeMutableBytes { result in
        call(
          text.bindMemory(to: CChar.self).baseAddress, Int32(text.count),
          result.bindMemory(to: CChar.self).baseAddress, Int32(result.count))
      }
    }
    precondition(count >= 0 && count <= result.count, "ICU failed: \(count)")
    return Array(result.prefix(Int(count)))
  }
}

/// Folding as the documentation says it, step by step over the whole text, with nothing but ICU.
struct ReferenceFolding {
  var options = FoldingOptions()

  func fold(_ text: String) -> [UInt8] {
    ICU.encode(fold(text.unicodeScalars.map(\.value)))
  }

  func fold(_ original: [UInt32]) -> [UInt32] { searchLetters(textToCut(original)) }

  /// What is written in the end for text that words have been found in.
  func searchLetters(_ text: [UInt32]) -> [UInt32] {
    text.flatMap { scalar -> [UInt32] in
      if let keys = ReferenceFolding.keys[scalar] { return keys }
      let parts = ICU.normalize(CICU_NFD, [scalar])
      if parts.count > 1, let keys = ReferenceFolding.keys[parts[1]] {
        return [parts[0]] + keys + (parts.count > 2 ? ReferenceFolding.keys[parts[2]] ?? [] : [])
      }
      if options.keepsAccents { return [scalar] }
      return [ReferenceFolding.hiragana[scalar] ?? ReferenceFolding.simplified[scalar] ?? scalar]
    }
  }

  /// Traditional characters and the simplified ones that are written for them, unless these change again.
  static let simplified: [UInt32: UInt32] = {
    var simplified: [UInt32: UInt32] = [:]
    for scalar in ICU.assigned where 0x3400...0x9FFF ~= scalar {
      let form = cicu_simplified(scalar)
      if form != scalar, cicu_simplified(form) == form { simplified[scalar] = form }
    }
    return simplified
  }()

  /// The vowels and finals of Korean, each with the keys that type it, as consonants that begin syllables and as vowels.
  private static let keys: [UInt32: [UInt32]] = {
    let vowels = "ㅏ ㅐ ㅑ ㅒ ㅓ ㅔ ㅕ ㅖ ㅗ ㅗㅏ ㅗㅐ ㅗㅣ ㅛ ㅜ ㅜㅓ ㅜㅔ ㅜㅣ ㅠ ㅡ ㅡㅣ ㅣ"
    let finals = "ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ"
    var keys: [UInt32: [UInt32]] = [:]
    for (first, letters) in [(0x1161, vowels), (0x11A8, finals)] as [(UInt32, String)] {
      for (number, letter) in letters.split(separator: " ").enumerated() {
        keys[first + UInt32(number)] = ICU.normalize(CICU_NFKD, letter.unicodeScalars.map(\.value))
      }
    }
    return keys
  }()

  /// Letters of katakana and the hiragana of the same name.
  private static let hiragana = Dictionary(
    uniqueKeysWithValues: ICU.assigned.filter { 0x3041...0x309E ~= $0 }.compactMap { letter -> (UInt32, UInt32)? in
      guard let name = Unicode.Scalar(letter)?.properties.name, name.hasPrefix("HIRAGANA") else { return nil }
      let katakana = name.replacing("HIRAGANA", with: "KATAKANA")
      return ICU.assigned.first { 0x30A1...0x30FE ~= $0 && Unicode.Scalar($0)?.properties.name == katakana }
        .map { ($0, letter) }
    })

  /// The folded text before its last step, in which words are found.
  func textToCut(_ original: [UInt32]) -> [UInt32] {
    // A mark that folds to a letter (U+0345) has to be in order before it does.
    var text = ICU.normalize(CICU_NFKD, original).filter { $0 != 0x640 }
    if options.language == .turkic { text = turkic(text) }
    if options.isCaseSensitive {
      text = text.filter { !cicu_is_default_ignorable($0) }
      text = ICU.normalize(CICU_NFKC, text)
    } else {
      text = ICU.normalize(CICU_NFKC_CASEFOLD, text)
    }
    text = ICU.normalize(CICU_NFD, text)
    if options.language == .lithuanian { text = lithuanian(text) }
    if !options.keepsAccents { text = plain(text) }
    text = text.map { ReferenceFolding.digits[$0] ?? $0 }
    return ICU.normalize(CICU_NFC, text)
  }

  /// `I` is the capital of `ı`, `I` with a dot that of `i`.
  private func turkic(_ text: [UInt32]) -> [UInt32] {
    var result = text
    var i = 0
    while i < result.count {
      defer { i += 1 }
      guard result[i] == 0x49, !options.isCaseSensitive else { continue }
      if let dot = dotAbove(after: i, in: result) {
        result.remove(at: dot)
        result[i] = 0x69
      } else {
        result[i] = 0x131
      }
    }
    return result
  }

  private func lithuanian(_ text: [UInt32]) -> [UInt32] {
    var result = text
    var i = 0
    while i < result.count {
      defer { i += 1 }
      guard result[i] == 0x69 || result[i] == 0x6A else { continue }
      while let dot = dotAbove(after: i, in: result),
        dot + 1 < result.count, cicu_combining_class(result[dot + 1]) == 230
      {
        result.remove(at: dot)
      }
    }
    return result
  }

  /// The first mark of class 230 after `base`, if it is U+0307.
  private func dotAbove(after base: Int, in text: [UInt32]) -> Int? {
    var i = base + 1
    while i < text.count, cicu_combining_class(text[i]) != 0 {
      if cicu_combining_class(text[i]) == 230 { return text[i] == 0x307 ? i : nil }
      i += 1
    }
    return nil
  }

  private func plain(_ text: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    var base = 0
    var losesMarks = false
    for (i, scalar) in text.enumerated() {
      let isMark = ICU.isMark(scalar)
      if !isMark && cicu_combining_class(scalar) == 0 {
        base = i
        losesMarks = ReferenceFolding.losesMarks(scalar)
      }
      if isMark && losesMarks {
        let isDotOfCapital =
          options.language == .turkic && text[base] == 0x49
          && dotAbove(after: base, in: text) == i
        if !isDotOfCapital { continue }
      }
      if ReferenceFolding.leftOut.contains(scalar) { continue }
      if let letter = ReferenceFolding.sameLetters[scalar] {
        result.append(letter)
      } else if let letters = ReferenceFolding.plainLetters(scalar),
        !(options.language == .turkic && scalar == 0x131)
      {
        result +=
          options.isCaseSensitive ? letters : letters.map { $0 >= 65 && $0 <= 90 ? $0 + 32 : $0 }
      } else {
        result.append(scalar)
      }
    }
    return result
  }

  static func losesMarks(_ scalar: UInt32) -> Bool { losers.contains(scalar) }

  private static let losers = Set(
    ICU.assigned.filter { scalar in
      ICU.category(scalar).hasPrefix("L")
        && ["Latn", "Grek", "Cyrl", "Hebr", "Arab"].contains(ICU.script(scalar))
    })

  /// Decimal digits come in tens, in their order.
  private static let digits = Dictionary(
    uniqueKeysWithValues: ICU.assigned.filter { ICU.category($0) == "Nd" }.enumerated().map {
      ($0.element, UInt32($0.offset % 10 + 0x30))
    })

  /// Letters, and what is written for each.
  private static let sameLetters: [UInt32: UInt32] = {
    var letters: [UInt32: UInt32] = [:]
    for (plain, others) in [
      ("ا", "ٱ ٲ ٳ ٵ"), ("ي", "ى ی ے"), ("ك", "ک ڪ"), ("ه", "ة ھ ہ ۃ ە"), ("\u{902}", "\u{901}"),
      ("\u{982}", "\u{981}"), ("\u{A02}", "\u{A01}"), ("\u{A82}", "\u{A81}"), ("\u{B02}", "\u{B01}"),
    ] as [(Unicode.Scalar, String)] {
      for other in others.unicodeScalars where other != " " { letters[other.value] = plain.value }
    }
    return letters
  }()

  /// The nukta of each script in which it is no part of a letter.
  static let leftOut = Set(
    ICU.assigned.filter { cicu_combining_class($0) == 7 && $0 < 0x1000 && ICU.script($0) != "Beng" })

  /// Whether a mark is not only kept or removed.
  static func isRewritten(_ mark: UInt32) -> Bool { leftOut.contains(mark) || sameLetters[mark] != nil }

  /// What Latin-ASCII writes for a letter that has no decomposition: letters or an apostrophe
  /// (not the other punctuation that it writes for modifier letters).
  static func plainLetters(_ scalar: UInt32) -> [UInt32]? { letters[scalar] }

  private static let letters = Dictionary(
    uniqueKeysWithValues: ICU.assigned.compactMap { scalar in
      transliterated(scalar).map { (scalar, $0) }
    })

  private static func transliterated(_ scalar: UInt32) -> [UInt32]? {
    guard scalar >= 0x80, ICU.category(scalar).hasPrefix("L"),
      ["Latn", "Zyyy"].contains(ICU.script(scalar)),
      ICU.normalize(CICU_NFKD, [scalar]) == [scalar]
    else { return nil }
    let letters = ICU.latinASCII([scalar])
    return letters.allSatisfy { $0 == 0x27 || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) }
      ? letters : nil
  }
}
