//! `Backend`: the instruction set that fills a buffer. This file detects it, lets callers choose it, and has the only dispatch.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

#[cfg(has_avx2)]
use super::avx2::Avx2;
#[cfg(has_avx512)]
use super::avx512::Avx512;
use super::design::Design;
use super::lanes::{Job, Lanes};
#[cfg(has_neon)]
use super::neon::Neon;
#[cfg(all(has_neon, not(has_wide)))]
use super::neon::Neon as Portable;
#[cfg(has_avx2)]
use super::processor;
#[cfg(has_simd128)]
use super::simd128::Simd128;
#[cfg(all(has_simd128, not(has_wide)))]
use super::simd128::Simd128 as Portable;
#[cfg(has_sse2)]
use super::sse2::Sse2 as Portable;
#[cfg(has_wide)]
use super::wide::Wide as Portable;
use crate::error::Error;

/// What plans need to know about an instruction set.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Vectors {
    pub(crate) lanes: usize,
    /// Bytes of a register, as `Lanes::REGISTER`.
    pub(crate) register: usize,
    /// Vectors of a cache line, as `Lanes::IN_LINE`.
    pub(crate) in_line: usize,
    /// Whether one or two instructions permute lanes. If not, lanes are permuted one by one.
    pub(crate) permutes: bool,
}

impl Vectors {
    /// Whether stores can go past the caches.
    pub(crate) fn streams(self) -> bool {
        self.in_line > 0
    }

    /// Whether a vector takes one register.
    pub(crate) fn is_register(self) -> bool {
        self.lanes * size_of::<f32>() == self.register
    }
}

/// An instruction set that this machine has. All of them give the same bits.
///
/// ```
/// use perlane::{Backend, Grid, Noise};
/// let (noise, grid) = (Noise::perlin(5).frequency(0.1).fbm(4), Grid::new([16, 50]));
/// let reference = noise.generate(&grid)?;
/// for backend in Backend::available() {
///     let mut out = vec![0.0; 16 * 50];
///     noise.fill_with(backend, &grid, &mut out)?;
///     assert_eq!(out, reference, "{backend}");
/// }
/// # Ok::<(), perlane::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Backend(Isa);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Isa {
    Portable(Portable),
    #[cfg(has_avx2)]
    Avx2(Avx2),
    #[cfg(has_avx512)]
    Avx512(Avx512),
    #[cfg(has_neon)]
    Neon(Neon),
    #[cfg(has_simd128)]
    Simd128(Simd128),
}

impl Backend {
    /// The names of all backends, including those of other machines. Among those of one machine, the slowest comes first.
    pub const NAMES: &'static [&'static str] = &["portable", "avx2", "avx512", "neon", "simd128"];

    /// The best backend of this machine.
    #[must_use]
    pub fn detect() -> Self {
        let vectors = Self::avx512().or_else(Self::avx2).or_else(Self::neon).or_else(Self::simd128);
        vectors.unwrap_or_else(Self::portable)
    }

    /// All backends of this machine, slowest first.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::NAMES.iter().copied().filter_map(Self::named)
    }

    /// The backend that every machine of the target can run. It has the vectors that the target itself has: SSE2 on x86 and x86-64; NEON on AArch64
    /// and simd128 on wasm32 with that feature, where it is the same code as those backends. Elsewhere it is the crate `wide`, mostly with ordinary
    /// instructions.
    #[must_use]
    pub fn portable() -> Self {
        Backend(Isa::Portable(Portable))
    }

    /// AVX2, eight lanes.
    #[must_use]
    pub fn avx2() -> Option<Self> {
        #[cfg(has_avx2)]
        return Avx2::new().map(|token| Backend(Isa::Avx2(token)));
        #[cfg(not(has_avx2))]
        None
    }

    /// AVX-512 F, sixteen lanes. Builds with `PERLANE_WITHOUT=avx512` in the environment do not have it.
    #[must_use]
    pub fn avx512() -> Option<Self> {
        #[cfg(has_avx512)]
        return Avx512::new().map(|token| Backend(Isa::Avx512(token)));
        #[cfg(not(has_avx512))]
        None
    }

    /// NEON, eight lanes in two registers. Part of all common AArch64 targets.
    #[must_use]
    pub fn neon() -> Option<Self> {
        #[cfg(has_neon)]
        return Some(Backend(Isa::Neon(Neon)));
        #[cfg(not(has_neon))]
        None
    }

    /// WebAssembly's simd128, eight lanes in two vectors, in builds with that target feature. A module built with it does not run on machines
    /// without it.
    #[must_use]
    pub fn simd128() -> Option<Self> {
        #[cfg(has_simd128)]
        return Some(Backend(Isa::Simd128(Simd128)));
        #[cfg(not(has_simd128))]
        None
    }

    /// The backend with this name.
    ///
    /// # Errors
    /// A name that this machine has no backend of. The message lists those that it has, and says why it does not have the others.
    ///
    /// ```
    /// use perlane::Backend;
    /// assert_eq!(Backend::from_name("portable")?, Backend::portable());
    /// let error = Backend::from_name("mmx").unwrap_err().to_string();
    /// assert!(error.starts_with("backend is mmx; allowed: portable"), "{error}");
    /// # Ok::<(), perlane::Error>(())
    /// ```
    pub fn from_name(name: &str) -> Result<Self, Error> {
        Self::named(name).ok_or_else(|| {
            let available: Vec<&str> = Self::available().map(Self::name).collect();
            let absent = Self::NAMES
                .iter()
                .filter_map(|name| Self::absence(name).map(|reason| format!("; not {name}: {reason}")));
            Error::parameter("backend", name, available.join(", ") + &absent.collect::<String>())
        })
    }

    fn named(name: &str) -> Option<Self> {
        match name {
            "portable" => Some(Self::portable()),
            "avx2" => Self::avx2(),
            "avx512" => Self::avx512(),
            "neon" => Self::neon(),
            "simd128" => Self::simd128(),
            _ => None,
        }
    }

    /// Why this machine does not have the backend with this name; `None` if it has it.
    #[must_use]
    pub fn absence(name: &str) -> Option<&'static str> {
        if Self::named(name).is_some() {
            return None;
        }
        Some(match name {
            "avx512" if cfg!(all(has_avx2, not(has_avx512))) => "left out of this build",
            "avx2" | "avx512" if cfg!(has_avx2) => "the processor or the operating system does not offer it",
            "avx2" | "avx512" if cfg!(target_arch = "x86_64") => "the build's target has no SSE2",
            "avx2" | "avx512" => "only on x86-64",
            "neon" if cfg!(target_arch = "aarch64") => "the build's target has no NEON, or is big-endian",
            "neon" => "only on AArch64",
            "simd128" if cfg!(target_arch = "wasm32") => "built without the target feature simd128",
            "simd128" => "only in wasm32",
            _ => "no such backend",
        })
    }

    /// The backend's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Isa::Portable(_) => "portable",
            #[cfg(has_avx2)]
            Isa::Avx2(_) => "avx2",
            #[cfg(has_avx512)]
            Isa::Avx512(_) => "avx512",
            #[cfg(has_neon)]
            Isa::Neon(_) => "neon",
            #[cfg(has_simd128)]
            Isa::Simd128(_) => "simd128",
        }
    }

    /// The number of lanes in its vectors.
    #[must_use]
    pub fn lanes(self) -> usize {
        self.vectors().lanes
    }

    /// The backend with half as many lanes, if this machine has it.
    pub(crate) fn narrower(self) -> Option<Self> {
        match self.0 {
            #[cfg(has_avx512)]
            Isa::Avx512(_) => Self::avx2(),
            _ => None,
        }
    }

    /// What plans need to know about its vectors.
    pub(crate) fn vectors(self) -> Vectors {
        fn of<L: Lanes>(_: L) -> Vectors {
            let (lanes, register, in_line, permutes) = (L::N, L::REGISTER, L::IN_LINE, L::PERMUTES);
            Vectors { lanes, register, in_line, permutes }
        }
        match self.0 {
            Isa::Portable(token) => of(token),
            #[cfg(has_avx2)]
            Isa::Avx2(token) => of(token),
            #[cfg(has_avx512)]
            Isa::Avx512(token) => of(token),
            #[cfg(has_neon)]
            Isa::Neon(token) => of(token),
            #[cfg(has_simd128)]
            Isa::Simd128(token) => of(token),
        }
    }

    /// What is known about the way in which this processor computes its vectors.
    pub(crate) fn design(self) -> Design {
        match self.0 {
            #[cfg(has_avx2)]
            Isa::Avx2(_) if processor::design() == Design::Intel => Design::Intel,
            #[cfg(has_avx512)]
            Isa::Avx512(_) => processor::design(),
            _ => Design::Usual,
        }
    }

    /// Runs a job with this backend's instructions.
    pub(crate) fn run<J: Job>(self, job: J) -> J::Output {
        match self.0 {
            Isa::Portable(token) => token.vectorize(job),
            #[cfg(has_avx2)]
            Isa::Avx2(token) => token.vectorize(job),
            #[cfg(has_avx512)]
            Isa::Avx512(token) => token.vectorize(job),
            #[cfg(has_neon)]
            Isa::Neon(token) => token.vectorize(job),
            #[cfg(has_simd128)]
            Isa::Simd128(token) => token.vectorize(job),
        }
    }
}

impl FromStr for Backend {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::from_name(name)
    }
}

impl fmt::Debug for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Backend({})", self.name())
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
