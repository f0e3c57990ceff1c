/// Traits of which several changes are made at once, one in the closure of another.
protocol ChangedTraits {
  /// These with the changes made that lead from one to another; what does not differ between the two stays as it is here.
  func changed(from old: Self, to new: Self) -> Self
}

extension ChangedTraits {
  fileprivate mutating func take<Value: Equatable>(_ path: WritableKeyPath<Self, Value>, _ old: Self, _ new: Self) {
    if old[keyPath: path] != new[keyPath: path] { self[keyPath: path] = new[keyPath: path] }
  }

  fileprivate mutating func take(text path: WritableKeyPath<Self, String>, _ old: Self, _ new: Self) {
    if !old[keyPath: path].isSpelt(as: new[keyPath: path]) { self[keyPath: path] = new[keyPath: path] }
  }

  /// Each member of a dictionary is changed by itself.
  fileprivate mutating func take<Key, Value: Equatable>(
    members path: WritableKeyPath<Self, [Key: Value]>, _ old: Self, _ new: Self
  ) {
    let (old, new) = (old[keyPath: path], new[keyPath: path])
    for (key, value) in new where old[key] != value { self[keyPath: path][key] = value }
    for key in old.keys where new[key] == nil { self[keyPath: path][key] = nil }
  }

  fileprivate mutating func take(abilities path: WritableKeyPath<Self, RowAbilities>, _ old: Self, _ new: Self) {
    take(path.appending(path: \.isDeletable), old, new)
    take(path.appending(path: \.moves), old, new)
    take(path.appending(path: \.selection), old, new)
  }

  fileprivate mutating func take(defaults path: WritableKeyPath<Self, RowDefaults>, _ old: Self, _ new: Self) {
    take(members: path.appending(path: \.attributes), old, new)
    take(members: path.appending(path: \.actions), old, new)
    take(abilities: path.appending(path: \.abilities), old, new)
  }
}

extension RowTraits: ChangedTraits {
  func changed(from old: RowTraits, to new: RowTraits) -> RowTraits {
    var traits = self
    traits.take(\.kind, old, new)
    for text in [\RowTraits.title, \.subtitle, \.searchText, \.reading] { traits.take(text: text, old, new) }
    traits.take(\.weight, old, new)
    traits.take(\.isSearchable, old, new)
    traits.take(\.isHidden, old, new)
    traits.take(members: \.attributes, old, new)
    traits.take(members: \.actions, old, new)
    traits.take(members: \.controls, old, new)
    traits.take(abilities: \.abilities, old, new)
    return traits
  }
}

extension GroupTraits: ChangedTraits {
  func changed(from old: GroupTraits, to new: GroupTraits) -> GroupTraits {
    var traits = self
    traits.take(\.style, old, new)
    traits.take(\.isHidden, old, new)
    traits.take(members: \.attributes, old, new)
    return traits
  }
}

extension SectionTraits: ChangedTraits {
  func changed(from old: SectionTraits, to new: SectionTraits) -> SectionTraits {
    var traits = self
    traits.take(\.header, old, new)
    traits.take(\.footer, old, new)
    traits.take(\.isHidden, old, new)
    traits.take(members: \.attributes, old, new)
    traits.take(defaults: \.defaults, old, new)
    return traits
  }
}

extension ListTraits: ChangedTraits {
  func changed(from old: ListTraits, to new: ListTraits) -> ListTraits {
    var traits = self
    traits.take(\.header, old, new)
    traits.take(\.footer, old, new)
    traits.take(members: \.attributes, old, new)
    traits.take(\.searchPresentation.placeholder, old, new)
    traits.take(\.searchPresentation.noResults, old, new)
    traits.take(members: \.searchPresentation.attributes, old, new)
    traits.take(defaults: \.defaults, old, new)
    traits.take(members: \.kindDefaults, old, new)
    return traits
  }
}
