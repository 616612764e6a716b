//! A list in pieces, each with its count: pure.

use super::{Span, start::KeyRange};
use crate::lists::list::{Order, just_after};

/// Records of a list that follow each other, oldest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// They come after this sort key.
    pub after: Option<String>,
    /// Up to and including this one.
    pub through: Option<String>,
    pub count: u64,
    /// The chunk that they are, when its segments are not read yet.
    pub chunk: Option<usize>,
}

impl Piece {
    /// What follows the last of these spans.
    pub fn following(spans: &[Span], count: u64) -> Self {
        Self { after: spans.last().map(|last| last.through.clone()), through: None, count, chunk: None }
    }
}

/// Spans as pieces; `after` is the end of the span before the first.
pub(super) fn pieces(spans: &[Span], after: Option<&str>) -> Vec<Piece> {
    let ends = spans.iter().map(|span| Some(span.through.clone()));
    let begins = std::iter::once(after.map(str::to_owned)).chain(ends);
    let piece = |(span, after): (&Span, Option<String>)| Piece {
        after,
        through: Some(span.through.clone()),
        count: span.count,
        chunk: None,
    };
    spans.iter().zip(begins).map(piece).collect()
}

/// The same of chunks.
pub(super) fn pieces_of_chunks(chunks: &[Span]) -> Vec<Piece> {
    let mut pieces = pieces(chunks, None);
    for (number, piece) in pieces.iter_mut().enumerate() {
        piece.chunk = Some(number);
    }
    pieces
}

/// The same as ranges in the order in which they are read.
pub(super) fn ranges(pieces: Vec<Piece>, order: Order) -> Vec<KeyRange> {
    let range = |piece: Piece| KeyRange {
        end: match order {
            Order::Ascending => piece.through,
            // Reading backwards begins before a sort key.
            Order::Descending => piece.after.as_deref().map(just_after),
        },
        count: piece.count,
        chunk: piece.chunk,
    };
    match order {
        Order::Ascending => pieces.into_iter().map(range).collect(),
        Order::Descending => pieces.into_iter().rev().map(range).collect(),
    }
}
