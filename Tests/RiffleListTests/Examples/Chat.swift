import RiffleList

/// A message of a conversation; later ones have higher numbers.
struct Message: Sendable, Equatable {
  let number: Int
  let author: String
  var text: String
}

/// The server that keeps a conversation. It gives messages in order.
protocol ChatServer: Sendable {
  /// The last messages before one; `nil` for the last of all.
  func messages(before number: Int?, _ count: Int) async throws -> [Message]
  /// The first messages from one on.
  func messages(from number: Int, _ count: Int) async throws -> [Message]
}

/// A conversation, the newest message last. Others are loaded at both ends as somebody scrolls, and live ones come in between.
final class Chat: Sendable {
  let list: ListModel
  let loader: PagedLoader

  init(_ server: any ChatServer, pageSize: Int = 20) throws {
    list = try ListModel(ListContents { Section(id: "chat", rows: []) })
    loader = PagedLoader(
      source: ChatPages(server: server), target: list.pages(in: "chat"),
      options: PagingOptions(pageSize: pageSize, initialSize: pageSize))
  }

  /// Shows the last messages, or those around one, such as an answer that somebody has tapped.
  func open(at number: Int? = nil) async { await loader.refresh(anchor: number.map { "\($0)" }) }

  /// A message has come, or has been edited.
  func receive(_ message: Message) async throws {
    // Where others are to be loaded before it, it comes with them.
    let isNext = await !loader.currentStates.hasMoreToAppend
    try list.transaction { edit in
      let row = Chat.row(message)
      if edit.row(row.id) != nil {
        try edit.replace(row)
      } else if isNext {
        try edit.append([row], to: "chat")
      }
    }
  }

  /// A message has been taken back.
  func withdraw(_ number: Int) throws {
    try list.transaction { edit in if edit.row("\(number)") != nil { try edit.remove("\(number)") } }
  }

  fileprivate static func row(_ message: Message) -> AnyRow {
    AnyRow(Row(id: "\(message.number)", title: message.text, payload: message) { $0.subtitle = message.author })
  }
}

/// Cursors are numbers of messages: a page forward begins with its cursor, and one back ends before it. One that is shorter than
/// was asked for ends the conversation on its side.
private struct ChatPages: PageSource {
  let server: any ChatServer

  func page(_ request: PageRequest) async throws -> Page {
    let size = request.size
    switch (request.direction, request.cursor) {
    case (.append, .integer(let number)?):
      let messages = try await server.messages(from: number, size)
      return Page(rows: messages.map(Chat.row), next: messages.count < size ? nil : cursor(after: messages))
    case (.prepend, .integer(let number)?):
      let messages = try await server.messages(before: number, size)
      return Page(rows: messages.map(Chat.row), previous: messages.count < size ? nil : cursor(before: messages))
    default:
      // The end, or what is around a message.
      let number = request.anchor.flatMap { Int($0.name) }
      let half = number == nil ? size : (size + 1) / 2
      let before = try await server.messages(before: number, half)
      let after = if let number { try await server.messages(from: number, half) } else { [Message]() }
      return Page(
        rows: (before + after).map(Chat.row), next: after.count < half ? nil : cursor(after: after),
        previous: before.count < half ? nil : cursor(before: before))
    }
  }

  private func cursor(after messages: [Message]) -> JSONValue? { messages.last.map { .integer($0.number + 1) } }
  private func cursor(before messages: [Message]) -> JSONValue? { messages.first.map { .integer($0.number) } }
}
