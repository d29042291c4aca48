//! How much of what takes long is tested.

/// The part of the cases that this machine takes, such as 1 of 4: all of them, or what `PERLANE_CASES` names. Emulated machines take a part in CI, and all of
/// them for releases.
pub(crate) fn part_of_cases() -> (usize, usize) {
    let Ok(part) = std::env::var("PERLANE_CASES") else { return (1, 1) };
    match part.split_once('/').map(|(n, of)| (n.parse(), of.parse())) {
        Some((Ok(n), Ok(of))) if 0 < n && n <= of => (n, of),
        _ => panic!("PERLANE_CASES is {part:?}; it must be a part, such as 1/4"),
    }
}
