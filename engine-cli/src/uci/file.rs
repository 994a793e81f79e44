//! Reads files that options name.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Reads a regular file of at most `most` bytes.
///
/// Other files are refused, because reading a pipe or a device such as `/dev/zero` might never end.
///
/// # Errors
/// If the file cannot be read, is not a regular file, or is too long.
pub fn read(path: impl AsRef<Path>, most: u64) -> io::Result<Vec<u8>> {
    let path = path.as_ref();
    // Checked before opening, because opening a pipe blocks.
    let about = fs::metadata(path)?;
    if !about.is_file() {
        return Err(io::Error::other("it is no regular file"));
    }
    let too_long = |bytes: u64| {
        io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("{bytes} bytes are too many, at most {most} are possible"),
        )
    };
    if about.len() > most {
        return Err(too_long(about.len()));
    }
    let mut bytes = Vec::new();
    // Files in `/proc` have no length, and files may grow.
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    let length = bytes.len() as u64;
    if length > most { Err(too_long(length)) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::read;

    const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");

    #[test]
    fn files_are_read_up_to_a_length() {
        let length = std::fs::read(PATH).unwrap().len() as u64;
        assert_eq!(read(PATH, length).unwrap().len() as u64, length);
        let error = read(PATH, length - 1).unwrap_err().to_string();
        assert!(error.contains(&(length - 1).to_string()), "{error}");
    }

    #[test]
    fn what_is_no_file_is_not_opened() {
        for path in [env!("CARGO_MANIFEST_DIR"), "/dev/zero", "/no/such/file", ""] {
            assert!(read(path, 1 << 20).is_err(), "{path}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_without_a_length_is_read_up_to_the_limit() {
        assert!(read("/proc/self/status", 10).is_err() && read("/proc/self/status", 1 << 20).is_ok());
    }
}
