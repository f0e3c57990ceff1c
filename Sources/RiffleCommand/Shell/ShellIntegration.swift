import ArgumentParser

/// A shell that riffle can be bound to keys of.
enum ShellIntegration: String, CaseIterable, ExpressibleByArgument, Sendable {
  case bash, zsh, fish

  /// What the shell has to read: Ctrl-T puts in files, Ctrl-R a command of before, Alt-C goes to a folder, and `**` with
  /// Tab completes. Behaviour and variables are those of fzf's, with `RIFFLE_` in the place of `FZF_`.
  var script: String {
    switch self {
    case .bash: BashIntegration.script
    case .zsh: ZshIntegration.script
    case .fish: FishIntegration.script
    }
  }
}
