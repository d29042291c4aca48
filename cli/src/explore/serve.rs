//! Accepts connections: a limited number at once, each of which must soon send a request.

use std::convert::Infallible;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::runtime::Builder;
use tokio::sync::Semaphore;
use tokio::time::sleep;

use crate::error::{Error, Result};
use crate::explore::routes::answer;
use crate::explore::state::State;

/// The most connections at once. A browser opens six, and a map in it opens six more.
const CONNECTIONS: usize = 64;

/// Threads that compute or write files.
const BLOCKING_THREADS: usize = 8;

/// A request's head must arrive within this time.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// The most bytes of a request's head, which is buffered.
const HEAD_BYTES: usize = 32 << 10;

/// Serves until the program ends.
pub(crate) fn serve(listener: TcpListener, state: State) -> Result<()> {
    let failed = |source| Error::Io { doing: "start the server".to_owned(), source };
    let runtime = Builder::new_current_thread().enable_all().max_blocking_threads(BLOCKING_THREADS).build();
    runtime.map_err(failed)?.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener).map_err(failed)?;
        accept(&listener, Arc::new(state)).await
    })
}

async fn accept(listener: &tokio::net::TcpListener, state: Arc<State>) -> Result<()> {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let place = places.clone().acquire_owned().await.map_err(|e| Error::io("accept connections", e))?;
        let Ok((stream, _)) = listener.accept().await else {
            // The connection was aborted, or too many files are open: the next attempt may succeed.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        // Responses are written in whole pieces. Waiting to join them would only delay the last one.
        let _ = stream.set_nodelay(true);
        let state = state.clone();
        tokio::spawn(async move {
            let service = service_fn(|request| {
                let state = state.clone();
                async { Ok::<_, Infallible>(answer(state, request).await) }
            });
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_TIME)
                .max_buf_size(HEAD_BYTES)
                .serve_connection(TokioIo::new(stream), service);
            // A browser that disconnects, or does not speak HTTP, does not concern others.
            let _ = connection.await;
            drop(place);
        });
    }
}
