//! The positions that are searched.

use argali_search::Position;

/// All positions of the bench suite in order, named by their number from 1.
///
/// # Panics
/// If the suite contains an invalid position, which its tests exclude.
#[must_use]
pub fn all() -> Vec<(String, Position)> {
    let named = |(index, fen): (usize, &&str)| {
        let board = fen.parse().expect("the suite holds legal positions");
        (format!("{:02}", index + 1), Position::new(board))
    };
    argali_suite::BENCH.iter().enumerate().map(named).collect()
}

/// At most `count` positions of the bench suite, spread evenly over it, so that openings, middlegames and endgames are among them.
#[must_use]
pub fn spread(count: usize) -> Vec<(String, Position)> {
    let all = all();
    let total = all.len();
    let count = count.clamp(1, total);
    let chosen = |index: usize| (index * count).div_ceil(total) * total / count == index;
    all.into_iter().enumerate().filter(|&(index, _)| chosen(index)).map(|(_, named)| named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_positions_as_asked_for() {
        let total = all().len();
        for count in 1..=total {
            assert_eq!(spread(count).len(), count);
        }
        assert_eq!(spread(total + 5).len(), total);
    }
}
