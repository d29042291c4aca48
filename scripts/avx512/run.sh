#!/usr/bin/env bash
# Runs tests' programs, one after the other, on an emulated machine with AVX-512, which is started for them. (Starting it takes some ten seconds.)
#
# usage: run.sh PROGRAM ... [-- ARGUMENT ...]
#   ARGUMENT    of each program
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
installed=$here/../../target/avx512
[ -f "$installed/complete" ] || { echo "run scripts/avx512/install.sh first" >&2 && exit 1; }

programs=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    programs+=("$1")
    shift
done
arguments=("${@:2}")

work=$(mktemp -d)
# No other signal ends Bochs if it is in its debugger.
trap 'pkill -KILL -f "$work/bochs.log" || true; rm -rf "$work"' EXIT
trap 'exit 143' TERM INT HUP
root=$work/root
mkdir -p "$root"/{bin,dev,proc,programs,tmp} "$root$PWD"
cp /bin/busybox "$root/bin/"
cp "$installed/gathers.so" "$root/"
cp "$here/init" "$root/init"
for program in "${programs[@]}"; do
    strip -o "$root/programs/$(basename "$program")" "$program"
    ldd "$program"
done | grep -o '/[^ ]*' | sort -u | while read -r library; do
    mkdir -p "$root$(dirname "$library")"
    cp -L "$library" "$root$library"
done
# What the library's tests read.
[ ! -d tests/vectors ] || (mkdir -p "$root$PWD/tests" && cp -r tests/vectors "$root$PWD/tests/")
{
    env | sed -n 's/^\(PERLANE_[A-Z]*\|RUST_BACKTRACE\)=\(.*\)$/export \1="\2"/p'
    printf 'cd %q\n' "$PWD"
    echo status=0
    for program in "${programs[@]}"; do
        name=$(basename "$program")
        printf 'echo Running %q\nLD_PRELOAD=/gathers.so /programs/%q' "${name%-*}" "$name"
        [ ${#arguments[@]} = 0 ] || printf ' %q' "${arguments[@]}"
        # shellcheck disable=SC2016 # the machine's shell expands it
        echo ' || status=$?'
    done
} >"$root/command"

cp -r "$installed/disk" "$work/disk"
(cd "$root" && find . | cpio -o -H newc --quiet | gzip -1) >"$work/disk/initrd"
cd "$work"
xorriso -as mkisofs -quiet -o disk.iso -b isolinux/isolinux.bin -c isolinux/boot.cat -no-emul-boot -boot-load-size 4 -boot-info-table disk 2>xorriso.log
"$installed/bochs" -q -f "$here/machine.bochsrc" "log: $work/bochs.log" </dev/null >/dev/null 2>&1 &
wait $! || true
touch console # which is not there if the machine did not start
printed=$(tr -d '\r' <console)
grep -v '^status ' <<<"$printed" || true
status=$(sed -n 's/^status \([0-9]*\)$/\1/p' <<<"$printed")
[ -n "$status" ] || { echo "the emulated machine ended before the program did:" >&2; tail -5 bochs.log >&2; exit 1; }
exit "$status"
