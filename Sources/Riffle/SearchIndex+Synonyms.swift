extension SearchIndex {
  /// Replaces the synonyms that queries are read with; see ``IndexOptions/synonyms``.
  ///
  /// The list gets a new generation, so that sessions and their pages follow. Snapshots taken before keep the former synonyms.
  ///
  /// - Complexity: O(*n*) in the length of the synonyms; the index stays as it is.
  /// - Throws: ``IndexError/isBeingChanged``.
  public func setSynonyms(_ synonyms: Synonyms) throws(IndexError) { try core.setSynonyms(synonyms) }
}
