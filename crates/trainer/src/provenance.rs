//! A note beside a file of games that says how they were made. Its name is that of the file with `.txt` added.

use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The path of the note.
#[must_use]
pub fn path(games: &Path) -> PathBuf {
    let mut name = games.as_os_str().to_owned();
    name.push(".txt");
    name.into()
}

/// The text of the note; `None` if there is none.
///
/// # Errors
/// If the file cannot be read.
pub fn read(games: &Path) -> io::Result<Option<String>> {
    match std::fs::read_to_string(path(games)) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Adds a line that says how the games from number `first` on were made.
///
/// # Errors
/// If the file cannot be written.
pub fn append(games: &Path, first: u64, how: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(path(games))?;
    writeln!(file, "from game {first} on: {how}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_grows_with_its_file() {
        let games = std::env::temp_dir().join(format!("argali-provenance-{}.vf", std::process::id()));
        assert_eq!(read(&games).unwrap(), None);
        append(&games, 0, "full width").unwrap();
        append(&games, 12, "selective").unwrap();
        assert_eq!(
            read(&games).unwrap().as_deref(),
            Some("from game 0 on: full width\nfrom game 12 on: selective\n")
        );
        std::fs::remove_file(path(&games)).unwrap();
    }
}
