#!/usr/bin/env bash
# Runs tracks: programs whose steps scripts/ci/steps.sh names. At the end it prints the time of each step, even if the run fails. If a track fails,
# or this program is interrupted, everything that the other tracks have started is stopped.
#
# usage: tracks.sh FOLDER STAGE...
#   FOLDER   for logs and times; those that it had before are removed
#   STAGE    one track, or several with a space between them, which run beside each other. The first one's output is shown as it comes, that of
#            another when it ends. A stage begins when the one before it has ended.
set -euo pipefail
folder=$1
shift
mkdir -p "$folder"
rm -f "$folder"/*.log "$folder"/*.times

# Each track is a process group of its own, so that its children can be stopped together with it.
set -m
declare -A names=() # of the tracks that run, by their process
results=()

start() { # track, whether its output is shown as it comes
    local name
    name=$(basename "$1" .sh)
    if [ "$2" = shown ]; then
        STEP_TIMES=$folder/$name.times "$1" </dev/null &
    else
        STEP_TIMES=$folder/$name.times "$1" </dev/null >"$folder/$name.log" 2>&1 &
    fi
    names[$!]=$name
}

ended() { # process, how
    local name=${names[$1]}
    unset "names[$1]"
    results+=("$name: $2")
    if [ -e "$folder/$name.log" ]; then
        printf '\n==== %s, which ran beside, %s\n' "$name" "$2"
        cat "$folder/$name.log"
    fi
}

stop_all() {
    local process look
    for process in "${!names[@]}"; do
        kill -TERM -- "-$process" 2>/dev/null || true
    done
    for process in "${!names[@]}"; do
        for ((look = 0; look < 50; look++)); do
            kill -0 -- "-$process" 2>/dev/null || break
            sleep 0.1
        done
        kill -KILL -- "-$process" 2>/dev/null || true
        ended "$process" stopped
    done
}

finish() {
    local status=$? result name
    trap '' INT TERM HUP
    stop_all
    for result in "${results[@]}"; do
        name=${result%%:*}
        printf '\n%s\n' "$result"
        cat "$folder/$name.times" 2>/dev/null || true
    done
    printf '\n%5d s in all; exit status %d\n' "$SECONDS" "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

for stage in "$@"; do
    output=shown
    for track in $stage; do
        start "$track" "$output"
        output=kept
    done
    while [ ${#names[@]} -gt 0 ]; do
        status=0 process=''
        wait -n -p process || status=$?
        # A track that is stopped for a while (Ctrl-Z, a debugger) has not ended.
        [ -n "${process:-}" ] || continue
        if [ "$status" != 0 ]; then
            # The output of the failed track comes last.
            failed=$process
            name=${names[$failed]}
            unset "names[$failed]"
            stop_all
            names[$failed]=$name
            ended "$failed" "failed with exit status $status"
            exit 1
        fi
        ended "$process" passed
    done
done
