//! Which requests are answered at all. Any page that a browser shows can send requests to this machine, but only this server's own page, and
//! programs that are not browsers, get answers. The host is compared, so that a foreign name that resolves to this machine does not help (DNS
//! rebinding).

use hyper::header::{CONTENT_TYPE, HOST, HeaderMap, HeaderName, ORIGIN};
use hyper::{Request, StatusCode};

use crate::explore::replies::{JSON, Refusal};

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Who may send a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Audience {
    /// The page's own scripts, and programs.
    Page,
    /// Everyone who follows a link. They get the page itself, which has nothing secret.
    Visitors,
    /// Other pages that show pictures of tiles, but cannot read them.
    Viewers,
}

pub(crate) fn check<B>(request: &Request<B>, port: u16, audience: Audience) -> Result<(), Refusal> {
    let headers = request.headers();
    let host = only(headers, &HOST).filter(|host| is_own(host, port));
    let Some(host) = host else {
        return Err(Refusal::new(StatusCode::MISDIRECTED_REQUEST, "the request is for another host"));
    };
    let own_origin = format!("http://{host}");
    if headers.contains_key(ORIGIN) && only(headers, &ORIGIN) != Some(&own_origin) {
        return Err(forbidden());
    }
    let site = headers.contains_key(&SEC_FETCH_SITE).then(|| only(headers, &SEC_FETCH_SITE));
    if audience == Audience::Page && !matches!(site, None | Some(Some("same-origin" | "none"))) {
        return Err(forbidden());
    }
    Ok(())
}

/// Refuses bodies of other content types. A form on a foreign page can send three of them without a preflight request, and JSON is none of these.
pub(crate) fn check_content_type(headers: &HeaderMap) -> Result<(), Refusal> {
    if has_json(headers) {
        return Ok(());
    }
    Err(Refusal::parameter(StatusCode::UNSUPPORTED_MEDIA_TYPE, "content type", given(headers), JSON))
}

/// The content types that a request states, as its error shows them.
fn given(headers: &HeaderMap) -> String {
    let kinds = headers.get_all(CONTENT_TYPE).iter().map(|kind| String::from_utf8_lossy(kind.as_bytes()));
    let kinds: Vec<_> = kinds.collect();
    if kinds.is_empty() { "missing".to_owned() } else { kinds.join(", ") }
}

fn forbidden() -> Refusal {
    Refusal::new(StatusCode::FORBIDDEN, "the request comes from another origin")
}

/// The value of a header that occurs once and is text.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok();
    if values.next().is_some() { None } else { value }
}

fn is_own(host: &str, port: u16) -> bool {
    // Browsers leave HTTP's own port out.
    let is = |name: &str| host == format!("{name}:{port}") || (port == 80 && host == name);
    is("127.0.0.1") || is("localhost")
}

/// Names of media types have no case, and parameters may follow them (RFC 9110, 8.3.1). JSON has none that matter: it is UTF-8 in any case.
fn has_json(headers: &HeaderMap) -> bool {
    let name = |kind: &str| kind.split(';').next().is_some_and(|name| name.trim().eq_ignore_ascii_case(JSON));
    only(headers, &CONTENT_TYPE).is_some_and(name)
}

#[cfg(test)]
mod tests {
    use hyper::Method;
    use hyper::header::HeaderValue;

    use super::*;

    fn status(method: Method, headers: &[(&str, &str)], audience: Audience) -> Option<u16> {
        status_at(8473, method, headers, audience)
    }

    fn status_at(port: u16, method: Method, headers: &[(&str, &str)], audience: Audience) -> Option<u16> {
        let mut request = Request::builder().method(method).uri("/");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        check(&request.body(()).unwrap(), port, audience).err().map(|refusal| refusal.status.as_u16())
    }

    #[test]
    fn hosts_are_exact() {
        let of = |host| status(Method::GET, &[("host", host)], Audience::Visitors);
        assert_eq!((of("127.0.0.1:8473"), of("localhost:8473")), (None, None));
        for host in [
            "127.0.0.1",
            "localhost",
            "127.0.0.1:80",
            "evil.example:8473",
            "localhost.evil.example:8473",
            "",
            "LOCALHOST:8473",
        ] {
            assert_eq!(of(host), Some(421), "{host}");
        }
        assert_eq!(status(Method::GET, &[], Audience::Visitors), Some(421));
        let two = [("host", "localhost:8473"), ("host", "localhost:8473")];
        assert_eq!(status(Method::GET, &two, Audience::Visitors), Some(421));
    }

    /// Browsers leave HTTP's own port out of the names of hosts and origins.
    #[test]
    fn the_port_of_http_may_be_left_out() {
        let of =
            |host, origin| status_at(80, Method::GET, &[("host", host), ("origin", origin)], Audience::Page);
        assert_eq!(of("localhost", "http://localhost"), None);
        assert_eq!(of("127.0.0.1:80", "http://127.0.0.1:80"), None);
        assert_eq!(of("evil.example", "http://evil.example"), Some(421));
        assert_eq!(of("localhost", "http://evil.example"), Some(403));
    }

    #[test]
    fn origins_are_exact() {
        for audience in [Audience::Page, Audience::Visitors, Audience::Viewers] {
            let of =
                |origin| status(Method::GET, &[("host", "localhost:8473"), ("origin", origin)], audience);
            assert_eq!(of("http://localhost:8473"), None);
            for origin in [
                "http://127.0.0.1:8473",
                "https://localhost:8473",
                "http://localhost",
                "null",
                "http://evil.example",
            ] {
                assert_eq!(of(origin), Some(403), "{origin}");
            }
        }
    }

    #[test]
    fn foreign_pages_may_lead_here_and_show_tiles() {
        let of = |site, audience| {
            status(Method::GET, &[("host", "localhost:8473"), ("sec-fetch-site", site)], audience)
        };
        for site in ["cross-site", "same-site", "anything"] {
            assert_eq!(of(site, Audience::Page), Some(403), "{site}");
            assert_eq!(of(site, Audience::Visitors), None, "{site}");
            assert_eq!(of(site, Audience::Viewers), None, "{site}");
        }
        assert_eq!((of("same-origin", Audience::Page), of("none", Audience::Page)), (None, None));
    }

    #[test]
    fn posts_are_json() {
        let refused = |kinds: &[&'static str]| {
            let header = |kind: &&'static str| (CONTENT_TYPE, HeaderValue::from_static(kind));
            let refusal = check_content_type(&kinds.iter().map(header).collect()).err()?;
            assert_eq!(refusal.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
            Some(refusal.message().to_owned())
        };
        for kind in [
            "application/json",
            "application/json; charset=utf-8",
            "application/json;charset=utf-8",
            "application/json ; charset=UTF-8",
            "Application/JSON",
        ] {
            assert_eq!(refused(&[kind]), None, "{kind}");
        }
        for kind in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "text/plain; application/json",
            "application/json, text/plain",
            "application/jsonp",
        ] {
            let want = format!("content type is {kind}; allowed: application/json");
            assert_eq!(refused(&[kind]), Some(want));
        }
        for (kinds, shown) in [
            (&[][..], "missing"),
            (&[""], "\"\""),
            (&["application/json", "application/json"], "application/json, application/json"),
        ] {
            let want = format!("content type is {shown}; allowed: application/json");
            assert_eq!(refused(kinds), Some(want));
        }
    }
}
