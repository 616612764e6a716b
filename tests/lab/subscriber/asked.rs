//! What is asked of a subscription: plans and requests.

use super::Item;

/// A membership plan; prices and credits are of each period.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub months: i32,
    pub price: i64,
    pub credits: i64,
    pub rollover: i32,
    pub setup_fee: i64,
    /// Held until the end, without tax.
    pub deposit: i64,
    pub trial_days: i64,
    pub commitment: i32,
    pub fee_percent: i64,
    pub notice_days: i64,
}

/// What becomes of what was charged for a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    None,
    Prorate,
    FullCredit,
}

/// A request, or time that passes between requests.
#[derive(Clone, Debug)]
pub enum Step {
    /// Days pass, and the clock stands at an hour.
    Wait {
        days: i64,
        hour: u32,
        is_swept: bool,
    },
    Change {
        plan: usize,
        quantity: Option<i64>,
        mode: Mode,
        is_now: Option<bool>,
    },
    Quantity(i64),
    Pause {
        until: Option<i64>,
        is_draft: bool,
    },
    /// Something is charged besides, from so many days on.
    Add(Item, Option<i64>),
    /// The first of these is charged no more.
    Remove,
    Resume,
    Pay,
    Cancel,
    CancelNow(Mode),
    Uncancel,
    Spend(i64),
    /// The merchant credits so much by hand.
    Goodwill(i64),
    /// What the customer has at the merchant is paid out.
    Clear,
}
