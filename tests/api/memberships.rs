//! Memberships.
