//! The lab: shows that on no path live bookings take more of a resource than there is, that a subscription is on every
//! path what it should be, and that its tests would find a bug.
//!
//! `model` is what the service should do, counted in minutes; `state_machine` compares the two step by step. `race`
//! lets many workers compete and `checker` judges what they recorded. `waiting` is a race for what comes free. `costs`
//! and `money_costs` count what an operation asks of DynamoDB, and `operation_costs` does it of every operation there
//! is, by its example; `list_costs` of lists with many records. `subscriptions` compares a subscription, step by step,
//! with `subscriber`, which says what it should be. Every random test prints its seed; `LAB_SEED` replays its inputs.
//!
//! `planted/` holds bugs as patches; `planted/run` applies each and sees that the lab fails.

#![cfg(test)]
#![expect(clippy::print_stdout, reason = "the figures of a run are for people to read")]

mod checker;
mod costs;
mod fixture;
mod history;
mod large_records;
mod largest_inputs;
mod list_costs;
mod model;
mod money_costs;
mod operation_costs;
mod periods;
mod race;
mod random;
mod rush;
mod state_machine;
mod subscriber;
mod subscriptions;
mod telling;
mod waiting;
