//! Coordinate reference systems, by their EPSG codes.

use std::fmt::{self, Display, Formatter};
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::format::epsg;

/// The codes for which GeoTIFF has keys.
const CODES: RangeInclusive<u16> = 1024..=32766;

/// Such as `EPSG:32633`: says what world units are, and where on Earth they lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Crs(u16);

impl Crs {
    pub(crate) fn code(self) -> u16 {
        self.0
    }

    /// Whether world units are degrees: x is longitude, and y is latitude.
    pub(crate) fn is_geographic(self) -> bool {
        epsg::is_geographic(self.0)
    }
}

impl FromStr for Crs {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let code = text.split_once(':').filter(|(authority, _)| authority.eq_ignore_ascii_case("epsg"));
        match code.map(|(_, code)| code.parse()) {
            Some(Ok(code)) if CODES.contains(&code) => Ok(Crs(code)),
            _ => Err(format!("allowed: EPSG:{} to EPSG:{}, such as EPSG:32633", CODES.start(), CODES.end())),
        }
    }
}

impl Display for Crs {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "EPSG:{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes() {
        for (text, geographic) in [
            ("EPSG:4326", true),
            ("epsg:32633", false),
            ("EPSG:4258", true),
            ("EPSG:3857", false),
            ("EPSG:4471", false),
        ] {
            let crs: Crs = text.parse().unwrap();
            assert_eq!(crs.to_string(), text.to_uppercase());
            assert_eq!(crs.is_geographic(), geographic, "{text}");
        }
        for bad in ["", "4326", "EPSG:", "EPSG:1", "EPSG:99999", "ESRI:54009", "EPSG:4326:1"] {
            assert!(bad.parse::<Crs>().is_err(), "{bad}");
        }
    }
}
