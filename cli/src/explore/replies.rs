//! Responses: their headers, and refusals.

use std::fmt::Display;
use std::io;

use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Bytes};
use hyper::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};
use serde_json::{Value, json};

use crate::error::{Error, is_full};
use crate::explore::work::NotDone;

pub(crate) type Reply = Response<UnsyncBoxBody<Bytes, io::Error>>;

pub(crate) const JSON: &str = "application/json";
pub(crate) const BYTES: &str = "application/octet-stream";

/// The page loads nothing from elsewhere, and no other page may frame it.
const POLICY: &str =
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

/// The headers of all responses. None of them lets other origins read anything.
const HEADERS: [(HeaderName, &str); 6] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("x-content-type-options"), "nosniff"),
    (HeaderName::from_static("referrer-policy"), "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (CROSS_ORIGIN_USE, "same-origin"),
];

const CROSS_ORIGIN_USE: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// A response with the common headers.
pub(crate) fn reply<B>(status: StatusCode, kind: &'static str, body: B) -> Reply
where
    B: Body<Data = Bytes, Error = io::Error> + Send + 'static,
{
    let mut reply = Response::new(body.boxed_unsync());
    *reply.status_mut() = status;
    let headers = reply.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    reply
}

/// A response with a complete body.
pub(crate) fn whole(status: StatusCode, kind: &'static str, body: impl Into<Bytes>) -> Reply {
    reply(status, kind, Full::new(body.into()).map_err(|never| match never {}))
}

pub(crate) fn ok(kind: &'static str, body: impl Into<Bytes>) -> Reply {
    whole(StatusCode::OK, kind, body)
}

/// Lets pages of other origins show a picture. They still cannot read it.
pub(crate) fn shown_elsewhere(mut reply: Reply) -> Reply {
    reply.headers_mut().insert(CROSS_ORIGIN_USE, HeaderValue::from_static("cross-origin"));
    reply
}

/// A refused request, with the reason.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    why: Value,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, message: &str) -> Self {
        Refusal { status, why: json!({ "error": { "message": message, "parameter": null } }) }
    }

    pub(crate) fn bad(message: &str) -> Self {
        Refusal::new(StatusCode::BAD_REQUEST, message)
    }

    /// A parameter that is refused with this status.
    pub(crate) fn parameter(
        status: StatusCode,
        name: &str,
        value: impl Display,
        allowed: impl Into<String>,
    ) -> Self {
        Refusal { status, ..Error::parameter(name, value, allowed).into() }
    }

    pub(crate) fn not_found() -> Self {
        Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this address")
    }

    /// An address with a part that is not allowed.
    pub(crate) fn nothing_there(error: Error) -> Self {
        Refusal { status: StatusCode::NOT_FOUND, ..error.into() }
    }

    pub(crate) fn timeout() -> Self {
        Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request's body took too long")
    }

    pub(crate) fn too_large(limit: usize) -> Self {
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, &format!("the request has more than {limit} bytes"))
    }

    /// The server's disk has no room.
    pub(crate) fn full(error: &Error) -> Self {
        Refusal::new(StatusCode::INSUFFICIENT_STORAGE, &error.to_string())
    }

    #[cfg(test)]
    pub(crate) fn message(&self) -> &str {
        self.why["error"]["message"].as_str().unwrap_or_default()
    }

    pub(crate) fn reply(self) -> Reply {
        whole(self.status, JSON, self.why.to_string())
    }
}

impl From<perlane_view::Error> for Refusal {
    fn from(error: perlane_view::Error) -> Self {
        let mut why = error.to_json();
        // The viewer itself has no suggestions, for which the module for browsers has no room.
        if let Some(message) = perlane_recipes::suggest_key(&error.to_string()) {
            why["error"]["message"] = message.into();
        }
        Refusal { status: StatusCode::UNPROCESSABLE_ENTITY, why }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        match error {
            Error::Library(e) => perlane_view::Error::from(e).into(),
            Error::View(e) => e.into(),
            Error::Parameter { ref name, .. } => {
                let why = json!({ "error": { "message": error.to_string(), "parameter": name } });
                Refusal { status: StatusCode::UNPROCESSABLE_ENTITY, why }
            }
            Error::Io { ref source, .. } if is_full(source) => Refusal::full(&error),
            other => Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, &other.to_string()),
        }
    }
}

impl From<NotDone> for Refusal {
    fn from(why: NotDone) -> Self {
        match why {
            NotDone::Busy => Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "too many requests are waiting"),
            NotDone::Failed => Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "the computation failed"),
        }
    }
}
