//! The parameters of noises, whatever they are: a list of them here would be one more that a new parameter could be missing in.

use perlane::Noise;

/// The name of each parameter, and its value as text.
pub(crate) fn parameters(noise: &Noise) -> Vec<(String, String)> {
    let text = format!("{noise:#?}");
    let mut fields = Vec::<String>::new();
    // The fields of a noise are four spaces from the margin. What is inside of them is further from it, but for brackets that close.
    for line in text.split("\n    ").skip(1) {
        match fields.last_mut().filter(|_| line.starts_with([' ', '}', ']', ')'])) {
            Some(field) => field.push_str(line),
            None => fields.push(line.to_owned()),
        }
    }
    let named = fields.iter().filter_map(|field| field.split_once(": "));
    named.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// The parameters of which all these noises have the same value. The weight is left out: it is 1, but in layers that are refused.
pub(crate) fn never_varied(noises: &[Noise]) -> Vec<String> {
    let all: Vec<_> = noises.iter().map(parameters).collect();
    let first = all.first().cloned().unwrap_or_default();
    let same = |(at, parameter): &(usize, (String, String))| all.iter().all(|other| other[*at] == *parameter);
    let names = first.into_iter().enumerate().filter(same).map(|(_, (name, _))| name);
    names.filter(|name| name != "weight").collect()
}
