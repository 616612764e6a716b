//! Counters that can be closed: what counts something new there is refused until the counter is opened again. What ends
//! is always counted.

use super::{expression::Expression, key::Key, transaction::Transaction, write::Write};
use values::{ApiError, Counter};

impl Transaction {
    /// Adds `change` to a counter that is open; `refusal` when it is closed.
    pub fn add_while_open(&mut self, counter: &Counter, change: i64, refusal: ApiError) {
        let update = Expression::new("ADD #count :change").name("#count", "count").number(":change", change);
        let open = Expression::new("attribute_not_exists(#closed)").name("#closed", "closed");
        self.push(
            Write::Update { key: Key::of_counter(self.tenant(), counter), update, condition: Some(open) },
            refusal,
        );
    }

    /// Requires that a counter is open, whatever it is; otherwise `refusal`.
    pub fn require_open(&mut self, counter: &Counter, refusal: ApiError) {
        let open = Expression::new("attribute_not_exists(#closed)").name("#closed", "closed");
        self.push(Write::Check { key: Key::of_counter(self.tenant(), counter), condition: open }, refusal);
    }

    /// Closes a counter, whatever it is.
    pub fn close(&mut self, counter: &Counter) {
        self.close_if(counter, None, ApiError::internal("closing a counter without a condition was refused"));
    }

    /// Closes a counter that is 0; `refusal` when it is not.
    pub fn close_at_zero(&mut self, counter: &Counter, refusal: ApiError) {
        let zero = Expression::new("attribute_not_exists(#count) OR #count <= :zero");
        self.close_if(counter, Some(zero.name("#count", "count").number(":zero", 0)), refusal);
    }

    /// Opens a counter again.
    pub fn open(&mut self, counter: &Counter) {
        let update = Expression::new("REMOVE #closed").name("#closed", "closed");
        let refusal = ApiError::internal("opening a counter was refused");
        self.push(Write::Update { key: Key::of_counter(self.tenant(), counter), update, condition: None }, refusal);
    }

    fn close_if(&mut self, counter: &Counter, condition: Option<Expression>, refusal: ApiError) {
        let update = Expression::new("SET #closed = :closed").name("#closed", "closed").number(":closed", 1);
        self.push(Write::Update { key: Key::of_counter(self.tenant(), counter), update, condition }, refusal);
    }
}
