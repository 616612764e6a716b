//! What customers agree on: [`subscription`]s to membership plans, and the [`registration`]s by which people become
//! members and subscribers. A [`lead`] may become a customer.
//!
//! Subscriptions charge on invoices and grant to wallets. [`subscription::renewing::renew_wallet`] is what renews a
//! wallet: route tables and the sweep are told so, and whoever decides on a wallet knows no subscription for it.

pub mod lead;
pub mod registration;
pub mod subscription;
