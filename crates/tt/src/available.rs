//! How much memory is available, on systems that promise more than they have.
//!
//! Linux overcommits: it reserves addresses freely, provides memory on first use, and kills a process if there is none. By
//! default it refuses a request only if that exceeds all memory and swap of the machine, however much of it is in use.
//! So the size of a table is checked before the request, against two limits: the memory that is free or can be freed at
//! once (`MemAvailable`) plus the free swap, and the memory limit of the control group (a container, a batch job). A
//! table beyond either would sooner or later get the process killed. What other processes will use later cannot be known.
//! If the limits cannot be read, nothing is refused.
//!
//! Other systems reserve what they promise (Windows) or grow their swap (macOS). There the allocation itself fails.

/// The bytes that are available once this process has freed `released` bytes; `None` if that is unknown, or if the allocation itself
/// will fail.
#[cfg(not(target_os = "linux"))]
pub(crate) fn available(_released: u64) -> Option<u64> {
    None
}

#[cfg(target_os = "linux")]
pub(crate) use linux::available;

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::read_to_string;
    use std::path::Path;

    /// The bytes that are available once this process has freed `released` bytes; `None` if the system does not say.
    pub(crate) fn available(released: u64) -> Option<u64> {
        let free = free(&read_to_string("/proc/meminfo").ok()?)?;
        let groups = read_to_string("/proc/self/cgroup").unwrap_or_default();
        let limit = limit(&groups, |file| read_to_string(file).ok()).unwrap_or(u64::MAX);
        Some(free.saturating_add(released).min(limit))
    }

    /// Free memory and swap in bytes, from the text of `/proc/meminfo`: lines as `MemAvailable:   24339440 kB`.
    pub(super) fn free(meminfo: &str) -> Option<u64> {
        let bytes = |name: &str| {
            let line = meminfo.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
            line.trim().strip_suffix("kB")?.trim_end().parse::<u64>().ok()?.checked_mul(1024)
        };
        bytes("MemAvailable")?.checked_add(bytes("SwapFree").unwrap_or(0))
    }

    /// The tightest memory limit in bytes of the control groups named by the text of `/proc/self/cgroup`, and of all
    /// groups around them: lines as `0::/user.slice` (version 2) or `4:memory:/batch/job` (version 1).
    pub(super) fn limit(groups: &str, read: impl Fn(&Path) -> Option<String>) -> Option<u64> {
        let files = groups.lines().filter_map(|line| {
            let mut fields = line.splitn(3, ':').skip(1);
            let (controllers, group) = (fields.next()?, fields.next()?.trim_start_matches('/'));
            if controllers.is_empty() {
                Some((Path::new("/sys/fs/cgroup"), group, "memory.max"))
            } else if controllers.split(',').any(|name| name == "memory") {
                Some((Path::new("/sys/fs/cgroup/memory"), group, "memory.limit_in_bytes"))
            } else {
                None
            }
        });
        // A group without a limit says "max" (version 2), or a number beyond any memory (version 1).
        let number = |text: String| text.trim().parse::<u64>().ok();
        files
            .flat_map(|(root, group, file)| {
                Path::new(group).ancestors().map(move |group| root.join(group).join(file))
            })
            .filter_map(|file| read(&file).and_then(number))
            .min()
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::linux::{available, free, limit};
    use std::path::Path;

    const MEMINFO: &str = "MemTotal:       24684092 kB\nMemFree:        23673580 kB\nMemAvailable:   24339440 kB\n\
                           SwapCached:            0 kB\nSwapTotal:          2000 kB\nSwapFree:           1000 kB\n";

    #[test]
    fn free_memory_and_swap_are_read() {
        assert_eq!(free(MEMINFO), Some(24_340_440 * 1024));
        assert_eq!(free("MemAvailable:   8 kB\n"), Some(8192));
    }

    #[test]
    fn what_is_no_meminfo_says_nothing() {
        for text in [
            "",
            "MemAvailable: 8",
            "MemAvailable: x kB",
            "MemAvailable: 99999999999999999999 kB",
            "SwapFree: 1 kB",
        ] {
            assert_eq!(free(text), None, "{text:?}");
        }
    }

    #[test]
    fn the_tightest_group_around_counts() {
        let read = |file: &Path| {
            let text = match file.to_str()? {
                "/sys/fs/cgroup/a/b/memory.max" => "max\n",
                "/sys/fs/cgroup/a/memory.max" => "1000\n",
                "/sys/fs/cgroup/memory/memory.limit_in_bytes" => "700\n",
                "/sys/fs/cgroup/memory/job/memory.limit_in_bytes" => "9223372036854771712\n",
                _ => return None,
            };
            Some(text.to_owned())
        };
        assert_eq!(limit("0::/a/b\n", read), Some(1000));
        assert_eq!(limit("9:cpuset:/x\n4:cpu,memory:/job\n0::/\n", read), Some(700));
        assert_eq!(limit("0::/\n", read), None);
        assert_eq!(limit("", read), None);
        assert_eq!(limit("nonsense", read), None);
    }

    #[test]
    fn released_memory_counts() {
        let nothing_released = available(0).expect("a Linux with /proc");
        assert!(nothing_released > 0);
        assert!(available(1 << 50).expect("a Linux with /proc") > nothing_released);
    }
}
