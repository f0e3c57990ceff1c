package import Riffle

/// What happens to a picker.
package enum PickerEvent: Sendable {
  /// - Parameter milliseconds: when, counted from any moment.
  case input(TerminalInput, milliseconds: Int)
  case resize(GridSize)
  case list(ListProgress)
  case answer(Answer)
  /// The ids of all hits that have been asked for, and what for.
  case collected([UInt32], Collecting, revision: Int)
  case preview(PreviewText)
  /// What a command has printed whose output becomes a part of the picker.
  case transformed(Transforming, String)
  /// Something could not be done.
  case failed(String)
  case tick
}

/// How far the list has been read.
package struct ListProgress: Hashable, Sendable {
  /// How many items have been read.
  package var count = 0
  /// Items with less are gone.
  package var firstID: UInt32 = 0
  package var isReading = true
  /// The lines that are no items.
  package var header: [String] = []
  /// Why the rest could not be read, or what is wrong with records that are left out.
  package var failure: String?
  /// Counts the lists: ids of one mean nothing in another.
  package var list = 0

  package init() {}
}

/// What to search for, and which hits to show.
package struct Wish: Hashable, Sendable {
  /// Counts what has been typed and chosen.
  package var revision = 0
  package var text = ""
  package var mode = QueryMode.smart
  package var isSorted = true
  package var offset = 0
  package var limit = 0
  /// Whether each hit comes with its reasons.
  package var explains = false

  package init() {}

  /// The same whatever part of the hits is to be seen.
  var query: Wish {
    var query = self
    (query.offset, query.limit, query.explains) = (0, 0, false)
    return query
  }
}

/// A hit as it is shown.
package struct PickerHit: Hashable, Sendable {
  package var id: UInt32
  /// Without colours.
  package var text: String
  package var spans: [StyleSpan] = []
  /// What of the text matches, by UTF-8 offsets.
  package var highlights: [Range<Int>] = []
  package var cost = 0.0
  /// What it has not in common with the query.
  package var note: String?
  package var reasons: [String] = []

  package init(id: UInt32, text: String) { (self.id, self.text) = (id, text) }
}

/// What was found for a wish.
package struct Answer: Hashable, Sendable {
  package var wish = Wish()
  package var hits: [PickerHit] = []
  /// How many hits there are; at least so many if it is not exact.
  package var total = 0
  package var isTotalExact = true
  /// Whether all has been searched that had been read until then; and how many items that were, of those that were not all.
  package var isOfAllRead = true
  package var searchedCount = 0
  /// Whether that is the whole list.
  package var isOfWholeList = false
  /// What to jump by, if the hits stand in the order of an alphabet.
  package var jumplist: Jumplist?
  /// Why there is no answer.
  package var problem: String?
  /// Which list it is about; see ``ListProgress/list``.
  package var list = 0

  package init() {}
}

/// What all hits are wanted for.
package enum Collecting: Hashable, Sendable { case select, deselect, toggle }

/// What the output of a command becomes.
package enum Transforming: Hashable, Sendable { case query, prompt, header, actions }

/// What a preview says.
package struct PreviewText: Hashable, Sendable {
  /// That of the request.
  package var serial = 0
  package var lines: [String] = []
  /// Which line to show first.
  package var offset = 0
  package var isDone = false

  package init() {}
}

/// A command with places for items.
package struct CommandRequest: Hashable, Sendable {
  package var template: String
  package var query: String
  /// Those chosen, or the one under the cursor.
  package var selected: [UInt32]
  package var current: UInt32?
  package var serial = 0
  /// For a preview, which line to show first; see ``PreviewWindow/scroll``.
  package var scroll = ""
  package var rows = 0
  package var columns = 0
}

/// What a picker has somebody do.
package enum PickerEffect: Hashable, Sendable {
  case search(Wish)
  case collect(Wish, Collecting)
  /// Shows something else; `nil` for nothing. What runs is killed.
  case preview(CommandRequest?)
  case execute(CommandRequest, isSilent: Bool)
  case reload(CommandRequest, isSync: Bool)
  case become(CommandRequest)
  case transform(CommandRequest, Transforming)
  case suspend
  case redraw
  case bell
  case end(PickerOutcome)
}

/// How a picker has ended.
package enum PickerOutcome: Hashable, Sendable {
  case aborted
  /// - Parameters:
  ///   - printed: what comes first.
  ///   - lines: what was chosen.
  case accepted(printed: [String], ids: [UInt32])
  /// Only something that was asked for instead.
  case printed([String])
}
