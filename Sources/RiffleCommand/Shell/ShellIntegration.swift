import ArgumentParser

/// A shell that riffle can be bound to keys of.
enum ShellIntegration: String, CaseIterable, ExpressibleByArgument, Sendable {
  case bash, zsh, fish

  /// The script for the shell: Ctrl-T inserts files, Ctrl-R an earlier command, Alt-C changes the folder, and `**` with Tab
  /// completes. Behaviour and variables are those of fzf, with `RIFFLE_` in place of `FZF_`.
  var script: String {
    switch self {
    case .bash: BashIntegration.script
    case .zsh: ZshIntegration.script
    case .fish: FishIntegration.script
    }
  }
}
