//! Tuning: towards the stronger side, the same on any number of threads, resumable.

use argali_search::{Limits, Params};
use argali_trainer::any_evaluator::AnyEvaluator;
use argali_trainer::contest::Side;
use argali_trainer::pair::match_adjudication;
use argali_trainer::tune::{State, TuneError, Tuner, select};
use argali_trainer::tune_report::page;
use cozy_chess::Board;
use std::fs;
use std::path::PathBuf;

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn state(pairs: u64) -> State {
    State {
        setting: "a test".to_owned(),
        seed: 3,
        pairs,
        batch: 4,
        rate: 0.05,
        done: 0,
        decisive: 0,
        params: select(&names(&["rfp_margin", "lmr_*"]), &Params::default()).unwrap(),
        history: Vec::new(),
    }
}

fn tuner(threads: usize) -> Tuner {
    let evaluator = AnyEvaluator::Classical;
    let side = Side { evaluator, params: Params::default(), hash_mib: 1, limits: Limits::new().nodes(60) };
    let book = (0..5).map(|number| Board::chess960_startpos(190 * number)).collect();
    Tuner { side, book, adjudication: match_adjudication(), threads }
}

#[test]
fn parameters_are_selected_by_name_and_by_beginning() {
    let selected = select(&names(&["rfp_*", "null_base"]), &Params::default()).unwrap();
    assert!(selected.iter().all(|param| param.name.starts_with("rfp_") || param.name == "null_base"));
    assert!(selected.len() >= 4);
    let error = select(&names(&["rfp_depth", "nonsense_*"]), &Params::default()).unwrap_err();
    assert!(matches!(error, TuneError::Pattern(ref pattern) if pattern == "nonsense_*"), "{error}");
}

/// A game that a parameter decides alone: the engine whose value is nearer to the goal wins.
#[test]
fn values_go_where_games_are_won() {
    let mut state = State {
        params: select(&names(&["rfp_margin", "lmr_base"]), &Params::default()).unwrap(),
        ..state(4_000)
    };
    let goals = [100.0, 300.0];
    let steps = [state.params[0].step, state.params[1].step];
    while state.done < state.pairs {
        let points: Vec<u8> = (state.done..state.done + 4)
            .map(|pair| {
                let [up, down] = state.perturbed(pair);
                let distance = |values: &[i32]| -> f64 {
                    (0..2)
                        .map(|index| ((f64::from(values[index]) - goals[index]) / steps[index]).powi(2))
                        .sum()
                };
                if distance(&up) < distance(&down) { 4 } else { 0 }
            })
            .collect();
        state.learn(&points);
    }
    for (param, goal) in state.params.iter().zip(goals) {
        assert!((param.value - goal).abs() < 2.0 * param.step, "{param:?} should be near {goal}");
    }
    assert_eq!(state.history.len(), 10);
}

#[test]
fn perturbed_values_lie_on_both_sides_and_in_range() {
    let state = state(100);
    for pair in 0..100 {
        let [up, down] = state.perturbed(pair);
        for (index, param) in state.params.iter().enumerate() {
            let range = param.min..=param.max;
            assert!(range.contains(&up[index]) && range.contains(&down[index]));
            // Rounding takes one at most.
            let distance = f64::from((up[index] - down[index]).abs());
            assert!(distance >= 2.0 * param.step - 1.0, "{param:?} {distance}");
        }
    }
}

#[test]
fn a_tuning_is_the_same_on_any_number_of_threads_and_after_an_interruption() {
    let whole = |threads| {
        let mut state = state(10);
        tuner(threads).run(&mut state, |_| Ok(())).unwrap();
        state
    };
    let one = whole(1);
    assert_eq!(one, whole(3));
    assert_eq!(one.done, 10);
    assert!(one.params.iter().any(|param| param.value != f64::from(param.start)));

    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tuning.json");
    let mut interrupted = state(10);
    let stop = tuner(2).run(&mut interrupted, |state| {
        state.write(&path)?;
        match state.done {
            8 => Err(TuneError::Pattern("the machine went down".to_owned())),
            _ => Ok(()),
        }
    });
    assert!(stop.is_err());
    let mut resumed = state(10).resume(&path).unwrap();
    assert_eq!(resumed.done, 8);
    tuner(2).run(&mut resumed, |_| Ok(())).unwrap();
    assert_eq!(resumed, one);

    assert!(matches!(State { seed: 4, ..state(10) }.resume(&path), Err(TuneError::State { .. })));
    fs::write(&path, "nonsense").unwrap();
    assert!(matches!(state(10).resume(&path), Err(TuneError::State { .. })));
    let page = page(&one);
    assert!(page.contains("20 of 20 games") && page.contains("| `lmr_base` | 550 |"), "{page}");
}
