//! Numbers with the noun that they count.

/// A number with its noun: "1 thread", "2 threads".
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
