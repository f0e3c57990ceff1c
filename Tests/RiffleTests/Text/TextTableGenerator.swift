import CICU
import CKernels
import Riffle

/// Makes the tables of CKernels from ICU.
struct TextTableGenerator {
  private var pool: [UInt8] = [0, 0, 0, 0, 0]  // the offsets below 5 are codes
  private var poolOffsets: [[UInt8]: UInt16] = [:]
  private let folding = ReferenceFolding()

  mutating func source() -> String {
    let limit = Int(TEXT_TABLE_LIMIT)
    var properties = [UInt16](repeating: 0, count: limit)
    var codes = [UInt16](repeating: UInt16(TEXT_FOLD_UNKNOWN.rawValue), count: limit)
    var letters = ""
    for scalar in ICU.assigned.prefix(while: { $0 < limit }) {
      properties[Int(scalar)] = TextTableGenerator.properties(of: scalar)
      codes[Int(scalar)] = foldCode(of: scalar)
      if let spelling = ReferenceFolding.plainLetters(scalar) {
        letters +=
          "    {0x\(String(scalar, radix: 16, uppercase: true)), \"\(String(decoding: ICU.encode(spelling), as: UTF8.self))\"},\n"
      }
    }
    let (propertyBlocks, propertyRows) = TextTableGenerator.stages(properties)
    let (foldBlocks, foldRows) = TextTableGenerator.stages(codes)
    let (simplifiedBlocks, simplifiedRows) = TextTableGenerator.stages(
      (0..<UInt32(limit)).map { UInt16(ReferenceFolding.simplified[$0] ?? 0) })
    return """
      // Generated from ICU; see text_tables.h. Do not edit.
      #include "text_tables.h"

      const int32_t text_tables_version = \(cicu_unicode_version());

      \(array("uint16_t", "text_property_blocks[TEXT_TABLE_LIMIT / 64]", propertyBlocks))
      \(array("uint16_t", "text_property_rows[]", propertyRows))
      \(array("uint16_t", "text_fold_blocks[TEXT_TABLE_LIMIT / 64]", foldBlocks))
      \(array("uint16_t", "text_fold_rows[]", foldRows))
      \(array("uint8_t", "text_fold_pool[]", pool))
      \(array("uint16_t", "text_simplified_blocks[TEXT_TABLE_LIMIT / 64]", simplifiedBlocks))
      \(array("uint16_t", "text_simplified_rows[]", simplifiedRows))
      const struct text_plain_letter text_plain_letters[] = {
      \(letters)};

      const size_t text_plain_letter_count = sizeof text_plain_letters / sizeof text_plain_letters[0];

      """
  }

  static func properties(of scalar: UInt32) -> UInt16 {
    let category = ICU.category(scalar)
    let script = ICU.script(scalar)
    let wordBreak = ICU.wordBreak(scalar)
    let isCJKScript = ["Hani", "Hira", "Kana"].contains(script)
    let isCJK =
      wordBreak != "Extend"
      && ((isCJKScript && (category.hasPrefix("L") || category == "Nl"))
        || wordBreak == "Katakana" || cicu_is_ideographic(scalar))
    let isComplex = cicu_needs_dictionary(scalar)
    let needsDictionary = isCJK || isCJKScript || isComplex
    let wordClass = wordClass(
      of: scalar, wordBreak: wordBreak, isCJK: isCJK,
      isComplexLetter: isComplex && wordBreak != "Extend" && !cicu_is_control(scalar))

    var result = UInt16(wordClass.rawValue)
    func set(_ flag: text_flags, if condition: Bool) {
      if condition { result |= UInt16(flag.rawValue) }
    }
    set(TEXT_NEEDS_DICTIONARY, if: needsDictionary)
    set(TEXT_IS_CJK, if: isCJK)
    // The pictographs before the clocks are signs such as © and ↔, which nobody searches for.
    set(TEXT_IS_PICTOGRAPHIC, if: scalar >= 0x231A && cicu_is_pictographic(scalar))
    set(TEXT_IS_MARK, if: category == "Mn")
    set(TEXT_LOSES_MARKS, if: ReferenceFolding.losesMarks(scalar))
    set(
      TEXT_IS_JOINER,
      if: "-\u{2010}\u{2013}_.'\u{2019}&+@\u{B7}".unicodeScalars.contains { $0.value == scalar })
    let contents = [TEXT_ALETTER, TEXT_HEBREW, TEXT_HANGUL, TEXT_NUMERIC]
    set(
      TEXT_IS_CONTENT,
      if: isCJK || (contents.contains(wordClass) && scalar != 0x40)
        || (wordClass == TEXT_DICTIONARY && isComplex))
    return result
  }

  /// The sets of ICU's word rules for the root locale.
  private static func wordClass(
    of scalar: UInt32, wordBreak: String, isCJK: Bool, isComplexLetter: Bool
  ) -> text_word_class {
    if wordBreak == "Extend" { return TEXT_EXTEND }
    if isCJK || isComplexLetter { return TEXT_DICTIONARY }
    // To the rules a letter of Korean is a syllable: while text is typed, it is one in the making.
    let isKoreanLetter = wordBreak == "ALetter" && ICU.script(scalar) == "Hang"
    if (0xAC00...0xD7A3).contains(scalar) || isKoreanLetter { return TEXT_HANGUL }
    if scalar == 0x40 { return TEXT_ALETTER }
    if [0x3A, 0xFE55, 0xFF1A].contains(scalar) { return TEXT_OTHER }
    switch wordBreak {
    case "CR": return TEXT_CR
    case "LF": return TEXT_LF
    case "Newline": return TEXT_NEWLINE
    case "Format": return TEXT_FORMAT
    case "ZWJ": return TEXT_ZWJ
    case "Regional_Indicator": return TEXT_REGIONAL
    case "ALetter": return TEXT_ALETTER
    case "Hebrew_Letter": return TEXT_HEBREW
    case "Numeric": return TEXT_NUMERIC
    case "Single_Quote": return TEXT_SINGLE_QUOTE
    case "Double_Quote": return TEXT_DOUBLE_QUOTE
    case "MidNumLet": return TEXT_MID_NUM_LET
    case "MidLetter": return TEXT_MID_LETTER
    case "MidNum": return TEXT_MID_NUM
    case "ExtendNumLet": return TEXT_EXTEND_NUM_LET
    case "WSegSpace": return TEXT_SPACE
    default: return TEXT_OTHER
    }
  }

  /// A scalar has an entry of its own if nothing before it can change how it folds, and it
  /// changes nothing before it. What future versions of Unicode may give a meaning is unknown.
  private mutating func foldCode(of scalar: UInt32) -> UInt16 {
    let needsICU = UInt16(TEXT_FOLD_NEEDS_ICU.rawValue)
    let caseFolded = ICU.normalize(CICU_NFKC_CASEFOLD, [scalar])
    if caseFolded.isEmpty || folding.textToCut([scalar]).isEmpty && !ReferenceFolding.isRewritten(scalar) {
      return UInt16(TEXT_FOLDS_TO_NOTHING.rawValue)
    }
    if ReferenceFolding.isRewritten(scalar), ICU.category(scalar) == "Mn" { return needsICU }
    let combiningClass = cicu_combining_class(scalar)
    if ICU.category(scalar) == "Mn" {
      guard caseFolded.allSatisfy({ ICU.category($0) == "Mn" }) else { return needsICU }
      let isStable = [CICU_NFC, CICU_NFKC, CICU_NFKC_CASEFOLD].allSatisfy {
        cicu_is_stable(Int32($0), scalar)
      }
      return isStable
        ? UInt16(TEXT_FOLD_STABLE_MARK.rawValue) + UInt16(combiningClass)
        : UInt16(TEXT_FOLD_MARK.rawValue)
    }
    guard combiningClass == 0, cicu_has_boundary_before(Int32(CICU_NFKC_CASEFOLD), scalar),
      cicu_has_boundary_before(Int32(CICU_NFKC), scalar)
    else { return needsICU }
    // U+0345 becomes a letter after the marks that follow; only letters that lose these do not care.
    let parts = ICU.normalize(CICU_NFKD, [scalar])
    if parts.contains(0x345), !ReferenceFolding.losesMarks(parts[0]) {
      return UInt16(TEXT_FOLD_UNKNOWN.rawValue)
    }
    let folded = folding.textToCut([scalar])
    guard let first = folded.first, cicu_has_boundary_before(Int32(CICU_NFC), first),
      let firstPart = ICU.normalize(CICU_NFD, folded).first,
      ICU.category(firstPart) != "Mn", cicu_combining_class(firstPart) == 0
    else { return needsICU }
    if folded == [scalar] { return UInt16(TEXT_FOLDS_TO_ITSELF.rawValue) }
    return entry(folded, capitals: capitals(of: scalar, folded: folded))
  }

  /// The bytes of `folded` at which capital letters of `scalar` begin, and further letters of these.
  private func capitals(of scalar: UInt32, folded: [UInt32]) -> (heads: UInt8, tails: UInt8) {
    var parts = ICU.normalize(CICU_NFKD, [scalar]).filter { ICU.category($0) != "Mn" }
      .map { (isCapital: ["Lu", "Lt"].contains(ICU.category($0)), folded: folding.textToCut([$0])) }
    if parts.flatMap(\.folded) != folded {
      parts = [(parts.first?.isCapital ?? false, folded)]
    }
    var heads = 0
    var tails = 0
    var offset = 0
    for part in parts {
      for (i, letter) in part.folded.enumerated() {
        if part.isCapital && i == 0 { heads |= 1 << offset }
        if part.isCapital && i > 0 { tails |= 1 << offset }
        offset += ICU.encode([letter]).count
      }
    }
    return (UInt8(truncatingIfNeeded: heads), UInt8(truncatingIfNeeded: tails))
  }

  private mutating func entry(_ folded: [UInt32], capitals: (heads: UInt8, tails: UInt8)) -> UInt16 {
    let bytes = ICU.encode(folded)
    let entry = [UInt8(bytes.count), capitals.heads, capitals.tails] + bytes
    if let offset = poolOffsets[entry] { return offset }
    let offset = UInt16(pool.count)
    precondition(offset < TEXT_FOLD_STABLE_MARK.rawValue, "the pool is full")
    pool += entry
    poolOffsets[entry] = offset
    return offset
  }

  private static func stages(_ values: [UInt16]) -> (blocks: [UInt16], rows: [UInt16]) {
    var blocks: [UInt16] = []
    var rows: [UInt16] = []
    var known: [[UInt16]: UInt16] = [:]
    for start in stride(from: 0, to: values.count, by: 64) {
      let row = Array(values[start..<start + 64])
      let index = known[row] ?? UInt16(known.count)
      if known.updateValue(index, forKey: row) == nil { rows += row }
      blocks.append(index)
    }
    return (blocks, rows)
  }

  private func array(_ type: String, _ name: String, _ values: [some BinaryInteger]) -> String {
    var text = "const \(type) \(name) = {\n"
    var line = ""
    for value in values {
      let item = "\(value),"
      if line.utf8.count + item.utf8.count > 100 {
        text += line + "\n"
        line = ""
      }
      line += item
    }
    return text + line + "\n};\n"
  }
}
