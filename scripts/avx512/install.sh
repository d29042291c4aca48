#!/usr/bin/env bash
# Sets up an emulated machine with AVX-512, for machines without it: Bochs, a Linux kernel and what boots it, from Debian's packages (as root). qemu
# and valgrind have no AVX-512. Prints the folder.
#
# usage: install.sh        into target/avx512, once for each version of this folder, and again where a program is missing
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$PWD/scripts/avx512
root=$PWD/target/avx512
version=$(cat scripts/avx512/* | sha256sum)

# The folder can be older than the system, whose packages are not in it: what run.sh and the emulated machine take from them.
complete() {
    local name images
    [ "$version" = "$(cat "$root/complete" 2>/dev/null)" ] || return
    for name in cpio strip xorriso "$root/bochs"; do
        command -v "$name" >/dev/null || return
    done
    images=$(sed -n 's/^\(vga\)\?romimage: file=//p' scripts/avx512/machine.bochsrc)
    [ -n "$images" ] || return
    for name in /bin/busybox $images; do
        [ -e "$name" ] || return
    done
    # What lies there otherwise is Debian's Bochs, started by debugger.sh.
    [ -L "$root/bochs" ] || { command -v bochs && command -v script; } >/dev/null
}

if complete; then
    echo "$root"
    exit
fi
rm -rf "$root"
mkdir -p "$root/disk/isolinux" "$root/kernel"
exec 3>&1 >"$root/log" 2>&1
trap '[ $? = 0 ] || tail -20 "$root/log" >&3' EXIT

apt-get update -q
apt-get install -y -q --no-install-recommends \
    bochsbios busybox-static cpio g++ gcc isolinux libc6-dev make syslinux-common vgabios xorriso

# The kernel is only unpacked: it is not for this machine.
cd "$root/kernel"
newest=$(apt-cache depends linux-image-cloud-amd64 | sed -n 's/^ *Depends: \(linux-image-[0-9].*\)$/\1/p' | head -1)
apt-get -o APT::Sandbox::User=root download "$newest"
dpkg-deb -x "$newest"_*.deb .
mv boot/vmlinuz-* ../disk/vmlinuz
cd "$root"
rm -r kernel
cp /usr/lib/ISOLINUX/isolinux.bin /usr/lib/syslinux/modules/bios/ldlinux.c32 disk/isolinux
cp "$here/isolinux.cfg" disk/isolinux
gcc -O1 -Wall -Wextra -Werror -shared -fPIC "$here/gathers.c" -o gathers.so

# Debian's Bochs is built with its debugger, which makes it three times as slow. It is used only if the other one cannot be built.
if "$here/build.sh" "$root/source"; then
    ln -s source/bochs bochs
else
    apt-get install -y -q --no-install-recommends bochs bochs-term bsdutils
    cp "$here/debugger.sh" bochs
fi
echo "$version" >complete
echo "$root" >&3
