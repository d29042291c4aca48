//! Sets a flag for each instruction set that is part of the target, which needs no detection at run time.

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let feature = |name| variable("CARGO_CFG_TARGET_FEATURE").split(',').any(|f| f == name);
    let neon = variable("CARGO_CFG_TARGET_ARCH") == "aarch64" && feature("neon");
    let neon = neon && variable("CARGO_CFG_TARGET_ENDIAN") == "little";
    let simd128 = variable("CARGO_CFG_TARGET_ARCH") == "wasm32" && feature("simd128");
    flag("has_neon", neon);
    flag("has_simd128", simd128);
    // The portable vectors are those that the target has anyway. `--cfg perlane_wide`: those of targets without any, to test them on others.
    println!("cargo::rustc-check-cfg=cfg(perlane_wide)");
    let wide = var("CARGO_CFG_PERLANE_WIDE").is_ok();
    flag("has_sse2", feature("sse2") && !wide);
    flag("has_wide", wide || !(feature("sse2") || neon || simd128));
    // `PERLANE_WITHOUT=avx512` in the environment: builds for processors without AVX-512 take less time. (Unlike `--cfg`, this and the following build
    // no other crate anew.)
    println!("cargo::rerun-if-env-changed=PERLANE_WITHOUT");
    let without = var("PERLANE_WITHOUT").unwrap_or_default();
    assert!(matches!(&without[..], "" | "avx512"), "PERLANE_WITHOUT is {without}; allowed: avx512");
    // On x86-64 without SSE2 (kernels of operating systems), there are no vector registers to detect.
    let avx2 = variable("CARGO_CFG_TARGET_ARCH") == "x86_64" && feature("sse2");
    flag("has_avx2", avx2);
    flag("has_avx512", avx2 && without != "avx512");
    // `PERLANE_SMALL=1` in the environment: programs that must be small leave kernels out of which another one does the same in somewhat more time.
    println!("cargo::rerun-if-env-changed=PERLANE_SMALL");
    let small = var("PERLANE_SMALL").unwrap_or_default();
    assert!(matches!(&small[..], "" | "0" | "1"), "PERLANE_SMALL is {small}; allowed: 0, 1");
    flag("perlane_small", small == "1");
}

fn variable(name: &str) -> String {
    var(name).unwrap_or_default()
}

fn flag(name: &str, set: bool) {
    println!("cargo::rustc-check-cfg=cfg({name})");
    if set {
        println!("cargo::rustc-cfg={name}");
    }
}
