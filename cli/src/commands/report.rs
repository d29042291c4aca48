//! The output of `generate` and `zarr init`.

use std::time::Duration;

use indicatif::{BinaryBytes, DecimalBytes};
use perlane::Samples;
use serde::Serialize;

use crate::counted::counted;
use crate::error::Result;
use crate::memory;
use crate::metadata::{Metadata, NumbersTable};
use crate::numerals::to_digits;
use crate::spec::GenerateSpec;
use crate::text;
use crate::values::{Destination, Span};

#[derive(Serialize)]
struct Report<'a> {
    output: Option<&'a str>,
    format: &'static str,
    dtype: &'static str,
    shape: Vec<usize>,
    /// Bytes of all numbers, before compression and without headers.
    sample_bytes: u64,
    backend: &'static str,
    threads: usize,
    #[serde(flatten)]
    outcome: Outcome,
    recipe: Metadata,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Outcome {
    Planned {
        memory: usize,
    },
    Initialised {
        files: u64,
        blake3: Option<String>,
        seconds: f64,
    },
    /// Zarr's `file_bytes` are those of the chunk files.
    Generated {
        file_bytes: u64,
        blake3: String,
        seconds: f64,
        samples_per_second: f64,
    },
}

fn report(spec: &GenerateSpec, output: Option<&str>, outcome: Outcome, recipe: Metadata) -> Result<String> {
    text::to_json(&Report {
        output,
        format: spec.format.name(),
        dtype: spec.numbers.dtype().name(),
        shape: spec.array_shape(),
        sample_bytes: spec.bytes(),
        backend: spec.backend.name(),
        threads: spec.threads,
        outcome,
        recipe,
    })
}

/// What a dry run would do, as JSON.
pub(crate) fn planned_json(spec: &GenerateSpec, output: Option<&Destination>) -> Result<String> {
    let output = output.map(Destination::to_string);
    report(spec, output.as_deref(), Outcome::Planned { memory: memory::estimate(spec)? }, spec.metadata(None))
}

/// What a dry run would do: a recipe that `generate` reads, with comments.
pub(crate) fn planned(spec: &GenerateSpec) -> Result<String> {
    let (size, dtype, format) = (spec.size(), spec.numbers.dtype().name(), spec.format.name());
    let (bytes, memory) = (binary(spec.bytes()), binary(memory::estimate(spec)? as u64));
    let recipe = text::to_toml(&spec.metadata(None))?;
    let planes = spec.plane_names().map_or(String::new(), |names| format!(" of {}", names.join(", ")));
    Ok(format!(
        "# {size} samples{planes} as {dtype} in {format}: {bytes} before any compression\n\
         # about {memory} of memory, {threads}, {backend}\n{recipe}",
        threads = counted(spec.threads, "thread"),
        backend = spec.backend,
    ))
}

/// An array whose chunks can be filled, as JSON.
pub(crate) fn initialised_json(
    spec: &GenerateSpec,
    output: &str,
    samples: Option<&Samples>,
    files: u64,
    time: Duration,
) -> Result<String> {
    let blake3 = samples.map(|samples| samples.blake3.clone());
    let outcome = Outcome::Initialised { files, blake3, seconds: time.as_secs_f64() };
    report(spec, Some(output), outcome, spec.metadata(samples))
}

/// What was generated, as JSON.
pub(crate) fn generated_json(
    spec: &GenerateSpec,
    output: &str,
    file_bytes: u64,
    samples: &Samples,
    time: Duration,
) -> Result<String> {
    let outcome = Outcome::Generated {
        file_bytes,
        blake3: samples.blake3.clone(),
        seconds: time.as_secs_f64(),
        samples_per_second: rate(samples.count, time),
    };
    report(spec, Some(output), outcome, spec.metadata(Some(samples)))
}

/// What was generated, in one line.
pub(crate) fn generated(
    spec: &GenerateSpec,
    output: &str,
    file_bytes: u64,
    samples: &Samples,
    time: Duration,
) -> String {
    // The samples that became black and white, if the numbers are not the samples themselves.
    let levels =
        spec.numbers.table().map_or(String::new(), |NumbersTable { levels: [low, high], .. }| {
            format!(" of {}", Span { low, high })
        });
    format!(
        "{output}: {numbers}{levels}, {bytes}, {seconds:.2} s, {rate} M samples/s, {backend}, {threads}",
        numbers = size_and_type(spec),
        bytes = DecimalBytes(file_bytes),
        seconds = time.as_secs_f64(),
        rate = millions(rate(samples.count, time)),
        backend = spec.backend,
        threads = counted(spec.threads, "thread"),
    )
}

/// The size of the array and the type of its numbers: `64x64 f32`, or `3 planes of 64x64 f32`.
pub(crate) fn size_and_type(spec: &GenerateSpec) -> String {
    let (size, dtype) = (spec.size(), spec.numbers.dtype().name());
    match spec.field.quantity.planes(spec.window.dims()) {
        1 => format!("{size} {dtype}"),
        planes => format!("{planes} planes of {size} {dtype}"),
    }
}

/// Millions of samples per second, with two digits or more.
fn millions(rate: f64) -> String {
    let millions = rate / 1e6;
    match millions >= 10.0 {
        true => format!("{millions:.0}"),
        false => to_digits(millions, 2),
    }
}

/// Samples per second; 0 if no time has passed, because JSON has no infinity.
fn rate(count: u64, time: Duration) -> f64 {
    let seconds = time.as_secs_f64();
    if seconds > 0.0 { count as f64 / seconds } else { 0.0 }
}

fn binary(bytes: u64) -> String {
    format!("{bytes} bytes ({})", BinaryBytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_two_digits_or_more() {
        for (rate, text) in [
            (1.234e9, "1234"),
            (2.5e7, "25"),
            (9.96e6, "10"),
            (3.14e6, "3.1"),
            (12_345.0, "0.012"),
            (0.0, "0"),
        ] {
            assert_eq!(millions(rate), text);
        }
    }
}
