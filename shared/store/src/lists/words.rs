//! How records are found by the beginnings of words.
//!
//! A live record has its words in an attribute, by which any list of its kind can be filtered. A kind that grows with
//! the merchant's customers has a row for each word besides, sorted by word, so that a search looks only at words that
//! begin as was asked. Rows are written in the transaction that writes the record: they never lag, and go with the name
//! that they were made of.

/// The attribute with a record's words, each with a space before it.
pub const WORDS: &str = "words";
/// The attribute of a row with the record's words that come before the row's own: a record whose words begin alike is
/// found once.
pub const EARLIER_WORDS: &str = "earlier_words";

/// Words as they are stored.
#[must_use]
pub fn joined(words: &[String]) -> String {
    words.iter().flat_map(|word| [" ", word.as_str()]).collect()
}

/// The partition of a kind's rows of words.
#[must_use]
pub fn partition(collection: &str) -> String {
    format!("{collection}#words")
}
