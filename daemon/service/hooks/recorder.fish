# Seorap's command recorder for fish 3.1 and newer: one JSON line for each finished command.
#
# fish gives event handlers the command's status and keeps it from the prompt and the next command. It has no clock: the
# end is the time a private file was just written (`path mtime`, fish 3.5; before that `date`), the start that minus
# $CMD_DURATION. @SPOOL@ is replaced by the quoted folder.
if status is-interactive
    set -g _seorap_dir @SPOOL@
    # a first time here; when sourced again the session goes on
    if test "$_seorap_on" != "$fish_pid"
        set -g _seorap_on $fish_pid
        set -g _seorap_sid $fish_pid-(command date +%s)(random 100000 999999)
        set -g _seorap_seq 0
        set -g _seorap_gap ''
        set -g _seorap_pwd $PWD
        set -g _seorap_jobs
    end
    set -g _seorap_out $_seorap_dir/fish.$_seorap_sid.jsonl
    set -g _seorap_tmp $_seorap_dir/fish.$_seorap_sid.tmp

    # The text $argv[1] as the inside of a JSON string.
    function _seorap_json
        set -l lines (builtin string replace -ra '([\\\\"])' '\\\\$1' -- $argv[1])
        if builtin string match -qr '[\x00-\x1f\x7f]' -- $lines
            set lines (builtin string replace -a \t '\\t' -- $lines | builtin string replace -ra '[\x00-\x1f\x7f]' '?')
        end
        builtin string join -- '\\n' $lines
    end

    # Both files there and private.
    function _seorap_ready
        builtin test -O $_seorap_out -a -O $_seorap_tmp; and return 0
        builtin test -d (builtin string replace -r '/[^/]*$' '' -- $_seorap_dir); or return 1
        if not builtin test -e $_seorap_dir
            command mkdir -m 700 $_seorap_dir; or return 1
        end
        builtin test -O $_seorap_dir -a -w $_seorap_dir; or return 1
        command sh -c 'umask 077; : >>"$1"; : >>"$2"' sh $_seorap_out $_seorap_tmp
    end

    function _seorap_now
        if builtin test "$_seorap_has_path" = yes
            # writes nothing: that works on a full disk, too
            builtin echo -n >$_seorap_tmp
            path mtime -- $_seorap_tmp
        else
            command date +%s
        end
    end
    set -g _seorap_has_path no
    builtin contains path (builtin --names); and set -g _seorap_has_path yes

    function _seorap_preexec --on-event fish_preexec
        set -g _seorap_pwd $PWD
        set -g _seorap_jobs
        jobs -q; and set -g _seorap_jobs (jobs -g)
    end

    function _seorap_postexec --on-event fish_postexec
        set -l e $status $pipestatus
        set -l took $CMD_DURATION
        set -l pipe (builtin string join , $e[2..-1])
        builtin test -z "$fish_private_mode"; or return
        builtin string match -qr '^\s|^$' -- "$argv[1]"; and return
        # a job that is left over was stopped (fish says 0 then) or sent to the background: no status yet
        if jobs -q
            for group in (jobs -g)
                builtin contains -- $group $_seorap_jobs; and continue
                set e null
                set pipe ''
            end
        end
        begin
            _seorap_ready; and _seorap_record "$argv[1]" "$took" $e[1] "$pipe"
        end 2>/dev/null
    end

    # The line that the daemon left where there is no desktop: the shell that shows it empties the file.
    function _seorap_tell --on-event fish_prompt
        builtin test -s $_seorap_dir/hint -a -O $_seorap_dir/hint; or return
        builtin read -l line <$_seorap_dir/hint
        builtin echo -n >$_seorap_dir/hint
        builtin string match -qr '[\x00-\x1f\x7f]' -- "$line"; or builtin echo -- $line
    end

    # $argv: command, duration in ms, status or null, pipe statuses
    function _seorap_record
        set -l cut false
        if builtin test (builtin string length -- "$argv[1]") -gt 2000
            set cut true
            set argv[1] (builtin string sub -l 2000 -- "$argv[1]" | builtin string collect)
        end
        set -l cmd (_seorap_json "$argv[1]")
        if builtin test "$_seorap_pwd" != "$_seorap_cwd_of"
            set -g _seorap_cwd_of $_seorap_pwd
            set -g _seorap_cwd (_seorap_json "$_seorap_pwd")
        end
        set -l now (_seorap_now)
        set -g _seorap_seq (math $_seorap_seq + 1)
        # fish speaks of a write that fails, so after one a child tries first; it ends the line that may be half-written
        if builtin test -n "$_seorap_gap"
            command sh -c 'echo >>"$1"' sh $_seorap_out; or return
            set -g _seorap_gap ''
        end
        builtin echo '{"v":1,"sh":"fish","sid":"'$_seorap_sid'","seq":'$_seorap_seq',"t1":'$now',"ms":'$argv[2]',"exit":'$argv[3]',"pipe":['$argv[4]'],"weak":false,"cut":'$cut',"cwd":"'$_seorap_cwd'","cmd":"'$cmd'"}' >>$_seorap_out
        or set -g _seorap_gap yes
    end
end
