/// What holds for a whole index.
public struct IndexOptions: Sendable, Hashable {
  /// How two spellings come to be the same text.
  public var folding: FoldingOptions

  /// `true` if titles are paths: their last component then counts as the start of the title.
  public var titlesArePaths: Bool

  package var efforts = SearchEfforts()
  package var upkeep = UpkeepLimits()

  public init(folding: FoldingOptions = FoldingOptions(), titlesArePaths: Bool = false) {
    self.folding = folding
    self.titlesArePaths = titlesArePaths
  }
}
