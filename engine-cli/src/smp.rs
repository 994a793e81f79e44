//! `argali smp`: measures on any machine what more workers gain.
//!
//! Under the turnstile the workers of a search run one at a time in a fixed order, so the results are the same on every run. Time is
//! simulated: it is counted in nodes of the busiest worker, as on a machine with a processor for each worker. The figures show how the
//! search scales, without the cost of shared caches and memory.

mod judge;

use crate::failure::Failure;
use argali_search::research::{Stagger, Voting};
use argali_search::{Engine, EngineError, Limits, Outcome, Position};
use clap::{Args, ValueEnum};
use judge::Judge;
use std::fmt;
use std::io::{self, Write};

/// Arguments of `smp`.
#[derive(Debug, Args)]
pub struct SmpArguments {
    /// Numbers of workers to compare
    #[arg(long, short, value_delimiter = ',', default_values_t = [1, 2, 4, 8, 16], value_name = "N,N,...", value_parser = worker_count())]
    pub workers: Vec<usize>,
    /// Depth in plies
    #[arg(long, short, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: u32,
    /// Schemes of staggering the workers' depths; all of them if none is given
    #[arg(long, short, value_delimiter = ',', value_name = "SCHEME,...")]
    pub stagger: Vec<Scheme>,
    /// Rules that choose the answering worker
    #[arg(long, value_delimiter = ',', default_value = "majority", value_name = "RULE,...")]
    pub vote: Vec<Rule>,
    /// Number of bench positions to search
    #[arg(long, short, default_value_t = 8, value_name = "N")]
    pub positions: usize,
    /// Size of the hash table in MiB, shared by all workers
    #[arg(long, default_value_t = argali_uci::BENCH_HASH_MIB, value_name = "MIB")]
    pub hash: usize,
}

/// A number of workers that the engine allows.
fn worker_count() -> clap::builder::RangedU64ValueParser<usize> {
    clap::builder::RangedU64ValueParser::new().range(1..)
}

/// The staggering schemes of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Scheme {
    /// All workers search all depths
    None,
    /// Every second helper skips even depths, the others odd ones
    OddEven,
    /// Helpers skip runs of depths of different length and phase
    SkipBlocks,
    /// Each helper skips half of the depths, by a fixed random choice
    Random,
}

impl Scheme {
    fn stagger(self) -> Stagger {
        match self {
            Scheme::None => Stagger::None,
            Scheme::OddEven => Stagger::OddEven,
            Scheme::SkipBlocks => Stagger::SkipBlocks,
            Scheme::Random => Stagger::Random,
        }
    }
}

/// The voting rules of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Rule {
    /// The main worker answers
    Main,
    /// The worker with the greatest depth answers
    Deepest,
    /// The move with the most votes, weighted by depth and score, is the answer
    Majority,
}

impl Rule {
    fn voting(self) -> Voting {
        match self {
            Rule::Main => Voting::Main,
            Rule::Deepest => Voting::Deepest,
            Rule::Majority => Voting::Majority,
        }
    }
}

/// The name of a scheme or rule on the command line.
fn name(value: impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// The result of one worker at a position, with which several workers are compared.
struct Baseline {
    position: Position,
    /// Nodes to the depth.
    nodes: u64,
}

/// Means over the positions.
#[derive(Debug, PartialEq)]
struct Row {
    /// Nodes of the busiest worker to the depth, summed over all positions.
    time: u64,
    /// How many times sooner the depth is reached than by one worker: the geometric mean.
    speedup: f64,
    /// How many times more nodes all workers search together than one worker: the geometric mean.
    overhead: f64,
    /// The depth (plies) that is reached in the time in which one worker reaches the given one.
    depth: f64,
    /// The loss by the answer that is found in that time (centipawns).
    loss: f64,
}

/// Measures, and prints each line of the table as soon as it is known.
pub fn run(arguments: &SmpArguments) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let mut print = |line: String| {
        writeln!(out, "{line}").and_then(|()| out.flush()).map_err(Failure::io("standard output"))
    };
    let limits = Limits::new().depth(arguments.depth);
    let mut alone = engine(arguments, 1, Stagger::default(), Voting::default())?;
    let baselines: Vec<Baseline> = positions(arguments.positions)
        .into_iter()
        .map(|position| Baseline { nodes: search(&mut alone, &position, &limits).nodes.max(1), position })
        .collect();
    drop(alone);

    let mut judge = Judge::new(arguments.depth, arguments.hash)?;
    let count = baselines.len();
    print(format!("{count} positions, depth {}, {} MiB of hash", arguments.depth, arguments.hash))?;
    print(
        "time: nodes of the busiest worker; depth and loss (cp): in the time that 1 worker takes\n"
            .to_owned(),
    )?;
    print(
        "| scheme      | vote     | workers |         time | speed-up | nodes in all |  depth |   loss |"
            .to_owned(),
    )?;
    print(
        "|-------------|----------|--------:|-------------:|---------:|-------------:|-------:|-------:|"
            .to_owned(),
    )?;
    let schemes = if arguments.stagger.is_empty() { Scheme::value_variants() } else { &arguments.stagger };
    for &scheme in schemes {
        for &rule in &arguments.vote {
            for &workers in &arguments.workers {
                let mut engine = engine(arguments, workers, scheme.stagger(), rule.voting())?;
                let row = measure(arguments, workers, &mut engine, &baselines, &mut judge);
                print(format!("| {:<11} | {:<8} | {workers:>7} {row}", name(scheme), name(rule)))?;
            }
        }
    }
    Ok(())
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { time, speedup, overhead, depth, loss } = self;
        write!(f, "| {time:>12} | {speedup:>8.2} | {overhead:>11.2}x | {depth:>6.2} | {loss:>6.2} |")
    }
}

fn measure(
    arguments: &SmpArguments,
    workers: usize,
    engine: &mut Engine,
    baselines: &[Baseline],
    judge: &mut Judge,
) -> Row {
    let (mut time, mut depths, mut losses) = (0, 0, 0);
    let (mut speedup, mut overhead) = (0.0, 0.0);
    for (index, Baseline { position, nodes }) in baselines.iter().enumerate() {
        let to_depth = search(engine, position, &Limits::new().depth(arguments.depth));
        let busiest = to_depth.busiest_worker_nodes.max(1);
        time += busiest;
        speedup += (*nodes as f64 / busiest as f64).ln();
        overhead += (to_depth.nodes as f64 / *nodes as f64).ln();
        // The workers take turns of equal length, so that each gets an equal part of the nodes.
        let budget = (nodes + 1).saturating_mul(workers as u64);
        let in_time = search(engine, position, &Limits::new().nodes(budget));
        depths += u64::from(in_time.depth);
        losses += in_time.best.map_or(0, |mv| judge.loss(index, position, mv));
    }
    let count = baselines.len().max(1) as f64;
    Row {
        time,
        speedup: (speedup / count).exp(),
        overhead: (overhead / count).exp(),
        depth: depths as f64 / count,
        loss: f64::from(losses) / count,
    }
}

fn engine(
    arguments: &SmpArguments,
    workers: usize,
    stagger: Stagger,
    voting: Voting,
) -> Result<Engine, EngineError> {
    let builder = Engine::builder().hash_mib(arguments.hash).threads(workers);
    builder.stagger(stagger).voting(voting).turnstile(true).build()
}

fn search(engine: &mut Engine, position: &Position, limits: &Limits) -> Outcome {
    engine.new_game();
    engine.search(position, limits)
}

/// At most `count` positions of the bench suite, spread over it evenly.
fn positions(count: usize) -> Vec<Position> {
    let all = argali_suite::BENCH;
    let count = count.clamp(1, all.len());
    let chosen = (0..count).map(|index| all[index * all.len() / count]);
    // The suite has tests of its own, so no position is invalid.
    chosen.filter_map(|fen| fen.parse().ok()).map(Position::new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments() -> SmpArguments {
        SmpArguments {
            workers: vec![1, 3],
            depth: 6,
            stagger: Vec::new(),
            vote: Vec::new(),
            positions: 3,
            hash: 1,
        }
    }

    #[test]
    fn one_worker_is_the_measure_of_all() {
        let arguments = arguments();
        let mut one = engine(&arguments, 1, Stagger::default(), Voting::default()).unwrap();
        let baselines: Vec<Baseline> = positions(3)
            .into_iter()
            .map(|position| Baseline {
                nodes: search(&mut one, &position, &Limits::new().depth(6)).nodes,
                position,
            })
            .collect();
        let mut judge = Judge::new(6, 1).unwrap();
        let row = measure(&arguments, 1, &mut one, &baselines, &mut judge);
        assert_eq!((row.speedup, row.overhead), (1.0, 1.0));
        assert!(row.depth >= 6.0, "{row:?}");

        let mut several = engine(&arguments, 3, Stagger::SkipBlocks, Voting::Majority).unwrap();
        let mut three = || measure(&arguments, 3, &mut several, &baselines, &mut judge);
        let (three, again) = (three(), three());
        assert_eq!(three, again);
        assert_ne!(three.time, row.time, "the other workers have an influence");
    }

    #[test]
    fn every_scheme_has_a_name() {
        let staggers: Vec<Stagger> = Scheme::value_variants().iter().map(|scheme| scheme.stagger()).collect();
        assert_eq!(staggers, Stagger::ALL);
        let rules: Vec<Voting> = Rule::value_variants().iter().map(|rule| rule.voting()).collect();
        assert_eq!(rules, Voting::ALL);
    }

    #[test]
    fn positions_are_as_many_as_asked_for() {
        assert_eq!(positions(0).len(), 1);
        assert_eq!(positions(5).len(), 5);
        assert_eq!(positions(1000).len(), argali_suite::BENCH.len());
    }
}
