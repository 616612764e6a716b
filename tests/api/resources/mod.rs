//! Resources and their assignments.

mod assignments;
mod availability;
mod books;
mod calendar_ics;
mod claims;
mod crossing;
mod family;
mod life;
mod lists;
mod origins;
mod rules;
mod search;
mod utilisation;
