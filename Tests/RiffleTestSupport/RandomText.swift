internal import Foundation
package import Riffle

/// Random lists and queries that are alike enough to match each other in every way.
package struct RandomText {
  private var generator: SeededGenerator
  private let words: [String]

  /// Words in the shapes that titles have: common prefixes, compounds, digits, accents, several scripts.
  private static let seeds = [
    "new", "york", "city", "data", "base", "database", "getFooBar", "wi-fi", "management", "Göteborg",
    "São", "Paulo", "Łódź", "straße", "python3", "x86_64", "O'Brien", "Москва", "北京", "東京都", "トマト",
    "서울", "ภาษาไทย", "naïve", "HTTPServer", "libfoo-dev", "3.14", "a", "of", "the", "of the", "saint", "Kiefer",
    "Gerhard", "Bulat", "Maria", "lobularia", "maritima", "québec", "Ålesund", "co-op", "e", "mañana", "fra\u{AD}me",
    "C++", "C", "g++", ".NET", "net", "C#", "@maria", "#tag", "b", "s", "Müller", "Aalborg", "goethe", "Blåbær",
    // Symbols that fold to letters, though they are no words, or to punctuation.
    "№5", "℀", "½", "①", "㎏", "ⓐb", "Ｆｕｌｌ", "a℅b", "…", "e＆f",
  ]

  /// More words of the scripts that can be romanised, and of some that cannot.
  private static let seedsOfOtherScripts = [
    "Война", "и", "мир", "Московский", "Санкт-Петербург", "Київ", "Ђорђе", "Αθήνα", "Ελλάδα", "ά", "北京大学", "上海",
    "手机", "東京タワー", "人々", "𠮷野家", "ラーメン", "ひらがな", "ﾄﾏﾄ", "한국어", "대한민국", "กรุงเทพ", "हिन्दी", "القاهرة",
    "ירושלים", "Երևան", "ᏣᎳᎩ", "👍🏽", "Tシャツ", "第3章", "iPhone手机", "COVID-вирус", "北京", "京北", "海上",
    // Han with several readings.
    "重庆", "重慶銀行", "长大", "曾国藩", "单雄信", "音乐", "行长",
  ]

  /// - Parameter mixesScripts: whether titles are as often in other scripts as in Latin letters.
  package init(seed: UInt64, mixesScripts: Bool = false) {
    generator = SeededGenerator(seed: seed)
    var words = RandomText.seeds + (mixesScripts ? RandomText.seedsOfOtherScripts : [])
    // Few letters, so that words share prefixes and lie within a few edits of each other.
    for _ in 0..<40 { words.append(RandomText.word(&generator, letters: "abeinst", length: 1...7)) }
    self.words = words
  }

  private static func word(
    _ generator: inout SeededGenerator, letters: String, length: ClosedRange<Int>
  ) -> String {
    String((0..<Int.random(in: length, using: &generator)).compactMap { _ in letters.randomElement(using: &generator) })
  }

  package mutating func title(maximumWordCount: Int = 5) -> String {
    let count = Int.random(in: 0...maximumWordCount, using: &generator)
    let separators = [" ", " ", " ", " ", "-", ", ", "_", "/", ""]
    var title = ""
    for index in 0..<count {
      if index > 0 { title += separators.randomElement(using: &generator) ?? " " }
      title += words.randomElement(using: &generator) ?? "a"
    }
    return title
  }

  package mutating func items(count: Int) -> [Item<Int>] {
    (0..<count).map { id in
      Item(
        id: id, title: title(), searchText: oneIn(3) ? searchText() : "",
        reading: oneIn(5) ? title(maximumWordCount: 2) : "",
        weight: oneIn(4) ? UInt16.random(in: 0...3, using: &generator) : 0, isSearchable: !oneIn(12))
    }
  }

  /// Words, or a list of other names.
  private mutating func searchText() -> String {
    if oneIn(2) { return title() }
    var names: [String] = []
    for _ in 0..<1 + number(below: 4) { names.append(title(maximumWordCount: 1 + number(below: 4))) }
    return names.joined(separator: [", ", "; ", " | ", "\n", " / "].randomElement(using: &generator, default: ", "))
  }

  /// A query made of what someone could have meant by a title: cut, misspelt, abbreviated.
  /// - Parameter romanizes: whether to write titles of other scripts in Latin letters, as often as not.
  package mutating func query(for items: [Item<Int>], romanizes: Bool = false) -> String {
    var source = source(in: items)
    if romanizes, oneIn(2) {
      var romanizer = Romanizer(FoldingOptions())
      if romanizer.romanize(source.utf8.span) {
        let letters = String(decoding: romanizer.bytes, as: UTF8.self).filter { !"(),".contains($0) }
        source =
          oneIn(3)
          ? letters.lowercased()
          : letters.split(separator: " ").randomElement(using: &generator).map { String($0) } ?? letters
        if oneIn(2) { source.removeAll { $0 == "-" } }
      }
    }
    var query = source.lowercased()
    switch Int.random(in: 0...8, using: &generator) {
    case 0: query = title().lowercased()
    case 8: query = initials(ofPhraseIn: source)
    case 1: query = initials(of: source.split(separator: " "))
    case 2: query = source.split(separator: " ").map { String($0.prefix(3)) }.joined().lowercased()
    case 3: query = query.split(separator: " ").shuffled(using: &generator).joined(separator: " ")
    case 4: query = query.filter { !"aeiou".contains($0) || oneIn(4) }
    case 5: query = String(query.dropFirst(Int.random(in: 1...3, using: &generator)))
    default: break
    }
    if oneIn(40) { query = query.filter { $0 != " " } + title().lowercased().filter { $0 != " " } }
    query = String(query.prefix(Int.random(in: 1...(oneIn(10) ? 90 : 24), using: &generator)))
    for _ in 0..<[0, 0, 1, 1, 2, 3].randomElement(using: &generator, default: 0) { query = edited(query) }
    if oneIn(6) {
      var initials = String.UnicodeScalarView()
      initials.append(
        contentsOf: query.unicodeScalars.map { Hangul.initial(of: $0.value).flatMap(Unicode.Scalar.init) ?? $0 })
      query = String(initials)
    }
    if oneIn(6) {
      // As far as the keys of the last syllable have been typed.
      var keys = String.UnicodeScalarView()
      keys.append(contentsOf: Hangul.jamo(of: query).dropLast(number(below: 4)))
      query = Hangul.composed(String(keys))
    }
    if oneIn(6) {
      for (letter, spelling) in [("ö", "oe"), ("å", "aa"), ("ü", "ue")] {
        query = oneIn(2) ? query.replacing(letter, with: spelling) : query.replacing(spelling, with: letter)
      }
    }
    if oneIn(10) {
      // Names with signs, of any word.
      let signs = [("", "++"), ("", "+"), ("", "#"), (".", ""), ("@", ""), ("#", "")]
      query = query.split(separator: " ").map { word in
        let (before, after) = signs.randomElement(using: &generator, default: ("", ""))
        return oneIn(2) ? before + word + after : String(word)
      }.joined(separator: " ")
    }
    if oneIn(6) {
      // Folders, and what lies in them.
      query = String(query.map { $0 == " " && oneIn(2) ? oneIn(5) ? "\\" : "/" : $0 })
      if oneIn(4) { query = "\(oneIn(2) ? "/home/maria/b" : "")/\(query)" }
      if oneIn(4) { query += "/" }
    }
    if oneIn(12) { query = query.decomposedStringWithCanonicalMapping }
    // Two letters of the inside of a word.
    if oneIn(20) { query = String(query.suffix(2)) }
    // A word too many.
    if oneIn(8), let word = title().lowercased().split(separator: " ").first {
      query = oneIn(2) ? "\(query) \(word)" : "\(word) \(query)"
    }
    if oneIn(12), let word = query.split(separator: " ").randomElement(using: &generator) {
      query += String(repeating: " \(word)", count: 1 + number(below: 3))
    }
    return query
  }

  /// A query with the marks of the extended syntax on some of its terms, and now and then one term more.
  package mutating func marked(_ query: String) -> String {
    var terms = query.split(separator: " ").map(String.init)
    if oneIn(3) { terms.append(String("aeinst-.&/'b".randomElement(using: &generator) ?? "e")) }
    for index in terms.indices where oneIn(2) {
      let cut = oneIn(2) ? terms[index] : String(terms[index].dropFirst(number(below: 3)))
      switch number(below: 10) {
      case 0: terms[index] = "^\(cut)"
      case 1: terms[index] = "\(cut)$"
      case 2: terms[index] = "!\(cut)"
      case 3: terms[index] = "\(terms[index]) |"
      case 4: terms[index] = "!\(cut) |"
      case 7: terms[index] = "\(cut)\\ \(oneIn(2) ? "" : terms.randomElement(using: &generator) ?? "")"
      case 8: terms[index] = oneIn(2) ? "\\ " : "'\\ \(cut)"
      case 5: terms[index] = "'\(cut)\\ \(terms.randomElement(using: &generator) ?? "")"
      default: terms[index] = "'\(cut)"
      }
    }
    return terms.joined(separator: " ")
  }

  /// What is meant: mostly a title, otherwise something of the search text, or of a reading beside the title.
  private mutating func source(in items: [Item<Int>]) -> String {
    guard let item = items.randomElement(using: &generator) else { return title() }
    switch number(below: 6) {
    case 0:
      if item.searchText.isEmpty { return item.title }
      let names = item.searchText.split { ",;|/\n".contains($0) }
      guard oneIn(2), let name = names.randomElement(using: &generator) else { return item.searchText }
      return oneIn(2) ? String(name) : "\(name) \(item.title)"
    case 1: return oneIn(2) ? "\(item.reading) \(item.title)" : "\(item.title) \(item.reading)"
    default: return item.title
    }
  }

  /// The first letters of all words between two list marks.
  private mutating func initials(ofPhraseIn text: String) -> String {
    let phrase = text.split(separator: ", ").randomElement(using: &generator) ?? ""
    return initials(of: phrase.split { !$0.isLetter && !$0.isNumber })
  }

  /// The first letters of words, or of all but function words.
  private mutating func initials(of words: [Substring]) -> String {
    let isAcronym = oneIn(2)
    return words.compactMap { word in
      isAcronym && ["a", "of", "the", "e"].contains(word) ? nil : word.first.map(String.init)
    }.joined().lowercased()
  }

  /// Efforts that make a small list be searched the way large ones are, as often as not.
  package mutating func efforts() -> SearchEfforts {
    var efforts = SearchEfforts()
    if oneIn(2) { efforts.fewRows = number(below: 12) }
    if oneIn(2) { efforts.fewAllowedRows = number(below: 12) }
    if oneIn(2) { efforts.rowsPerAllowed = 1 }
    if oneIn(2) { efforts.fewLiteralRows = number(below: 12) }
    if oneIn(2) { efforts.fewPairPostings = number(below: 12) }
    if oneIn(2) { efforts.mostRunRows = number(below: 12) }
    if oneIn(2) { efforts.fewAskedRows = number(below: 12) }
    if oneIn(2) { efforts.fewWordsPerRow = 0 }
    if oneIn(2) { efforts.fewestRowsKept = 0 }
    if oneIn(3) { efforts.postingsPerRow = 1 + number(below: 8) }
    if oneIn(2) { efforts.postingsPerWalked = 1 + number(below: 100) }
    if oneIn(2) { efforts.walkedPerScored = number(below: 4) }
    if oneIn(2) { efforts.rowsPerShared = oneIn(2) ? 1 : 1000 }
    if oneIn(2) { efforts.fewestInLane = number(below: 4) }
    if oneIn(2) { efforts.rowSetSlots = 1 << (1 + number(below: 4)) }
    if oneIn(2) { efforts.rowsPerStretch = 1 + number(below: 12) }
    if oneIn(2) { efforts.fewWords = 0 }
    if oneIn(2) { efforts.runBytesPerEntry = oneIn(2) ? 0 : 1 << 20 }
    if oneIn(2) { efforts.mostWordsReread = number(below: 12) }
    if oneIn(2) { efforts.textsPerRow = oneIn(2) ? 1 : .max }
    if oneIn(2) { efforts.mostUnasked = 1 + number(below: 40) }
    if oneIn(2) { efforts.fewestForThread = 1 + number(below: 12) }
    return efforts
  }

  /// How far a hit may be from the best one: mostly as by default, otherwise from nothing to all.
  package mutating func reach() -> Reach {
    if oneIn(2) { return .standard }
    return oneIn(3) ? .unlimited : .cost(Double(number(below: 80)) / 4)
  }

  package mutating func terms() -> TermDemand {
    oneIn(2) ? .standard : oneIn(2) ? .all : .most
  }

  /// What the highest weight is worth: mostly nothing, as by default.
  package mutating func weightWorth() -> Double {
    oneIn(3) ? Double(number(below: 100)) / 8 : 0
  }

  /// Synonyms of words in the titles of items, now and then.
  package mutating func synonyms(for items: [Item<Int>]) -> Synonyms {
    if oneIn(2) { return Synonyms() }
    let lines = (0..<6).map { _ in
      let texts = (0..<2 + number(below: 2)).map { _ in phrase(of: items) }
      return oneIn(3) ? "\(texts[0]) => \(texts.dropFirst().joined(separator: ", "))" : texts.joined(separator: ", ")
    }
    return (try? Synonyms(lines.filter { (try? Synonyms($0)) != nil }.joined(separator: "\n"))) ?? Synonyms()
  }

  /// One to three words of a title.
  private mutating func phrase(of items: [Item<Int>]) -> String {
    let title = items.randomElement(using: &generator)?.title ?? ""
    let words = title.replacing("=>", with: " ").split { $0.isWhitespace || $0 == "," }
    return words.dropFirst(number(below: max(1, words.count))).prefix(1 + number(below: 3)).joined(separator: " ")
  }

  /// A query with a phrase that has synonyms, now and then.
  package mutating func withPhrase(_ query: String, of synonyms: Synonyms) -> String {
    guard oneIn(2), let group = synonyms.groups.randomElement(using: &generator),
      let phrase = group.phrases.randomElement(using: &generator)
    else { return query }
    return oneIn(2) ? phrase : oneIn(2) ? "\(phrase) \(query)" : "\(query) \(phrase)"
  }

  package mutating func layouts() -> [KeyboardLayout] {
    oneIn(3) ? KeyboardLayout.allCases.filter { _ in oneIn(2) } : []
  }

  /// A query typed while another keyboard was chosen than one of these, now and then.
  package mutating func mistyped(_ query: String, _ layouts: [KeyboardLayout]) -> String {
    guard let layout = layouts.randomElement(using: &generator), oneIn(2) else { return query }
    return layout.other(query) ?? query
  }

  /// Limits that make few changes do what many do.
  package mutating func upkeep() -> UpkeepLimits {
    var limits = UpkeepLimits()
    limits.mostTailItems = [0, 1, 3, 10, 40][number(below: 5)]
    limits.mostUnindexedItems = [2, 20, 1000][number(below: 3)]
    limits.mostOrderedItems = [2, 20, 1000][number(below: 3)]
    limits.lowestTier = 1 + number(below: 12)
    limits.tierFactor = 2 + number(below: 3)
    limits.mostInTier = 1 + number(below: 3)
    limits.mostSegments = 2 + number(below: 6)
    if oneIn(12) { limits.mostSegmentBytes = 4000 + number(below: 20_000) }
    return limits
  }

  private mutating func edited(_ text: String) -> String {
    var letters = Array(text)
    guard !letters.isEmpty else { return text }
    let index = Int.random(in: 0..<letters.count, using: &generator)
    switch Int.random(in: 0...4, using: &generator) {
    case 0: letters.remove(at: index)
    case 1: letters.insert("abeinst ".randomElement(using: &generator) ?? "a", at: index)
    case 2: letters[index] = "abeinst ".randomElement(using: &generator) ?? "a"
    case 3: if index + 1 < letters.count { letters.swapAt(index, index + 1) }
    default: letters.removeAll { $0 == " " }
    }
    return String(letters)
  }

  package mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  package mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }
}

extension Array {
  fileprivate func randomElement(using generator: inout SeededGenerator, default value: Element) -> Element {
    randomElement(using: &generator) ?? value
  }
}
