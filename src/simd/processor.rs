//! What plans know about the processor beyond its instruction sets. It decides which of several ways to the same bits is taken.

use core::sync::atomic::{AtomicU8, Ordering};

/// Whether the processor computes a vector of 512 bits in two halves, as Zen 4 does (AMD's software optimization guide for it): no other design of AMD's
/// family 25 has AVX-512.
pub(super) fn halves_widest() -> bool {
    // The instruction that tells it takes microseconds in a virtual machine.
    static KNOWN: AtomicU8 = AtomicU8::new(UNKNOWN);
    match KNOWN.load(Ordering::Relaxed) {
        UNKNOWN => {
            let halves = is_amd_family_25();
            KNOWN.store(u8::from(halves), Ordering::Relaxed);
            halves
        }
        known => known == u8::from(true),
    }
}

const UNKNOWN: u8 = 2;

/// Whether the processor names AMD as its vendor, and 25 as its family. (Not inlined where plans are made, which is in many places.)
#[cfg(not(target_env = "sgx"))]
#[cold]
#[inline(never)]
#[allow(unused_unsafe, reason = "newer compilers have it as a safe function")]
fn is_amd_family_25() -> bool {
    use core::arch::x86_64::__cpuid;
    // SAFETY: every x86-64 processor has this instruction and its leaf 0.
    let vendor = unsafe { __cpuid(0) };
    if [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes).as_flattened() != b"AuthenticAMD" {
        return false;
    }
    // SAFETY: as above; every x86-64 processor has leaf 1, too.
    let version = unsafe { __cpuid(1) };
    family(version.eax) == 25
}

/// Enclaves must not execute that instruction.
#[cfg(target_env = "sgx")]
fn is_amd_family_25() -> bool {
    false
}

/// The family in a processor's version. A second field is added to families that the first one has no bits for.
fn family(version: u32) -> u32 {
    let (base, extended) = (version >> 8 & 0xf, version >> 20 & 0xff);
    if base == 0xf { base + extended } else { base }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Versions of a Zen 4 (Genoa), a Zen 5 (Turin), and an Intel processor (Emerald Rapids).
    #[test]
    fn families() {
        assert_eq!([0x00a1_0f11, 0x00b0_0f21, 0x000c_06f2].map(family), [25, 26, 6]);
    }

    #[test]
    fn the_processor_is_asked_once() {
        assert_eq!(halves_widest(), is_amd_family_25());
        assert_eq!(halves_widest(), is_amd_family_25());
    }
}
