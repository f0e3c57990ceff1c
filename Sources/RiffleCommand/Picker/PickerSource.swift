import Glibc
import RiffleInput
import RifflePicker

/// The source of a picker's lines.
enum PickerSource {
  /// Files, or standard input.
  case inputs
  /// A complete list.
  case kept(any KeptList)
  /// The output of a command.
  case command(String)

  /// The command that lists the files below this folder: the first available one that respects `.gitignore`.
  static var files: PickerSource {
    if let command = getenv("RIFFLE_DEFAULT_COMMAND").map({ String(cString: $0) }), !command.isEmpty {
      return .command(command)
    }
    if hasProgram("rg") { return .command("rg --files --hidden --glob '!.git' 2>/dev/null") }
    if let name = ["fd", "fdfind"].first(where: hasProgram) {
      return .command("\(name) --type f --hidden --exclude .git 2>/dev/null")
    }
    let all = "find . -name .git -prune -o -type f -printf '%P\\n' 2>/dev/null"
    guard hasProgram("git") else { return .command(all) }
    let listed = "git ls-files --cached --others --exclude-standard --deduplicate 2>/dev/null"
    return .command("if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then \(listed); else \(all); fi")
  }

  /// Returns a source that follows files beyond their ends; `nil` for standard input, which is followed in any case.
  static func following(_ files: [String], tail: Int?) -> PickerSource? {
    if files.isEmpty || files == ["-"] { return nil }
    let names = files.map(Placeholders.quoted).joined(separator: " ")
    return .command("exec tail --pid=\(getpid()) -q -n \(tail.map { "\($0)" } ?? "+1") -F -- \(names) 2>/dev/null")
  }

  private static func hasProgram(_ name: String) -> Bool {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }
}
