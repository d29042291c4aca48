#!/usr/bin/env bash
# Prints the address from which this machine's apt has Debian itself (as root): that of the first source with this label, as there may be sources of
# others, and Debian's updates for security may be elsewhere. It asks for new lists, so that what is installed next is there.
set -euo pipefail
apt-get update -q >&2
# apt expands it.
# shellcheck disable=SC2016
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Label: Debian' | sed -n 1p)
[ -n "$mirror" ] || { echo "apt has no source with the label Debian" >&2; exit 1; }
echo "$mirror"
