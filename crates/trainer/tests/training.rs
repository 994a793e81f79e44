//! The trainer computes correct gradients, and learns.

mod common;

use argali_eval::Shape;
use argali_trainer::adam::AdamConstants;
use argali_trainer::checkpoint::{Checkpoint, CheckpointError};
use argali_trainer::dataset::write_samples;
use argali_trainer::gradient::{Objective, Scratch};
use argali_trainer::model::Model;
use argali_trainer::quantise::{Difference, dequantise, quantise};
use argali_trainer::sample::sample;
use argali_trainer::seed;
use argali_trainer::shards::Shards;
use argali_trainer::train::{Settings, TrainError, Trainer};
use common::{random_game, samples};
use proptest::prelude::*;
use std::path::PathBuf;

fn settings(threads: usize) -> Settings {
    Settings {
        shape: Shape::new(32, 2).unwrap(),
        epochs: 6,
        batch: 128,
        rate: 4e-3,
        last_rate: 1e-4,
        warm_up: 0,
        scale: 400.0,
        wdl: 0.25,
        last_wdl: 0.25,
        later: None,
        adam: AdamConstants::default(),
        threads,
        seed: 5,
    }
}

/// A path for a test's file in cargo's folder for tests.
fn temporary(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Each parameter's derivative equals the difference quotient of the loss.
    #[test]
    fn the_gradient_is_that_of_the_loss(seed: u64) {
        let shape = Shape::new(32, 2).unwrap();
        let mut random = seed::stream(seed, &[]);
        let mut model = Model::random(shape, &mut random);
        // Larger weights reach the upper end of the rectifier as well as its lower one.
        model.values_mut().iter_mut().for_each(|value| *value *= 2.5);
        let batch = samples(6, seed);
        let objective = Objective { wdl: 0.3, scale: 300.0 };
        let mut scratch = Scratch::new(shape);
        let mut gradient = vec![0.0; model.values().len()];
        let _ = model.learn(&batch, objective, &mut scratch, &mut gradient);
        let mut loss = |model: &Model| model.loss(&batch, objective, &mut scratch);
        // The largest derivatives of each part, because rounding errors hide the small ones.
        let layout = model.layout().clone();
        let parts =
            [layout.feature_weights, layout.feature_biases, layout.output_weights, layout.output_biases];
        for part in parts {
            let mut indices: Vec<usize> = part.collect();
            indices.sort_by(|&one, &other| gradient[other].abs().total_cmp(&gradient[one].abs()));
            for &index in indices.iter().take(8) {
                let step = 1e-3;
                let value = model.values()[index];
                let mut loss_at = |value| {
                    model.values_mut()[index] = value;
                    loss(&model)
                };
                let (below, here, above) = (loss_at(value - step), loss_at(value), loss_at(value + step));
                loss_at(value);
                let step = f64::from(step);
                // If a neuron passes the upper corner of the rectifier on one side, the quotient of the other side is compared.
                let quotients = [(above - below) / (2.0 * step), (above - here) / step, (here - below) / step];
                let derivative = f64::from(gradient[index]);
                let close = |quotient: f64| (quotient - derivative).abs() <= 0.02 * derivative.abs() + 1e-3;
                prop_assert!(
                    quotients.into_iter().any(close),
                    "parameter {}: {:?} by differences, {} by the gradient", index, quotients, derivative
                );
            }
        }
    }
}

#[test]
fn a_network_learns_to_count_pieces() {
    let mut data = samples(20_000, 1);
    let held_out = samples(1_000, 2);
    let settings = Settings { epochs: 8, ..settings(2) };
    let mut trainer = Trainer::new(settings, data.len(), None).unwrap();
    let before = trainer.validate(&held_out).unwrap();
    let mut losses = Vec::new();
    while !trainer.is_done() {
        losses.push(trainer.run_epoch(&mut data, |_| {}).loss);
    }
    let after = trainer.validate(&held_out).unwrap();
    assert!(losses.last() < losses.first(), "{losses:?}");
    assert!(after < before / 3.0, "losses {losses:?}: validation loss {before} became {after}");
}

#[test]
fn one_seed_gives_one_network() {
    let train = |seed| {
        let mut data = samples(1_000, 1);
        let mut trainer = Trainer::new(Settings { seed, ..settings(1) }, data.len(), None).unwrap();
        while !trainer.is_done() {
            trainer.run_epoch(&mut data, |_| {});
        }
        trainer.model().clone()
    };
    assert_eq!(train(1), train(1));
    assert_ne!(train(1), train(2));
}

#[test]
fn an_interrupted_training_ends_like_another() {
    let data = samples(1_000, 1);
    let mut whole = data.clone();
    let mut trainer = Trainer::new(settings(2), data.len(), None).unwrap();
    let path = temporary("interrupted.checkpoint");
    while !trainer.is_done() {
        trainer.run_epoch(&mut whole, |_| {});
        if trainer.epoch() == 2 {
            trainer.checkpoint().write(&path).unwrap();
        }
    }
    let mut rest = data.clone();
    let checkpoint = Checkpoint::read(&path).unwrap();
    let mut resumed = Trainer::resume(settings(2), &mut rest, checkpoint.clone()).unwrap();
    assert_eq!(resumed.epoch(), 2);
    while !resumed.is_done() {
        resumed.run_epoch(&mut rest, |_| {});
    }
    assert_eq!(resumed.model(), trainer.model());

    let other = Settings { rate: 1e-3, ..settings(2) };
    let error = Trainer::resume(other, &mut rest, checkpoint).unwrap_err();
    assert!(matches!(error, TrainError::OtherSettings { .. }), "{error}");
}

#[test]
fn a_network_file_can_be_trained_further() {
    let model = Model::random(Shape::new(64, 4).unwrap(), &mut seed::stream(3, &[]));
    let network = quantise(&model).unwrap();
    let again = dequantise(&network);
    assert_eq!(again.shape(), model.shape());
    assert!(
        again
            .values()
            .iter()
            .zip(model.values())
            .all(|(again, value)| (again - value).abs() <= 0.5 / 64.0 + 1e-6)
    );
    assert_eq!(quantise(&again).unwrap().to_bytes(), network.to_bytes());
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let trainer = Trainer::new(settings(1), 1, None).unwrap();
    let path = temporary("damaged.checkpoint");
    trainer.checkpoint().write(&path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    for length in [0, 7, 20, bytes.len() - 1] {
        std::fs::write(&path, &bytes[..length]).unwrap();
        assert!(matches!(Checkpoint::read(&path), Err(CheckpointError::Format { .. })), "{length} bytes");
    }
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 1;
    std::fs::write(&path, &flipped).unwrap();
    assert!(matches!(Checkpoint::read(&path), Err(CheckpointError::Format { .. })));
}

#[test]
fn no_samples_is_an_error() {
    assert!(matches!(Trainer::new(settings(1), 0, None), Err(TrainError::NoSamples)));
}

#[test]
fn a_network_of_another_shape_is_no_start() {
    let other = Model::random(Shape::new(64, 1).unwrap(), &mut seed::stream(1, &[]));
    let error = Trainer::new(settings(1), 10, Some(other)).unwrap_err();
    assert!(matches!(error, TrainError::OtherShape { .. }), "{error}");
}

#[test]
fn copied_outputs_say_the_same() {
    let single = Model::random(Shape::new(32, 1).unwrap(), &mut seed::stream(7, &[]));
    let many = single.clone().with_buckets(8).unwrap();
    assert_eq!(many.shape(), Shape::new(32, 8).unwrap());
    let mut scratch = Scratch::new(single.shape());
    for sample in samples(50, 3) {
        assert_eq!(many.output(&sample, &mut scratch), single.output(&sample, &mut scratch));
    }
    assert_eq!(many.clone().with_buckets(8), Some(many.clone()));
    assert_eq!(many.with_buckets(4), None);
    assert_eq!(single.with_buckets(3), None);
}

#[test]
fn added_neurons_say_nothing_at_first_and_then_learn() {
    let narrow = Model::random(Shape::new(32, 2).unwrap(), &mut seed::stream(7, &[]));
    let random = || seed::stream(8, &[]);
    let wide = narrow.clone().with_hidden(96, &mut random()).unwrap();
    assert_eq!(wide.shape(), Shape::new(96, 2).unwrap());
    let (mut narrow_scratch, mut wide_scratch) = (Scratch::new(narrow.shape()), Scratch::new(wide.shape()));
    let mut data = samples(500, 3);
    for sample in &data {
        let (narrow, wide) =
            (narrow.output(sample, &mut narrow_scratch), wide.output(sample, &mut wide_scratch));
        assert!((narrow - wide).abs() < 1e-5, "{narrow} is not {wide}");
    }
    assert_eq!(wide.clone().with_hidden(96, &mut random()), Some(wide.clone()));
    assert_eq!(wide.clone().with_hidden(32, &mut random()), None);
    assert_eq!(narrow.clone().with_hidden(33, &mut random()), None);

    let wider = Settings { shape: wide.shape(), ..settings(1) };
    let mut trainer = Trainer::new(wider, data.len(), Some(narrow)).unwrap();
    trainer.run_epoch(&mut data, |_| {});
    let learnt = trainer.model();
    let mut outputs = learnt.values()[learnt.layout().output_weights.clone()].chunks_exact(96);
    assert!(
        outputs.any(|weights| weights[32..].iter().any(|weight| *weight != 0.0)),
        "the new neurons were not used"
    );
}

/// The trainer uses the evaluation's mapping of inputs, buckets and units, so the quantised network gives the same values.
#[test]
fn the_quantised_network_agrees_with_the_float_one() {
    let mut data = samples(4_000, 1);
    let mut trainer = Trainer::new(settings(2), data.len(), None).unwrap();
    while !trainer.is_done() {
        trainer.run_epoch(&mut data, |_| {});
    }
    let model = trainer.model();
    let network = quantise(model).unwrap();
    let mut scratch = Scratch::new(model.shape());
    let mut difference = Difference::default();
    let mut random = seed::stream(3, &[]);
    let mut spread = 0.0_f64;
    for _ in 0..20 {
        let game = random_game(&mut random, 80);
        game.visit(|board, ply| {
            let sample = sample(board, ply, game.result);
            difference.add(model, &network, board, &sample, &mut scratch, 400.0);
            spread = spread.max(f64::from(model.output(&sample, &mut scratch)).abs() * 400.0);
        });
    }
    assert!(spread > 300.0, "the network says nothing: {spread}");
    assert!(difference.mean() < 8.0, "{difference:?}");
}

#[test]
fn shards_are_learnt_like_one_file_and_a_training_from_them_goes_on() {
    let data = samples(1_000, 1);
    let paths: Vec<PathBuf> = data
        .chunks(300)
        .enumerate()
        .map(|(index, part)| {
            let path = temporary(&format!("shard-{index}.bullet"));
            write_samples(&path, part).unwrap();
            path
        })
        .collect();
    let shards = Shards::open(&paths).unwrap();
    assert_eq!(shards.samples(), 1_000);
    let mut trainer = Trainer::new(settings(2), shards.samples(), None).unwrap();
    let mut losses = Vec::new();
    let path = temporary("streamed.checkpoint");
    while !trainer.is_done() {
        let mut seen = 0;
        let report = trainer.stream_epoch(&shards, |step| seen = step.samples).unwrap();
        // 7 batches of 128. Samples of a shard that do not fill a batch go to the next shard.
        assert_eq!((report.samples, seen), (896, 896));
        losses.push(report.loss);
        if trainer.epoch() == 2 {
            trainer.checkpoint().write(&path).unwrap();
        }
    }
    assert!(losses.last() < losses.first(), "{losses:?}");
    let checkpoint = Checkpoint::read(&path).unwrap();
    let mut resumed = Trainer::resume_streaming(settings(2), shards.samples(), checkpoint).unwrap();
    while !resumed.is_done() {
        resumed.stream_epoch(&shards, |_| {}).unwrap();
    }
    assert_eq!(resumed.model(), trainer.model());
}

#[test]
fn the_mean_of_networks_lies_between_them() {
    let random = |stream| Model::random(Shape::new(32, 1).unwrap(), &mut seed::stream(stream, &[]));
    let (one, other) = (random(1), random(2));
    let mean = Model::mean(&[one.clone(), other.clone()]).unwrap();
    for ((mean, one), other) in mean.values().iter().zip(one.values()).zip(other.values()) {
        assert!((mean - (one + other) / 2.0).abs() < 1e-6);
    }
    assert_eq!(Model::mean(std::slice::from_ref(&one)), Some(one.clone()));
    let larger = Model::random(Shape::new(64, 1).unwrap(), &mut seed::stream(1, &[]));
    assert_eq!(Model::mean(&[one, larger]), None);
}
