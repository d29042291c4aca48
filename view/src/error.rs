//! What a request can get wrong.

use serde_json::{Value, json};

/// Why a request has no answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A parameter outside its range.
    #[error(transparent)]
    Library(#[from] perlane::Error),
    /// A request that is not JSON, or has wrong keys or types.
    #[error("{0}")]
    Request(#[from] serde_json::Error),
    /// A recipe that TOML cannot hold.
    #[error("cannot write TOML: {0}")]
    Toml(#[from] toml::ser::Error),
    /// Work that ended early, as nobody waits for its answer.
    #[error("nobody waits for the answer")]
    Unwanted,
}

/// A result whose error is [`enum@Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// A parameter outside its range.
    pub(crate) fn parameter(name: &'static str, value: impl ToString, allowed: impl Into<String>) -> Self {
        let (value, allowed) = (value.to_string(), allowed.into().into());
        Error::Library(perlane::Error::Parameter { name: name.into(), value, allowed })
    }

    /// The parameter that the error is about, as recipes write it.
    pub fn parameter_name(&self) -> Option<String> {
        match self {
            Error::Library(perlane::Error::Parameter { name, .. }) => Some(name.to_string()),
            // Errors of recipes come through serde, which keeps only their messages.
            Error::Request(e) => name_in(&e.to_string()),
            Error::Library(_) | Error::Toml(_) | Error::Unwanted => None,
        }
    }

    /// The error as JSON: `{"error": {"message", "parameter"}}`.
    pub fn to_json(&self) -> Value {
        json!({ "error": { "message": self.to_string(), "parameter": self.parameter_name() } })
    }
}

/// The name in a message such as `octaves is 0; allowed: 1 to 32`.
fn name_in(message: &str) -> Option<String> {
    let (name, rest) = message.split_once(" is ")?;
    let plain = !name.is_empty() && !name.contains(' ');
    (plain && rest.contains("; allowed: ")).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_tables_with_their_parameter() {
        let error = Error::parameter("octaves", 0, "1 to 32");
        let message = "octaves is 0; allowed: 1 to 32";
        assert_eq!(error.to_json(), json!({ "error": { "message": message, "parameter": "octaves" } }));
    }

    #[test]
    fn parameters_are_found_in_messages() {
        assert_eq!(name_in("octaves is 0; allowed: 1 to 32").as_deref(), Some("octaves"));
        assert_eq!(
            name_in("layers[1].gain is NaN; allowed: finite numbers").as_deref(),
            Some("layers[1].gain")
        );
        assert_eq!(name_in("expected value at line 1 column 1"), None);
        assert_eq!(name_in("what there is is 0; allowed: nothing"), None);
        assert_eq!(name_in("octaves is 0, which is no number"), None);
        assert_eq!(name_in(" is 0; allowed: 1 to 32"), None);
    }
}
