//! Billing: the rules of money. Cycles and proration, allowances and wallets, documents and payments, double entry,
//! settlement.
//!
//! Pure: no store, no HTTP, no clock, no randomness. Instants, days and identifiers are handed in, decisions are handed
//! back, and whoever carries them out puts them into one transaction. Money is integers of the minor unit, credits and
//! day passes are whole numbers, days are local days of the location.
//!
//! Start reading at `cycles`, then `renewal`, `wallet`, `documents`, `ledger` and `settlement`.

pub mod allowance;
pub mod arithmetic;
pub mod commitment;
pub mod customer_tax;
pub mod cycles;
pub mod documents;
pub mod ledger;
pub mod notice;
pub mod pause;
pub mod period;
pub mod plan_change;
pub mod price_history;
pub mod proration;
pub mod renewal;
pub mod settlement;
pub mod subscription_lines;
pub mod subscription_status;
pub mod tax_by_date;
pub mod tax_number;
pub mod wallet;
