enum ZshIntegration {
  static let script = #"""
    # Keys and completion for zsh: eval "$(riffle --shell zsh)"
    if [[ -o interactive ]]; then

    \#(ShellFunctions.script)

    riffle-file-widget() {
      setopt localoptions pipefail no_aliases 2>/dev/null
      local chosen item
      RIFFLE_DEFAULT_COMMAND="${RIFFLE_CTRL_T_COMMAND:-${RIFFLE_DEFAULT_COMMAND-}}" \
        __riffle_pick "${RIFFLE_CTRL_T_OPTS-}" --paths --multi --print0 </dev/tty | while IFS= read -r -d '' item; do
        chosen+="${(q)item} "
      done
      LBUFFER+="$chosen"
      zle reset-prompt
    }
    zle -N riffle-file-widget
    bindkey -M emacs '^T' riffle-file-widget
    bindkey -M vicmd '^T' riffle-file-widget
    bindkey -M viins '^T' riffle-file-widget

    riffle-history-widget() {
      setopt localoptions noglobsubst noposixbuiltins pipefail no_aliases 2>/dev/null
      zmodload zsh/parameter
      # The last command first, each once.
      local -aU commands=("${(@v)history}")
      local chosen
      chosen=$(printf '%s\0' "${commands[@]}" |
        __riffle_pick "${RIFFLE_CTRL_R_OPTS-}" "$LBUFFER" --read0 --tiebreak index)
      if [[ -n "$chosen" ]]; then
        BUFFER=$chosen
        CURSOR=$#BUFFER
      fi
      zle reset-prompt
    }
    zle -N riffle-history-widget
    bindkey -M emacs '^R' riffle-history-widget
    bindkey -M vicmd '^R' riffle-history-widget
    bindkey -M viins '^R' riffle-history-widget

    riffle-cd-widget() {
      setopt localoptions pipefail no_aliases 2>/dev/null
      local folder
      folder=$(
        if [[ -n ${RIFFLE_ALT_C_COMMAND-} ]]; then eval "$RIFFLE_ALT_C_COMMAND"; else __riffle_folders; fi |
          __riffle_pick "${RIFFLE_ALT_C_OPTS-}" --paths)
      if [[ -z "$folder" ]]; then
        zle redisplay
        return 0
      fi
      zle push-line
      BUFFER="builtin cd -- ${(q)folder:a}"
      zle accept-line
      zle reset-prompt
    }
    zle -N riffle-cd-widget
    bindkey -M emacs '\ec' riffle-cd-widget
    bindkey -M vicmd '\ec' riffle-cd-widget
    bindkey -M viins '\ec' riffle-cd-widget

    # Completion: what stands before ** is where to look; anything else goes to what Tab did before.
    riffle-completion() {
      local trigger=${RIFFLE_COMPLETION_TRIGGER-'**'} word=${LBUFFER##* } chosen item list=__riffle_paths
      if [[ -z "$trigger" || "$word" != *"$trigger" ]]; then
        zle ${__riffle_completion_before:-expand-or-complete}
        return
      fi
      [[ ${LBUFFER%% *} == (cd|pushd|rmdir) ]] && list=__riffle_folders
      local start=${LBUFFER%"$word"}
      word=${word%"$trigger"}
      local folder=${word%"${word##*/}"} query=${word##*/}
      $list "${${folder:-.}/#\~\//$HOME/}" | __riffle_pick "${RIFFLE_COMPLETION_OPTS-}" "$query" --paths --multi --print0 |
        while IFS= read -r -d '' item; do chosen+="${(q)item} "; done
      [[ -n "$chosen" ]] && LBUFFER="$start$chosen"
      zle reset-prompt
    }
    __riffle_completion_before=${$(bindkey '^I')##* }
    [[ $__riffle_completion_before == (riffle-completion|undefined-key) ]] && __riffle_completion_before=expand-or-complete
    zle -N riffle-completion
    bindkey '^I' riffle-completion

    fi
    """#
}
