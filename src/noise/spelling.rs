//! Which name was meant by a misspelt one.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The hint for a name that is misspelt, or the beginning of another. Programs that must be small have none: they let users choose names.
pub(super) fn nearest(given: &str, names: &[&str]) -> Option<String> {
    if cfg!(perlane_small) {
        return None;
    }
    let given: Vec<char> = plain(given).take(LONGEST).collect();
    let mut least: Option<(usize, &str)> = None;
    for name in names {
        let misspelt = misspelt(&given, &plain(name).collect::<Vec<char>>());
        if least.is_none_or(|(before, _)| misspelt < before) {
            least = Some((misspelt, name));
        }
    }
    let (misspelt, name) = least?;
    (misspelt <= given.len() / 3).then(|| format!("did you mean {name}?"))
}

/// How far what is given is from a name: not at all if the name begins so.
fn misspelt(given: &[char], name: &[char]) -> usize {
    if given.len() >= 3 && name.starts_with(given) { 0 } else { distance(given, name) }
}

/// No name is longer: what is given may be anything.
const LONGEST: usize = 32;

/// How many letters must be inserted, removed, replaced or swapped with the next one to make one word of another. (Within a loop over names, compilers
/// optimised it for half a second, a fiftieth of what the library takes.)
#[inline(never)]
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = Vec::with_capacity(row.len());
        next.push(i);
        for j in 1..=b.len() {
            let replaced = row[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(row[j] + 1).min(next[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            next.push(least);
        }
        before = core::mem::replace(&mut row, next);
    }
    row[b.len()]
}

/// A name's letters and digits in lower case, so that `OpenSimplex2` and `open-simplex-2` are the same.
pub(super) fn plain(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase())
}
