//! Tests through HTTP. One binary: a file per area, and what holds for every operation.

#![cfg(test)]

mod access;
mod backup;
mod benefits;
mod bodies;
mod booking_prices;
mod bookings;
mod check_ins;
mod companies;
mod contracts;
mod demo;
mod event_log;
mod events;
mod fallback;
mod faults;
mod feed;
mod fsck;
mod future_bookings;
mod gateway_events;
mod golden;
mod invoices;
mod journeys;
mod keys;
mod leaving;
mod lists;
mod locations;
mod members;
mod memberships;
mod merchant;
mod plans;
mod references;
mod resources;
mod secrets;
mod settlement;
mod shop;
mod structure;
mod subscriptions;
mod sweep;
mod tickets;
mod transactions;
mod updates;
mod uploads;
mod visitors;
mod webhooks;
mod writes;
