package import Riffle

/// An event of a picker.
package enum PickerEvent: Sendable {
  /// - Parameter milliseconds: the time, counted from any moment.
  case input(TerminalInput, milliseconds: Int)
  case resize(GridSize)
  case list(ListProgress)
  case answer(Answer)
  /// The ids of all hits that were requested, and their purpose.
  case collected([UInt32], Collecting, revision: Int)
  case preview(PreviewText)
  /// The output of a command that becomes a part of the picker.
  case transformed(Transforming, String)
  /// An operation has failed.
  case failed(String)
  case tick
}

/// The progress of reading the list.
package struct ListProgress: Hashable, Sendable {
  /// The number of items read.
  package var count = 0
  /// The first id that still exists.
  package var firstID: UInt32 = 0
  package var isReading = true
  /// The lines that are not items.
  package var header: [String] = []
  /// The reason why the rest could not be read, or the fault of omitted records.
  package var failure: String?
  /// The number of the list: ids of one list have no meaning in another.
  package var list = 0

  package init() {}
}

/// A search to perform, with the window of hits to show.
package struct Wish: Hashable, Sendable {
  /// The number of changes of the typed text and of options.
  package var revision = 0
  package var text = ""
  package var mode = QueryMode.smart
  package var isSorted = true
  package var offset = 0
  package var limit = 0
  /// Whether each hit includes its reasons.
  package var explains = false

  package init() {}

  /// The wish without its window.
  var query: Wish {
    var query = self
    (query.offset, query.limit, query.explains) = (0, 0, false)
    return query
  }
}

/// A hit in its shown form.
package struct PickerHit: Hashable, Sendable {
  package var id: UInt32
  /// Without colours.
  package var text: String
  package var spans: [StyleSpan] = []
  /// The matched ranges of the text, by UTF-8 offsets.
  package var highlights: [Range<Int>] = []
  package var cost = 0.0
  /// The difference from the query.
  package var note: String?
  package var reasons: [String] = []

  package init(id: UInt32, text: String) { (self.id, self.text) = (id, text) }
}

/// The answer to a wish.
package struct Answer: Hashable, Sendable {
  package var wish = Wish()
  package var hits: [PickerHit] = []
  /// The number of hits; a lower bound if it is not exact.
  package var total = 0
  package var isTotalExact = true
  /// Whether all lines read until then have been searched; if not, `searchedCount` is the number of items searched.
  package var isOfAllRead = true
  package var searchedCount = 0
  /// Whether these are the whole list.
  package var isOfWholeList = false
  /// The jumplist, if the hits are in alphabetical order.
  package var jumplist: Jumplist?
  /// The reason why there is no answer.
  package var problem: String?
  /// The number of the list; see ``ListProgress/list``.
  package var list = 0

  package init() {}
}

/// The purpose of requesting all hits.
package enum Collecting: Hashable, Sendable { case select, deselect, toggle }

/// The use of a command's output.
package enum Transforming: Hashable, Sendable { case query, prompt, header, actions }

/// The content of a preview.
package struct PreviewText: Hashable, Sendable {
  /// The serial number of the request.
  package var serial = 0
  package var lines: [String] = []
  /// The line to show first.
  package var offset = 0
  package var isDone = false

  package init() {}
}

/// A command with placeholders for items.
package struct CommandRequest: Hashable, Sendable {
  package var template: String
  package var query: String
  /// The selected items, or the one under the cursor.
  package var selected: [UInt32]
  package var current: UInt32?
  package var serial = 0
  /// For a preview, the line to show first; see ``PreviewWindow/scroll``.
  package var scroll = ""
  package var rows = 0
  package var columns = 0
}

/// An effect that the front end performs for a picker.
package enum PickerEffect: Hashable, Sendable {
  case search(Wish)
  case collect(Wish, Collecting)
  /// Shows another preview; `nil` for none. The running command is killed.
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

/// The outcome of a picker.
package enum PickerOutcome: Hashable, Sendable {
  case aborted
  /// - Parameters:
  ///   - printed: the first lines of the output.
  ///   - lines: the chosen items.
  case accepted(printed: [String], ids: [UInt32])
  /// Only requested output, without items.
  case printed([String])
}
