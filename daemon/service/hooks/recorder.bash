# Seorap's command recorder for bash 5.0 and newer: one JSON line for each finished command. No fork, no DEBUG trap.
#
# PS0 is expanded between Enter and the command: an arithmetic side effect in it takes the time and the history number.
# PROMPT_COMMAND runs _seorap_precmd before the next prompt, first of all, because only the first sees the command's
# status. From bash 5.1 on it is an array, and bash itself gives every element the same $?, $_ and PIPESTATUS.
# @SPOOL@ is replaced by the quoted folder.
if [[ $- == *i* && $BASHOPTS == *expand_aliases* ]]; then _seorap_aliases=1; shopt -u expand_aliases; fi
if [[ $- == *i* ]]; then
if [[ ${BASH_VERSINFO[0]} -lt 5 ]]; then
  echo "seorap: the command recorder needs bash 5.0 or newer and this is $BASH_VERSION; commands are not recorded" >&2
elif ! ( PROMPT_COMMAND= PS0= HISTTIMEFORMAT= ) 2>/dev/null; then
  echo "seorap: PROMPT_COMMAND, PS0 or HISTTIMEFORMAT is read-only here; commands are not recorded" >&2
else

_seorap_dir=@SPOOL@
# a first time here; when sourced again the session goes on
if [[ ${_seorap_on-} != "$$" ]]; then
  _seorap_on=$$ _seorap_sid=$$-${EPOCHREALTIME//[!0-9]} _seorap_seq=0
  _seorap_t0= _seorap_h= _seorap_base= _seorap_since= _seorap_prompted= _seorap_last= _seorap_gap= _seorap_pwd=$PWD
fi
_seorap_word='_seorap_precmd "$_"'
# [^0-9], because in posix mode a `!` in a prompt is the history number
_seorap_ps0='${_seorap_z[_seorap_t0=${EPOCHREALTIME//[^0-9]},_seorap_h=HISTCMD,0]-}'

# The text $1 as the inside of a JSON string, in _seorap_r.
_seorap_json() {
  local LC_ALL=C s=$1
  s=${s//\\/\\\\} s=${s//\"/\\\"} s=${s//$'\n'/\\n} s=${s//$'\t'/\\t}
  [[ $s != *[$'\x01'-$'\x1f'$'\x7f']* ]] || s=${s//[$'\x01'-$'\x1f'$'\x7f']/?}
  _seorap_r=$s
}

# Both files there, ours, and private. Forks only when one is missing.
_seorap_ready() {
  [[ -O $_seorap_out && -O $_seorap_tmp ]] && return
  [[ -d ${_seorap_dir%/*} && ( ! -e $_seorap_dir || -O $_seorap_dir && -w $_seorap_dir ) ]] || return
  ( umask 077; [[ -d $_seorap_dir ]] || command mkdir "$_seorap_dir"; : >>"$_seorap_out"; : >>"$_seorap_tmp" )
  [[ -O $_seorap_out && -O $_seorap_tmp ]]
}

# The newest history entry: its time in _seorap_ts, its text (2001 characters at most) in _seorap_c. It goes through a file,
# since only a fork could catch it otherwise, and is blotted out there at once. Nothing is truncated: ext4 would write that
# to the disk, which takes longer than all else here.
_seorap_newest() {
  local line
  { HISTTIMEFORMAT='%s ' builtin history 1; builtin printf '\0'; } 1<>"$_seorap_tmp"
  IFS= builtin read -r -d '' -n 2040 line <"$_seorap_tmp" || :
  if (( ${#line} < 2040 )); then builtin printf '%*s' "$((${#line} * 4 + 1))" '' 1<>"$_seorap_tmp"; else : >|"$_seorap_tmp"; fi
  line=${line#"${line%%[![:space:]]*}"} line=${line#"${line%%[!0-9]*}"} line=${line#[* ]} line=${line# }
  _seorap_ts=${line%%[!0-9]*} _seorap_c=${line#"${line%%[!0-9]*} "}
  _seorap_c=${_seorap_c%$'\n'}
}

# Whether that entry is the line that just ran (status 0), and how sure that is (`weak`). Lines may be missing from the
# list (leading space, HISTIGNORE, repeats), and another prompt hook may have read entries of other sessions into it.
# $1: its last argument  $2: second of its start
_seorap_is_it() {
  local grew=$((_seorap_h - _seorap_base)) near=0
  [[ -n $_seorap_ts && -n $_seorap_c && $_seorap_c != [[:space:]]* && $HISTCMD == "$_seorap_h" ]] || return
  (( _seorap_ts >= $2 - 1 )) && near=1
  if (( grew == 1 && _seorap_ts >= _seorap_since )); then
    # typed slowly over several lines, or not typed here
    (( near )) || weak=true
    [[ ${PROMPT_COMMAND[*]} != *history\ -[crn]* ]] || (( _seorap_ts > _seorap_since + 1 )) || weak=true
  elif (( grew == 0 )) && [[ ${HISTCONTROL-} != *erasedups* ]]; then
    # an unrecorded line, unless it is the same again
    weak=true
    [[ $_seorap_c == "$_seorap_last" && ${HISTCONTROL-} == *@(ignoredups|ignoreboth)* && -n $1 && $_seorap_c == *"$1" ]]
  else
    [[ $BASHOPTS == *cmdhist* ]] && (( near && _seorap_ts >= _seorap_since )) || return
    # an entry of the second of the last prompt may be older than that
    (( _seorap_ts > _seorap_prompted )) || weak=true
  fi
}

# $1: status or null  $2: pipe statuses  $3: last argument  $4: end in microseconds
_seorap_record() {
  local t0=$_seorap_t0 weak=false cut=false
  _seorap_ready && _seorap_newest || return
  _seorap_is_it "$3" "${t0:0:-6}" || return
  _seorap_last=$_seorap_c
  (( ${#_seorap_c} <= 2000 )) || _seorap_c=${_seorap_c:0:2000} cut=true
  if [[ $_seorap_pwd != "${_seorap_cwd_of-}" ]]; then
    _seorap_json "$_seorap_pwd"; _seorap_cwd_of=$_seorap_pwd _seorap_cwd=$_seorap_r
  fi
  _seorap_json "$_seorap_c"
  # after a write that failed half-way the next one starts on a line of its own
  if builtin printf '%s{"v":1,"sh":"bash","sid":"%s","seq":%d,"t0":%s.%s,"t1":%s.%s,"exit":%s,"pipe":[%s],"weak":%s,"cut":%s,"cwd":"%s","cmd":"%s"}\n' \
    "$_seorap_gap" "$_seorap_sid" "$((++_seorap_seq))" "${t0:0:-6}" "${t0: -6}" "${4:0:-6}" "${4: -6}" \
    "$1" "$2" "$weak" "$cut" "$_seorap_cwd" "$_seorap_r" >>"$_seorap_out"
  then _seorap_gap=; else _seorap_gap=$'\n'; fi
}

# Puts _seorap_precmd first in PROMPT_COMMAND, and the time into PS0.
_seorap_install() {
  local x sep w=$_seorap_word; local -a rest=()
  for x in "${PROMPT_COMMAND[@]}"; do
    for sep in '; ' ';' $'\n'; do x=${x//"$w$sep"} x=${x//"$sep$w"}; done
    x=${x//"$w"/:}
    [[ $x == *[![:space:]:]* ]] && rest+=("$x")
  done
  if (( BASH_VERSINFO[0] > 5 || BASH_VERSINFO[1] > 0 )); then
    PROMPT_COMMAND=("$w" "${rest[@]}")
  else
    # a child shell without this hook would not know the function
    export -n PROMPT_COMMAND
    PROMPT_COMMAND=$w${rest[0]+$'\n'${rest[0]}}
  fi
  [[ ${PS0-} == *_seorap_t0=* ]] || PS0=${PS0-}$_seorap_ps0
}

# In an array every element that starts with us sees the command's status; a string must be ours from its start on.
_seorap_first() {
  local x
  for x in "${PROMPT_COMMAND[@]}"; do [[ $x != "$_seorap_word"* ]] || return 0; done
  return 1
}

_seorap_precmd() {
  local e=$? pipe=("${PIPESTATUS[@]}") now=${EPOCHREALTIME//[!0-9]} x IFS=,
  x=$e
  if [[ ${PROMPT_COMMAND[0]-} == __vsc_prompt_cmd_original && -n ${__vsc_status-} ]]; then
    # VS Code's terminal runs us inside its own hook
    x=$__vsc_status pipe=()
  elif [[ ${PROMPT_COMMAND[*]-} != "$_seorap_word"* ]]; then
    # another hook ran before us: its status, not the command's
    _seorap_first || x=null pipe=()
    _seorap_install
  elif [[ ${PROMPT_COMMAND[0]} != "$_seorap_word" && ${PROMPT_COMMAND@a} == *a* ]]; then
    # another hook was joined to our element
    _seorap_install
  else
    # bash gives the others the status; ours would only wake an ERR trap
    [[ ${PROMPT_COMMAND@a} != *a* ]] || e=0
  fi
  [[ ${PS0-} == *_seorap_t0=* && $BASHOPTS == *promptvars* ]] || _seorap_mend
  [[ -z $_seorap_t0 ]] || _seorap_record "$x" "${pipe[*]}" "$1" "$now" || :
  [[ ! -s $_seorap_hint ]] || _seorap_tell || :
  _seorap_t0= _seorap_pwd=$PWD _seorap_base=$HISTCMD
  # history times come from a clock that ticks up to 10 ms late
  _seorap_since=$(((now - 20000) / 1000000)) _seorap_prompted=$((now / 1000000))
  # with `set -e` a status would end the shell
  [[ $- != *e* ]] || e=0
  return "$e"
} 2>/dev/null

# The line that the daemon left where there is no desktop: the shell that shows it empties the file.
_seorap_tell() {
  local line
  [[ -O $_seorap_hint ]] && IFS= builtin read -r line <"$_seorap_hint" && : >|"$_seorap_hint" || return
  [[ $line == *[$'\x01'-$'\x1f'$'\x7f']* ]] || builtin printf '%s\n' "$line"
}

# PS0 was set anew; or `promptvars` is off, and our text would show.
_seorap_mend() {
  PS0=${PS0-} PS0=${PS0//"$_seorap_ps0"}
  [[ $BASHOPTS != *promptvars* ]] || PS0+=$_seorap_ps0
}

_seorap_out=$_seorap_dir/bash.$_seorap_sid.jsonl _seorap_tmp=$_seorap_dir/bash.$_seorap_sid.tmp
_seorap_hint=$_seorap_dir/hint
_seorap_install
[[ $BASHOPTS == *promptvars* ]] || _seorap_mend
# `set -a` would hand all of this to child shells
export -n ${!_seorap_@}
export -nf _seorap_json _seorap_ready _seorap_newest _seorap_is_it _seorap_record _seorap_install _seorap_first \
  _seorap_precmd _seorap_mend _seorap_tell
fi
fi
if [[ -n ${_seorap_aliases-} ]]; then unset _seorap_aliases; shopt -s expand_aliases; fi
