/// What holds for a whole index.
public struct IndexOptions: Sendable, Hashable {
  /// How two spellings come to be the same text.
  public var folding: FoldingOptions

  /// `true` if titles are paths: their last component then counts as the start of the title.
  public var titlesArePaths: Bool

  /// `true` to find titles in other scripts by Latin letters as well: `moskva` finds Москва, `beijing` and `bj` 北京.
  ///
  /// What the title would be in Latin letters then counts as the item's ``Field/reading``, unless the item has one of
  /// its own, and costs 1 more than that: it is only a guess. Han is always read as Mandarin, so that `tokyo` does not
  /// find 東京; a list that knows better gives readings. Words that are in Latin letters are left as they are, and so
  /// are scripts that ICU knows no Latin form of.
  ///
  /// Building takes some 10 µs more for a title in another script, 0.1 s for the first one of Han, and nothing to speak
  /// of for any other. The order of a ``ListAlphabet`` is still that of given readings and titles.
  public var romanizesTitles: Bool

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
