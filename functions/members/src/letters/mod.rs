//! Letters of this area: to people who want to become members, and to owners about new ones.

mod owner_made;
mod registrations;

use mailing::LetterSource;

/// What people are told of members and of their registrations.
#[must_use]
pub fn letters() -> Vec<LetterSource> {
    vec![registrations::source(), owner_made::source()]
}
