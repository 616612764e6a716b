//! Contracts: what each rule of `docs/AREAS.md`, Contracts, promises, through HTTP.

mod customers;
mod documents;
mod ends;
mod fields;
mod lists;
mod offices;
mod on_signed;
mod signing;
mod stages;
mod templates;
mod trail;
