#!/usr/bin/env bash
# Builds a CPython for which Debian has no package, to test wheels: with musl as its C library, or free-threaded. Its source is the source of
# Debian's package in a newer suite. zig compiles it for musl and for AArch64. Prints the folder, which works wherever it is copied; bin/python3 is
# in it. Modules that need libraries are left out, except for zlib, with which wheels are unpacked. With musl, its loader is in lib; it must be
# copied to /lib where Python runs.
#
# usage: pythons.sh VERSION TARGET       into target/tools/pythons, once: VERSION is 3.13, 3.14t, ..; TARGET is x86_64-linux-gnu, aarch64-linux-musl, ..
# CPYTHON_SOURCE: a folder or a .tar.* of CPython's source of that version, instead of Debian's
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# = 2 ] || { sed -n 's/^# usage: /usage: /p' scripts/release/pythons.sh; exit 2; }
version=${1%t} target=$2
pythons=$PWD/target/tools/pythons
folder=$pythons/$1-$target
if [ -e "$folder/complete" ]; then
    echo "$folder"
    exit
fi
exec 3>&1 >&2

# The machine's apt does not know suites that are newer than its system. It queries them in a separate state, so that the system's state does not
# change.
newer_apt() { # suite, command ...
    local state=$pythons/apt mirror
    mirror=$(scripts/debian_mirror.sh)
    mkdir -p "$state/lists/partial" "$state/archives/partial"
    printf '%s [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s %s main\n' deb "$mirror" "$1" deb-src "$mirror" "$1" >"$state/sources.list"
    cat >"$state/apt.conf" <<END
APT::Architectures { "amd64"; "arm64"; };
APT::Sandbox::User "root";
Dir::Etc::SourceList "$state/sources.list";
Dir::Etc::SourceParts "$state/none";
Dir::State "$state";
Dir::State::status "/var/lib/dpkg/status";
Dir::Cache "$state";
END
    APT_CONFIG=$state/apt.conf apt-get update -q
    APT_CONFIG=$state/apt.conf "${@:2}"
}

debian_source() { # package, suite, folder for it
    rm -rf "$3" && mkdir -p "$3/.packed"
    (cd "$3/.packed" && newer_apt "$2" apt-get source -q --download-only --tar-only "$1")
    tar -xf "$(find "$3/.packed" -name '*.orig.tar.*' ! -name '*.asc')" --strip-components=1 -C "$3"
    rm -r "$3/.packed"
}

# musl itself goes into lib/: the loader, which is also the library. NumPy's wheels need musl 1.2.4, whatever their names say: they have relocations
# (DT_RELR) that older loaders ignore.
loader() { # folder
    local architecture=amd64
    [ "${target%%-*}" = x86_64 ] || architecture=arm64
    rm -rf "$build/musl" && mkdir "$build/musl"
    (cd "$build/musl" && newer_apt trixie apt-get download -q "musl:$architecture" && dpkg-deb -x ./*.deb .)
    cp -L "$(find "$build/musl" -name 'ld-musl-*.so.1')" "$1/lib"
}

python_source() { # folder for it
    if [ -d "${CPYTHON_SOURCE:-}" ]; then
        ln -sfn "$(cd "$CPYTHON_SOURCE" && pwd)" "$1"
    elif [ -n "${CPYTHON_SOURCE:-}" ]; then
        rm -rf "$1" && mkdir -p "$1"
        tar -xf "$CPYTHON_SOURCE" --strip-components=1 -C "$1"
    else
        # The stable release has 3.13. Newer versions are in the release that is being prepared.
        debian_source "python$version" "$([ "$version" = 3.13 ] && echo trixie || echo sid)" "$1"
    fi
}

source=$pythons/source-$version
build=$pythons/build-$1-$target
mkdir -p "$pythons"
[ -e "$source/configure" ] || python_source "$source"
[ -e "$pythons/source-zlib/configure" ] || debian_source zlib trixie "$pythons/source-zlib"
rm -rf "$build" "$folder" && mkdir -p "$build/zlib"

options=(--prefix=/python --disable-test-modules --without-doc-strings --without-ensurepip)
[ "$version" = "$1" ] || options+=(--disable-gil)
native=$(uname -m)-linux-gnu
if [ "$target" = "$native" ]; then
    export CC=${CC:-cc} AR=ar RANLIB=ranlib
else
    tools=$(scripts/release/tools.sh python)
    printf '#!/bin/sh\nexec "%s/zig" cc -target %s -dynamic "$@"\n' "$tools" "$target" >"$build/cc"
    chmod +x "$build/cc"
    export CC=$build/cc CPP="$build/cc -E" AR="$tools/zig ar" RANLIB="$tools/zig ranlib" READELF
    # CPython recognises musl by this word, which musl's headers define. clang's headers take their place, and do not define it.
    [[ $target = *-gnu ]] || CPP+=" -D__DEFINED_va_list"
    # When configure builds for another system, it accepts no readelf without a prefix, but it accepts any path.
    READELF=$(command -v readelf)
    # To build Python for another system, a Python of the same version for this machine is needed. The script tells configure what it would otherwise
    # find out by running programs, and which functions zig's musl has but 1.2.3 and 1.2.4 do not.
    options+=(--host="$target" --build="$native" --with-build-python="$(scripts/release/pythons.sh "$1" "$native")/bin/python3"
        ac_cv_buggy_getaddrinfo=no ac_cv_file__dev_ptmx=yes ac_cv_file__dev_ptc=no ac_cv_func_preadv2=no ac_cv_func_pwritev2=no)
fi
# This Python runs tests for only some minutes, and compiles in half of the time.
export CFLAGS=-O1

echo "== zlib for $target"
cp -r "$pythons/source-zlib/." "$build/zlib"
(cd "$build/zlib" && CFLAGS="-O2 -fPIC" ./configure --static --prefix="$build/libraries" >"$build/log" && make -s -j"$(nproc)" install >>"$build/log" 2>&1)

echo "== CPython $1 for $target"
mkdir "$build/python" && cd "$build/python"
# No other libraries are searched for, because the machine's libraries are not the target's.
PKG_CONFIG=false ZLIB_CFLAGS="-I$build/libraries/include" ZLIB_LIBS="-L$build/libraries/lib -lz" CPPFLAGS=-Wno-date-time \
    "$source/configure" -q "${options[@]}" >>"$build/log" 2>&1 || { tail -20 "$build/log"; exit 1; }
make -j"$(nproc)" >>"$build/log" 2>&1 || { { grep -E 'error:|Error ' "$build/log" || cat "$build/log"; } | tail -20; exit 1; }
make install DESTDIR="$build/root" >>"$build/log" 2>&1 || { tail -20 "$build/log"; exit 1; }
mv "$build/root/python" "$folder"
[[ $target = *-gnu ]] || loader "$folder"
rm -rf "$build"
touch "$folder/complete"
echo "$folder" >&3
