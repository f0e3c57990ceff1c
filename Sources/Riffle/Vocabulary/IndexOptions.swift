/// The options of a whole index.
public struct IndexOptions: Sendable, Hashable {
  /// The rules by which two spellings become the same text.
  public var folding: FoldingOptions

  /// `true` if titles are paths: their last component then counts as the start of the title.
  public var titlesArePaths: Bool

  /// `true` to find titles in other scripts by Latin letters as well: `moskva` finds Москва, `beijing` and `bj` 北京.
  ///
  /// The romanized title then counts as the item's ``Field/reading``, unless the item has its own. As a guess, it costs 1 more.
  /// Han is always read as Mandarin, so `tokyo` does not find 東京 unless the item has a reading. Words and surnames decide how a
  /// character is read, `cq` finds 重庆; its other common readings find the title, too. Words in Latin letters are left as they
  /// are, and so are scripts for which ICU has no Latin form.
  ///
  /// Building takes some 10 µs more for a title in another script, 0.1 s for the first one of Han, and hardly more for any
  /// other. The order of a ``ListAlphabet`` is still that of the items' own readings and titles, Han by pinyin as it is read here.
  public var romanizesTitles: Bool

  /// Words and phrases of queries that stand for others, in the plain syntax and the modes ``QueryMode/smart`` and
  /// ``QueryMode/words``.
  ///
  /// A hit costs ½ more for each phrase that is replaced: one or two of a query, in 16 ways at most. What they stand for is found
  /// without typos.
  public var synonyms = Synonyms()

  package var efforts = SearchEfforts()
  package var upkeep = UpkeepLimits()

  public init(
    folding: FoldingOptions = FoldingOptions(), titlesArePaths: Bool = false, romanizesTitles: Bool = false
  ) {
    self.folding = folding
    self.titlesArePaths = titlesArePaths
    self.romanizesTitles = romanizesTitles
  }
}
