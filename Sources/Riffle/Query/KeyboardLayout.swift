/// A keyboard layout that may have been meant while another was active: `ghbdtn` is привет typed on Latin keys, `руддщ` is
/// hello.
///
/// The layouts are those of xkeyboard-config (`ru`, `ua`, `gr`, `il`, `ara`, `kr`), which follow the national standards, against
/// the American one.
public enum KeyboardLayout: String, Sendable, Hashable, CaseIterable {
  case russian, ukrainian, greek, hebrew, arabic
  /// Two-set Korean (KS X 5002): keys produce consonants and vowels, which form syllables.
  case korean

  /// Returns the text that the same keys produce in the other layout: this one for Latin letters, the American one for letters
  /// of this one.
  /// - Returns: `nil` if the text has no such letters.
  /// - Complexity: O(*n*).
  package func other(_ text: String) -> String? {
    let scalars = text.unicodeScalars
    if scalars.contains(where: { $0.properties.isAlphabetic && $0.isASCII }) { return typed(text) }
    let keys = keys
    let letters = self == .korean ? Hangul.jamo(of: text) : Array(text.lowercased().unicodeScalars)
    guard letters.contains(where: { !$0.isASCII && keys[$0] != nil }) else { return nil }
    var latin = String.UnicodeScalarView()
    latin.append(contentsOf: letters.map { keys[$0] ?? $0 })
    return String(latin)
  }

  /// Returns the text in this layout from keys that produced Latin letters.
  private func typed(_ text: String) -> String {
    let letters = letters
    // Only Korean has letters of its own for shifted keys.
    let text = self == .korean ? text : text.lowercased()
    var typed = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let small = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
      typed.append(contentsOf: letters[scalar] ?? letters[small] ?? [scalar])
    }
    return self == .korean ? Hangul.composed(String(typed)) : String(typed)
  }

  /// The letters of each key.
  private var letters: [Unicode.Scalar: [Unicode.Scalar]] {
    Dictionary(
      table.split(separator: " ").compactMap { entry in
        entry.unicodeScalars.first.map { ($0, Array(entry.unicodeScalars.dropFirst())) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The key of each letter.
  private var keys: [Unicode.Scalar: Unicode.Scalar] {
    var keys: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (key, letters) in letters where letters.count == 1 { keys[letters[0]] = key }
    return keys
  }

  /// The key followed by its letters, for each key.
  private var table: String {
    switch self {
    case .russian:
      """
      `ё qй wц eу rк tе yн uг iш oщ pз [х ]ъ aф sы dв fа gп hр jо kл lд ;ж 'э zя xч cс vм bи nт mь ,б .ю /.
      """
    case .ukrainian:
      """
      `' qй wц eу rк tе yн uг iш oщ pз [х ]ї \\ґ aф sі dв fа gп hр jо kл lд ;ж 'є zя xч cс vм bи nт mь ,б .ю /.
      """
    case .greek:
      """
      q; wς eε rρ tτ yυ uθ iι oο pπ aα sσ dδ fφ gγ hη jξ kκ lλ ;\u{301} zζ xχ cψ vω bβ nν mμ
      """
    case .hebrew:
      """
      `; q/ w' eק rר tא yט uו iן oם pפ aש sד dג fכ gע hי jח kל lך ;ף ', zז xס cב vה bנ nמ mצ ,ת .ץ /.
      """
    case .arabic:
      """
      `ذ qض wص eث rق tف yغ uع iه oخ pح [ج ]د aش sس dي fب gل hا jت kن lم ;ك 'ط zئ xء cؤ vر bلا nى mة ,و .ز /ظ
      """
    case .korean:
      """
      qㅂ wㅈ eㄷ rㄱ tㅅ yㅛ uㅕ iㅑ oㅐ pㅔ aㅁ sㄴ dㅇ fㄹ gㅎ hㅗ jㅓ kㅏ lㅣ zㅋ xㅌ cㅊ vㅍ bㅠ nㅜ mㅡ \
      Qㅃ Wㅉ Eㄸ Rㄲ Tㅆ Oㅒ Pㅖ
      """
    }
  }
}
