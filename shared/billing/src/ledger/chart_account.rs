//! An account of an accountant's books, and what is booked on it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{Name, Percent};

use super::{account::Account, entry::DocumentKind};
use crate::documents::ItemKind;

/// What revenue is for: kinds of invoice lines, and what no line books.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BookedKind {
    /// A period of a subscription.
    Subscription,
    /// The price of a booking.
    Booking,
    /// A ticket of an event.
    EventTicket,
    /// An order of the shop.
    Order,
    /// Credits or day passes that were bought.
    CreditPackage,
    /// A fee.
    Fee,
    /// A part of a period.
    Proration,
    /// A deposit.
    Deposit,
    /// A fee or interest because an invoice was not paid in time.
    LateFee,
    /// Anything else on an invoice.
    Custom,
    /// Credits and day passes that were sold before and are used, expire or come back.
    UsedCredits,
    /// A balance that the customer gave up or the merchant kept.
    KeptBalance,
}

impl From<ItemKind> for BookedKind {
    fn from(kind: ItemKind) -> Self {
        match kind {
            ItemKind::Subscription => Self::Subscription,
            ItemKind::Booking => Self::Booking,
            ItemKind::EventTicket => Self::EventTicket,
            ItemKind::Order => Self::Order,
            ItemKind::CreditPackage => Self::CreditPackage,
            ItemKind::Fee => Self::Fee,
            ItemKind::Proration => Self::Proration,
            ItemKind::Deposit => Self::Deposit,
            ItemKind::LateFee => Self::LateFee,
            ItemKind::Custom => Self::Custom,
        }
    }
}

impl BookedKind {
    /// What revenue of a document without lines is for; none of documents that have lines.
    #[must_use]
    pub const fn of_document(document: DocumentKind) -> Option<Self> {
        match document {
            DocumentKind::CreditTransaction | DocumentKind::DayPassTransaction => Some(Self::UsedCredits),
            DocumentKind::BalanceClearing => Some(Self::KeptBalance),
            DocumentKind::Invoice | DocumentKind::CreditNote | DocumentKind::Payment | DocumentKind::InvoiceItem => {
                None
            }
        }
    }
}

/// An account of an accountant's books, and what is booked on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChartAccount {
    /// Account of the journal whose amounts stand on it.
    pub account: Account,
    /// Only what is for this; all when null.
    #[serde(default)]
    pub kind: Option<BookedKind>,
    /// Only what is taxed at this rate, in percent; all when null.
    #[serde(default)]
    pub tax_rate: Option<Percent>,
    /// Number in the accountant's books: 1 to 9 digits.
    #[schemars(extend("pattern" = "^[0-9]{1,9}$"), length(max = 9))]
    pub number: String,
    /// Name in the accountant's books.
    pub name: Name,
    /// DATEV's posting key (BU-Schlüssel) of bookings on it, such as `0040` where the account would compute tax by
    /// itself; empty for none.
    #[serde(default)]
    #[schemars(extend("pattern" = "^([0-9]{4})?$"), length(max = 4))]
    pub posting_key: String,
}

impl ChartAccount {
    /// Whether it is one of persons, whose numbers have a digit more.
    #[must_use]
    pub fn is_of_persons(&self) -> bool {
        self.account == Account::AccountsReceivable
    }
}
