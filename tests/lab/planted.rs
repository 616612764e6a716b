//! Puts each bug in and sees a check catch it: a check that finds nothing counts only if it would have found this.

use shared::planted::Bug;

use crate::{
    machine::search,
    race::{Plan, run},
};

/// Few places and hours, so that everybody meets.
const CROWD: Plan = Plan { seed: 4, attempts: 150, workers: 32, places: 4, spread: 240 };

async fn race_finds(bug: Bug) {
    let healthy = run(CROWD, None).await;
    assert!(healthy.faults.is_empty(), "without the bug: {:#?}", healthy.faults);
    // Which requests meet is the scheduler's choice: a race that met nobody is run again with other wishes.
    for seed in CROWD.seed..CROWD.seed + 8 {
        let broken = run(Plan { seed, ..CROWD }, Some(bug)).await;
        if broken.of("C1") > 0 {
            println!("{bug:?} caught: {} overfull places, {} faults in all", broken.of("C1"), broken.faults.len());
            return;
        }
    }
    panic!("the race did not find {bug:?}");
}

fn model_finds(bug: Bug) {
    let found = search(Some(bug), 100, 4).err();
    println!("{bug:?} caught: {}", found.as_deref().unwrap_or("not"));
    assert!(found.is_some(), "the model did not find {bug:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn day_items_without_their_version_are_caught() {
    race_finds(Bug::UnversionedDays).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn overlap_checked_on_an_index_is_caught() {
    race_finds(Bug::LateIndex).await;
}

#[test]
fn confirming_without_a_check_is_caught() {
    model_finds(Bug::UncheckedConfirm);
}

#[test]
fn a_move_that_forgets_to_free_is_caught() {
    model_finds(Bug::ForgetfulMove);
}

#[test]
fn a_cancellation_that_does_not_free_is_caught() {
    model_finds(Bug::KeptCancel);
}

#[test]
fn an_interval_that_includes_its_end_is_caught() {
    model_finds(Bug::ClosedEnd);
}
