//! Subscriptions.

mod change_plan;
mod create;
mod credited;
mod cycles;
mod ends;
mod items;
mod leaving;
mod lists;
mod pause;
mod payment;
mod prices;
mod registrations;
mod renewal;
mod seats;
mod standing;
