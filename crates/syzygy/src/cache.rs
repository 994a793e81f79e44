//! Table files with a page cache of limited size.
//!
//! A probe makes about six reads of a few bytes each, and opening a table makes thousands. Without a cache each would be a system call.
//! Memory maps, the usual solution, need `unsafe` and end the process if a disk fails. A page is read once and never changes, so a
//! lookup takes no lock.

use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

/// Bytes in a page.
const PAGE: usize = 1 << 14;

/// The largest size of the cache over all files, in bytes: more than the size of all tables of up to four pieces.
const KEPT: usize = 64 << 20;

/// The largest file that is cached. Its page directory takes 1/700 of the file's size.
const LARGEST: u64 = 1 << 32;

/// Files of the operating system, with a cache.
pub(crate) struct CachedFilesystem {
    system: OsFilesystem,
    budget: Arc<Budget>,
}

impl CachedFilesystem {
    pub fn new() -> CachedFilesystem {
        CachedFilesystem::keeping(KEPT)
    }

    fn keeping(bytes: usize) -> CachedFilesystem {
        CachedFilesystem { system: OsFilesystem::new(), budget: Arc::new(Budget(AtomicUsize::new(bytes))) }
    }
}

impl Filesystem for CachedFilesystem {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        self.system.regular_file_size(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        self.system.read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let size = self.system.regular_file_size(path)?;
        let file = self.system.open(path)?;
        if size > LARGEST {
            return Ok(file);
        }
        let pages = (0..size.div_ceil(PAGE as u64)).map(|_| OnceLock::new()).collect();
        Ok(Box::new(CachedFile { file, pages, budget: Arc::clone(&self.budget) }))
    }
}

/// Bytes that may still be cached.
struct Budget(AtomicUsize);

impl Budget {
    fn take(&self, bytes: usize) -> bool {
        self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(bytes)).is_ok()
    }
}

struct CachedFile {
    file: Box<dyn RandomAccessFile>,
    pages: Box<[OnceLock<Box<[u8]>>]>,
    budget: Arc<Budget>,
}

impl CachedFile {
    /// Reads the page. It is short only at the end of the file.
    fn read_page(&self, index: usize, hint: ReadHint) -> io::Result<Box<[u8]>> {
        let mut page = vec![0; PAGE];
        let start = (index * PAGE) as u64;
        let mut filled = 0;
        while filled < PAGE {
            match self.file.read_at(&mut page[filled..], start + filled as u64, hint) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        page.truncate(filled);
        Ok(page.into_boxed_slice())
    }
}

impl RandomAccessFile for CachedFile {
    fn read_at(&self, buf: &mut [u8], offset: u64, hint: ReadHint) -> io::Result<usize> {
        let index = usize::try_from(offset / PAGE as u64).map_err(|_| io::ErrorKind::UnexpectedEof)?;
        let Some(slot) = self.pages.get(index) else { return Ok(0) };
        let page = match slot.get() {
            Some(page) => page,
            None if self.budget.take(PAGE) => {
                let page = self.read_page(index, hint)?;
                // If another thread was quicker, its page is the same.
                slot.get_or_init(|| page)
            }
            None => return self.file.read_at(buf, offset, hint),
        };
        let available = page.get((offset % PAGE as u64) as usize..).unwrap_or_default();
        let count = available.len().min(buf.len());
        buf[..count].copy_from_slice(&available[..count]);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn file_of(bytes: &[u8], name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("argali-syzygy-{}-{name}", std::process::id()));
        fs::write(&path, bytes).unwrap();
        path
    }

    #[test]
    fn reads_are_those_of_the_file_whatever_is_kept() {
        let bytes: Vec<u8> = (0..3 * PAGE + 100).map(|index| (index * 7 / 3) as u8).collect();
        let path = file_of(&bytes, "reads");
        for kept in [0, PAGE, 2 * PAGE, KEPT] {
            let file = CachedFilesystem::keeping(kept).open(&path).unwrap();
            for offset in [0, 1, PAGE - 1, PAGE, 2 * PAGE - 50, 3 * PAGE + 90] {
                for length in [0, 1, 2, 10, PAGE] {
                    let mut buf = vec![0; length];
                    let result = file.read_exact_at(&mut buf, offset as u64, ReadHint::Data);
                    match bytes.get(offset..offset + length) {
                        Some(expected) => {
                            result.unwrap();
                            assert_eq!(buf, expected, "{kept} {offset} {length}");
                        }
                        None => assert_eq!(result.unwrap_err().kind(), io::ErrorKind::UnexpectedEof),
                    }
                }
            }
        }
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn no_more_is_kept_than_the_budget_allows() {
        let path = file_of(&vec![1; 4 * PAGE], "budget");
        let filesystem = CachedFilesystem::keeping(2 * PAGE + 1);
        let file = filesystem.open(&path).unwrap();
        let mut buf = vec![0; 4 * PAGE];
        file.read_exact_at(&mut buf, 0, ReadHint::Data).unwrap();
        assert_eq!(filesystem.budget.0.load(Relaxed), 1);
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn offsets_beyond_the_end_and_missing_files_are_errors() {
        let path = file_of(&[1, 2, 3], "beyond");
        let filesystem = CachedFilesystem::new();
        let file = filesystem.open(&path).unwrap();
        let mut buf = [0];
        for offset in [3, PAGE as u64, u64::MAX] {
            let error = file.read_exact_at(&mut buf, offset, ReadHint::Data).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof, "{offset}");
        }
        fs::remove_file(&path).unwrap();
        assert!(filesystem.open(&path).is_err());
    }
}
