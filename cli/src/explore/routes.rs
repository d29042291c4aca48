//! Finds the handler of a request. Addresses are compared with a fixed list, so that a request can never name a file.

use std::sync::Arc;

use hyper::body::Incoming;
use hyper::header::{ALLOW, HeaderValue};
use hyper::{Method, Request, StatusCode};
use perlane_view::call_while;

use crate::error;
use crate::explore::body;
use crate::explore::guard::{self, Audience};
use crate::explore::replies::{JSON, Refusal, Reply, ok};
use crate::explore::state::State;
use crate::explore::work::Wanted;
use crate::explore::{export, page, tiles, xyz};

/// What is at an address.
enum Route {
    Page(&'static page::Part),
    Describe,
    /// A call of `perlane_view` that takes and gives JSON.
    Call(&'static str),
    Tiles,
    Export,
    /// A tile for maps, or why there is none.
    Xyz(error::Result<xyz::Address>),
}

impl Route {
    fn find(path: &str) -> Option<Self> {
        match path {
            "/api/describe" => Some(Route::Describe),
            "/api/check" => Some(Route::Call("check")),
            "/api/seams" => Some(Route::Call("seams")),
            "/api/tiles" => Some(Route::Tiles),
            "/api/export" => Some(Route::Export),
            _ => match path.strip_prefix("/tiles/") {
                Some(rest) => Some(Route::Xyz(xyz::Address::parse(rest))),
                None => page::part(path).map(Route::Page),
            },
        }
    }

    fn method(&self) -> Method {
        match self {
            Route::Page(_) | Route::Describe | Route::Xyz(_) => Method::GET,
            Route::Call(_) | Route::Tiles | Route::Export => Method::POST,
        }
    }

    fn audience(&self) -> Audience {
        match self {
            Route::Page(_) => Audience::Visitors,
            Route::Xyz(_) => Audience::Viewers,
            Route::Describe | Route::Call(_) | Route::Tiles | Route::Export => Audience::Page,
        }
    }
}

pub(crate) async fn answer(state: Arc<State>, request: Request<Incoming>) -> Reply {
    let route = Route::find(request.uri().path());
    // Strangers do not learn which addresses exist, nor which methods these take.
    let audience = route.as_ref().map_or(Audience::Page, Route::audience);
    if let Err(refusal) = guard::check(&request, state.port, audience) {
        return refusal.reply();
    }
    let Some(route) = route else { return Refusal::not_found().reply() };
    // hyper leaves out the body of an answer to HEAD.
    let asks_for_head = request.method() == Method::HEAD && route.method() == Method::GET;
    if request.method() != route.method() && !asks_for_head {
        return other_method(&route, request.method());
    }
    take(route, state, request).await.unwrap_or_else(Refusal::reply)
}

/// The answer to a request whose method the address does not take.
fn other_method(route: &Route, method: &Method) -> Reply {
    let allowed = if route.method() == Method::GET { "GET, HEAD" } else { "POST" };
    let refusal = Refusal::parameter(StatusCode::METHOD_NOT_ALLOWED, "method", method, allowed);
    let mut reply = refusal.reply();
    reply.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
    reply
}

async fn take(route: Route, state: Arc<State>, request: Request<Incoming>) -> Result<Reply, Refusal> {
    if route.method() == Method::POST {
        guard::check_content_type(request.headers())?;
    }
    match route {
        Route::Page(part) => Ok(ok(part.kind, part.content)),
        Route::Describe => Ok(ok(JSON, state.description.clone())),
        Route::Call(name) => {
            let request = body::read(request.into_body()).await?;
            let answer = move |wanted: Wanted| call_while(name, &request, &|| wanted.is_so());
            Ok(ok(JSON, state.work.run_while_wanted(answer).await??))
        }
        Route::Tiles => tiles::answer(&state, &body::read(request.into_body()).await?),
        Route::Export => export::answer(&state, &body::read(request.into_body()).await?).await,
        Route::Xyz(address) => {
            let address = address.map_err(Refusal::nothing_there)?;
            let query = request.uri().query().unwrap_or_default().to_owned();
            xyz::answer(&state, address, &query).await
        }
    }
}
