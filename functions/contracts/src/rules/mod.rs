//! The rules that several operations share.

pub mod agreed;
pub mod charging;
pub mod checks;
pub mod claims;
pub mod closing;
pub mod drafting;
pub mod ending;
pub mod files;
pub mod language;
pub mod link;
pub mod names;
pub mod parts;
pub mod ready;
pub mod rendering;
pub mod settling;
pub mod signers;
pub mod tasks;
pub mod trailing;
