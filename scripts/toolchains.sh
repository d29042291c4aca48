#!/usr/bin/env bash
# Sets up what tests on other machines' instruction sets need, and prints the folder it is in: emulators and cross linkers from the
# machine's configured Debian sources (as root), binaryen's wasm-opt beside them, and in a private folder Debian's rustc-web with the standard library for AArch64
# and the sources to build it for WebAssembly. cargo stays the machine's own.
#
# usage: toolchains.sh        into target/toolchains, once for each version of this script, and again where a program is missing
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD/target/toolchains

# The folder can be older than the system, whose packages are not in it.
complete() {
    local program
    cmp -s scripts/toolchains.sh "$root/complete" || return
    for program in aarch64-linux-gnu-gcc gcc qemu-aarch64-static qemu-x86_64-static valgrind wasm-ld-19 wasm-opt "$root/bin/rustc"; do
        command -v "$program" >/dev/null || return
    done
    "$root/bin/rustc" --version >/dev/null
}

if complete; then
    echo "$root"
    exit
fi
rm -rf "$root"
mkdir -p "$root/apt/lists/partial" "$root/apt/archives/partial" "$root/debs" "$root/bin"
exec 3>&1 >"$root/log" 2>&1
trap '[ $? = 0 ] || tail -20 "$root/log" >&3' EXIT

apt-get update -q
apt-get install -y -q --no-install-recommends \
    binaryen binutils binutils-aarch64-linux-gnu gcc gcc-aarch64-linux-gnu libc6-dev-arm64-cross lld-19 qemu-user-static valgrind

# A second view of the same sources, with packages for arm64, that leaves the system's as it is.
cat >"$root/apt/apt.conf" <<END
APT::Architectures { "amd64"; "arm64"; };
APT::Sandbox::User "root";
Dir::State "$root/apt";
Dir::State::status "/var/lib/dpkg/status";
Dir::Cache "$root/apt";
END
export APT_CONFIG=$root/apt/apt.conf
apt-get update -q
packages() { # of the same version, the newest
    apt-cache depends "$1" | sed -n 's/^ *Depends: \(lib\(std-rust-web-[0-9]\|llvm[0-9]\)[0-9.]*\)$/\1/p'
}
cd "$root/debs"
library=$(packages libstd-rust-web-dev | head -1)
llvm=$(packages "$library" | head -1)
apt-get download rustc-web libstd-rust-web-dev "$library" "$llvm" rust-web-src wasi-libc libstd-rust-web-dev:arm64
for package in ./*.deb; do
    dpkg-deb -x "$package" "$root/host"
done
cd "$root"
rm -r debs apt

for tool in rustc rustdoc; do
    cat >"bin/$tool" <<END
#!/bin/sh
LD_LIBRARY_PATH="$root/host/usr/lib/x86_64-linux-gnu:$root/host/usr/lib" exec "$root/host/usr/bin/$tool" "\$@"
END
    chmod +x "bin/$tool"
done
version=$(bin/rustc --version | sed -n 's/^rustc \([0-9.]*\).*/\1/p')
least=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' ../../Cargo.toml)
if [ "$(printf '%s\n' "$least" "$version" | sort -V | head -1)" != "$least" ]; then
    echo "Debian's rustc-web is Rust $version here, and the library needs $least: newer ones come from Debian's updates for security, which apt's sources must name"
    exit 1
fi
cp ../../scripts/toolchains.sh complete
echo "$root" >&3
