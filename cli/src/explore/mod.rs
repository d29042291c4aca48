//! `perlane explore`: a page in the browser, and a server for it that only this machine can reach.
//!
//! `serve` accepts connections, `guard` refuses requests of foreign pages, `routes` finds the handler of a request, and `replies` writes the headers
//! of all responses. `perlane_view` computes the responses, on the threads of `work`.

mod body;
mod export;
mod guard;
mod page;
mod replies;
mod routes;
mod serve;
mod state;
mod tiles;
mod work;
mod xyz;

use std::net::{Ipv4Addr, TcpListener};

use crate::args::Explore;
use crate::error::{Error, Result};
use crate::read::metadata;
use crate::resolve;
use crate::terminal::{console, interrupt};
use state::State;

/// The default port. It is fixed, so that links, and layers of other programs, keep working.
const USUAL_PORT: u16 = 8473;

pub(crate) fn run(args: &Explore) -> Result<()> {
    let recipe = args.recipe.as_deref().map(metadata::read_recipe).transpose()?;
    let recipe = resolve::shown(recipe, &args.window, &args.noise, &args.quantity)?;
    let listener = listen(args.port)?;
    let address = listener.local_addr().map_err(failed("find the server's port"))?;
    let state = State::new(recipe, address.port())?;
    interrupt::exit_at_once()?;
    let url = format!("http://{address}/");
    console::write(format!("{url}\n").as_bytes())?;
    console::note("Ctrl-C ends the server");
    if !args.no_open {
        open(&url);
    }
    serve::serve(listener, state)
}

/// Listens on the loopback interface only.
fn listen(asked: Option<u16>) -> Result<TcpListener> {
    let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    let listener = match asked {
        Some(port) => bind(port).map_err(failed(&format!("listen on port {port}")))?,
        None => bind(USUAL_PORT).or_else(|_| bind(0)).map_err(failed("listen on a port"))?,
    };
    listener.set_nonblocking(true).map_err(failed("listen on a port"))?;
    Ok(listener)
}

/// Opens a browser, if there is a screen for it. A failure is not an error, because the address has been printed.
fn open(url: &str) {
    let screen = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if screen || !cfg!(target_os = "linux") {
        let _ = open::that_detached(url);
    }
}

fn failed(doing: &str) -> impl Fn(std::io::Error) -> Error {
    move |source| Error::Io { doing: doing.to_owned(), source }
}
