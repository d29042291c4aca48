#!/usr/bin/env bash
# Makes a minimal Debian with Python in a folder, from the machine's configured Debian sources, for tests of packages (as root), and
# prints the folder. One for another processor is unpacked and not configured: emulators run its programs where they lie.
#
# usage: debian_root.sh [amd64|arm64]       into target/tools/debian-ARCHITECTURE, once
set -euo pipefail
cd "$(dirname "$0")/../.."
architecture=${1:-$(dpkg --print-architecture)}
folder=$PWD/target/tools/debian-$architecture
if [ ! -e "$folder/complete" ]; then
    mirror=$(scripts/debian_mirror.sh)
    command -v debootstrap >/dev/null || apt-get install -y -q --no-install-recommends debootstrap >&2
    # shellcheck source=/dev/null
    . /etc/os-release
    rm -rf "$folder"
    options=(--variant=minbase "--include=python3,python3-venv" --arch="$architecture")
    if [ "$architecture" = "$(dpkg --print-architecture)" ]; then
        debootstrap "${options[@]}" "$VERSION_CODENAME" "$folder" "$mirror" >&2
    else
        debootstrap --foreign "${options[@]}" "$VERSION_CODENAME" "$folder" "$mirror" >&2
        for package in "$folder"/var/cache/apt/archives/*.deb; do
            dpkg-deb -x "$package" "$folder"
        done
    fi
    touch "$folder/complete"
fi
echo "$folder"
