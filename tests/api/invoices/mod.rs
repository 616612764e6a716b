//! Invoices, their items and credit notes (`docs/areas/invoices.md`).

mod balance;
mod billing_runs;
mod calendar_lists;
mod credit_notes;
mod drafts;
mod export;
mod growth;
mod issue;
mod items;
mod late_fees;
mod lists;
mod numbers;
mod payments;
mod pdf;
mod reminders;
mod rounding;
mod small_rests;
mod states;
mod tax_by_date;
mod tax_rates;
mod tax_status;
mod ubl;
mod upgraded;
