//! What a letter tells by way of example: for whoever words it and has no record at hand.

use mailing::{Facts, LetterType};

use crate::{
    names::{COMMON, own},
    samples::sample,
};

/// The facts of a letter, each of its names with an example.
#[must_use]
pub fn example(letter: LetterType) -> Facts {
    let own = COMMON.iter().chain(own(letter));
    own.map(|name| (*name, sample(letter, name))).collect()
}
