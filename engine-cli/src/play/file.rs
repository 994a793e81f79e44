//! The file in which a game is saved.

use super::error::PlayError;
use crate::failure::Failure;
use argali_pgn::{Game, GameResult, RawGames};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// A file with the games before this one.
pub struct Keeper {
    path: PathBuf,
    before: Vec<u8>,
}

impl Keeper {
    /// For a new game after those of `path`.
    pub fn append(path: &Path) -> Result<Keeper, Failure> {
        let before = match fs::read(path) {
            Ok(before) => before,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(Failure::io(path.display().to_string())(error)),
        };
        Ok(Keeper { path: path.to_owned(), before })
    }

    /// For the last game of `path`, which is continued in its place.
    pub fn resume(path: &Path) -> Result<(Keeper, Game), Failure> {
        let mut bytes = fs::read(path).map_err(Failure::io(path.display().to_string()))?;
        let mut last = None;
        let mut begin = 0;
        let mut end = 0;
        for raw in RawGames::new(bytes.as_slice()) {
            let raw = raw.map_err(|source| PlayError::Broken { path: path.to_owned(), source })?;
            (begin, end) = (end, raw.end);
            last = Some(raw);
        }
        let raw = last.ok_or_else(|| PlayError::NoGame { path: path.to_owned() })?;
        let game = Game::parse(&raw).map_err(|source| PlayError::Broken { path: path.to_owned(), source })?;
        if game.result != GameResult::Unknown {
            return Err(PlayError::Finished { path: path.to_owned(), result: game.result }.into());
        }
        bytes.truncate(begin as usize);
        Ok((Keeper { path: path.to_owned(), before: bytes }, game))
    }

    /// Writes the game. The old file is replaced when the new one is complete.
    pub fn save(&self, game: &Game) -> Result<(), Failure> {
        let mut bytes = self.before.trim_ascii_end().to_vec();
        if !bytes.is_empty() {
            bytes.extend(b"\n\n");
        }
        bytes.extend(game.to_string().as_bytes());
        let failed = |error| Failure::io(self.path.display().to_string())(error);
        let mut new = self.path.clone().into_os_string();
        new.push(".new");
        fs::write(&new, bytes).and_then(|()| fs::rename(&new, &self.path)).map_err(failed)
    }
}

/// Today's date (UTC), as in PGN.
pub fn today() -> String {
    let days = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400);
    let (year, month, day) = date(days);
    format!("{year}.{month:02}.{day:02}")
}

/// The date a number of days after 1 January 1970, by Hinnant's algorithm
/// (<https://howardhinnant.github.io/date_algorithms.html>): years begin in March, so that the leap day is their last.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year_of_era + 400 * era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        for (days, expected) in [
            (0, (1970, 1, 1)),
            (59, (1970, 3, 1)),
            (11_016, (2000, 2, 29)),
            (19_782, (2024, 2, 29)),
            (20_818, (2026, 12, 31)),
        ] {
            assert_eq!(date(days), expected, "{days}");
        }
    }
}
