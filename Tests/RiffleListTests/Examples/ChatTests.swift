import Riffle
import RiffleList
import Testing

/// A conversation of so many messages, which answers at once.
private final class MessageServer: ChatServer {
  private let all: Lock<[Message]>
  init(_ numbers: Range<Int>) { all = Lock(numbers.map(message)) }

  func messages(before number: Int?, _ count: Int) async throws -> [Message] {
    all.withLock { $0.filter { $0.number < number ?? .max }.suffix(count) }
  }

  func messages(from number: Int, _ count: Int) async throws -> [Message] {
    Array(all.withLock { $0.filter { $0.number >= number }.prefix(count) })
  }

  func add(_ message: Message) { all.withLock { $0.append(message) } }
}

private func message(_ number: Int) -> Message {
  Message(number: number, author: number.isMultiple(of: 2) ? "Ada" : "Bob", text: "Message \(number)")
}

/// The conversation as somebody uses it.
@Suite(.timeLimit(.minutes(15))) struct ChatTests {
  private func numbers(_ chat: Chat) -> [Int] { chat.list.view.rows().compactMap { Int($0.id.name) } }

  @Test func somebodyReadsBackAndForth() async throws {
    let chat = try Chat(MessageServer(0..<100))
    await chat.open()
    #expect(numbers(chat) == Array(80..<100))
    #expect(await chat.loader.loadMore().refusal == .noMore(.append))
    // What shows stays where it is while pages come above it.
    chat.list.viewport(0..<10)
    while numbers(chat).first != 40 { await Task.yield() }
    #expect(numbers(chat) == Array(40..<100))
    // Somebody taps on an answer to what was said long ago.
    await chat.open(at: 30)
    #expect(numbers(chat) == Array(20..<40))
    await chat.loader.loadMore()
    await chat.loader.loadPrevious()
    // Another page may have come unasked before.
    #expect(numbers(chat).count >= 60 && numbers(chat) == Array(numbers(chat).indices))
    #expect(chat.list.view.path(of: "30") == RowPath(section: 0, row: 30))
  }

  @Test func messagesComeWhileSomebodyReads() async throws {
    let server = MessageServer(0..<30)
    let chat = try Chat(server, pageSize: 10)
    await chat.open()
    server.add(message(30))
    try await chat.receive(message(30))
    #expect(numbers(chat) == Array(20..<31))
    var edited = message(25)
    edited.text = "What I meant to say"
    try await chat.receive(edited)
    #expect(chat.list.row("25")?.payload(as: Message.self) == edited && numbers(chat).count == 11)
    try chat.withdraw(24)
    #expect(!numbers(chat).contains(24))
    // Among old messages a new one would leave a gap before it.
    await chat.open(at: 5)
    server.add(message(31))
    try await chat.receive(message(31))
    #expect(numbers(chat) == Array(0..<10))
    while await chat.loader.currentStates.hasMoreToAppend { await chat.loader.loadMore() }
    #expect(numbers(chat) == Array(0..<32))
    try await chat.receive(message(32))
    #expect(numbers(chat).last == 32)
    // The search goes along.
    try chat.list.search(for: "meant")
    #expect(chat.list.view.count == 0)
    try await chat.receive(edited)
    #expect(numbers(chat) == [25])
  }
}
