#!/usr/bin/env bash
# Prints the backends that this x86-64 machine must have, by what the system says of its processor: what the library finds by itself is compared with it.
set -euo pipefail
backends=portable
for pair in avx2:avx2 avx512f:avx512; do
    if grep -qw -m1 "${pair%:*}" /proc/cpuinfo; then backends+=,${pair#*:}; fi
done
echo "$backends"
