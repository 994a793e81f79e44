//! Counts how much of a stream was read.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A reader that counts bytes.
pub struct Counted<R> {
    source: R,
    read: Arc<AtomicU64>,
}

impl<R> Counted<R> {
    /// Adds the number of bytes read from `source` to `read`.
    pub fn new(source: R, read: &Arc<AtomicU64>) -> Counted<R> {
        Counted { source, read: Arc::clone(read) }
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.source.read(buffer)?;
        self.read.fetch_add(length as u64, Relaxed);
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_counted() {
        let read = Arc::default();
        let mut counted = Counted::new(&b"12345"[..], &read);
        io::copy(&mut counted, &mut io::sink()).unwrap();
        assert_eq!(read.load(Relaxed), 5);
    }
}
