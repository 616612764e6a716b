//! The chart of accounts: which number and name of an accountant's books what is booked on an account of the journal
//! has. The journal keeps its nine accounts; the chart divides revenue and tax by what was sold and by rate.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{Name, Percent};

use super::{
    account::Account,
    chart_account::{BookedKind, ChartAccount},
    chart_defaults::{DefaultAccount, GENERIC, SKR03, SKR04},
};

/// The chart that holds where a merchant has no account of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ChartOfAccountsName")]
pub enum ChartName {
    /// Numbers of this service, with revenue by kind.
    #[default]
    Generic,
    /// The German standard chart SKR 03, with revenue and tax by rate.
    Skr03,
    /// The German standard chart SKR 04, with revenue and tax by rate.
    Skr04,
}

/// What is booked, as far as an account of a chart is chosen by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Booked {
    /// Account of the journal.
    pub account: Account,
    /// What it is for, as far as that is known.
    pub kind: Option<BookedKind>,
    /// The rate at which it is taxed, as far as that is known.
    pub tax_rate: Option<Percent>,
}

/// A merchant's accounts, before those of the chart that holds otherwise.
#[derive(Clone, Copy, Debug)]
pub struct Chart<'a> {
    /// The merchant's own accounts.
    pub own: &'a [ChartAccount],
    /// The chart that holds otherwise.
    pub name: ChartName,
}

impl Chart<'_> {
    /// Every account on which something can be booked: the merchant's own first.
    #[must_use]
    pub fn accounts(&self) -> Vec<ChartAccount> {
        let defaults = defaults(self.name).iter().map(DefaultAccount::account);
        self.own.iter().cloned().chain(defaults).collect()
    }

    /// The account for what is booked: of the merchant's own that fit the one that says most, and otherwise of the
    /// defaults. A rate says more than a kind.
    #[must_use]
    pub fn account_of(&self, booked: Booked) -> Cow<'_, ChartAccount> {
        if let Some(own) = best(self.own.iter(), booked) {
            return Cow::Borrowed(own);
        }
        let all: Vec<ChartAccount> = defaults(self.name).iter().map(DefaultAccount::account).collect();
        let found = best(all.iter(), booked).or(all.first()).cloned();
        Cow::Owned(found.unwrap_or_else(|| ChartAccount {
            account: booked.account,
            kind: None,
            tax_rate: None,
            number: "9999".to_owned(),
            name: Name::new("Unassigned"),
            posting_key: String::new(),
        }))
    }
}

/// The accounts of a chart.
const fn defaults(name: ChartName) -> &'static [DefaultAccount] {
    match name {
        ChartName::Generic => &GENERIC,
        ChartName::Skr03 => &SKR03,
        ChartName::Skr04 => &SKR04,
    }
}

/// Of the accounts that fit what is booked the one with most conditions.
fn best<'a>(accounts: impl Iterator<Item = &'a ChartAccount>, booked: Booked) -> Option<&'a ChartAccount> {
    let fits = |account: &&ChartAccount| {
        account.account == booked.account
            && (account.kind.is_none() || account.kind == booked.kind)
            && (account.tax_rate.is_none() || account.tax_rate == booked.tax_rate)
    };
    let conditions =
        |account: &ChartAccount| 2 * u8::from(account.tax_rate.is_some()) + u8::from(account.kind.is_some());
    // Of equals the first.
    accounts.filter(fits).fold(None, |best: Option<&ChartAccount>, account| match best {
        Some(found) if conditions(found) >= conditions(account) => Some(found),
        _ => Some(account),
    })
}

/// Whether no two accounts have the same conditions: only one of them could be chosen. Answers the place of the second.
#[must_use]
pub fn repeated(accounts: &[ChartAccount]) -> Option<usize> {
    let same = |one: &ChartAccount, other: &ChartAccount| {
        one.account == other.account && one.kind == other.kind && one.tax_rate == other.tax_rate
    };
    (0..accounts.len()).find(|place| accounts[..*place].iter().any(|earlier| same(earlier, &accounts[*place])))
}

#[cfg(test)]
mod tests {
    use values::{Decimal, Name, Percent};

    use super::{Account, Booked, BookedKind, Chart, ChartAccount, ChartName, repeated};

    fn rate(text: &str) -> Option<Percent> {
        Percent::from_decimal(Decimal::parse(text).expect("a number"))
    }

    fn own(kind: Option<BookedKind>, tax_rate: Option<Percent>, number: &str) -> ChartAccount {
        let (account, number) = (Account::Revenue, number.to_owned());
        ChartAccount { account, kind, tax_rate, number, name: Name::new("Own"), posting_key: String::new() }
    }

    #[test]
    fn of_own_accounts_the_one_that_says_most_is_taken_before_any_default() {
        let accounts = [
            own(Some(BookedKind::Booking), None, "1"),
            own(None, rate("21"), "2"),
            own(Some(BookedKind::Booking), rate("21"), "3"),
        ];
        let chart = Chart { own: &accounts, name: ChartName::Generic };
        for (kind, tax_rate, expected) in [
            (Some(BookedKind::Booking), rate("21"), "3"),
            (Some(BookedKind::Booking), rate("9"), "1"),
            (Some(BookedKind::Order), rate("21"), "2"),
            (Some(BookedKind::Order), rate("9"), "4040"),
            (None, None, "4000"),
        ] {
            let found = chart.account_of(Booked { account: Account::Revenue, kind, tax_rate });
            assert_eq!(found.number, expected, "{kind:?} {tax_rate:?}");
        }
        assert_eq!(repeated(&accounts), None);
        assert_eq!(repeated(&[own(None, None, "1"), own(None, None, "2")]), Some(1));
    }

    #[test]
    fn every_chart_has_an_account_for_everything_that_is_booked() {
        for name in [ChartName::Generic, ChartName::Skr03, ChartName::Skr04] {
            let chart = Chart { own: &[], name };
            for account in Account::ALL {
                let found = chart.account_of(Booked { account, kind: None, tax_rate: None });
                assert_eq!(found.account, account, "{name:?}");
            }
            assert_eq!(repeated(&chart.accounts()), None, "{name:?}");
        }
        let of_rate = |name, text| {
            let booked = Booked { account: Account::Tax, kind: None, tax_rate: rate(text) };
            Chart { own: &[], name }.account_of(booked).number.clone()
        };
        assert_eq!([of_rate(ChartName::Skr03, "19"), of_rate(ChartName::Skr04, "7")], ["1776", "3801"]);
    }
}
