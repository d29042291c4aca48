#!/usr/bin/env bash
# Builds Bochs without its debugger, from the source of Debian 13's package. (Debian 12's, 2.7, cannot be fetched everywhere.)
#
# usage: build.sh FOLDER        the program is FOLDER/bochs
set -euo pipefail
folder=$1
mkdir -p "$folder" "$folder.apt/lists/partial" "$folder.apt/archives/partial"

# A view of the configured sources that leaves the system's as it is.
mirror=$("$(dirname "$0")/../debian_mirror.sh")
cat >"$folder.apt/sources.list" <<END
deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main
END
cat >"$folder.apt/apt.conf" <<END
APT::Sandbox::User "root";
Acquire::Retries "3";
Dir::State::lists "$folder.apt/lists";
Dir::Cache "$folder.apt";
Dir::Etc::sourcelist "$folder.apt/sources.list";
Dir::Etc::sourceparts "/dev/null";
END
export APT_CONFIG=$folder.apt/apt.conf
cd "$folder.apt"
apt-get update -q
# Of the package's files only this one is needed. apt compares it with its signed index.
apt-get source -q --download-only bochs || ls bochs_*.orig.tar.*
tar -xf bochs_*.orig.tar.* -C "$folder" --strip-components=1
rm -r "$folder.apt"

cd "$folder"
CFLAGS=-O2 CXXFLAGS=-O2 ./configure -q --with-nogui --enable-x86-64 --enable-avx --enable-evex --enable-all-optimizations \
    --enable-handlers-chaining --enable-trace-linking --enable-vmx=no --disable-x86-debugger --disable-stats --disable-logging \
    --disable-large-ramfile --disable-docbook
make -s -j2 bochs
