//! Inputs that resemble those of a corpus.

use std::ops::Range;

/// Marsaglia's xorshift generator.
pub struct Random(u64);

impl Random {
    /// Every seed gives another sequence.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// A part of something of this length, often short.
    fn part(&mut self, length: usize) -> Range<usize> {
        let start = self.below(length + 1);
        let longest = if self.below(2) == 0 { 8 } else { length };
        start..(start + self.below(longest.min(length - start) + 1))
    }
}

/// What readers of numbers stumble over.
const NUMBERS: [&str; 8] =
    ["0", "-1", "1", "65536", "2147483648", "-9223372036854775808", "18446744073709551616", "1e400"];

/// The largest input that is made, in bytes.
const LONGEST: usize = 4096;

/// Makes inputs from a corpus.
pub struct Mutator {
    random: Random,
    corpus: Vec<Vec<u8>>,
    /// What stands between blanks in the corpus: the dictionary.
    words: Vec<Vec<u8>>,
}

impl Mutator {
    /// The corpus must not be empty.
    pub fn new(corpus: Vec<Vec<u8>>, seed: u64) -> Mutator {
        let is_blank = |byte: &u8| byte.is_ascii_whitespace();
        let mut words: Vec<Vec<u8>> =
            corpus.iter().flat_map(|input| input.split(is_blank)).map(<[u8]>::to_vec).collect();
        words.extend(NUMBERS.map(|number| number.as_bytes().to_vec()));
        words.sort_unstable();
        words.dedup();
        Mutator { random: Random::new(seed), corpus, words }
    }

    /// An input of the corpus, changed in one to eight places.
    pub fn next(&mut self) -> Vec<u8> {
        let mut input = self.random.pick(&self.corpus).clone();
        for _ in 0..=self.random.below(8) {
            self.change(&mut input);
        }
        input.truncate(LONGEST);
        input
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        let random = &mut self.random;
        let part = random.part(input.len());
        match random.below(8) {
            0 => {
                if let Some(byte) = input.get_mut(part.start) {
                    *byte ^= 1 << random.below(8);
                }
            }
            1 => {
                if let Some(byte) = input.get_mut(part.start) {
                    *byte = *random.pick(&[0, 1, 0x7F, 0x80, 0xFF, b' ', b'\n', b'-', b'/', b'8']);
                }
            }
            2 => drop(input.drain(part)),
            3 => {
                let copy = input[part].to_vec();
                let at = random.below(input.len() + 1);
                input.splice(at..at, copy);
            }
            4 => {
                let noise: Vec<u8> = part.map(|_| random.below(256) as u8).take(16).collect();
                let at = random.below(input.len() + 1);
                input.splice(at..at, noise);
            }
            5 => {
                let other = random.pick(&self.corpus);
                let copy = other[random.part(other.len())].to_vec();
                input.splice(part, copy);
            }
            _ => {
                // A word for a word.
                let start =
                    input[..part.start].iter().rposition(u8::is_ascii_whitespace).map_or(0, |at| at + 1);
                let rest = input[start..].iter().position(u8::is_ascii_whitespace);
                let end = rest.map_or(input.len(), |length| start + length);
                input.splice(start..end, random.pick(&self.words).iter().copied());
            }
        }
    }
}
