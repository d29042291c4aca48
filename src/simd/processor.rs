//! Which design this processor has. It decides which of several ways to the same bits is taken.

use core::sync::atomic::{AtomicU8, Ordering};

use super::design::Design;

/// The design of this processor. `Halving` says something only about processors with AVX-512.
pub(super) fn design() -> Design {
    #[cfg(all(test, feature = "std", not(perlane_small)))]
    if let Some(design) = super::design::forced::get() {
        return design;
    }
    // The instruction that tells it takes microseconds in a virtual machine.
    static KNOWN: AtomicU8 = AtomicU8::new(0);
    // Designs are counted from 1; 0 says that the processor has not been asked yet.
    let of_number = |number: u8| Design::ALL.get(usize::from(number).wrapping_sub(1));
    if let Some(design) = of_number(KNOWN.load(Ordering::Relaxed)) {
        return *design;
    }
    let design = ask();
    let number = Design::ALL.iter().position(|known| *known == design).unwrap_or(0) + 1;
    KNOWN.store(number as u8, Ordering::Relaxed);
    design
}

/// Asks the processor for its vendor and family. AMD's family 25 has AVX-512 in one design only, Zen 4, which computes vectors of 512 bits in two
/// halves (AMD's software optimization guide for it). (Not inlined where plans are made, which is in many places.)
#[cfg(not(any(target_env = "sgx", miri)))]
#[cold]
#[inline(never)]
#[allow(unused_unsafe, reason = "newer compilers have it as a safe function")]
fn ask() -> Design {
    use core::arch::x86_64::__cpuid;
    // SAFETY: every x86-64 processor has this instruction and its leaf 0.
    let vendor = unsafe { __cpuid(0) };
    // SAFETY: as above; every x86-64 processor has leaf 1, too.
    let version = unsafe { __cpuid(1) }.eax;
    match [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes).as_flattened() {
        b"GenuineIntel" => Design::Intel,
        b"AuthenticAMD" if family(version) == 25 => Design::Halving,
        _ => Design::Usual,
    }
}

/// Enclaves must not execute that instruction. Only Intel's processors have them. (Miri does not know it either.)
#[cfg(any(target_env = "sgx", miri))]
fn ask() -> Design {
    Design::Intel
}

/// The family in a processor's version. A second field is added to families that the first one has no bits for.
#[cfg_attr(any(target_env = "sgx", miri), allow(dead_code, reason = "nobody may ask"))]
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
    fn the_kept_design_is_that_of_the_processor() {
        assert_eq!(design(), ask(), "the first time");
        assert_eq!(design(), ask(), "what was kept");
    }
}
