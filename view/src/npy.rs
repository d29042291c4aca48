//! NumPy's format, version 1.0: <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>.

use perlane::Window;
use serde::Deserialize;
use serde_json::Value;

use crate::bytes;
use crate::digest::of_samples;
use crate::error::{Error, Result};
use crate::request;
use crate::scene::{Place, Scene};

/// The format's magic string, and its version.
const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";

/// Numbers begin at a multiple of this, so that programs can map them into memory.
const ALIGNMENT: usize = 64;

/// The most samples of a download; all of them are in memory at once.
const MAX_SAMPLES: u64 = 1 << 26;

/// The header before the numbers: the magic string, the length of the rest of the header, and a Python literal padded with spaces. `descr`
/// is NumPy's name for the type of the numbers.
pub fn header(descr: &str, shape: &[usize]) -> Vec<u8> {
    // Python writes a comma in tuples of one element.
    let mut tuple = shape.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    if shape.len() == 1 {
        tuple.push(',');
    }
    let mut literal = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({tuple}), }}");
    let before = MAGIC.len() + size_of::<u16>();
    let length = (before + literal.len() + 1).next_multiple_of(ALIGNMENT) - before;
    literal.extend(std::iter::repeat_n(' ', length - literal.len() - 1));
    literal.push('\n');
    // The text for four axes is far shorter than the limit of 65535 bytes.
    [MAGIC, &(length as u16).to_le_bytes(), literal.as_bytes()].concat()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
struct Request {
    recipe: Value,
    place: Place,
}

/// A file of `f32`, after the recipe with the digest, which a page saves as another file: the length of the recipe as little-endian `u32`,
/// its JSON, and then the file of `f32`.
///
/// # Errors
/// A wrong recipe or place, or one of more than 2^26 samples.
pub fn download(request: &[u8]) -> Result<Vec<u8>> {
    let Request { recipe, place } = request::read(request)?;
    let scene = Scene::from_json(&recipe)?;
    // Before the window, which has another limit where memory has few addresses.
    let planes = scene.plane_names().len() as u64;
    let count = place.size.iter().fold(planes, |count, along| count.saturating_mul(*along as u64));
    if count > MAX_SAMPLES {
        return Err(Error::parameter("the number of samples", count, format!("at most {MAX_SAMPLES}")));
    }
    let window = scene.window(&place)?;
    let samples = scene.fill(&window)?;
    let recipe = scene.recipe(window).samples(of_samples(&samples));
    let sidecar = serde_json::to_string(&serde_json::to_value(&recipe)?)? + "\n";
    let mut file = (sidecar.len() as u32).to_le_bytes().to_vec();
    file.extend(sidecar.as_bytes());
    file.extend(header("<f4", &shape(&scene, &window)));
    bytes::push_samples(&mut file, &samples);
    Ok(file)
}

/// The array's shape: the number of planes, if there are several, and then the window's axes.
fn shape(scene: &Scene, window: &Window) -> Vec<usize> {
    let planes = Some(scene.plane_names().len()).filter(|planes| *planes > 1);
    planes.into_iter().chain(window.shape()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn planes_are_the_first_axis() {
        for (quantity, shape) in [("gradient", "(3, 4, 5)"), ("value", "(4, 5)")] {
            let recipe =
                json!({ "stream": 1, "noise": { "frequency": 0.1 }, "field": { "quantity": quantity } });
            let request = json!({ "recipe": recipe, "place": { "size": [5, 4], "start": [-3, 7] } });
            let answer = download(request.to_string().as_bytes()).unwrap();
            let length = u32::from_le_bytes(answer[..4].try_into().unwrap()) as usize;
            let (json, file) = answer[4..].split_at(length);
            assert!(json.ends_with(b"}\n"), "a text file");
            let sidecar: perlane::Recipe = serde_json::from_slice(json).unwrap();
            assert!(
                String::from_utf8_lossy(&file[..128]).contains(&format!("'shape': {shape},")),
                "{quantity}"
            );
            let want = sidecar.layers.field(sidecar.field).generate(&sidecar.grid.unwrap()).unwrap();
            assert_eq!(file[128..], bytes::of_samples(&want));
            assert_eq!(sidecar.samples.unwrap(), of_samples(&want));
        }
    }

    /// NumPy's own bytes: `np.lib.format.write_array` of such arrays.
    #[test]
    fn headers_are_those_of_numpy() {
        let text =
            |descr: &str, shape: &[usize]| String::from_utf8_lossy(&header(descr, shape)[10..]).into_owned();
        let line = |literal: &str| format!("{literal:<117}\n");
        let want = "{'descr': '<f4', 'fortran_order': False, 'shape': (5,), }";
        assert_eq!(text("<f4", &[5]), line(want));
        let want = "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 5), }";
        assert_eq!(text("|u1", &[2, 5]), line(want));
        assert_eq!(header("<f4", &[5])[..10], *b"\x93NUMPY\x01\x00\x76\x00");
        assert_eq!(header("<f4", &[usize::MAX; 4]).len(), 192, "a multiple of 64");
    }

    /// A header has no more spaces than it needs: one that ends at a multiple of 64 has none.
    #[test]
    fn numbers_begin_at_multiples_of_64() {
        let mut lens = Vec::new();
        for more in 0..128 {
            let header = header(&"f".repeat(more), &[5]);
            assert_eq!(header.last(), Some(&b'\n'));
            assert_eq!(usize::from(u16::from_le_bytes([header[8], header[9]])), header.len() - 10);
            lens.push(header.len());
        }
        // Without a type's name, the magic string, the length, the literal and the end of the line have 65 bytes.
        let want = |more: usize| (65 + more).next_multiple_of(64);
        assert_eq!(lens, (0..128).map(want).collect::<Vec<_>>());
    }

    /// Who obeys the message about a size is not told another limit.
    #[test]
    fn too_many_samples_have_one_limit() {
        for (size, count) in [
            (json!([100_000, 100_000]), "10000000000"),
            (json!([20_000, 20_000]), "400000000"),
            (json!([u64::MAX, 3]), "18446744073709551615"),
        ] {
            let recipe = json!({ "stream": 1, "noise": { "frequency": 0.1 } });
            let request = json!({ "recipe": recipe, "place": { "size": size, "start": [0, 0] } });
            let error = download(request.to_string().as_bytes()).unwrap_err().to_string();
            assert_eq!(error, format!("the number of samples is {count}; allowed: at most 67108864"));
        }
    }
}
