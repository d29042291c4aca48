//! Pictures by kitty's graphics protocol: <https://sw.kovidgoyal.net/kitty/graphics-protocol/>.

use crate::show::picture::Pixels;

/// The protocol's upper bound on the characters of a chunk.
const CHUNK: usize = 4096;

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// A picture over this many cells, which replaces the picture before. The cursor does not move.
pub(crate) fn image(pixels: &Pixels, columns: usize, rows: usize) -> String {
    let data = base64(&pixels.colors.concat());
    let chunks: Vec<&str> =
        (0..data.len()).step_by(CHUNK).map(|at| &data[at..data.len().min(at + CHUNK)]).collect();
    let mut text = String::new();
    for (number, chunk) in chunks.iter().enumerate() {
        let more = u8::from(number + 1 < chunks.len());
        let (width, height) = (pixels.width, pixels.height);
        let keys = match number {
            0 => format!("a=T,q=2,C=1,i=1,p=1,f=24,s={width},v={height},c={columns},r={rows},m={more}"),
            _ => format!("m={more}"),
        };
        text += &format!("\x1b_G{keys};{chunk}\x1b\\");
    }
    text
}

fn base64(bytes: &[u8]) -> String {
    let digits = |three: &[u8]| {
        let word =
            three.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        let digit = move |at: usize| match at <= three.len() {
            true => char::from(DIGITS[(word >> (18 - 6 * at)) as usize & 63]),
            false => '=',
        };
        [digit(0), digit(1), digit(2), digit(3)]
    };
    bytes.chunks(3).flat_map(digits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_each_length() {
        for (bytes, want) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), want);
        }
    }

    #[test]
    fn chunks_are_short() {
        let pixels = Pixels { width: 64, height: 40, colors: vec![[1, 2, 3]; 64 * 40] };
        let text = image(&pixels, 80, 23);
        let parts: Vec<&str> = text.split("\x1b\\").filter(|part| !part.is_empty()).collect();
        assert_eq!(parts.len(), 3);
        assert!(parts[0].starts_with("\x1b_Ga=T,q=2,C=1,i=1,p=1,f=24,s=64,v=40,c=80,r=23,m=1;AQIDAQID"));
        assert!(parts[1].starts_with("\x1b_Gm=1;") && parts[2].starts_with("\x1b_Gm=0;"));
        let chunks: Vec<&str> = parts.iter().map(|part| part.split_once(';').unwrap().1).collect();
        assert!(chunks.iter().all(|chunk| chunk.len() <= CHUNK));
        assert_eq!(chunks.concat(), "AQID".repeat(64 * 40));
    }
}
