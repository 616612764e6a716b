//! Contracts: what each rule of `docs/areas/contracts.md` promises, through HTTP.

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
