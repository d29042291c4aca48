//! Tiles of the page's recipe. All tiles of a view are one response, and each is sent when it is computed. If the page no longer wants the response,
//! the work for it ends.

use std::sync::Arc;

use hyper::StatusCode;
use perlane_view::Scene;
use perlane_view::tiles::{Tile, TilesRequest, frame, samples};
use rayon::prelude::*;

use crate::explore::body::{Pieces, piecewise};
use crate::explore::replies::{BYTES, Refusal, Reply, reply};
use crate::explore::state::State;

/// How many tiles each thread computes between two checks whether they are still wanted.
const PER_THREAD: usize = 2;

pub(crate) fn answer(state: &Arc<State>, request: &[u8]) -> Result<Reply, Refusal> {
    let TilesRequest { scene, tiles } = TilesRequest::from_json(request)?;
    let (pieces, body) = piecewise();
    tokio::spawn(compute(state.clone(), Arc::new(scene), tiles, pieces));
    Ok(reply(StatusCode::OK, BYTES, body))
}

async fn compute(state: Arc<State>, scene: Arc<Scene>, tiles: Vec<Tile>, pieces: Pieces) {
    let numbered: Vec<(u32, Tile)> = (0..).zip(tiles).collect();
    for some in numbered.chunks(PER_THREAD * rayon::current_num_threads()) {
        let (scene, some) = (scene.clone(), some.to_vec());
        let frames = state.work.run(move || {
            let one = |(number, tile): (u32, Tile)| frame(number, &samples(&scene, tile));
            some.into_par_iter().map(one).collect::<Vec<_>>().concat()
        });
        match pieces.unless_gone(frames).await {
            None => return,
            Some(Ok(frames)) => {
                if pieces.send(frames).await.is_err() {
                    return;
                }
            }
            Some(Err(_)) => return pieces.fail("the tiles could not be computed").await,
        }
    }
}
