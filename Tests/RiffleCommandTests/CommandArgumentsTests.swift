import Testing

@testable import RiffleCommand

/// How the words of a command line become options with their values.
@Suite struct CommandArgumentsTests {
  @Test(arguments: [
    (["--multi", "2", "x"], ["--multi=2", "x"]), (["--multi", "x"], ["--multi=\(Int32.max)", "x"]),
    (["--multi"], ["--multi=\(Int32.max)"]), (["--multi=3", "x"], ["--multi=3", "x"]),
    (["--multi", "--", "2"], ["--multi=\(Int32.max)", "--", "2"]),
    (["--border", "sharp", "x"], ["--border=sharp", "x"]), (["--border", "x"], ["--border=rounded", "x"]),
    (["--border", "--multi", "7"], ["--border=rounded", "--multi=7"]),
    // One of fzf's that is not here is refused later, not searched for.
    (["--border", "thinblock"], ["--border=thinblock"]), (["--height", "40%", "x"], ["--height", "40%", "x"]),
    (["--color", "dark", "x"], ["--colors", "dark", "x"]), (["--color", "always", "x"], ["--color", "always", "x"]),
    (["--", "--border", "sharp"], ["--", "--border", "sharp"]),
  ])
  func valuesMayStandBehindABlank(_ words: [String], _ prepared: [String]) {
    #expect(CommandArguments.prepared(words) == prepared)
  }
}
