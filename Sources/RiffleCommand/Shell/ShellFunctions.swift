/// The common part of the scripts for bash and zsh.
enum ShellFunctions {
  static let script = #"""
    __riffle_pick() {
      local options="$1"
      shift
      RIFFLE_DEFAULT_OPTS="--height ${RIFFLE_HEIGHT:-40%} --reverse ${RIFFLE_DEFAULT_OPTS-} $options" command riffle --interactive "$@"
    }

    __riffle_folders() {
      command find -L "${1:-.}" -mindepth 1 \( -name .git -o -fstype proc -o -fstype sysfs -o -fstype devtmpfs \) -prune \
        -o -type d -print 2>/dev/null | command sed 's|^\./||'
    }

    __riffle_paths() {
      command find -L "${1:-.}" -mindepth 1 \( -name .git -o -fstype proc -o -fstype sysfs -o -fstype devtmpfs \) -prune \
        -o -print 2>/dev/null | command sed 's|^\./||'
    }
    """#
}
