//! A table for people: a row for each workload, whose columns are as wide as their longest cells.

/// The cells of a row.
pub(crate) struct Cells {
    pub(crate) workload: String,
    /// A plain fill, then the backends. They are aligned at the right.
    pub(crate) rates: Vec<Cell>,
    /// What stands at the end.
    pub(crate) last: String,
}

/// A text, and whether the mark follows it.
pub(crate) struct Cell {
    pub(crate) text: String,
    pub(crate) marked: bool,
}

/// What is behind figures that somebody should doubt. A legend says why.
pub(crate) const MARK: char = '~';

impl Cell {
    pub(crate) fn plain(text: impl Into<String>) -> Self {
        Cell { text: text.into(), marked: false }
    }
}

impl Cells {
    /// The names of the columns.
    pub(crate) fn heading(backends: &[&str], last: &str) -> Self {
        let names = ["fill"].iter().chain(backends).copied();
        Cells {
            workload: "workload".to_owned(),
            rates: names.map(Cell::plain).collect(),
            last: last.to_owned(),
        }
    }
}

/// The table's text.
pub(crate) fn text(rows: &[Cells]) -> String {
    let longest = |lens: &mut dyn Iterator<Item = usize>| lens.max().unwrap_or(0);
    let workload = longest(&mut rows.iter().map(|row| row.workload.chars().count()));
    let columns = longest(&mut rows.iter().map(|row| row.rates.len()));
    let width = |column: usize| {
        longest(&mut rows.iter().filter_map(|row| Some(row.rates.get(column)?.text.chars().count())))
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let lines = rows.iter().map(|row| {
        let cell = |(cell, width): (&Cell, &usize)| {
            // A mark takes the place of a space, so that figures stay in line.
            format!(" {:>width$}{}", cell.text, if cell.marked { MARK } else { ' ' })
        };
        let rates: String = row.rates.iter().zip(&widths).map(cell).collect();
        let line = format!("{:<workload$} {rates} {}", row.workload, row.last);
        line.trim_end().to_owned() + "\n"
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(workload: &str, rates: [&str; 2], last: &str) -> Cells {
        let rates = rates
            .into_iter()
            .map(|rate| Cell { text: rate.trim_end_matches(MARK).to_owned(), marked: rate.ends_with(MARK) });
        Cells { workload: workload.to_owned(), rates: rates.collect(), last: last.to_owned() }
    }

    #[test]
    fn columns_are_as_wide_as_their_longest_cells() {
        let rows = [
            row("work", ["fill", "avx2"], "digest"),
            row("a name that is longer than others", ["1,234~", "5"], "00ff"),
            row("b", ["1", "123,456,789~"], ""),
        ];
        let table = "\
work                                fill         avx2  digest
a name that is longer than others  1,234~           5  00ff
b                                      1  123,456,789~
";
        assert_eq!(text(&rows), table);
    }
}
