//! The record of a customer's wallet: open buckets, scheduled charges, and money that is theirs. One item, so that
//! whatever happens to it is one write under its version ([decision 22](../../../docs/decisions/0022-wallet.md)).

use billing::wallet::{Buckets, Unit, Wallet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Indexes};
use values::{ApiError, Currency, Customer, ErrorCode, Id, Kind, KindName, Money, Timestamp};

/// What a customer has. Its id is the customer's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CustomerWallet {
    /// Credits and day passes.
    #[serde(flatten)]
    pub wallet: Wallet,
    /// Money that they have paid or been credited beyond their invoices, by currency.
    #[serde(default)]
    money: Vec<HeldMoney>,
    /// How many postings of credits there are.
    #[serde(default)]
    credits_posted: u64,
    /// How many postings of day passes there are.
    #[serde(default)]
    day_passes_posted: u64,
    /// When the next periods of subscriptions begin that may grant something, or they end before: a wallet in which
    /// nothing is left to expire is due then too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    renews: Vec<NextPeriod>,
}

/// When the next period of a subscription begins. Field names are short in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct NextPeriod {
    #[serde(rename = "s")]
    subscription_id: Id<()>,
    #[serde(rename = "t")]
    at: Timestamp,
    /// When the subscription ends, if that is before, and is not taken back.
    #[serde(rename = "e", default, skip_serializing_if = "Option::is_none")]
    ends_at: Option<Timestamp>,
}

/// Money of one currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct HeldMoney {
    currency: Currency,
    minor: i64,
}

impl CustomerWallet {
    /// A wallet with nothing in it.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            wallet: Wallet::default(),
            money: Vec::new(),
            credits_posted: 0,
            day_passes_posted: 0,
            renews: Vec::new(),
        }
    }

    /// The wallet's id: the customer's own.
    #[must_use]
    pub const fn id_of(customer: Id<Customer>) -> Id<Self> {
        customer.cast()
    }

    /// Number of the next posting of a unit, from 1, which is taken.
    pub(crate) const fn take_number(&mut self, unit: Unit) -> u64 {
        let posted = match unit {
            Unit::Credits => &mut self.credits_posted,
            Unit::DayPasses => &mut self.day_passes_posted,
        };
        *posted += 1;
        *posted
    }

    /// Money by currency; nothing is left out but currencies of which there is none.
    pub fn money(&self) -> impl Iterator<Item = Money> {
        self.money.iter().map(|held| Money::new(held.minor, held.currency))
    }

    /// Money of one currency.
    #[must_use]
    pub fn money_in(&self, currency: Currency) -> Money {
        self.money().find(|money| money.currency() == currency).unwrap_or(Money::new(0, currency))
    }

    /// Adds money, or takes it when it is below zero.
    pub(crate) fn add_money(&mut self, change: Money) -> Result<(), ApiError> {
        let currency = change.currency();
        let held = self.money_in(currency);
        let too_much = |_| ApiError::rule("amount", "out_of_range", "the balance would be too large");
        let after = held.checked_add(change).map_err(too_much)?;
        if after.minor() < 0 {
            let message =
                format!("{} are needed, {} are there", Money::new(-change.minor(), currency).amount(), held.amount());
            return Err(ApiError::new(ErrorCode::InsufficientBalance, message).at("amount", "insufficient_balance"));
        }
        self.money.retain(|held| held.currency != currency);
        if after.minor() > 0 {
            self.money.push(HeldMoney { currency, minor: after.minor() });
            self.money.sort_by_key(|held| held.currency.code());
        }
        Ok(())
    }

    /// Up to which instant time goes by for a unit while subscriptions are not renewed: a charge that was scheduled on
    /// a cycle waits for that cycle to begin, or to be given up.
    #[must_use]
    pub fn free_until(&self, unit: Unit, now: Timestamp) -> Timestamp {
        let waits = waiting_for_grant(self.wallet.of(unit));
        waits.map_or(now, |at| now.min(at.plus(chrono::Duration::milliseconds(-1))))
    }

    /// When something next happens to it by itself.
    #[must_use]
    pub fn due_at(&self) -> Option<Timestamp> {
        self.wallet.next_event_at()
    }

    /// Whether that has come, or a period of a subscription has begun that grants something.
    #[must_use]
    pub fn is_due(&self, now: Timestamp) -> bool {
        let next = self.renews.iter().flat_map(|next| next.ends_at.into_iter().chain([next.at]));
        self.due_at().into_iter().chain(next).any(|at| at <= now)
    }

    /// Subscriptions whose next period begins by then and may grant something.
    #[must_use]
    pub fn renewing_until(&self, until: Timestamp) -> Vec<Id<()>> {
        self.renews.iter().filter(|next| next.at <= until).map(|next| next.subscription_id).collect()
    }

    /// Notes when a subscription's next period begins, and when it ends, if that is before.
    pub(crate) fn note_renewal(&mut self, subscription_id: Id<()>, at: Timestamp, ends_at: Option<Timestamp>) {
        self.renews.retain(|next| next.subscription_id != subscription_id);
        self.renews.push(NextPeriod { subscription_id, at, ends_at });
        self.renews.sort_by_key(|next| (next.at, next.subscription_id));
    }

    /// Notes that every period is there that has begun.
    pub(crate) fn note_renewed(&mut self, now: Timestamp) {
        self.renews.retain(|next| now < next.at);
        for next in &mut self.renews {
            next.ends_at = next.ends_at.filter(|at| now < *at);
        }
    }
}

/// When the first charge that was scheduled on a cycle of a subscription is due.
fn waiting_for_grant(buckets: &Buckets) -> Option<Timestamp> {
    let of_cycle = buckets.reserved().iter().filter(|reservation| reservation.is_of_cycle());
    of_cycle.map(|reservation| reservation.posts_at).min()
}

impl Kind for CustomerWallet {
    const KIND: KindName = KindName::Wallet;
}

impl Entity for CustomerWallet {
    const PATH: &'static str = "/customers";
    type View = WalletView;

    fn view(&self, now: Timestamp) -> WalletView {
        let total = |unit| self.wallet.of(unit).balance(now).total;
        WalletView { credits: total(Unit::Credits), day_passes: total(Unit::DayPasses) }
    }

    fn indexes(&self, _id: Id<Self>) -> Indexes {
        Indexes::default().due(self.due_at())
    }
}

/// What is in a wallet, in two numbers.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Wallet")]
pub struct WalletView {
    /// Credits of the customer that have not expired.
    pub credits: i64,
    /// Day passes of the customer that have not expired.
    pub day_passes: i64,
}
