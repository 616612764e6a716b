//! The accounts of the charts that merchants begin with. Numbers of SKR 03 and SKR 04 are those of DATEV's published
//! charts; whoever keeps the books may replace each ([`super::chart`]).

use values::{Decimal, Name, Percent};

use super::{
    account::Account,
    chart_account::{BookedKind, ChartAccount},
};

/// An account of a chart: account of the journal, kind, rate in whole percent, number, name, DATEV's posting key.
#[derive(Clone, Copy, Debug)]
pub(super) struct DefaultAccount(Account, Option<BookedKind>, Option<i64>, &'static str, &'static str, &'static str);

impl DefaultAccount {
    /// The account as merchants have their own.
    pub(super) fn account(&self) -> ChartAccount {
        ChartAccount {
            account: self.0,
            kind: self.1,
            tax_rate: self.2.and_then(|rate| Percent::from_decimal(Decimal::new(rate, 0))),
            number: self.3.to_owned(),
            name: Name::new(self.4),
            posting_key: self.5.to_owned(),
        }
    }
}

/// An account for all that the journal has on one of its own.
const fn all(account: Account, number: &'static str, name: &'static str) -> DefaultAccount {
    DefaultAccount(account, None, None, number, name, "")
}

/// An account for revenue of a kind.
const fn earned(kind: BookedKind, number: &'static str, name: &'static str) -> DefaultAccount {
    DefaultAccount(Account::Revenue, Some(kind), None, number, name, "")
}

/// An account for what is taxed at a rate.
const fn at_rate(
    account: Account,
    rate: i64,
    number: &'static str,
    name: &'static str,
    key: &'static str,
) -> DefaultAccount {
    DefaultAccount(account, None, Some(rate), number, name, key)
}

/// DATEV's posting key that keeps an account from computing tax by itself: tax is booked beside revenue.
const NO_AUTOMATIC_TAX: &str = "0040";

pub(super) const GENERIC: [DefaultAccount; 20] = [
    all(Account::AccountsReceivable, "1100", "Accounts receivable"),
    all(Account::Cash, "1000", "Cash and bank"),
    all(Account::CustomerBalance, "2100", "Customer balances"),
    all(Account::CreditLiability, "2200", "Credits and day passes sold"),
    all(Account::Deposits, "2300", "Deposits held"),
    all(Account::RefundsPayable, "2400", "Refunds payable"),
    all(Account::Tax, "2500", "Tax payable"),
    all(Account::BadDebt, "6100", "Bad debt"),
    all(Account::Revenue, "4000", "Revenue"),
    earned(BookedKind::Subscription, "4010", "Subscriptions"),
    earned(BookedKind::Proration, "4011", "Parts of periods"),
    earned(BookedKind::Booking, "4020", "Bookings"),
    earned(BookedKind::EventTicket, "4030", "Event tickets"),
    earned(BookedKind::Order, "4040", "Shop"),
    earned(BookedKind::CreditPackage, "4050", "Credits and day passes"),
    earned(BookedKind::UsedCredits, "4051", "Credits and day passes used"),
    earned(BookedKind::Fee, "4060", "Fees"),
    earned(BookedKind::LateFee, "4065", "Late fees"),
    earned(BookedKind::KeptBalance, "4070", "Balances kept"),
    earned(BookedKind::Custom, "4090", "Other revenue"),
];

pub(super) const SKR03: [DefaultAccount; 15] = [
    all(Account::AccountsReceivable, "10000", "Debitoren"),
    all(Account::Cash, "1360", "Geldtransit"),
    all(Account::CustomerBalance, "1710", "Erhaltene Anzahlungen"),
    all(Account::CreditLiability, "0990", "Passive Rechnungsabgrenzung"),
    all(Account::Deposits, "1732", "Erhaltene Kautionen"),
    all(Account::RefundsPayable, "1700", "Sonstige Verbindlichkeiten"),
    all(Account::Tax, "1770", "Umsatzsteuer"),
    at_rate(Account::Tax, 7, "1771", "Umsatzsteuer 7 %", ""),
    at_rate(Account::Tax, 19, "1776", "Umsatzsteuer 19 %", ""),
    all(Account::BadDebt, "2400", "Forderungsverluste"),
    all(Account::Revenue, "8200", "Erlöse"),
    at_rate(Account::Revenue, 7, "8300", "Erlöse 7 % USt", NO_AUTOMATIC_TAX),
    at_rate(Account::Revenue, 19, "8400", "Erlöse 19 % USt", NO_AUTOMATIC_TAX),
    earned(BookedKind::LateFee, "2650", "Sonstige Zinsen und ähnliche Erträge"),
    earned(BookedKind::KeptBalance, "2700", "Sonstige Erträge"),
];

pub(super) const SKR04: [DefaultAccount; 15] = [
    all(Account::AccountsReceivable, "10000", "Debitoren"),
    all(Account::Cash, "1460", "Geldtransit"),
    all(Account::CustomerBalance, "3250", "Erhaltene Anzahlungen"),
    all(Account::CreditLiability, "3900", "Passive Rechnungsabgrenzung"),
    all(Account::Deposits, "3550", "Erhaltene Kautionen"),
    all(Account::RefundsPayable, "3500", "Sonstige Verbindlichkeiten"),
    all(Account::Tax, "3800", "Umsatzsteuer"),
    at_rate(Account::Tax, 7, "3801", "Umsatzsteuer 7 %", ""),
    at_rate(Account::Tax, 19, "3806", "Umsatzsteuer 19 %", ""),
    all(Account::BadDebt, "6930", "Forderungsverluste"),
    all(Account::Revenue, "4200", "Erlöse"),
    at_rate(Account::Revenue, 7, "4300", "Erlöse 7 % USt", NO_AUTOMATIC_TAX),
    at_rate(Account::Revenue, 19, "4400", "Erlöse 19 % USt", NO_AUTOMATIC_TAX),
    earned(BookedKind::LateFee, "7100", "Sonstige Zinsen und ähnliche Erträge"),
    earned(BookedKind::KeptBalance, "4830", "Sonstige betriebliche Erträge"),
];
