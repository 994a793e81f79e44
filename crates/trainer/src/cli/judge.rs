//! `judge`: how well a network, or a search with it, agrees with a stronger judge.

use super::Outcome;
use super::engines::{parameters, read_evaluator, threads};
use argali_search::{EngineError, Params};
use argali_trainer::any_evaluator::AnyEvaluator;
use argali_trainer::in_order::in_order;
use argali_trainer::judge::{Judged, Ranked, Ranking, Scored, agreement};
use argali_trainer::label::{Effort, Label, Labelled, Labeller};
use argali_trainer::progress::Progress;
use clap::Args;
use std::io::{self, Write};
use std::ops::{ControlFlow, Range, RangeInclusive};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The network, or `classical`
    net: String,
    /// JSONL files of judged positions (`fen`, `win`) and judged moves (`fen`, `kids`)
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Judge the scores of searches to these depths (plies); without any limit the static evaluation is judged
    #[arg(long, value_name = "PLIES,...", value_delimiter = ',')]
    depth: Vec<u32>,
    /// Judge the scores of searches of these numbers of nodes
    #[arg(long, value_name = "N,...", value_delimiter = ',')]
    nodes: Vec<u64>,
    /// Judge the scores of searches that end after the iteration that reaches this number of nodes
    #[arg(long, value_name = "N,...", value_delimiter = ',')]
    soft_nodes: Vec<u64>,
    /// Judge the scores of searches without pruning to these depths (plies)
    #[arg(long, value_name = "PLIES,...", value_delimiter = ',')]
    full_width: Vec<u32>,
    /// Judge the scores of searches without pruning that end after the iteration that reaches this number of nodes
    #[arg(long, value_name = "N,...", value_delimiter = ',')]
    full_width_soft_nodes: Vec<u64>,
    /// Use the mean of the last two iterations' scores instead of the last one
    #[arg(long)]
    both_parities: bool,
    /// Use only this many positions of each kind, from the start
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Search parameters that differ from their defaults
    #[arg(long, value_name = "NAME=VALUE,...", default_value = "", value_parser = parameters)]
    params: Params,
    /// Transposition table of each thread; it is cleared for each position
    #[arg(long, value_name = "MIB", default_value_t = 4)]
    hash: usize,
    /// Threads [default: all processors]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

impl Options {
    pub(crate) fn run(self) -> Outcome {
        let evaluator = read_evaluator(&self.net)?;
        let mut judged = Judged::default();
        for path in &self.files {
            judged.read(path)?;
        }
        if let Some(limit) = self.limit {
            judged.scored.truncate(limit);
            judged.ranked.truncate(limit);
        }
        for label in self.labels() {
            self.judge(&evaluator, label, &judged)?;
        }
        Ok(())
    }

    fn labels(&self) -> Vec<Label> {
        let label = |effort, full_width| Label { effort, full_width, both_parities: self.both_parities };
        let mut labels = Vec::new();
        labels.extend(self.depth.iter().map(|&plies| label(Effort::Depth(plies), false)));
        labels.extend(self.nodes.iter().map(|&nodes| label(Effort::Nodes(nodes), false)));
        labels.extend(self.soft_nodes.iter().map(|&nodes| label(Effort::SoftNodes(nodes), false)));
        labels.extend(self.full_width.iter().map(|&plies| label(Effort::Depth(plies), true)));
        labels.extend(self.full_width_soft_nodes.iter().map(|&nodes| label(Effort::SoftNodes(nodes), true)));
        if labels.is_empty() {
            labels.push(Label { effort: Effort::Static, full_width: false, both_parities: false });
        }
        labels
    }

    fn judge(&self, evaluator: &AnyEvaluator, label: Label, judged: &Judged) -> Outcome {
        let labels = self.label(evaluator, label, judged)?;
        let (scored, ranked) = labels.split_at(judged.scored.len());
        let mut out = io::stdout();
        let all = labels.iter().flatten();
        let (count, nodes, seconds) = all.fold((0, 0, 0.0), |(count, nodes, seconds), label| {
            (count + 1, nodes + label.nodes, seconds + label.elapsed.as_secs_f64())
        });
        let each = f64::from(count).max(1.0);
        writeln!(
            out,
            "{label}: {:.0} nodes a position, {:.0} seconds of one thread a million positions",
            nodes as f64 / each,
            1e6 * seconds / each
        )?;
        if !scored.is_empty() {
            let own: Vec<f64> = scored.iter().map(|labels| labels[0].score).collect();
            write_agreement(&mut out, &judged.scored, &own)?;
        }
        if !ranked.is_empty() {
            write_ranking(&mut out, &judged.ranked, ranked)?;
        }
        Ok(())
    }

    /// Labels each scored position, then each ranked position followed by its moves.
    fn label(
        &self,
        evaluator: &AnyEvaluator,
        label: Label,
        judged: &Judged,
    ) -> Result<Vec<Vec<Labelled>>, EngineError> {
        let workers = (0..threads(self.threads).max(1))
            .map(|_| Labeller::new(evaluator.clone(), label, &self.params, self.hash))
            .collect::<Result<Vec<_>, _>>()?;
        let total = judged.scored.len() + judged.ranked.len();
        let mut progress = Progress::new("positions", 0, total as u64);
        let mut labels = Vec::with_capacity(total);
        let _ = in_order(
            workers,
            0..total as u64,
            |labeller, job| {
                let job = job as usize;
                match judged.scored.get(job) {
                    Some(scored) => vec![labeller.label(&scored.position)],
                    None => {
                        let Ranked { position, kids } = &judged.ranked[job - judged.scored.len()];
                        let kids = kids.iter().map(|kid| &kid.position);
                        std::iter::once(position)
                            .chain(kids)
                            .map(|position| labeller.label(position))
                            .collect()
                    }
                }
            },
            |job, result| {
                labels.push(result);
                progress.update(job + 1, || label.to_string());
                ControlFlow::<()>::Continue(())
            },
        );
        progress.finish();
        Ok(labels)
    }
}

/// The range of expected scores in which a position counts as balanced.
const BALANCED: Range<f64> = 0.12..0.88;
/// Positions are listed by number of pieces, in these ranges.
const MEN: [RangeInclusive<u32>; 6] = [2..=7, 8..=12, 13..=17, 18..=22, 23..=27, 28..=32];

fn write_agreement(out: &mut impl Write, judged: &[Scored], own: &[f64]) -> io::Result<()> {
    writeln!(out, "  positions               rms      K  correlation")?;
    let mut row = |name: &str, keep: &dyn Fn(&Scored) -> bool| {
        let (mut scores, mut wins) = (Vec::new(), Vec::new());
        for (position, &score) in judged.iter().zip(own).filter(|(position, _)| keep(position)) {
            scores.push(score);
            wins.push(position.win);
        }
        if scores.is_empty() {
            return Ok(());
        }
        let found = agreement(&scores, &wins);
        writeln!(
            out,
            "  {name:<13} {:>6}  {:.4}  {:>5.2}  {:>7.4}",
            scores.len(),
            found.error,
            found.scale,
            found.correlation
        )
    };
    let balanced = |position: &Scored| BALANCED.start < position.win && position.win < BALANCED.end;
    row("all", &|_| true)?;
    row("balanced", &balanced)?;
    row("not balanced", &|position| !balanced(position))?;
    for men in MEN {
        let name = format!("{} to {} men", men.start(), men.end());
        row(&name, &|position| men.contains(&position.position.board().occupied().len()))?;
    }
    Ok(())
}

fn write_ranking(out: &mut impl Write, judged: &[Ranked], labels: &[Vec<Labelled>]) -> io::Result<()> {
    let mut ranking = Ranking::default();
    for (position, labels) in judged.iter().zip(labels) {
        let scores: Vec<f64> = labels.iter().map(|label| label.score).collect();
        let wins: Vec<f64> = position.kids.iter().map(|kid| kid.win).collect();
        let white_to_move = position.position.board().side_to_move() == cozy_chess::Color::White;
        ranking.add(white_to_move, scores[0], &scores[1..], &wins);
    }
    let (correlation, correlation_error) = ranking.correlation();
    let (loss, loss_error) = ranking.loss();
    let (bias, bias_error) = ranking.bias();
    writeln!(
        out,
        "  moves of {} positions: correlation {correlation:.4} ± {correlation_error:.4}, loss of the preferred move {loss:.4} ± \
         {loss_error:.4}, bias to the side to move {bias:+.1} ± {bias_error:.1} cp",
        ranking.positions()
    )
}
