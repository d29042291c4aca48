//! Which options have no effect on a noise, because it does not use their parameters. The command line refuses them, and commands to copy
//! leave them out.

use perlane::{Hash, Noise, Permutation, Warp};

use crate::parameters::{PARAMETERS, When};

/// Why an option has no effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Idle {
    /// The option that decides, without the dashes before it.
    pub option: &'static str,
    /// The value of that option for the noise, whether it was given or not.
    pub is: String,
    /// The values that it must have.
    pub needs: String,
}

/// Why an option has no effect on a noise; `None` if it has one.
pub fn idle(option: &str, noise: &Noise) -> Option<Idle> {
    let parameter = PARAMETERS.iter().find(|parameter| parameter.option == option)?;
    let unmet = parameter.when.iter().find_map(|when| unmet(when, noise));
    unmet.or_else(|| single_octave(option, noise)).or_else(|| fixed_permutation(option, noise))
}

/// A condition on the kind, the fractal or the hash that does not hold.
fn unmet(when: &When, noise: &Noise) -> Option<Idle> {
    let (option, is) = match when.path {
        ["kind"] => ("noise", noise.kind.name()),
        ["fractal", "kind"] => ("fractal", noise.fractal.name()),
        ["hash"] => ("hash", noise.hash.name()),
        _ => return None,
    };
    let idle = || Idle { option, is: is.to_owned(), needs: one_of(when.is) };
    (!when.is.contains(&is)).then(idle)
}

/// With one octave of a fractal, nothing changes from an octave to the next one.
fn single_octave(option: &str, noise: &Noise) -> Option<Idle> {
    let of_the_next = ["lacunarity", "gain", "feedback"].contains(&option);
    let idle = || Idle { option: "octaves", is: "1".to_owned(), needs: "2 to 32".to_owned() };
    (of_the_next && noise.octaves == 1).then(idle)
}

/// With a fixed permutation the seed has no effect, unless the warp's seeds follow from it.
fn fixed_permutation(option: &str, noise: &Noise) -> Option<Idle> {
    let Hash::Permutation(permutation) = &noise.hash else { return None };
    let warps = noise.is_warped() && matches!(noise.warp, Warp::By { seed: None, .. });
    if option != "seed" || *permutation == Permutation::SEEDED || warps {
        return None;
    }
    let is = if permutation.as_table().is_some() { "FILE" } else { permutation.name() };
    Some(Idle { option: "permutation", is: is.to_owned(), needs: "seeded, or --hash mix".to_owned() })
}

/// A choice of names: `a, b or c`.
fn one_of(names: &[&str]) -> String {
    match names {
        [others @ .., second, last] => {
            let others: String = others.iter().map(|name| format!("{name}, ")).collect();
            format!("{others}{second} or {last}")
        }
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use perlane::Fractal;

    use super::*;

    type Change = fn(Noise) -> Noise;

    /// An idle option changes no sample, and any other option changes some.
    #[test]
    fn idle_is_what_changes_nothing() {
        let changes: [(&str, Change); 11] = [
            ("seed", |noise| noise.seed(77)),
            ("lacunarity", |noise| noise.lacunarity(3.1)),
            ("gain", |noise| noise.gain(0.3)),
            ("strength", |noise| noise.strength(3.7)),
            ("level", |noise| noise.level(0.4)),
            ("feedback", |noise| noise.feedback(0.3)),
            ("fade", |noise| noise.fade(perlane::Fade::Linear)),
            ("gradients", |noise| noise.gradients(perlane::Gradients::KnightMoves)),
            ("jitter", |noise| noise.jitter(0.3)),
            ("distance", |noise| noise.distance(perlane::Distance::Manhattan)),
            ("returns", |noise| noise.returns(perlane::Returns::Difference)),
        ];
        let grid = perlane::Window::from_xyzw(&[24, 24]).unwrap();
        for &kind in perlane::Kind::ALL {
            for &fractal in Fractal::ALL {
                for octaves in [1, 3] {
                    for hash in [
                        Hash::Mix,
                        Hash::Permutation(Permutation::PERLIN),
                        Hash::Permutation(Permutation::SEEDED),
                    ] {
                        let mut noise = Noise::perlin(5).frequency(0.13);
                        (noise.kind, noise.fractal, noise.hash) = (kind, fractal, hash);
                        noise.octaves = if fractal == Fractal::None { 1 } else { octaves };
                        let Ok(before) = noise.generate(&grid) else { continue };
                        for (option, change) in changes {
                            let same = change(noise.clone()).generate(&grid).unwrap() == before;
                            assert_eq!(idle(option, &noise).is_some(), same, "{option}: {noise:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn seeds_of_warps_are_not_idle() {
        let noise = Noise::perlin(1).permutation(Permutation::PERLIN);
        let why = idle("seed", &noise).unwrap();
        assert_eq!((why.option, &*why.is, &*why.needs), ("permutation", "perlin", "seeded, or --hash mix"));
        assert_eq!(idle("seed", &noise.clone().warp_by(3.0)), None);
        assert!(idle("seed", &noise.warp_by(3.0).warp_seed(9)).is_some());
    }

    #[test]
    fn reasons_are_what_options_say() {
        let needs = |option: &str, noise: &Noise| idle(option, noise).unwrap().needs;
        let cellular = Noise::cellular(1);
        assert_eq!(needs("gradients", &cellular), "perlin");
        assert_eq!(needs("fade", &cellular), "perlin or value");
        assert_eq!(needs("hash", &cellular), "perlin, value or cell");
        assert_eq!(needs("permutation", &cellular), "perlin, value or cell");
        assert_eq!(needs("permutation", &Noise::perlin(1)), "permutation");
        let table: Vec<u8> = (0..=255).rev().collect();
        let own = Noise::perlin(1).permutation(Permutation::table(&table).unwrap());
        assert_eq!(idle("seed", &own).unwrap().is, "FILE");
    }
}
