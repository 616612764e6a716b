//! The trial balance: totals per account and currency. Folded from entries, or from the totals of closed parts of the
//! journal; the order does not matter.

use serde::{Deserialize, Serialize};
use values::Currency;

use super::{
    account::{Account, Side},
    entry::JournalEntry,
};
use crate::arithmetic::Overflow;

/// Totals of an account in a currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountTotal {
    /// Account whose totals these are.
    pub account: Account,
    /// Currency whose amounts are summed.
    pub currency: Currency,
    /// Everything on its left.
    pub debit_minor: i64,
    /// Everything on its right.
    pub credit_minor: i64,
}

impl AccountTotal {
    /// What stands on the side on which the account grows.
    #[must_use]
    pub const fn balance_minor(&self) -> i64 {
        match self.account.side() {
            Side::Debit => self.debit_minor - self.credit_minor,
            Side::Credit => self.credit_minor - self.debit_minor,
        }
    }
}

/// Totals of all accounts that anything was booked on, by account and currency.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TrialBalance(Vec<AccountTotal>);

impl TrialBalance {
    /// The totals, sorted by account and currency.
    #[must_use]
    pub fn totals(&self) -> &[AccountTotal] {
        &self.0
    }

    /// Adds an entry.
    ///
    /// # Errors
    /// [`Overflow`] when a total does not fit; nothing is changed then.
    pub fn add(&mut self, entry: &JournalEntry) -> Result<(), Overflow> {
        let mut after = self.clone();
        for line in entry.lines() {
            after.add_total(line.account, line.currency, line.debit_minor, line.credit_minor)?;
        }
        *self = after;
        Ok(())
    }

    /// Adds the totals of another part of the journal.
    ///
    /// # Errors
    /// [`Overflow`] when a total does not fit; nothing is changed then.
    pub fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        let mut after = self.clone();
        for total in &other.0 {
            after.add_total(total.account, total.currency, total.debit_minor, total.credit_minor)?;
        }
        *self = after;
        Ok(())
    }

    /// What stands on an account in a currency.
    #[must_use]
    pub fn balance_minor(&self, account: Account, currency: Currency) -> i64 {
        let total = self.0.iter().find(|total| total.account == account && total.currency == currency);
        total.map_or(0, AccountTotal::balance_minor)
    }

    /// Currencies in which debits are not credits: none, ever.
    #[must_use]
    pub fn unbalanced(&self) -> Vec<Currency> {
        let mut currencies: Vec<Currency> = self.0.iter().map(|total| total.currency).collect();
        currencies.sort_by_key(|currency| currency.code());
        currencies.dedup();
        let net = |currency: Currency| -> i128 {
            let of_currency = self.0.iter().filter(|total| total.currency == currency);
            of_currency.map(|total| i128::from(total.debit_minor) - i128::from(total.credit_minor)).sum()
        };
        currencies.into_iter().filter(|currency| net(*currency) != 0).collect()
    }

    fn add_total(&mut self, account: Account, currency: Currency, debit: i64, credit: i64) -> Result<(), Overflow> {
        let key = |total: &AccountTotal| (total.account, total.currency.code());
        let index = match self.0.binary_search_by_key(&(account, currency.code()), key) {
            Ok(index) => index,
            Err(index) => {
                self.0.insert(index, AccountTotal { account, currency, debit_minor: 0, credit_minor: 0 });
                index
            }
        };
        let total = &mut self.0[index];
        total.debit_minor = total.debit_minor.checked_add(debit).ok_or(Overflow)?;
        total.credit_minor = total.credit_minor.checked_add(credit).ok_or(Overflow)?;
        Ok(())
    }
}
