//! Work that is too much for one request: it is accepted with 202, carried on in steps, and followed in the record that
//! it is about ([`crate::operation`]).

use serde_json::Value;
use std::marker::PhantomData;

use super::reply::{Answer, Committed, Created, Meta, Reply, Shown};
use values::ApiError;

/// Most capacity units that one request may cost. What would cost more is accepted instead.
pub const UNITS_MAX: u64 = 5_000;

/// What `R` answers when the request did it, or 202 with the record that shows how far the rest has come.
#[derive(Clone, Debug)]
pub enum OrAccepted<R, S> {
    /// The request did all of it.
    Done(R),
    /// It is carried on after the answer.
    Accepted(S),
}

impl<R: Reply, S: Shown> Reply for OrAccepted<R, S> {
    const STATUS: u16 = R::STATUS;
    const ALSO: Option<u16> = Some(202);

    fn schema() -> (String, Value) {
        R::schema()
    }

    fn render(self, meta: &Meta) -> Result<Answer, ApiError> {
        match self {
            Self::Done(reply) => reply.render(meta),
            Self::Accepted(record) => Ok(Answer { status: 202, ..Created(record).render(meta)? }),
        }
    }
}

impl<R> Committed<R> {
    /// The same answer, of an operation that might have been accepted instead.
    #[must_use]
    pub fn done<S>(self) -> Committed<OrAccepted<R, S>> {
        Committed { answer: self.answer, reply: PhantomData }
    }
}
