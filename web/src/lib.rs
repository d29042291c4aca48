//! The viewer's calls for WebAssembly, without generated glue code. A page allocates a buffer, writes the name of a call and its request into it,
//! makes the call, and reads the answer.
//!
//! Exports must not have the names of functions of the C library, because tests link it.
//!
//! Buffers are `Vec<u8>`s in a table here. A page can only name buffers that exist, and a wrong number is not a wrong pointer.

use std::cell::RefCell;

use perlane_view::call;

thread_local! {
    /// Buffers by their number; `None` for one that was freed.
    static BUFFERS: RefCell<Vec<Option<Vec<u8>>>> = const { RefCell::new(Vec::new()) };
}

/// Keeps a buffer. Returns its number.
fn keep(buffer: Vec<u8>) -> u32 {
    BUFFERS.with_borrow_mut(|buffers| {
        let free = buffers.iter().position(Option::is_none).unwrap_or(buffers.len());
        if free == buffers.len() {
            buffers.push(None);
        }
        buffers[free] = Some(buffer);
        free as u32
    })
}

/// A copy of a buffer; empty if there is no such buffer.
fn content(number: u32) -> Vec<u8> {
    BUFFERS.with_borrow(|buffers| buffers.get(number as usize).cloned().flatten().unwrap_or_default())
}

/// Makes a buffer of `length` bytes. Returns its number.
#[allow(unsafe_code, reason = "an export needs its name; nothing else here has it")]
#[unsafe(no_mangle)]
pub extern "C" fn buffer_new(length: u32) -> u32 {
    keep(vec![0; length as usize])
}

/// The address of a buffer in memory. It is valid until the next call of any function.
#[allow(unsafe_code, reason = "an export needs its name; nothing else here has it")]
#[unsafe(no_mangle)]
pub extern "C" fn buffer_address(number: u32) -> usize {
    BUFFERS.with_borrow_mut(|buffers| {
        buffers
            .get_mut(number as usize)
            .and_then(Option::as_mut)
            .map_or(0, |buffer| buffer.as_mut_ptr() as usize)
    })
}

/// The bytes of a buffer.
#[allow(unsafe_code, reason = "an export needs its name; nothing else here has it")]
#[unsafe(no_mangle)]
pub extern "C" fn buffer_length(number: u32) -> usize {
    BUFFERS.with_borrow(|buffers| buffers.get(number as usize).and_then(Option::as_ref).map_or(0, Vec::len))
}

/// Frees a buffer. A number without a buffer is ignored.
#[allow(unsafe_code, reason = "an export needs its name; nothing else here has it")]
#[unsafe(no_mangle)]
pub extern "C" fn buffer_free(number: u32) {
    BUFFERS.with_borrow_mut(|buffers| {
        if let Some(buffer) = buffers.get_mut(number as usize) {
            *buffer = None;
        }
    });
}

/// Answers the request in one buffer with the call whose name is in another. Returns the number of a buffer with the result: a byte, which is 0 for
/// an answer and 1 for an error, followed by the answer, or by the error as JSON.
#[allow(unsafe_code, reason = "an export needs its name; nothing else here has it")]
#[unsafe(no_mangle)]
pub extern "C" fn answer(name: u32, request: u32) -> u32 {
    let name = content(name);
    let result = call(&String::from_utf8_lossy(&name), &content(request));
    let (kind, bytes) = match result {
        Ok(bytes) => (0, bytes),
        Err(e) => (1, serde_json::to_vec(&e.to_json()).unwrap_or_default()),
    };
    keep([&[kind][..], &bytes].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(name: &str, request: &[u8]) -> (u8, Vec<u8>) {
        let [name, request] = [name.as_bytes(), request].map(|bytes| keep(bytes.to_vec()));
        let number = answer(name, request);
        let mut bytes = content(number);
        assert_eq!(buffer_length(number), bytes.len());
        [name, request, number].into_iter().for_each(|buffer| buffer_free(buffer));
        (bytes.remove(0), bytes)
    }

    #[test]
    fn calls_through_buffers() {
        let (kind, description) = ask("describe", b"");
        assert_eq!(kind, 0);
        assert!(description.starts_with(b"{\"version\""));
        let (kind, error) = ask("check", br#"{"recipe":{"stream":1,"noise":{"fractal":{"octaves":99}}}}"#);
        assert_eq!(
            (kind, String::from_utf8(error).unwrap().contains("\"parameter\":\"octaves\"")),
            (1, true)
        );
        assert_eq!(ask("nothing", b"").0, 1);
    }

    #[test]
    fn buffers_are_used_again_and_wrong_numbers_do_nothing() {
        let first = buffer_new(10);
        assert!((buffer_length(first), buffer_address(first) != 0) == (10, true));
        buffer_free(first);
        buffer_free(first);
        buffer_free(u32::MAX);
        assert_eq!(
            (buffer_length(first), buffer_address(first), buffer_length(u32::MAX), buffer_address(u32::MAX)),
            (0, 0, 0, 0)
        );
        assert_eq!(buffer_new(5), first);
    }
}
