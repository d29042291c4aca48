//! Bodies of responses, which come piece by piece, and bodies of requests, which are small.

use std::future::poll_fn;
use std::io;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;

use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Frame, Incoming};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::timeout;

use crate::explore::replies::Refusal;
use crate::metadata::MAX_BYTES;

/// Upper bound on the bytes of a request: a recipe as long as files may carry, and what is asked of it.
const MAX_REQUEST: usize = MAX_BYTES + (64 << 10);

/// A request's body must arrive within this time, and the browser must take each piece of a response within it.
const PATIENCE: Duration = Duration::from_secs(20);

/// The most pieces on their way to a browser. This bounds the memory of a response that nobody reads.
const PIECES: usize = 4;

/// The whole body of a request.
pub(crate) async fn read(body: Incoming) -> Result<Bytes, Refusal> {
    let Ok(collected) = timeout(PATIENCE, Limited::new(body, MAX_REQUEST).collect()).await else {
        return Err(Refusal::timeout());
    };
    collected.map(|body| body.to_bytes()).map_err(|e| match e.downcast_ref::<LengthLimitError>() {
        Some(_) => Refusal::too_large(MAX_REQUEST),
        None => Refusal::bad("the request's body ended early"),
    })
}

/// A body whose pieces come from a [`Pieces`]. After [`Pieces::fail`] the browser sees that the response is incomplete.
pub(crate) struct PiecewiseBody(Receiver<io::Result<Bytes>>);

/// Where the pieces of a body go.
pub(crate) struct Pieces(Sender<io::Result<Bytes>>);

/// The browser has disconnected, or stopped reading.
pub(crate) struct Gone;

pub(crate) fn piecewise() -> (Pieces, PiecewiseBody) {
    let (sender, receiver) = channel(PIECES);
    (Pieces(sender), PiecewiseBody(receiver))
}

impl Pieces {
    /// Sends a piece, as soon as there is room for it.
    pub(crate) async fn send(&self, piece: Vec<u8>) -> Result<(), Gone> {
        self.0.send_timeout(Ok(piece.into()), PATIENCE).await.map_err(|_| Gone)
    }

    /// Breaks the response off.
    pub(crate) async fn fail(self, why: &str) {
        // If the browser has gone, it needs no reason.
        let _ = self.0.send_timeout(Err(io::Error::other(why.to_owned())), PATIENCE).await;
    }

    /// The result of a future, or `None` as soon as the browser has gone.
    pub(crate) async fn unless_gone<T>(&self, future: impl Future<Output = T>) -> Option<T> {
        let (mut future, mut gone) = (pin!(future), pin!(self.0.closed()));
        poll_fn(|context| match gone.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(None),
            Poll::Pending => future.as_mut().poll(context).map(Some),
        })
        .await
    }
}

impl Body for PiecewiseBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        self.0.poll_recv(context).map(|piece| piece.map(|piece| piece.map(Frame::data)))
    }
}
