//! The network file, the errors of invalid files, and the meaning of the parameters.

#[path = "common/network.rs"]
mod random;

use argali_eval::features::{self, INPUTS};
use argali_eval::{Kernel, KernelError, MAX_EVALUATION, Network, NetworkError, Parameters, Shape};
use cozy_chess::{Board, Color};
use proptest::prelude::*;
use random::random_network;

const HEADER: usize = 32;

fn file() -> Vec<u8> {
    random_network(32, 2, 9).to_bytes()
}

fn error(bytes: &[u8]) -> NetworkError {
    Network::from_bytes(bytes).expect_err("a bad file")
}

/// The file with one word of its header replaced.
fn with_word(at: usize, word: u32) -> Vec<u8> {
    let mut file = file();
    file[at..at + 4].copy_from_slice(&word.to_le_bytes());
    file
}

#[test]
fn files_are_read_back() {
    for (hidden, buckets) in [(32, 1), (64, 2), (128, 8), (416, 4), (1024, 1)] {
        let network = random_network(hidden, buckets, 21);
        let bytes = network.to_bytes();
        let same = Network::from_bytes(&bytes).expect("its own file");
        assert_eq!(same.shape(), network.shape());
        assert_eq!(same.parameters(), network.parameters());
        assert_eq!(same.checksum(), network.checksum());
        assert_eq!(same.to_bytes(), bytes);
        assert_eq!(bytes.len(), HEADER + 2 * (INPUTS + 1) * hidden + buckets * (4 * hidden + 4));
    }
}

#[test]
fn each_flaw_has_its_error() {
    let good = file();
    assert_eq!(error(&[]), NetworkError::Header { found: 0 });
    assert_eq!(error(&good[..31]), NetworkError::Header { found: 31 });
    let mut other = good.clone();
    other[..8].copy_from_slice(b"NNUE\0\xff..");
    assert!(error(&other).to_string().contains(r#"starts with "NNUE\x00\xff..""#), "{}", error(&other));
    assert_eq!(error(&with_word(8, 2)), NetworkError::Version { found: 2 });
    assert_eq!(error(&with_word(12, 40960)), NetworkError::Inputs { found: 40960 });
    for hidden in [0, 16, 33, 1056, u32::MAX] {
        assert_eq!(error(&with_word(16, hidden)), NetworkError::Hidden { found: hidden.into() });
    }
    for buckets in [0, 3, 16, u32::MAX] {
        assert_eq!(error(&with_word(20, buckets)), NetworkError::Buckets { found: buckets.into() });
    }
    let expected = good.len();
    assert_eq!(error(&good[..expected - 1]), NetworkError::Length { found: expected - 1, expected });
    assert_eq!(error(&[&good[..], &[0]].concat()), NetworkError::Length { found: expected + 1, expected });
    assert!(matches!(error(&with_word(24, 0)), NetworkError::Checksum { .. }));
    let mut damaged = good;
    *damaged.last_mut().expect("not empty") ^= 1;
    assert!(matches!(error(&damaged), NetworkError::Checksum { .. }));
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(
        bytes in proptest::collection::vec(any::<u8>(), 0..200),
        flip in any::<prop::sample::Index>(),
        bit in 0..8u8,
    ) {
        prop_assert!(Network::from_bytes(&bytes).is_err());
        let mut file = file();
        let at = flip.index(file.len());
        file[at] ^= 1u8 << bit;
        prop_assert!(Network::from_bytes(&file).is_err(), "bit {} of byte {}", bit, at);
    }
}

#[test]
fn parameters_must_fit_the_shape() {
    let shape = Shape::new(32, 1).expect("a shape");
    let good = || random_network(32, 1, 1).parameters();
    type Spoil = fn(&mut Parameters);
    let spoilt: [(Spoil, &str); 4] = [
        (|p| p.feature_weights.truncate(5), "feature weights"),
        (|p| p.feature_biases.push(0), "feature biases"),
        (|p| p.output_weights.clear(), "output weights"),
        (|p| p.output_biases.push(1), "output biases"),
    ];
    for (spoil, name) in spoilt {
        let mut parameters = good();
        spoil(&mut parameters);
        match Network::from_quantised(shape, parameters) {
            Err(NetworkError::Count { what, .. }) => assert_eq!(what, name),
            other => panic!("{other:?}"),
        }
    }
    for weight in [-129, 129, i16::MIN, i16::MAX] {
        let mut parameters = good();
        parameters.output_weights[17] = weight;
        let error = Network::from_quantised(shape, parameters).expect_err("too large");
        assert_eq!(error, NetworkError::OutputWeight { index: 17, found: weight });
    }
}

/// The definition of the network in floating point.
fn in_floating_point(network: &Network, board: &Board) -> f64 {
    let Parameters { feature_weights, feature_biases, output_weights, output_biases } = network.parameters();
    let hidden = network.shape().hidden();
    let activations = |perspective: Color| -> Vec<f64> {
        let mut values: Vec<f64> = feature_biases.iter().map(|&bias| f64::from(bias) / 255.0).collect();
        features::active(board, perspective, |input| {
            for (value, &weight) in values.iter_mut().zip(&feature_weights[input * hidden..]) {
                *value += f64::from(weight) / 255.0;
            }
        });
        values.into_iter().map(|value| value.clamp(0.0, 1.0).powi(2)).collect()
    };
    let us = board.side_to_move();
    let bucket = features::bucket(board.occupied().len() as usize, network.shape().buckets());
    let neurons = activations(us).into_iter().chain(activations(!us));
    let weights = &output_weights[bucket * 2 * hidden..];
    let sum: f64 = neurons.zip(weights).map(|(neuron, &weight)| neuron * f64::from(weight) / 64.0).sum();
    400.0 * (sum + f64::from(output_biases[bucket]) / (255.0 * 64.0))
}

#[test]
fn integers_mean_what_the_floats_say() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/8/8/5k2/8/8/2K5/8 b - - 0 1",
    ] {
        let board: Board = fen.parse().expect("legal FEN");
        for buckets in [1, 8] {
            let network = random_network(64, buckets, 4);
            let float = in_floating_point(&network, &board);
            let integer = network.output_once(&board);
            assert!((float - f64::from(integer)).abs() <= 1.0, "{integer} is not {float} in {fen}");
        }
    }
}

#[test]
fn evaluations_are_clamped() {
    let shape = Shape::new(1024, 1).expect("a shape");
    for sign in [1, -1] {
        let network = Network::from_quantised(
            shape,
            Parameters {
                feature_weights: vec![255; INPUTS * 1024],
                feature_biases: vec![255; 1024],
                output_weights: vec![128 * sign; 2048],
                output_biases: vec![i32::MAX * i32::from(sign)],
            },
        )
        .expect("it fits");
        assert_eq!(network.evaluate_once(&Board::default()), MAX_EVALUATION * i32::from(sign));
    }
}

#[test]
fn kernels_are_chosen_and_refused() {
    let network = random_network(32, 1, 1);
    assert_eq!(network.kernel(), Kernel::best());
    for kernel in Kernel::ALL {
        match network.clone().with_kernel(kernel) {
            Ok(network) => assert_eq!(network.kernel(), kernel),
            Err(error) => {
                assert!(!kernel.is_available());
                assert_eq!(error, KernelError::Unavailable { kernel });
                assert!(error.to_string().contains("scalar"), "{error}");
            }
        }
    }
}
