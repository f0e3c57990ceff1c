enum FishIntegration {
  static let script = #"""
    # Keys for fish: riffle --shell fish | source
    if status is-interactive

    function __riffle_pick
      set -l options $argv[1]
      set -l height 40%
      set -q RIFFLE_HEIGHT; and set height $RIFFLE_HEIGHT
      set -lx RIFFLE_DEFAULT_OPTS "--height $height --reverse $RIFFLE_DEFAULT_OPTS $options"
      command riffle --interactive $argv[2..-1]
    end

    function __riffle_folders
      command find -L . -mindepth 1 \( -name .git -o -fstype proc -o -fstype sysfs -o -fstype devtmpfs \) -prune \
        -o -type d -print 2>/dev/null | command sed 's|^\./||'
    end

    function __riffle_paths
      set -l place .
      set -q argv[1]; and test -n "$argv[1]"; and set place $argv[1]
      command find -L $place -mindepth 1 \( -name .git -o -fstype proc -o -fstype sysfs -o -fstype devtmpfs \) -prune \
        -o -print 2>/dev/null | command sed 's|^\./||'
    end

    function riffle-file-widget
      set -l word (commandline -t)
      set -l trigger '**'
      set -q RIFFLE_COMPLETION_TRIGGER; and set trigger $RIFFLE_COMPLETION_TRIGGER
      set word (string replace -- $trigger '' $word)
      set -l chosen
      begin
        set -l command $RIFFLE_CTRL_T_COMMAND
        test -z "$command"; and set command __riffle_paths
        eval $command | __riffle_pick "$RIFFLE_CTRL_T_OPTS" "$word" --paths --multi --print0 | while read -lz item
          set -a chosen (string escape -- $item)
        end
      end
      if test -n "$chosen"
        commandline -t -- (string join ' ' -- $chosen)' '
      end
      commandline -f repaint
    end

    function riffle-history-widget
      set -l chosen (builtin history -z | __riffle_pick "$RIFFLE_CTRL_R_OPTS" (commandline | string collect) \
        --read0 --print0 --tiebreak index | string split0)
      if test -n "$chosen"
        commandline -- $chosen
      end
      commandline -f repaint
    end

    function riffle-cd-widget
      set -l folder
      if test -n "$RIFFLE_ALT_C_COMMAND"
        set folder (eval $RIFFLE_ALT_C_COMMAND | __riffle_pick "$RIFFLE_ALT_C_OPTS" (commandline -t) --paths)
      else
        set folder (__riffle_folders | __riffle_pick "$RIFFLE_ALT_C_OPTS" (commandline -t) --paths)
      end
      if test -n "$folder"
        builtin cd -- $folder
        commandline -t ''
      end
      commandline -f repaint
    end

    for mode in default insert
      bind -M $mode \ct riffle-file-widget
      bind -M $mode \cr riffle-history-widget
      bind -M $mode \ec riffle-cd-widget
    end

    end
    """#
}
