//! The shop: what each rule of `docs/areas/shop.md` promises, through HTTP.

mod categories;
mod customers;
mod ends;
mod extras;
mod orders;
mod packages;
mod payment;
mod prices;
mod products;
mod races;
mod returns;
mod stock;
