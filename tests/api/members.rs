//! Members.
