enum BashIntegration {
  static let script = #"""
    # Keys and completion for bash: eval "$(riffle --shell bash)"
    if [[ $- == *i* ]]; then

    \#(ShellFunctions.script)

    riffle-file-widget() {
      local chosen="" item
      while IFS= read -r -d '' item; do
        printf -v item '%q' "$item"
        chosen+="$item "
      done < <(RIFFLE_DEFAULT_COMMAND="${RIFFLE_CTRL_T_COMMAND:-${RIFFLE_DEFAULT_COMMAND-}}" \
        __riffle_pick "${RIFFLE_CTRL_T_OPTS-}" --paths --multi --print0 </dev/tty)
      READLINE_LINE="${READLINE_LINE:0:READLINE_POINT}$chosen${READLINE_LINE:READLINE_POINT}"
      READLINE_POINT=$((READLINE_POINT + ${#chosen}))
    }

    # The commands of before as records that end with NUL, the last one first: fc begins each with a tab.
    __riffle_history() {
      builtin fc -lnr -2147483648 2>/dev/null | command awk '
        function give() { if (begun && !seen[entry]++) printf "%s%c", entry, 0 }
        /^\t[ *]/ { give(); entry = substr($0, 3); sub(/^[ \t]+/, "", entry); begun = 1; next }
        { entry = entry "\n" $0 }
        END { give() }'
    }

    riffle-history-widget() {
      local chosen
      chosen=$(__riffle_history | __riffle_pick "${RIFFLE_CTRL_R_OPTS-}" "$READLINE_LINE" --read0 --tiebreak index) ||
        return
      READLINE_LINE=$chosen
      READLINE_POINT=${#READLINE_LINE}
    }

    __riffle_cd() {
      local folder
      folder=$(
        if [[ -n ${RIFFLE_ALT_C_COMMAND-} ]]; then eval "$RIFFLE_ALT_C_COMMAND"; else __riffle_folders; fi |
          __riffle_pick "${RIFFLE_ALT_C_OPTS-}" --paths
      ) && printf 'builtin cd -- %q' "$folder"
    }

    if ((BASH_VERSINFO[0] >= 4)); then
      for __riffle_map in emacs-standard vi-command vi-insert; do
        bind -m "$__riffle_map" -x '"\C-t": riffle-file-widget'
        bind -m "$__riffle_map" -x '"\C-r": riffle-history-widget'
      done
      unset __riffle_map
      # A command of its own, so that the prompt is made anew in the other folder.
      bind -m emacs-standard '"\ec": " \C-b\C-k \C-u`__riffle_cd`\e\C-e\er\C-m\C-y\C-h\e \C-y\ey\C-x\C-x\C-d"'
      bind -m emacs-standard '"\e\C-e": shell-expand-line'
      bind -m emacs-standard '"\er": redraw-current-line'
      bind -m emacs-standard '"\C-x\C-x": exchange-point-and-mark'
      bind -m emacs-standard '"\e ": set-mark'
    fi

    # Completion: what stands before ** is where to look.
    __riffle_complete() {
      local list=$1 trigger=${RIFFLE_COMPLETION_TRIGGER-'**'} word=${COMP_WORDS[COMP_CWORD]} folder query item
      COMPREPLY=()
      [[ -n $trigger && $word == *"$trigger" ]] || return 0
      word=${word%"$trigger"}
      folder=${word%"${word##*/}"}
      query=${word##*/}
      local place=${folder/#\~\//$HOME/}
      local -a chosen=()
      while IFS= read -r -d '' item; do
        printf -v item '%q' "$item"
        chosen+=("$item")
      done < <("$list" "${place:-.}" | __riffle_pick "${RIFFLE_COMPLETION_OPTS-}" "$query" --paths --multi --print0)
      # The screen has been drawn on: have the line be drawn anew.
      bind '"\e[0n": redraw-current-line' 2>/dev/null
      printf '\e[5n'
      if ((${#chosen[@]})); then COMPREPLY=("${chosen[*]}"); fi
    }
    __riffle_complete_paths() { __riffle_complete __riffle_paths; }
    __riffle_complete_folders() { __riffle_complete __riffle_folders; }
    complete -o bashdefault -o default -o nosort -F __riffle_complete_paths \
      awk bat cat code cp diff emacs file grep head less ln ls mv nano nvim rm sed sort stat tail tar touch vi vim wc
    complete -o bashdefault -o default -o nospace -F __riffle_complete_folders cd pushd rmdir tree

    fi
    """#
}
