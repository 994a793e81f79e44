//! Reads text from files and standard input.
//!
//! UTF-16 is read if it has a byte order mark. Compressed input is read on request, and otherwise refused.

mod counted;
mod lines;
mod utf16;
mod zstd;

use crate::failure::Failure;
use counted::Counted;
use flate2::bufread::MultiGzDecoder;
pub use lines::{Lines, TooLong};
use same_file::Handle;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use thiserror::Error;

/// An open input.
pub struct Input {
    /// The text in UTF-8.
    pub reader: Box<dyn BufRead + Send>,
    /// The identity of the file; `None` if the system does not tell.
    pub handle: Option<Handle>,
    /// Bytes read so far, before decoding.
    pub read: Arc<AtomicU64>,
}

/// An input that cannot be read.
#[derive(Debug, Error)]
pub enum InputError {
    /// The input is compressed, and decompression was not requested.
    #[error("{name} is compressed by {by}; --decompress reads it")]
    Compressed {
        /// The file's name.
        name: String,
        /// The program that compresses so.
        by: &'static str,
    },
    /// The compression is not supported.
    #[error("{name} is compressed by {by}, which is not read; decompress it first")]
    Unreadable {
        /// The file's name.
        name: String,
        /// The program that compresses so.
        by: &'static str,
    },
}

/// Opens a file, or standard input without a path.
///
/// # Errors
/// [`Failure::Io`] if it cannot be read, [`InputError`] if it is compressed.
pub fn open(path: Option<&Path>, decompress: bool) -> Result<Input, Failure> {
    let name = path.map_or_else(|| "standard input".to_owned(), |path| path.display().to_string());
    let read = Arc::default();
    let (reader, handle): (Box<dyn BufRead + Send>, _) = match path {
        Some(path) => {
            let file = File::open(path).map_err(Failure::io(&name))?;
            let handle = file.try_clone().and_then(Handle::from_file).ok();
            (Box::new(BufReader::new(Counted::new(file, &read))), handle)
        }
        None => (Box::new(BufReader::new(Counted::new(io::stdin(), &read))), Handle::stdin().ok()),
    };
    Ok(Input { reader: decode(reader, &name, decompress)?, handle, read })
}

/// The format of a file, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Gzip,
    Zstd,
    Utf16 { big_endian: bool },
    Unreadable(&'static str),
}

const FORMS: [(&[u8], Form); 7] = [
    (&[0x1f, 0x8b], Form::Gzip),
    (&[0x28, 0xb5, 0x2f, 0xfd], Form::Zstd),
    (&[0xff, 0xfe], Form::Utf16 { big_endian: false }),
    (&[0xfe, 0xff], Form::Utf16 { big_endian: true }),
    (&[0xfd, b'7', b'z', b'X', b'Z', 0], Form::Unreadable("xz")),
    (b"BZh", Form::Unreadable("bzip2")),
    (b"PK\x03\x04", Form::Unreadable("zip")),
];

/// Decodes bytes to text.
fn decode(
    mut reader: Box<dyn BufRead + Send>,
    name: &str,
    decompress: bool,
) -> Result<Box<dyn BufRead + Send>, Failure> {
    let (first, form) = recognise(&mut reader).map_err(Failure::io(name))?;
    let whole = Cursor::new(first).chain(reader);
    let compressed = |by| Failure::usage(InputError::Compressed { name: name.to_owned(), by });
    match form {
        None => Ok(Box::new(whole)),
        Some(Form::Utf16 { big_endian }) => {
            Ok(Box::new(BufReader::new(utf16::Decoder::new(whole, big_endian))))
        }
        // Compression within compression is refused.
        Some(Form::Gzip) if decompress => {
            decode(Box::new(BufReader::new(MultiGzDecoder::new(whole))), name, false)
        }
        Some(Form::Zstd) if decompress => {
            decode(Box::new(BufReader::new(zstd::Decoder::new(whole))), name, false)
        }
        Some(Form::Gzip) => Err(compressed("gzip")),
        Some(Form::Zstd) => Err(compressed("zstd")),
        Some(Form::Unreadable(by)) => {
            Err(Failure::usage(InputError::Unreadable { name: name.to_owned(), by }))
        }
    }
}

/// The first bytes of a reader, and the format that they show. Reads no more bytes than are needed to know.
fn recognise(reader: &mut impl Read) -> io::Result<(Vec<u8>, Option<Form>)> {
    let mut first = Vec::new();
    while FORMS.iter().any(|(mark, _)| mark.len() > first.len() && mark.starts_with(&first)) {
        let mut byte = [0];
        match reader.read(&mut byte) {
            Ok(0) => break,
            Ok(_) => first.extend(byte),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let form = FORMS.iter().find(|(mark, _)| first.starts_with(mark)).map(|&(_, form)| form);
    Ok((first, form))
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;

    const TEXT: &str = "startpos\nfoo ö\n";

    fn read(bytes: Vec<u8>, decompress: bool) -> Result<String, String> {
        let reader = decode(Box::new(Cursor::new(bytes)), "x", decompress);
        let mut text = String::new();
        reader
            .map_err(|failure| failure.to_string())?
            .read_to_string(&mut text)
            .map_err(|error| error.to_string())?;
        Ok(text)
    }

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
    }

    fn utf16(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(order).collect()
    }

    #[test]
    fn text_is_read_in_every_encoding_that_says_which_it_is() {
        let text = "a ♞ 𝄞\r\n";
        for bytes in [text.as_bytes().to_vec(), utf16(text, u16::to_le_bytes), utf16(text, u16::to_be_bytes)]
        {
            assert_eq!(read(bytes, false).as_deref(), Ok(text));
        }
        assert_eq!(read(Vec::new(), false).as_deref(), Ok(""));
        assert_eq!(read(vec![0xff], false).unwrap_err(), "stream did not contain valid UTF-8");
    }

    #[test]
    fn what_is_compressed_is_read_whole_or_named() {
        // A file may have several members or frames.
        let gzipped = [gzip(TEXT.as_bytes()), gzip(TEXT.as_bytes())].concat();
        let skipped = [&[0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0][..], b"abc"].concat();
        let zstandard = [zstd(TEXT.as_bytes()), skipped, zstd(TEXT.as_bytes())].concat();
        for (bytes, by) in [(gzipped, "gzip"), (zstandard, "zstd")] {
            assert_eq!(read(bytes.clone(), true), Ok(TEXT.repeat(2)), "{by}");
            assert_eq!(
                read(bytes.clone(), false).unwrap_err(),
                format!("x is compressed by {by}; --decompress reads it")
            );
            assert!(
                read(bytes[..bytes.len() - 3].to_vec(), true).is_err(),
                "{by}: what was cut off is no end"
            );
        }
        for (bytes, by) in [(&b"\xfd7zXZ\0..."[..], "xz"), (b"BZh91AY", "bzip2"), (b"PK\x03\x04..", "zip")] {
            assert!(read(bytes.to_vec(), true).unwrap_err().contains(by), "{by}");
        }
        assert_eq!(read(gzip(&utf16(TEXT, u16::to_le_bytes)), true).as_deref(), Ok(TEXT));
        assert!(read(gzip(&gzip(b"x")), true).unwrap_err().contains("gzip"));
    }

    #[test]
    fn a_damaged_frame_is_an_error() {
        let mut bytes = zstd(TEXT.repeat(100).as_bytes());
        *bytes.last_mut().unwrap() ^= 1;
        assert!(read(bytes, true).is_err());
    }
}
