//! All requests by name.

use serde::Serialize;

use crate::check::check;
use crate::describe::describe;
use crate::digest::digest;
use crate::error::{Error, Result};
use crate::npy;
use crate::seams::seams;
use crate::tiles::{self, TilesRequest};

/// Answers a request. `describe` (whose request is a recipe to start with, or nothing), `check`, `seams` and `digest` answer with JSON,
/// `tiles` with the frames of all tiles, one after the other, and `npy` with a file.
///
/// # Errors
/// A name or a request that is wrong, or a parameter that is not allowed.
pub fn call(name: &str, request: &[u8]) -> Result<Vec<u8>> {
    call_while(name, request, &|| true)
}

/// The same for as long as the answer is wanted. `seams` takes long, and asks between its comparisons.
///
/// # Errors
/// Those of [`call`], and [`Error::Unwanted`].
pub fn call_while(name: &str, request: &[u8], wanted: &dyn Fn() -> bool) -> Result<Vec<u8>> {
    match name {
        "describe" => json(&describe(request)?),
        "check" => json(&check(request)?),
        "seams" => json(&seams(request, wanted)?),
        "npy" => npy::download(request),
        "digest" => json(&digest(request)?),
        "tiles" => {
            let TilesRequest { scene, tiles } = TilesRequest::from_json(request)?;
            let mut frames = Vec::new();
            for (number, tile) in (0..).zip(tiles) {
                tiles::push_frame(&mut frames, number, &tiles::samples(&scene, tile));
            }
            Ok(frames)
        }
        _ => Err(Error::parameter("call", name, "describe, check, seams, digest, tiles, npy")),
    }
}

fn json(value: &impl Serialize) -> Result<Vec<u8>> {
    Ok(serde_json::to_vec(value)?)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Each frame has the number of its tile in the request.
    #[test]
    fn frames_follow_each_other() {
        let tiles =
            [[0, 0], [1, 0], [1i64 << 62, 0]].map(|[x, y]| json!({ "z": 0, "x": x.to_string(), "y": y }));
        let request = json!({ "recipe": { "stream": 1, "noise": {} }, "tiles": tiles });
        let frames = call("tiles", request.to_string().as_bytes()).unwrap();
        let mut rest = &frames[..];
        let mut heads = Vec::new();
        while !rest.is_empty() {
            let word = |at: usize| u32::from_le_bytes(rest[at..at + 4].try_into().unwrap());
            heads.push((word(0), word(4)));
            rest = &rest[12 + word(8) as usize..];
        }
        assert_eq!(heads, [(0, 0), (1, 0), (2, 1)]);
    }

    #[test]
    fn names_are_those_of_the_answers() {
        let recipe = json!({ "stream": 1, "noise": {}, "grid": { "size": { "x": 3, "y": 2 } } });
        let there = json!({ "recipe": recipe, "place": { "size": [3, 2], "start": [0, 0] } });
        for (name, request, key) in [
            ("describe", &recipe, "parameters"),
            ("check", &there, "bounds"),
            ("seams", &there, "identical"),
            ("digest", &recipe, "blake3"),
        ] {
            let answer = call(name, request.to_string().as_bytes()).unwrap();
            let answer: serde_json::Value = serde_json::from_slice(&answer).unwrap();
            assert!(answer.get(key).is_some(), "{name}: {answer}");
        }
        let file = call("npy", there.to_string().as_bytes()).unwrap();
        assert!(file.windows(6).any(|bytes| bytes == b"\x93NUMPY"));
    }

    #[test]
    fn other_names_are_refused() {
        let refused = call("draw", b"{}").unwrap_err().to_string();
        assert_eq!(refused, "call is draw; allowed: describe, check, seams, digest, tiles, npy");
    }
}
