//! The shop: what each rule of `docs/AREAS.md`, Shop, promises, through HTTP.

mod categories;
mod customers;
mod ends;
mod orders;
mod packages;
mod payment;
mod prices;
mod products;
mod races;
mod returns;
mod stock;
