//! Random cases: everything that is allowed, and most often what goes wrong in noise libraries.

use arbitrary::{Result, Unstructured};
use perlane::{
    Distance, Fade, FieldParameters, Fractal, Gradients, Hash, Kind, Layers, Noise, PerAxis, Permutation,
    Quantity, Returns, Warp, Window,
};

use crate::Case;

/// More random bytes than a case uses.
const BYTES: usize = 16384;

impl Case {
    /// Case `number` of the sequence of `seed`, which can be sampled, and is the same on every machine.
    #[must_use]
    pub fn numbered(seed: u64, number: u64) -> Self {
        Self::first_valid([seed, number], b"", Case::arbitrary)
    }

    /// Case `number` of another sequence of `seed`: of 2 or 3 dimensions, with more rows than kernels take at a time, and several vectors in each row.
    /// Few of the cases of [`Case::numbered`] have both, and those stay the same.
    #[must_use]
    pub fn tall_and_wide(seed: u64, number: u64) -> Self {
        Self::first_valid([seed, number], b"tall and wide", tall_and_wide)
    }

    /// The first case that can be sampled, of those that are drawn from a stream of bytes.
    fn first_valid(
        numbers: [u64; 2],
        sequence: &[u8],
        draw: fn(&mut Unstructured<'_>) -> Result<Case>,
    ) -> Self {
        let mut hasher = blake3::Hasher::new();
        for number in numbers {
            hasher.update(&number.to_le_bytes());
        }
        hasher.update(sequence);
        let mut stream = hasher.finalize_xof();
        loop {
            let mut bytes = [0; BYTES];
            stream.fill(&mut bytes);
            let case = draw(&mut Unstructured::new(&bytes));
            if let Some(case) = case.ok().filter(|case| case.check().is_ok()) {
                return case;
            }
        }
    }

    /// A case from bytes; most of them can be sampled.
    ///
    /// # Errors
    /// Those of [`Unstructured`].
    pub fn arbitrary(u: &mut Unstructured<'_>) -> Result<Self> {
        let dims = u.int_in_range(1..=4)?;
        let mut layers = if u.ratio(1, 6)? {
            let mut layers = Layers::new();
            for _ in 0..u.int_in_range(0..=3)? {
                layers = layers.add(number(u, &[1.0, 0.5, -1.0], 2.0)?, noise(u, dims)?);
            }
            layers
        } else {
            noise(u, dims)?.into()
        };
        let mut window = window(u, dims)?;
        // What was added later comes last, so that what was there before does not depend on it.
        let field = field(u, &layers, &window)?;
        if !u.ratio(7, 8)? {
            layers = layers.as_slice().iter().map(|noise| ranged(u, noise)).collect::<Result<_>>()?;
        }
        if dims > 1 && !u.ratio(15, 16)? {
            // A single column.
            window.size.xyzw_mut()[..dims].iter_mut().for_each(|len| **len = 1);
            *window.size.xyzw_mut()[dims - 1] = u.int_in_range(1..=1100)?;
        } else if dims > 1 && !u.ratio(15, 16)? {
            // More rows, and more planes, than kernels take at a time.
            let [_, y, z, w] = window.size.xyzw_mut();
            *y = u.int_in_range(10..=35)?;
            if dims > 2 {
                (*z, *w) = (u.int_in_range(5..=10)?, (*w).min(1));
                window.size.x = window.size.x.min(20);
            }
        }
        Ok(Case { layers, field, window })
    }
}

/// A case of 2 or 3 dimensions, with many rows and columns.
fn tall_and_wide(u: &mut Unstructured<'_>) -> Result<Case> {
    let mut case = Case::arbitrary(u)?;
    let (dims, size) = (case.window.dims(), &mut case.window.size);
    match dims {
        2 => (size.y, size.x) = (u.int_in_range(9..=44)?, u.int_in_range(40..=150)?),
        3 => {
            (size.z, size.y, size.x) =
                (u.int_in_range(2..=4)?, u.int_in_range(9..=17)?, u.int_in_range(40..=90)?)
        }
        _ => return Err(arbitrary::Error::IncorrectFormat),
    }
    Ok(case)
}

/// Mostly the value; now and then a quantity that these noises do not have.
fn field(u: &mut Unstructured<'_>, layers: &Layers, window: &Window) -> Result<FieldParameters> {
    if !u.ratio(2, 5)? {
        return Ok(FieldParameters::default());
    }
    let there_is = |quantity: &Quantity| layers.field(*quantity).check(window).is_ok();
    let mut quantities: Vec<Quantity> = Quantity::ALL.iter().copied().filter(there_is).collect();
    if quantities.is_empty() || u.ratio(1, 32)? {
        quantities = Quantity::ALL.to_vec();
    }
    let mut field = FieldParameters::from(*u.choose(&quantities)?);
    if u.arbitrary()? {
        field.relief = number(u, &[2.0, -1.0, 30.0], 10.0)?;
        field.light = [number(u, &[0.0, 1.0], 1.0)?, number(u, &[0.0, -1.0], 1.0)?, number(u, &[1.0], 1.0)?];
    }
    Ok(field)
}

/// The same noise with a range, or with more octaves.
fn ranged(u: &mut Unstructured<'_>, noise: &Noise) -> Result<Noise> {
    let mut noise = noise.clone();
    if noise.fractal != Fractal::None && u.arbitrary()? {
        noise = noise.octaves(*u.choose(&[9, 10, 12, 16, 20, 32])?);
        // Most windows are within the limits of coordinates for few octaves only.
        noise.lacunarity = *u.choose(&[noise.lacunarity, 1.0, 0.9, 1.1])?;
    } else {
        noise = noise.range(number(u, &[0.0, 1.0, 255.0], 3.0)?, number(u, &[1.0, -1.0, 65535.0], 3.0)?);
    }
    Ok(noise)
}

/// One of `usual`, or a number up to `most` in size, or now and then any number at all.
fn number(u: &mut Unstructured<'_>, usual: &[f64], most: f64) -> Result<f64> {
    match u.int_in_range(0..=63)? {
        0 => u.arbitrary(),
        1..=31 => Ok(*u.choose(usual)?),
        _ => Ok(f64::from(u.arbitrary::<i32>()?) / f64::from(i32::MAX) * most),
    }
}

fn noise(u: &mut Unstructured<'_>, dims: usize) -> Result<Noise> {
    let mut noise = unwarped(u, dims)?;
    if u.ratio(1, 4)? {
        noise.warp = warp(u, dims, noise.frequency)?;
    }
    Ok(noise)
}

/// A warp for a noise of this frequency. It mostly moves samples by some cells, now and then too far.
fn warp(u: &mut Unstructured<'_>, dims: usize, frequency: f64) -> Result<Warp> {
    if u.ratio(1, 3)? {
        return Ok(Warp::By {
            amplitude: number(u, &[1.0, 0.3, 5.0], 30.0)? / frequency,
            frequency: if u.arbitrary()? { Some(frequency * *u.choose(&[0.5, 2.0, 0.7])?) } else { None },
            octaves: u.int_in_range(1..=3)?,
            seed: u.arbitrary()?,
        });
    }
    let mut warp = PerAxis::<Layers>::default();
    for to in warp.xyzw_mut().into_iter().take(dims) {
        let mut layers = Layers::new();
        for _ in 0..*u.choose(&[1, 1, 1, 2, 0])? {
            let noise = unwarped(u, dims)?;
            let octaves = noise.octaves.min(3);
            layers = layers.add(number(u, &[1.0, 0.5, -2.0], 10.0)? / frequency, noise.octaves(octaves));
        }
        *to = layers;
    }
    Ok(Warp::Of(warp))
}

fn unwarped(u: &mut Unstructured<'_>, dims: usize) -> Result<Noise> {
    // Cases of cellular noise that cannot be sampled, in 1-D and in 4-D, are rare, but there.
    let kinds = [Kind::Perlin, Kind::Perlin, Kind::Value, Kind::Cell, Kind::Cellular, Kind::Cellular];
    let kinds = if matches!(dims, 2 | 3) || u.ratio(1, 32)? { &kinds[..] } else { &kinds[..4] };
    let mut noise = Noise::default()
        .kind(*u.choose(kinds)?)
        .seed(u.arbitrary()?)
        .frequency(frequency(u)?)
        .hash(hash(u)?)
        .gradients(gradients(u, dims)?)
        .fade(*u.choose(&[Fade::Linear, Fade::Cubic, Fade::Quintic, Fade::Quintic])?)
        .fractal(*u.choose(&[
            Fractal::None,
            Fractal::Fbm,
            Fractal::Fbm,
            Fractal::Billow,
            Fractal::Ridged,
            Fractal::Turbulence,
            Fractal::PingPong,
            Fractal::RidgedMulti,
            Fractal::HybridMulti,
        ])?)
        .octaves(*u.choose(&[1, 2, 2, 3, 3, 4, 5, 8])?)
        .lacunarity(number(u, &[2.0, 2.0, 1.9, 2.1, 0.5], 4.0)?)
        .gain(number(u, &[0.5, 0.5, 0.6, -0.5], 1.5)?)
        .normalize(u.arbitrary()?)
        .scale(number(u, &[1.0, 1.0, 0.5, 255.0], 3.0)?)
        .bias(number(u, &[0.0, 0.0, -0.0, 1.0], 3.0)?);
    if noise.kind == Kind::Cellular {
        let (distance, returns) = (*u.choose(Distance::ALL)?, *u.choose(Returns::ALL)?);
        noise = noise.distance(distance).returns(returns).jitter(jitter(u)?);
        if u.ratio(31, 32)? {
            noise = noise.hash(Hash::Mix);
        }
    }
    if matches!(noise.fractal, Fractal::PingPong | Fractal::RidgedMulti | Fractal::HybridMulti) {
        let strength = number(u, &[2.0, 1.0, 3.5], 4.0)?.abs();
        let (level, feedback) = (number(u, &[1.0, 0.7], 2.0)?.abs(), number(u, &[2.0, 1.0], 4.0)?.abs());
        noise = noise.strength(strength).level(level).feedback(feedback);
    }
    for axis in 0..dims {
        if u.ratio(1, 4)? {
            *noise.period.xyzw_mut()[axis] = *u.choose(&[1, 2, 3, 7, 8, 255, 256, 257, u32::MAX])?;
        }
        if u.ratio(1, 6)? {
            *noise.offset.xyzw_mut()[axis] = number(u, &[0.5, -1.0], 10.0)?;
        }
    }
    Ok(noise)
}

fn jitter(u: &mut Unstructured<'_>) -> Result<f64> {
    if u.ratio(1, 32)? {
        return number(u, &[1.5, -0.0], 2.0);
    }
    Ok(if u.arbitrary()? {
        *u.choose(&[1.0, 1.0, 0.5, 0.0])?
    } else {
        f64::from(u.arbitrary::<u16>()?) / 65535.0
    })
}

/// Cells per world unit: from cells far wider to cells far narrower than samples, and frequencies that tile exactly.
fn frequency(u: &mut Unstructured<'_>) -> Result<f64> {
    let wide = [0.0078125, 0.015625, 0.02, 0.05, 0.1, 0.125, 0.3];
    let narrow = [0.5, 1.0, 1.0 / 3.0, 0.7, 1.3, 7.7, 50.0];
    if u.ratio(2, 3)? { number(u, &wide, 0.2) } else { number(u, &narrow, 2.0) }
}

fn hash(u: &mut Unstructured<'_>) -> Result<Hash> {
    Ok(match u.int_in_range(0..=6)? {
        0 => Hash::Permutation(Permutation::PERLIN),
        1 => Hash::Permutation(Permutation::SEEDED),
        2 => {
            let mut table: Vec<u8> = (0..=255).collect();
            for _ in 0..u.int_in_range(1..=40)? {
                table.swap(u.arbitrary::<u8>()?.into(), u.arbitrary::<u8>()?.into());
            }
            Permutation::table(&table).map_or(Hash::Mix, Hash::Permutation)
        }
        _ => Hash::Mix,
    })
}

fn gradients(u: &mut Unstructured<'_>, dims: usize) -> Result<Gradients> {
    let names: &[&str] = match dims {
        1 => &["default", "signs"],
        2 => {
            &["default", "directions16", "directions8", "diagonals", "axes", "knight-moves", "value-gradient"]
        }
        _ => &["default", "edges"],
    };
    if u.ratio(3, 4)? {
        return Ok(Gradients::from_name(u.choose(names)?).unwrap_or_default());
    }
    let mut table = Vec::new();
    for _ in 0..*u.choose(&[1, 2, 3, 8, 15, 16, 17, 31, 100, 256])? {
        let mut vector = Vec::new();
        for _ in 0..dims {
            vector.push(f64::from(u.arbitrary::<i8>()?) / 64.0);
        }
        table.push(vector);
    }
    Ok(Gradients::custom(&table).unwrap_or_default())
}

/// A few hundred samples, with rows of all lengths from 0 to a few beyond a vector, and now and then beyond a tile.
fn window(u: &mut Unstructured<'_>, dims: usize) -> Result<Window> {
    let mut size = vec![row_length(u)?];
    for _ in 1..dims {
        let least = usize::from(u.ratio(31, 32)?);
        size.push(u.int_in_range(least..=if dims == 2 { 9 } else { 4 })?);
    }
    let Ok(mut window) = Window::from_xyzw(&size) else { return Err(arbitrary::Error::IncorrectFormat) };
    for axis in 0..dims {
        *window.start.xyzw_mut()[axis] = start(u)?;
        *window.origin.xyzw_mut()[axis] = number(u, &[0.0, 0.0, 0.5, -3.25], 1e6)?;
        *window.spacing.xyzw_mut()[axis] = number(u, &[1.0, 1.0, 1.0, 0.5, -1.0], 3.0)?;
    }
    Ok(window)
}

fn row_length(u: &mut Unstructured<'_>) -> Result<usize> {
    match u.int_in_range(0..=7)? {
        0 => u.int_in_range(500..=540),
        1..=2 => u.int_in_range(40..=140),
        _ => u.int_in_range(0..=40),
    }
}

fn start(u: &mut Unstructured<'_>) -> Result<i64> {
    match u.int_in_range(0..=15)? {
        0 => u.arbitrary::<i64>().map(|n| n >> 12),
        1 => u.arbitrary::<i32>().map(i64::from),
        2 => Ok(*u.choose(&[1 << 40, -(1 << 40), (1 << 31) - 3, -(1 << 31) - 3])?),
        3..=7 => Ok(0),
        _ => u.int_in_range(-100..=100),
    }
}
