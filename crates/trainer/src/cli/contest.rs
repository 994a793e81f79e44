//! `match`: two networks, or two sets of search parameters, play each other.

use super::Outcome;
use super::engines::{EngineOptions, parameters, read_evaluator};
use argali_search::Params;
use argali_trainer::contest::{Contest, Log, Side};
use argali_trainer::openings::read_book;
use argali_trainer::pair::{match_adjudication, no_adjudication};
use argali_trainer::progress::note;
use argali_trainer::sprt::{EloModel, Sprt, Verdict};
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Network of the first side, or `classical`
    a: String,
    /// Network of the second side, or `classical`
    b: String,
    /// Openings, one FEN or EPD a line; each is played with both colours
    #[arg(long, value_name = "FILE")]
    book: PathBuf,
    /// Games to play at most; an odd number is rounded up
    #[arg(long, value_name = "N", default_value_t = 4_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Search parameters of the first side that differ from their defaults
    #[arg(long, value_name = "NAME=VALUE,...", default_value = "", value_parser = parameters)]
    params_a: Params,
    /// Search parameters of the second side that differ from their defaults
    #[arg(long, value_name = "NAME=VALUE,...", default_value = "", value_parser = parameters)]
    params_b: Params,
    #[command(flatten)]
    engines: EngineOptions,
    /// Nodes of each search of the second side, where they shall differ
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes_b: Option<u64>,
    /// Play every game until the rules of chess end it
    #[arg(long)]
    no_adjudication: bool,
    /// End as soon as a sequential test has decided between these two differences in Elo
    #[arg(long, value_name = "ELO0,ELO1", value_delimiter = ',', num_args = 2, allow_hyphen_values = true)]
    sprt: Option<Vec<f64>>,
    /// Unit of the test's Elo: `normalised` (fastchess's default) or `logistic`
    #[arg(long, value_name = "MODEL", default_value = "normalised")]
    model: EloModel,
    /// The chance to accept ELO1 though ELO0 is true
    #[arg(long, value_name = "FRACTION", default_value_t = 0.05)]
    alpha: f64,
    /// The chance to accept ELO0 though ELO1 is true
    #[arg(long, value_name = "FRACTION", default_value_t = 0.05)]
    beta: f64,
    /// Seed of the order of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Keep the result of every pair of games in this file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Go on with the match of the log
    #[arg(long, requires = "log")]
    resume: bool,
}

impl Options {
    pub(crate) fn run(self) -> Outcome {
        let sprt = match self.sprt.as_deref() {
            None => None,
            Some(&[elo0, elo1]) if elo0 < elo1 => {
                let (alpha, beta) = (self.alpha, self.beta);
                if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
                    return Err(format!(
                        "alpha {alpha} and beta {beta} must be positive and add up to less than 1"
                    )
                    .into());
                }
                Some(Sprt { elo0, elo1, model: self.model, alpha, beta })
            }
            Some(other) => {
                return Err(format!("--sprt needs two numbers in rising order, not {other:?}").into());
            }
        };
        let limits = self.engines.limits();
        let limits_b = match self.nodes_b {
            Some(nodes) => limits.clone().nodes(nodes),
            None => limits.clone(),
        };
        let side = |evaluator: &str, params, limits| -> Result<Side, Box<dyn std::error::Error>> {
            Ok(Side { evaluator: read_evaluator(evaluator)?, params, hash_mib: self.engines.hash, limits })
        };
        let contest = Contest {
            sides: [side(&self.a, self.params_a, limits)?, side(&self.b, self.params_b, limits_b)?],
            book: read_book(&self.book)?,
            seed: self.seed,
            pairs: self.games.div_ceil(2),
            adjudication: if self.no_adjudication { no_adjudication() } else { match_adjudication() },
            sprt,
            threads: self.engines.threads(),
        };
        let log =
            self.log.as_deref().map(|path| Log::open(path, &contest.header(), self.resume)).transpose()?;
        let report = contest.run(log)?;

        let score = &report.score;
        let pentanomial = &score.pentanomial;
        let [lost, drawn, won] = score.games;
        let games = 2 * pentanomial.pairs();
        let mut out = io::stdout();
        writeln!(out, "{} against {}", self.a, self.b)?;
        writeln!(
            out,
            "games        {games}: +{won} ={drawn} -{lost} ({:.2} %)",
            100.0 * pentanomial.score()
        )?;
        writeln!(out, "by colour    White won {}, Black won {}", score.by_color[0], score.by_color[1])?;
        writeln!(out, "pairs        {pentanomial} with 0, 0.5, 1, 1.5, 2 points")?;
        writeln!(out, "Elo          {} (95 %)", pentanomial.elo())?;
        writeln!(out, "normalised   {} (95 %)", pentanomial.normalised_elo())?;
        writeln!(out, "superiority  {:.2} %", 100.0 * pentanomial.superiority())?;
        if let Some(sprt) = sprt {
            let (lower, upper) = sprt.bounds();
            let unit = match sprt.model {
                EloModel::Normalised => "normalised",
                EloModel::Logistic => "logistic",
            };
            let verdict = match sprt.verdict(pentanomial) {
                None => "undecided",
                Some(Verdict::H0) => "H0 is accepted",
                Some(Verdict::H1) => "H1 is accepted",
            };
            let ratio = sprt.log_likelihood_ratio(pentanomial);
            writeln!(
                out,
                "SPRT         LLR {ratio:+.2} ({lower:.2}, {upper:.2}) of {} against {} {unit} Elo: {verdict}",
                sprt.elo0, sprt.elo1
            )?;
        }
        let seconds = report.elapsed.as_secs_f64().max(1e-3);
        note(&format!(
            "{} games in {seconds:.0} s, {:.0} an hour; {:.0} plies a game, {:.0} nodes a ply",
            2 * report.played,
            2.0 * report.played as f64 * 3_600.0 / seconds,
            score.plies as f64 / games.max(1) as f64,
            score.nodes as f64 / score.plies.max(1) as f64
        ));
        Ok(())
    }
}
