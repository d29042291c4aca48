#!/usr/bin/env bash
# Tests scripts/ci/tracks.sh with tracks that pass, that fail, that leave children behind, and that do not stop when asked.
set -euo pipefail
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
here=$PWD

track() { # name; its commands come from standard input
    { printf '#!/usr/bin/env bash\nset -euo pipefail\n. %q/scripts/ci/steps.sh\n' "$here" && cat; } >"$scratch/$1.sh"
    chmod +x "$scratch/$1.sh"
}

run() { # stages
    status=0
    # What the tracks of an earlier run wrote must not pass for this run's.
    rm -f "$scratch/child" "$scratch/stubborn"
    scripts/ci/tracks.sh "$scratch/log" "$@" >"$scratch/output" 2>&1 || status=$?
}

expect() { # what, condition ...
    local what=$1
    shift
    "$@" || { echo "$what: exit status $status, and this output:"; cat "$scratch/output"; exit 1; }
}
says() { grep -qE -- "$1" "$scratch/output"; }
silent_about() { ! says "$1"; }
ended() { # file with the number of a process; one that was killed is there until its parent has looked at it
    local look
    # Without a number, nothing has been started that could have ended.
    [ -s "$scratch/$1" ] || return 1
    for ((look = 0; look < 50; look++)); do
        kill -0 "$(cat "$scratch/$1")" 2>/dev/null || return 0
        sleep 0.1
    done
    return 1
}

track quick <<'END2'
step "one thing"
echo "what quick says"
step "another thing"
END2
track fails <<END2
step "a thing that passes"
step "a thing that fails"
# The track beside it is to have begun.
for ((look = 0; look < 200; look++)); do
    [ -n "\${BESIDE:-}" ] && [ ! -s "$scratch/\$BESIDE" ] || break
    sleep 0.1
done
false
step "a thing that is never reached"
END2
track pauses <<'END2'
step "a thing that is stopped for a while"
(sleep 1; kill -CONT $$) &
kill -STOP $$
step "a thing after it"
END2
track long <<END2
step "a long thing"
sleep 60 &
echo \$! >"$scratch/child"
sleep 60
END2
track stubborn <<END2
step "a thing that does not stop"
bash -c 'trap "" TERM; echo \$\$ >"$scratch/stubborn"; while :; do sleep 0.2; done'
END2

run "$scratch/quick.sh" "$scratch/quick.sh $scratch/quick.sh"
expect "all pass" [ "$status" = 0 ]
expect "times" says '^ +0 s +0 s CPU  another thing$'

run "$scratch/pauses.sh" "$scratch/quick.sh"
expect "a track that is stopped for a while" [ "$status" = 0 ]
expect "the step after it" says 'a thing after it$'
expect "the stage after it" says 'another thing$'

BESIDE=child run "$scratch/fails.sh $scratch/long.sh"
expect "the shown track fails" [ "$status" = 1 ]
expect "times of a failed step" says 'a thing that fails \(failed\)$'
expect "times of a stopped step" says 'a long thing \(stopped\)$'
expect "no step after the failed one" silent_about 'never reached'
expect "children of the other track" ended child

BESIDE=child run "$scratch/long.sh $scratch/fails.sh" "$scratch/quick.sh"
expect "the other track fails" [ "$status" = 1 ]
expect "its log" says '^== a thing that fails'
expect "no stage after it" silent_about 'another thing'
expect "children of the shown track" ended child

run "$scratch/fails.sh" "$scratch/quick.sh $scratch/quick.sh"
expect "the only track of the first stage fails" [ "$status" = 1 ]
expect "its times" says 'a thing that fails \(failed\)$'
expect "no stage after the first one" silent_about 'what quick says|another thing'

BESIDE=stubborn run "$scratch/fails.sh $scratch/stubborn.sh"
expect "a track fails beside one that does not stop" [ "$status" = 1 ]
expect "what does not stop" ended stubborn

rm -f "$scratch/child"
scripts/ci/tracks.sh "$scratch/log" "$scratch/quick.sh $scratch/long.sh" >"$scratch/output" 2>&1 &
tracks=$!
status="not known yet"
for ((look = 0; look < 100; look++)); do
    [ ! -s "$scratch/child" ] || break
    sleep 0.1
done
expect "the long track began" [ -s "$scratch/child" ]
kill -TERM "$tracks"
status=0
wait "$tracks" || status=$?
expect "an interrupted run" [ "$status" = 143 ]
expect "times of an interrupted run" says 'a long thing \(stopped\)$'
expect "children of an interrupted run" ended child
echo "tracks: ok"
