//! Decodes UTF-16.

use std::io::{self, Read};

/// Bytes that are decoded at a time.
const CHUNK: usize = 8192;

/// Reads UTF-16 with a known byte order as UTF-8. Invalid units become U+FFFD, and the byte order mark is removed.
pub struct Decoder<R> {
    source: R,
    big_endian: bool,
    /// Bytes that are not decoded yet: half of a unit or of a pair.
    raw: Vec<u8>,
    /// Decoded bytes, and how many of them were returned.
    text: Vec<u8>,
    given: usize,
}

impl<R: Read> Decoder<R> {
    /// Decodes `source`.
    pub fn new(source: R, big_endian: bool) -> Decoder<R> {
        Decoder { source, big_endian, raw: Vec::new(), text: Vec::new(), given: 0 }
    }

    /// Decodes some more; false at the end.
    fn advance(&mut self) -> io::Result<bool> {
        let mut chunk = [0; CHUNK];
        let count = self.source.read(&mut chunk)?;
        self.raw.extend_from_slice(&chunk[..count]);
        let order = if self.big_endian { u16::from_be_bytes } else { u16::from_le_bytes };
        let mut units: Vec<u16> = self.raw.chunks_exact(2).map(|pair| order([pair[0], pair[1]])).collect();
        let mut rest = self.raw.split_off(units.len() * 2);
        if count == 0 {
            // Half a unit at the end is invalid.
            units.extend(rest.drain(..).map(|_| 0xd800));
        } else if units.last().is_some_and(|unit| (0xd800..0xdc00).contains(unit)) {
            units.pop();
            rest.splice(..0, self.raw[self.raw.len() - 2..].iter().copied());
        }
        self.raw = rest;
        let characters = char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER));
        let text: String = characters.filter(|&character| character != '\u{feff}').collect();
        (self.text, self.given) = (text.into_bytes(), 0);
        Ok(count > 0)
    }
}

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() {
            if !self.advance()? && self.text.is_empty() {
                return Ok(0);
            }
        }
        let count = buffer.len().min(self.text.len() - self.given);
        buffer[..count].copy_from_slice(&self.text[self.given..self.given + count]);
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns one byte at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.0.len().min(buffer.len()).min(1);
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    fn decode(units: &[u16], more: &[u8]) -> String {
        let mut bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        bytes.extend(more);
        let (mut whole, mut slow) = (String::new(), String::new());
        Decoder::new(&bytes[..], false).read_to_string(&mut whole).unwrap();
        Decoder::new(Slow(&bytes), false).read_to_string(&mut slow).unwrap();
        assert_eq!(whole, slow);
        whole
    }

    #[test]
    fn pairs_may_be_divided_and_halves_are_replaced() {
        let text: Vec<u16> = "a𝄞ö\n".encode_utf16().collect();
        assert_eq!(decode(&text, &[]), "a𝄞ö\n");
        assert_eq!(decode(&[0xd834, 0x61], &[]), "\u{fffd}a");
        assert_eq!(decode(&[0x61, 0xd834], &[]), "a\u{fffd}");
        assert_eq!(decode(&[0x61], &[0x62]), "a\u{fffd}");
        assert_eq!(decode(&[], &[]), "");
    }
}
