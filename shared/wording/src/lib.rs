//! The words of letters: what a letter tells ([`mailing::Facts`]) in a language, by the merchant's own wording or the
//! one that is shipped, as HTML and as plain text.

mod blocks;
mod defaults;
mod examples;
mod formats;
mod names;
mod needed;
mod samples;
mod values_of;
mod worded;

pub use self::{
    blocks::escaped,
    defaults::{Wording, phrase, wording},
    examples::example,
    formats::Formats,
    names::check,
    needed::{check_needed, says_what_is_needed},
    worded::{Letterhead, Reader, Worded, word},
};
