import Foundation
import RiffleTestSupport
import Testing

@testable import Riffle
@testable import RiffleList

/// Rows whose payloads edit the list when they are let go, in segments that are merged meanwhile.
@Suite(.timeLimit(.minutes(15))) struct MortalRowsTests {
  private final class Payload: Sendable, Equatable {
    let whenLetGo: @Sendable () -> Void
    init(_ whenLetGo: @escaping @Sendable () -> Void) { self.whenLetGo = whenLetGo }
    deinit { whenLetGo() }
    static func == (a: Payload, b: Payload) -> Bool { a === b }
  }

  @Test(arguments: [1, 40, 400, 3000]) func rowsThatComeAndGoAreLetGoWhereTheyMayEdit(count: Int) throws {
    let list = try ListModel(
      ListContents {
        Section(id: "a", rows: [])
        Section(id: "b", rows: [])
      })
    let edit: @Sendable () -> Void = { [weak list] in
      _ = try? list?.transaction { _ in }
    }
    for round in 0..<40 {
      let rows = (0..<count).map { number in
        AnyRow(Row(id: RowID("\(round)/\(number)"), title: "row \(number)", payload: Payload(edit)))
      }
      switch round % 4 {
      case 0:
        try list.transaction {
          try $0.insert(rows, at: .end(of: "a"))
          try $0.remove(rows.map(\.id))
        }
      case 1: try list.transaction { try $0.insert(rows, at: .end(of: "b")) }
      case 2: try list.transaction { try $0.removeAll(of: "b") }
      default:
        _ = try? list.transaction {
          try $0.insert(rows, at: .end(of: "a"))
          throw CancellationError()
        }
      }
    }
  }
}
