# Seorap's command recorder for zsh 5.1 and newer: one JSON line for each finished command. No fork.
#
# zsh gives every precmd function the command's $?, $_ and pipestatus, and keeps what we do from the prompt and the next
# command. `emulate -L zsh` shuts out the person's options.
# @SPOOL@ is replaced by the quoted folder.
if [[ -o interactive ]]; then
if ! zmodload zsh/datetime 2>/dev/null; then
  echo "seorap: this zsh has no zsh/datetime module; commands are not recorded" >&2
else

typeset -g _seorap_dir=@SPOOL@
# a first time here; when sourced again the session goes on
if [[ ${_seorap_on-} != "$$" ]]; then
  typeset -g _seorap_on=$$ _seorap_sid="$$-${EPOCHREALTIME//[!0-9]/}" _seorap_t0= _seorap_cmd= _seorap_pwd= _seorap_gap=
  typeset -gi _seorap_seq=0
fi
typeset -g +x _seorap_on _seorap_sid _seorap_seq _seorap_t0 _seorap_cmd _seorap_pwd _seorap_gap _seorap_dir
typeset -g +x _seorap_out="${_seorap_dir}/zsh.${_seorap_sid}.jsonl"

# The text $1 as the inside of a JSON string, in REPLY.
_seorap_json() {
  emulate -L zsh
  unsetopt multibyte
  local s=$1
  s=${s//\\/\\\\} s=${s//\"/\\\"} s=${s//$'\n'/\\n} s=${s//$'\t'/\\t}
  REPLY=${s//[$'\x00'-$'\x1f'$'\x7f']/?}
}

# The file there, ours, and private. Forks only when it is missing.
_seorap_ready() {
  emulate -L zsh
  [[ -O $_seorap_out ]] && return
  [[ -d ${_seorap_dir:h} ]] && [[ ! -e $_seorap_dir || ( -O $_seorap_dir && -w $_seorap_dir ) ]] || return
  ( umask 077; [[ -d $_seorap_dir ]] || command mkdir $_seorap_dir; : >>| $_seorap_out )
  [[ -O $_seorap_out ]]
}

_seorap_preexec() {
  emulate -L zsh -o no_xtrace
  _seorap_t0=$EPOCHREALTIME _seorap_pwd=$PWD _seorap_cmd=$1
}

# $1: status  $2: pipe statuses  $3: end
_seorap_record() {
  emulate -L zsh
  local t0=${_seorap_t0/,/.} c=$_seorap_cmd cut=false cwd REPLY
  [[ $c != [[:space:]]* && $c == *[^[:space:]]* ]] || return 0
  [[ -z ${HISTORY_IGNORE-} || $c != ${~HISTORY_IGNORE} ]] || return 0
  _seorap_ready || return 0
  (( $#c <= 2000 )) || c=${c[1,2000]} cut=true
  _seorap_json $_seorap_pwd; cwd=$REPLY
  _seorap_json $c
  # after a write that failed half-way the next one starts on a line of its own
  if builtin print -r -- "$_seorap_gap{\"v\":1,\"sh\":\"zsh\",\"sid\":\"$_seorap_sid\",\"seq\":$((++_seorap_seq)),\"t0\":$t0,\"t1\":${3/,/.},\"exit\":$1,\"pipe\":[$2],\"weak\":false,\"cut\":$cut,\"cwd\":\"$cwd\",\"cmd\":\"$REPLY\"}" >>| $_seorap_out
  then _seorap_gap=; else _seorap_gap=$'\n'; fi
}

_seorap_precmd() {
  local e=$? pipe="${(j:,:)pipestatus[@]}" now=$EPOCHREALTIME
  emulate -L zsh -o no_xtrace
  if [[ -n $_seorap_t0 ]]; then _seorap_record "$e" "$pipe" "$now" 2>/dev/null; fi
  if [[ -s $_seorap_dir/hint ]]; then _seorap_tell 2>/dev/null; fi
  _seorap_t0= _seorap_cmd=
}

# The line that the daemon left where there is no desktop: the shell that shows it empties the file.
_seorap_tell() {
  emulate -L zsh -o no_xtrace
  local line
  [[ -O $_seorap_dir/hint ]] && IFS= builtin read -r line <$_seorap_dir/hint && : >| $_seorap_dir/hint || return 0
  [[ $line == *[$'\x00'-$'\x1f'$'\x7f']* ]] || builtin print -r -- $line
}

() {
  emulate -L zsh
  typeset -ga preexec_functions precmd_functions
  preexec_functions=(_seorap_preexec ${preexec_functions:#_seorap_preexec})
  precmd_functions=(_seorap_precmd ${precmd_functions:#_seorap_precmd})
}
fi
fi
