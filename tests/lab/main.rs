//! The lab: shows that on no path live bookings take more of a resource than there is, and that its tests would find a
//! bug.
//!
//! `model` is what the service should do, counted in minutes; `state_machine` compares the two step by step. `race` lets
//! many workers compete and `checker` judges what they recorded. `waiting` is a race for what comes free. `costs` counts
//! what an operation asks of DynamoDB. Every random test prints its seed; `LAB_SEED` replays its inputs.
//!
//! `planted/` holds bugs as patches; `planted/run` applies each and sees that the lab fails.

#![cfg(test)]
#![expect(clippy::print_stdout, reason = "the figures of a run are for people to read")]

mod checker;
mod costs;
mod fixture;
mod history;
mod model;
mod race;
mod random;
mod rush;
mod state_machine;
mod waiting;
