//! The records of this area, and what each of them knows by itself.

pub mod comment;
pub mod comment_entry;
pub mod counts;
pub mod edit;
pub mod hiding;
pub mod like;
pub mod link;
pub mod open_reports;
pub mod post;
pub mod post_entry;
pub mod removal;
pub mod report;
pub mod target;
