//! Letters of this area: to people who want to become members, to owners about new ones, and about second factors.

mod names;
mod owner_made;
mod registrations;
mod second_factor;

use mailing::LetterSource;

/// What people are told of members and of their registrations.
#[must_use]
pub fn letters() -> Vec<LetterSource> {
    vec![registrations::source(), owner_made::source(), second_factor::source()]
}
