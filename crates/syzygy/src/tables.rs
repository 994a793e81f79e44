//! The tables, and their answers to a search.

use crate::cache::CachedFilesystem;
use crate::convert;
use crate::error::{Fault, SyzygyError, Warning, reason};
use crate::guard::guarded;
use crate::rank::{Circumstances, Effect, rank};
use crate::sample;
use crate::scan::{TableFile, scan};
use argali_search::{RootRank, TablebaseValue};
use cozy_chess::{Board, Move};
use shakmaty::{Chess, Position as _};
use shakmaty_syzygy::{Material, MaybeRounded, Metric, SyzygyError as ReadError, Tablebase, Wdl};
use std::collections::HashSet;
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// Syzygy tables in some folders.
///
/// ```
/// use argali_syzygy::Syzygy;
///
/// match Syzygy::open("/tables/3-4-5:/tables/6") {
///     Ok(tables) => {
///         let found = tables.wdl_tables();
///         let trouble: Vec<String> = tables.warnings().iter().map(ToString::to_string).collect();
///         assert!(found > 0 || !trouble.is_empty());
///     }
///     Err(error) => assert!(error.to_string().contains("/tables/3-4-5")),
/// }
/// ```
///
/// A table is read when it is first probed. Files must not change while they are in use.
pub struct Syzygy {
    tables: Tablebase<Chess>,
    wdl_tables: usize,
    dtz_tables: usize,
    warnings: Vec<Warning>,
    faults: Mutex<Vec<Fault>>,
    /// Whether `distrusted` has any content, so that the usual case takes no lock.
    any_distrusted: AtomicBool,
    /// Material whose tables have failed. Another probe would read the damaged file again.
    distrusted: RwLock<HashSet<(Metric, Material)>>,
}

impl Syzygy {
    /// Opens the tables in `paths`: one folder, or several, separated by `:`, or by `;` on Windows.
    ///
    /// Tables of up to five pieces are tested on a few positions; of larger ones only the size and the header are checked. Missing or
    /// damaged files are left out and reported by [`Syzygy::warnings`].
    ///
    /// # Errors
    /// [`SyzygyError`] if no folder is named or none can be read.
    pub fn open(paths: &str) -> Result<Syzygy, SyzygyError> {
        let folders: Vec<PathBuf> = std::env::split_paths(paths)
            .map(|folder| PathBuf::from(folder.to_string_lossy().trim()))
            .filter(|folder| !folder.as_os_str().is_empty())
            .collect();
        if folders.is_empty() {
            let separator = if cfg!(windows) { ';' } else { ':' };
            return Err(SyzygyError::NoFolder { paths: paths.to_owned(), separator });
        }
        Syzygy::from_folders(folders)
    }

    /// Opens the tables in these folders. If a table is in several of them, the first one is used.
    ///
    /// # Errors
    /// [`SyzygyError::Unreadable`] if none of the folders can be read. An empty list is not an error and gives no tables.
    pub fn from_folders<P: Into<PathBuf>>(
        folders: impl IntoIterator<Item = P>,
    ) -> Result<Syzygy, SyzygyError> {
        let folders: Vec<PathBuf> = folders.into_iter().map(Into::into).collect();
        let mut warnings = Vec::new();
        let mut files = scan(&folders, &mut warnings);
        let missing = warnings.iter().filter(|warning| matches!(warning, Warning::Folder { .. })).count();
        if missing > 0 && missing == folders.len() {
            return Err(SyzygyError::Unreadable { warnings });
        }
        let trial = add(&mut files, &mut warnings);
        let before = files.len();
        files.retain(|file| {
            let fault = if file.men.count() <= sample::MOST_MEN { sample::fault(&trial, file) } else { None };
            let sound = fault.is_none();
            warnings.extend(fault.map(|reason| Warning::Damaged { path: file.path.clone(), reason }));
            sound
        });
        // Without the damaged files. A capture that leads to one of them then finds no table, which is cheap.
        let tables = if files.len() == before { trial } else { add(&mut files, &mut warnings) };
        let count = |metric| files.iter().filter(|file| file.metric == metric).count();
        Ok(Syzygy {
            wdl_tables: count(Metric::Wdl),
            dtz_tables: count(Metric::Dtz),
            tables,
            warnings,
            faults: Mutex::default(),
            any_distrusted: AtomicBool::new(false),
            distrusted: RwLock::default(),
        })
    }

    /// The number of WDL tables (win, draw, loss) in use.
    #[must_use]
    pub fn wdl_tables(&self) -> usize {
        self.wdl_tables
    }

    /// The number of DTZ tables (distances) in use. Only with these does the ranking at the root guarantee progress.
    #[must_use]
    pub fn dtz_tables(&self) -> usize {
        self.dtz_tables
    }

    /// The folders and files that were missing or damaged when the tables were opened.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Damage found since the tables were opened, oldest first.
    #[must_use]
    pub fn faults(&self) -> Vec<Fault> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn wdl(&self, position: &Chess) -> Option<Wdl> {
        self.ask(Metric::Wdl, position, || self.tables.probe_wdl_after_zeroing(position))
    }

    /// The distance to zeroing in plies, and whether it is rounded, for the side to move.
    fn distance(&self, position: &Chess) -> Option<(i32, bool)> {
        let answer = self.ask(Metric::Dtz, position, || self.tables.probe_dtz(position))?;
        let rounded = matches!(answer, MaybeRounded::Rounded(_));
        Some((answer.ignore_rounding().0, rounded))
    }

    fn ask<T>(
        &self,
        metric: Metric,
        position: &Chess,
        probe: impl FnOnce() -> Result<T, ReadError>,
    ) -> Option<T> {
        if self.any_distrusted.load(Relaxed) && self.is_distrusted(metric, position) {
            return None;
        }
        let reason = match guarded(probe) {
            Ok(Ok(answer)) => return Some(answer),
            Ok(Err(ReadError::ProbeFailed { error, .. })) => reason(&error),
            // Too many pieces, or a missing table, is not a fault.
            Ok(Err(_)) => return None,
            Err(panic) => panic,
        };
        self.distrust(metric, position, reason);
        None
    }

    fn is_distrusted(&self, metric: Metric, position: &Chess) -> bool {
        let distrusted = self.distrusted.read().unwrap_or_else(PoisonError::into_inner);
        distrusted.contains(&(metric, Material::from_board(position.board())))
    }

    fn distrust(&self, metric: Metric, position: &Chess, reason: String) {
        let material = Material::from_board(position.board());
        let name = material.to_string();
        let is_new =
            self.distrusted.write().unwrap_or_else(PoisonError::into_inner).insert((metric, material));
        self.any_distrusted.store(true, Relaxed);
        if is_new {
            let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
            faults.push(Fault { material: name, reason });
        }
    }

    /// The effect of each legal move by `effect_of`; `None` if one of them is unknown.
    fn effects(
        board: &Board,
        effect_of: impl Fn(&Chess, bool) -> Option<Effect>,
    ) -> Option<Vec<(Move, Effect)>> {
        let mut moves = Vec::new();
        board.generate_moves(|batch| {
            moves.extend(batch);
            false
        });
        let effect = |mv: Move| {
            let mut after = board.clone();
            after.play_unchecked(mv);
            let is_over = !after.generate_moves(|_| true);
            if is_over {
                return Some(if after.checkers().is_empty() { Effect::Draw } else { Effect::Mate });
            }
            effect_of(&convert::position(&after)?, after.halfmove_clock() == 0)
        };
        moves.into_iter().map(|mv| Some((mv, effect(mv)?))).collect()
    }

    /// The effect of a move by the distance of the position after it; `shortest` is that of the root.
    fn measured(&self, after: &Chess, zeroing: bool, shortest: i32) -> Option<Effect> {
        if zeroing {
            return Some(Effect::Zeroing(value(-self.wdl(after)?)));
        }
        let (distance, rounded) = self.distance(after)?;
        Some(match -distance {
            0 => Effect::Draw,
            // The move itself adds a ply.
            distance => Effect::Quiet { distance: distance + distance.signum(), rounded }.at_least(shortest),
        })
    }

    /// The effect of a move by the value of the position after it.
    fn unmeasured(&self, after: &Chess) -> Option<Effect> {
        Some(Effect::Unmeasured(value(-self.wdl(after)?)))
    }
}

impl argali_search::Tablebase for Syzygy {
    fn max_pieces(&self) -> u32 {
        self.tables.max_pieces() as u32
    }

    fn probe(&self, board: &Board) -> Option<TablebaseValue> {
        self.wdl(&convert::position(board)?).map(value)
    }

    /// Ranks by distance if there are DTZ tables, otherwise by value alone.
    fn rank_root(&self, board: &Board, fifty_move_rule: bool, repeated: bool) -> Option<Vec<RootRank>> {
        let root = convert::position(board)?;
        let expected = self.wdl(&root)?;
        let shortest = self.distance(&root).map_or(0, |(distance, _)| distance);
        let effects = Syzygy::effects(board, |after, zeroing| self.measured(after, zeroing, shortest))
            .or_else(|| Syzygy::effects(board, |after, _| self.unmeasured(after)))?;
        // The value of a root equals the value of its best move. If the tables disagree, one of them is damaged in a way that the
        // reader cannot detect.
        let best = effects.iter().map(|(_, effect)| effect.sign()).max()?;
        if best != expected.signum() {
            let reason = format!("the best move leads to {best}, the position itself is {expected:?}");
            self.distrust(Metric::Wdl, &root, reason);
            return None;
        }
        let at = Circumstances { clock: i32::from(board.halfmove_clock()), fifty_move_rule, repeated };
        Some(effects.into_iter().map(|(mv, effect)| rank(mv, effect, at)).collect())
    }
}

impl fmt::Debug for Syzygy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Syzygy")
            .field("wdl_tables", &self.wdl_tables)
            .field("dtz_tables", &self.dtz_tables)
            .field("max_pieces", &self.tables.max_pieces())
            .field("warnings", &self.warnings)
            .finish_non_exhaustive()
    }
}

/// Collects these files. Files that cannot be added give a warning and are removed from `files`.
fn add(files: &mut Vec<TableFile>, warnings: &mut Vec<Warning>) -> Tablebase<Chess> {
    let mut tables = Tablebase::with_filesystem(Arc::new(CachedFilesystem::new()));
    files.retain(|file| match tables.add_file(&file.path) {
        Ok(()) => true,
        Err(error) => {
            warnings.push(Warning::File { path: file.path.clone(), error });
            false
        }
    });
    tables
}

fn value(wdl: Wdl) -> TablebaseValue {
    match wdl {
        Wdl::Loss => TablebaseValue::Loss,
        Wdl::BlessedLoss => TablebaseValue::BlessedLoss,
        Wdl::Draw => TablebaseValue::Draw,
        Wdl::CursedWin => TablebaseValue::CursedWin,
        Wdl::Win => TablebaseValue::Win,
    }
}
