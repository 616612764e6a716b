//! Merchant.
