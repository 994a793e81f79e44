//! The network file.
//!
//! Everything is little-endian:
//!
//! | bytes | content |
//! |---|---|
//! | 0 to 7 | `ARGALINN` |
//! | 8 to 11 | version: 1 |
//! | 12 to 15 | inputs a side: 768 |
//! | 16 to 19 | hidden neurons a side |
//! | 20 to 23 | output buckets |
//! | 24 to 31 | FNV-1a, 64 bits, of bytes 8 to 23 and 32 to the end |
//! | then | feature weights, `i16`, input by input |
//! | then | feature biases, `i16` |
//! | then | output weights, `i16`, bucket by bucket: side to move, other side |
//! | then | output biases, `i32` |
//!
//! The version fixes what the numbers mean: the features of `features.rs`, squared clipped ReLU, the quantisation of
//! `network.rs`. No byte may follow.

use std::fmt;

use crate::features::INPUTS;
use crate::forward::OUTPUT_WEIGHT_LIMIT;
use crate::network::{HIDDEN_STEP, MAX_HIDDEN, Parameters, Shape};

const MAGIC: [u8; 8] = *b"ARGALINN";
const VERSION: u32 = 1;
const HEADER: usize = 32;

/// What is wrong with a network file, or with the parameters of a network.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum NetworkError {
    /// The file ends inside its header.
    Header {
        /// Bytes in the file.
        found: usize,
    },
    /// It is not a network file.
    Magic {
        /// Its first bytes.
        found: [u8; 8],
    },
    /// The file has another version of the format.
    Version {
        /// The file's version.
        found: u32,
    },
    /// The file has inputs that this program does not support.
    Inputs {
        /// The file's number of inputs.
        found: u32,
    },
    /// The hidden layer's size is not supported.
    Hidden {
        /// The requested size.
        found: u64,
    },
    /// The number of output buckets is not supported.
    Buckets {
        /// The requested number.
        found: u64,
    },
    /// The file is truncated, or has extra bytes after the network.
    Length {
        /// Bytes in the file.
        found: usize,
        /// Bytes that the header implies.
        expected: usize,
    },
    /// The file is damaged.
    Checksum {
        /// The checksum in the header.
        stored: u64,
        /// The checksum of the content.
        computed: u64,
    },
    /// Too few or too many parameters for the shape.
    Count {
        /// Which parameters.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there must be.
        expected: usize,
    },
    /// An output weight is too large for 16-bit arithmetic.
    OutputWeight {
        /// Its index among the output weights.
        index: usize,
        /// Its value.
        found: i16,
    },
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header { found } => {
                write!(f, "a network file has at least {HEADER} bytes, this one has {found}")
            }
            Self::Magic { found } => {
                let (found, magic) = (found.escape_ascii(), MAGIC.escape_ascii());
                write!(f, "not a network file: it starts with \"{found}\" instead of \"{magic}\"")
            }
            Self::Version { found } => {
                write!(f, "network file version {found} is not supported, only {VERSION}")
            }
            Self::Inputs { found } => write!(f, "a network has {INPUTS} inputs a side, this one has {found}"),
            Self::Hidden { found } => {
                write!(
                    f,
                    "hidden size {found} is not a multiple of {HIDDEN_STEP} from {HIDDEN_STEP} to {MAX_HIDDEN}"
                )
            }
            Self::Buckets { found } => write!(f, "{found} output buckets, only 1, 2, 4 or 8 are possible"),
            Self::Length { found, expected } => {
                write!(f, "a network of this shape has {expected} bytes, the file has {found}")
            }
            Self::Checksum { stored, computed } => write!(
                f,
                "the network file is damaged: its checksum is {computed:016x}, the header says {stored:016x}"
            ),
            Self::Count { what, found, expected } => {
                write!(f, "{found} {what} do not fit the network's shape, which has {expected}")
            }
            Self::OutputWeight { index, found } => {
                write!(f, "output weight {index} is {found}, beyond {OUTPUT_WEIGHT_LIMIT} in absolute value")
            }
        }
    }
}

impl std::error::Error for NetworkError {}

/// Reads a network file.
pub(crate) fn read(bytes: &[u8]) -> Result<(Shape, Parameters), NetworkError> {
    let Some((header, body)) = bytes.split_first_chunk::<HEADER>() else {
        return Err(NetworkError::Header { found: bytes.len() });
    };
    let word = |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
    let found: [u8; 8] = std::array::from_fn(|at| header[at]);
    if found != MAGIC {
        return Err(NetworkError::Magic { found });
    }
    if word(8) != VERSION {
        return Err(NetworkError::Version { found: word(8) });
    }
    if word(12) as usize != INPUTS {
        return Err(NetworkError::Inputs { found: word(12) });
    }
    let shape = Shape::new(word(16) as usize, word(20) as usize)?;
    let counts = Counts::of(shape);
    if bytes.len() != HEADER + counts.bytes() {
        return Err(NetworkError::Length { found: bytes.len(), expected: HEADER + counts.bytes() });
    }
    let stored = u64::from(word(24)) | u64::from(word(28)) << 32;
    let computed = fnv1a(fnv1a(FNV_START, &header[8..24]), body);
    if stored != computed {
        return Err(NetworkError::Checksum { stored, computed });
    }

    let (words, longs) = body.split_at(2 * counts.words());
    let words = |at: usize, count: usize| -> Vec<i16> {
        words[2 * at..][..2 * count].as_chunks().0.iter().map(|&pair| i16::from_le_bytes(pair)).collect()
    };
    let Counts { feature_weights, feature_biases, output_weights, .. } = counts;
    let parameters = Parameters {
        feature_weights: words(0, feature_weights),
        feature_biases: words(feature_weights, feature_biases),
        output_weights: words(feature_weights + feature_biases, output_weights),
        output_biases: longs.as_chunks().0.iter().map(|&four| i32::from_le_bytes(four)).collect(),
    };
    Ok((shape, parameters))
}

/// Writes a network file. The parameters must fit the shape.
pub(crate) fn write(shape: Shape, parameters: &Parameters) -> Vec<u8> {
    let mut file = Vec::with_capacity(HEADER + Counts::of(shape).bytes());
    file.extend(MAGIC);
    for word in [VERSION, INPUTS as u32, shape.hidden() as u32, shape.buckets() as u32] {
        file.extend(word.to_le_bytes());
    }
    file.extend([0; 8]);
    let Parameters { feature_weights, feature_biases, output_weights, output_biases } = parameters;
    for words in [feature_weights, feature_biases, output_weights] {
        file.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    }
    file.extend(output_biases.iter().flat_map(|long| long.to_le_bytes()));
    let checksum = fnv1a(fnv1a(FNV_START, &file[8..24]), &file[HEADER..]);
    file[24..32].copy_from_slice(&checksum.to_le_bytes());
    file
}

/// The checksum that a file of these parameters has.
pub(crate) fn checksum(shape: Shape, parameters: &Parameters) -> u64 {
    let file = write(shape, parameters);
    fnv1a(fnv1a(FNV_START, &file[8..24]), &file[HEADER..])
}

/// How many numbers of each kind a network has.
struct Counts {
    feature_weights: usize,
    feature_biases: usize,
    output_weights: usize,
    output_biases: usize,
}

impl Counts {
    fn of(shape: Shape) -> Self {
        let (hidden, buckets) = (shape.hidden(), shape.buckets());
        Self {
            feature_weights: INPUTS * hidden,
            feature_biases: hidden,
            output_weights: 2 * hidden * buckets,
            output_biases: buckets,
        }
    }

    /// Two-byte numbers.
    fn words(&self) -> usize {
        self.feature_weights + self.feature_biases + self.output_weights
    }

    fn bytes(&self) -> usize {
        2 * self.words() + 4 * self.output_biases
    }
}

const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;

/// The hash of Fowler, Noll and Vo (<http://www.isthe.com/chongo/tech/comp/fnv/>), variant 1a, continued from `hash`.
fn fnv1a(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_fnv1a() {
        // Test vectors of the authors.
        assert_eq!(fnv1a(FNV_START, b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(FNV_START, b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(FNV_START, b"foobar"), 0x8594_4171_f739_67e8);
    }
}
