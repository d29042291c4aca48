//! Other libraries, one file for each: how its users would do a job.

mod fastnoise_lite;
mod libnoise;
mod noise;
mod noise_functions;
pub(crate) mod quick_noise;
mod simdnoise;

use perlane_rounds::Work;

use crate::job::Job;

pub(crate) struct Peer {
    pub(crate) name: &'static str,
    /// Computes a job's samples into the buffer, or into a buffer of its own if the library takes none.
    pub(crate) turn: for<'a> fn(&'a Job) -> Work<'a, [f32]>,
}

pub(crate) const ALL: [Peer; 5] = [
    Peer { name: "simdnoise", turn: simdnoise::turn },
    Peer { name: "noise", turn: noise::turn },
    Peer { name: "noise-functions", turn: noise_functions::turn },
    Peer { name: "fastnoise-lite", turn: fastnoise_lite::turn },
    Peer { name: "libnoise", turn: libnoise::turn },
];
