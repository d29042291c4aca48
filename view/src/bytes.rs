//! Samples as bytes.

/// Appends the samples as little-endian `f32`.
pub fn push_samples(bytes: &mut Vec<u8>, samples: &[f32]) {
    if cfg!(target_endian = "little") {
        bytes.extend_from_slice(bytemuck::cast_slice(samples));
    } else {
        samples.iter().for_each(|sample| bytes.extend_from_slice(&sample.to_le_bytes()));
    }
}

/// The samples as little-endian `f32`.
pub fn of_samples(samples: &[f32]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(size_of_val(samples));
    push_samples(&mut bytes, samples);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_little_endian() {
        assert_eq!(of_samples(&[1.0, -2.5]), [0, 0, 0x80, 0x3f, 0, 0, 0x20, 0xc0]);
        let mut bytes = vec![7];
        push_samples(&mut bytes, &[0.0]);
        assert_eq!(bytes, [7, 0, 0, 0, 0]);
    }
}
