# shellcheck shell=bash
# This file is sourced by tracks of .ci/run: `step NAME` starts a step. The time of each step, and the time for which processors worked for it, are
# written to the file STEP_TIMES, even if the step fails or is stopped.
: "${STEP_TIMES:=/dev/stderr}"
step_name='' step_began=0 step_cpu_began=0

cpu_seconds() { # of the children that have ended, and of theirs
    local fields
    read -ra fields </proc/$$/stat
    # Linux counts 100 ticks a second.
    cpu=$(((fields[15] + fields[16]) / 100))
}

end_step() { # how it ended, unless it passed
    local cpu
    cpu_seconds
    [ -z "$step_name" ] ||
        printf '%5d s %5d s CPU  %s%s\n' "$((SECONDS - step_began))" "$((cpu - step_cpu_began))" "$step_name" "${1:+ ($1)}" >>"$STEP_TIMES"
    step_name='' step_began=$SECONDS step_cpu_began=$cpu
}

step() {
    end_step
    echo
    echo "== $*   (after $SECONDS s)"
    step_name=$*
}

end_track() { # exit status
    case $1 in
    0) end_step ;;
    129 | 130 | 143) end_step stopped ;;
    *) end_step failed ;;
    esac
}
trap 'end_track $?' EXIT
trap 'exit 143' TERM
