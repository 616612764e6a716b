//! Carries out what settling sources comes to: of all sources of one transaction, each wallet, item and invoice is read
//! once and written once (`docs/decisions/0030-carrying-out-settlement.md`).
//!
//! ```text
//! let mut settling = Settling::load(work, &[account], None).await?; // renewed wallets of the payers, and items
//! let account = settling.settle(work, &source, account, owed)?;     // in memory, for each source; stored with it
//! settling.write(work, &mut transaction).await?;                    // with the sources, in the caller's transaction
//! ```
//!
//! It stands inside `retried`. Not writing it, it tells what would be charged.

mod giving_back;
mod granting;
mod noted;
mod refusals;
mod reserving;
mod settled_source;
mod units;

use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};

use agreements::subscription::{Subscription, SubscriptionEnd};
use billing::{
    settlement::{self, Action, Charged, Funds, MoneyBy, Owed, PaymentTerms},
    wallet::{SpentAt, Unit},
};
use futures_util::future::BoxFuture;
use money_documents::invoice_item::InvoiceItem;
use records::Location;
use store::{Record, Transaction, transaction::version_conflict};
use values::{ApiError, Counter, Customer, Id, Timestamp};
use wallets_and_journal::{
    current_wallet,
    open_wallet::{OpenWallet, Scheduled, scheduled},
};
use work::UnitOfWork;

use self::settled_source::Taken;
pub use self::{
    refusals::{limit_reached, payer_gone},
    settled_source::SettledSource,
};
use crate::{source_account::SourceAccount, source_items::SourceItems};

/// Actions that are left to the caller at least, beside what settling writes.
const AFTERWARDS_MIN: usize = 45;

/// The payment of the sources that one transaction changes.
#[derive(Debug, Default)]
pub struct Settling {
    wallets: BTreeMap<Id<Customer>, OpenWallet>,
    items: SourceItems,
    /// When subscriptions end, of which units may come back.
    ends: BTreeMap<Id<()>, SubscriptionEnd>,
    /// Subscriptions of payers that may grant something before what is settled takes place.
    granting: BTreeMap<Id<Customer>, Vec<Record<Subscription>>>,
    /// What was reserved, as it is stored.
    scheduled: BTreeMap<Id<()>, Scheduled>,
    /// Credits of companies that members spend, by the name of the counter.
    spent: BTreeMap<String, Spent>,
    /// Sources that take place at another instant than before, and whether they had begun.
    moved: BTreeMap<Id<()>, bool>,
    /// Payers who are charged nothing more.
    gone: BTreeSet<Id<Customer>>,
}

/// What changes of a member's spending.
#[derive(Debug)]
struct Spent {
    counter: Counter,
    change: i64,
    limit: Option<i64>,
    /// Whether all of it is for sources that were not charged before: then somebody else may pay.
    is_new: bool,
}

impl Settling {
    /// Reads what the accounts of existing sources may change, once the wallets of those who pay are renewed. `until`
    /// is when the last of them takes place that may be charged more, so that cycles to come can pay.
    ///
    /// # Errors
    /// 503 when the store cannot be used.
    pub async fn load(
        work: &UnitOfWork,
        accounts: &[&SourceAccount],
        until: Option<Timestamp>,
    ) -> Result<Self, ApiError> {
        Self::load_beside(work, accounts, Vec::new(), None, until).await
    }

    /// The same, with what new sources need that are charged in the same transaction: the wallets of others who may pay,
    /// and whether something was invoiced at a location.
    ///
    /// # Errors
    /// 503 when the store cannot be used.
    pub async fn load_beside(
        work: &UnitOfWork,
        accounts: &[&SourceAccount],
        others: Vec<Id<Customer>>,
        location: Option<Id<Location>>,
        until: Option<Timestamp>,
    ) -> Result<Self, ApiError> {
        let of_wallet = accounts.iter().filter(|account| account.uses_wallet());
        let payers: Vec<Id<Customer>> = of_wallet.map(|account| account.payer_id).chain(others).collect();
        let ids: Vec<Id<InvoiceItem>> = accounts.iter().flat_map(|account| account.item_ids.clone()).collect();
        let parts = accounts.iter().flat_map(|account| [&account.charged.credits, &account.charged.day_passes]);
        let reserved = || accounts.iter().flat_map(|account| &account.charged.reserved);
        let of_reserved = reserved().map(|one| one.subscription_id);
        let granting = parts.flatten().filter_map(|part| part.subscription_id).chain(of_reserved).collect();
        let wallets = current_wallet::renew_all(work, payers);
        let (settling, ends) =
            tokio::join!(Self::read(work, wallets, &ids, location, until), read_ends(work, granting));
        let waiting: Vec<(Unit, Id<()>)> = reserved().map(|one| (one.unit, one.id)).collect();
        // After the wallets: what those have posted is then stored, or known to them.
        let (settling, ends) = (settling?, ends?);
        Ok(Self { ends, scheduled: scheduled::read(work, &waiting).await?, ..settling })
    }

    /// Reads what new sources need, of which the last takes place at `until`: besides the `wallets` of those who may
    /// pay, which are being renewed, whether something was invoiced at a location.
    ///
    /// # Errors
    /// 503 when the store cannot be used.
    pub async fn open(
        work: &UnitOfWork,
        wallets: impl Future<Output = Result<Vec<OpenWallet>, ApiError>>,
        location: Option<Id<Location>>,
        until: Timestamp,
    ) -> Result<Self, ApiError> {
        Self::read(work, wallets, &[], location, Some(until)).await
    }

    async fn read(
        work: &UnitOfWork,
        wallets: impl Future<Output = Result<Vec<OpenWallet>, ApiError>>,
        ids: &[Id<InvoiceItem>],
        location: Option<Id<Location>>,
        until: Option<Timestamp>,
    ) -> Result<Self, ApiError> {
        let (wallets, items) = tokio::join!(wallets, SourceItems::load(work, ids, location));
        let wallets = wallets?.into_iter().map(|wallet| (wallet.customer_id(), wallet)).collect();
        let granting = granting::find_granting(work, &wallets, until).await?;
        Ok(Self { wallets, items: items?, granting, ..Self::default() })
    }

    /// What a payer can spend, now or of cycles to come; nothing when the wallet was not read.
    #[must_use]
    pub fn funds(&self, work: &UnitOfWork, payer: Id<Customer>, spent_at: &SpentAt) -> Funds {
        let Some(wallet) = self.wallets.get(&payer).map(OpenWallet::wallet) else { return Funds::default() };
        let cycles = self.cycles(work, payer, spent_at);
        let available = |unit| wallet.wallet.available_with(unit, work.now, spent_at, &cycles);
        Funds { credits: available(Unit::Credits), day_passes: available(Unit::DayPasses) }
    }

    /// Refuses what could not be settled, and changes nothing.
    ///
    /// # Errors
    /// 402 `insufficient_balance`, 422 `not_payable`.
    pub fn check(
        &self,
        work: &UnitOfWork,
        spent_at: &SpentAt,
        account: &SourceAccount,
        owed: &Owed,
    ) -> Result<(), ApiError> {
        let funds = self.funds(work, account.payer_id, spent_at);
        let settled = settlement::settle(account.terms, &account.owed, &self.charged(account)?.0, owed, funds);
        settled.map(drop).map_err(|error| self.refused(work, account.payer_id, spent_at, error))
    }

    /// Whether something of an account is on an issued invoice, and was not credited.
    ///
    /// # Errors
    /// As amounts of items have them.
    pub fn is_invoiced(&self, account: &SourceAccount) -> Result<bool, ApiError> {
        Ok(self.charged(account)?.0.invoiced_minor != 0)
    }

    /// Settles a source that owes this now. Answers its account, to be stored with it. What is settled stays as it is,
    /// unless its invoice was voided, its items say something else (another time, resource or tax), or what pays for it
    /// expires before it takes place now, or has not been granted by then: that comes back, and others pay. What was
    /// reserved of a cycle that did not grant it is paid otherwise, in money where nothing else is left.
    ///
    /// # Errors
    /// 402 `insufficient_balance`, 422 `not_payable`, 409 `capacity_exceeded`.
    pub fn settle(
        &mut self,
        work: &UnitOfWork,
        source: &SettledSource<'_>,
        account: &SourceAccount,
        owed: Owed,
    ) -> Result<SourceAccount, ApiError> {
        let (mut charged, void) = self.charged(account)?;
        let mut before = account.owed;
        let unfit = charged.without_unfit(|part| self.pays(work, source, part));
        let unfit_reserved = charged.without_unfit_reserved(|one| self.pays_reserved(source, one));
        self.rebook(account, &charged, &source.spent_at)?;
        let is_settled = account.owed == owed && unfit.is_empty() && unfit_reserved.is_empty() && void.is_empty();
        if is_settled && !self.items.are_out_of_date(&account.item_ids, &source.text) {
            let Charged { pending_minor, invoiced_minor, .. } = account.charged;
            return Ok(SourceAccount {
                charged: Charged { pending_minor, invoiced_minor, ..charged },
                ..account.clone()
            });
        }
        let terms = terms(account.terms, &void);
        let invoiced_before = charged.pending_minor + charged.invoiced_minor;
        for (unit, amount) in void {
            before = before.less_units(unit, amount);
            self.spend(account, unit, -amount);
        }
        for one in unfit_reserved {
            before = before.less_units(one.unit, one.amount);
            self.give_up(account, &one)?;
        }
        let mut item_ids = account.item_ids.clone();
        for action in unfit {
            before = before.less(&action);
            self.carry_out(work, source, account, &action, &mut item_ids)?;
        }
        if self.items.are_taxed_otherwise(&account.item_ids, &source.text) {
            // The issued lines keep their rate: all of them but what was given by hand is credited, and charged anew.
            charged.invoiced_minor = self.items.credit(work, &mut item_ids, charged.invoiced_minor)?;
        }
        self.items.forget_gifts(&item_ids);
        let funds = self.funds(work, account.payer_id, &source.spent_at);
        let actions = settlement::settle(terms, &before, &charged, &owed, funds)
            .map_err(|error| self.refused(work, account.payer_id, &source.spent_at, error))?;
        for action in &actions {
            if let Action::Release { unit, amount } = action {
                self.release(work, source, account, &mut charged, *unit, *amount)?;
                continue;
            }
            let taken = self.carry_out(work, source, account, action, &mut item_ids)?;
            charged = charged.after(action, &taken.parts);
            charged.reserved.extend(taken.reserved);
        }
        if self.gone.contains(&account.payer_id) && invoiced_before < charged.pending_minor + charged.invoiced_minor {
            return Err(payer_gone());
        }
        self.items.say(&source.text, &item_ids)?;
        self.items.note_holder(source.text.source.id, &account.item_ids, &item_ids);
        Ok(SourceAccount { owed, charged, item_ids, ..account.clone() })
    }

    /// What is charged of a source, after what became since of its items and of what was reserved; and of which units
    /// how many are not charged any more, because a cycle did not grant them.
    fn charged(&self, account: &SourceAccount) -> Result<(Charged, Vec<(Unit, i64)>), ApiError> {
        let (pending_minor, invoiced_minor) = self.items.charged_minor(&account.item_ids)?;
        let (charged, void) = account.charged.after_time(|one| self.outcome(account.payer_id, one));
        Ok((Charged { pending_minor, invoiced_minor, ..charged }, void))
    }

    /// Carries out one action. Answers what the wallet gave.
    fn carry_out(
        &mut self,
        work: &UnitOfWork,
        source: &SettledSource<'_>,
        account: &SourceAccount,
        action: &Action,
        item_ids: &mut Vec<Id<InvoiceItem>>,
    ) -> Result<Taken, ApiError> {
        match action {
            Action::Take { unit, amount } => return self.take(work, source, account, *unit, *amount),
            Action::Return { unit, parts } => self.give_back(work, source, account, *unit, parts)?,
            Action::SetPendingItem { minor } => {
                self.items.set_pending(work, &source.text, item_ids, *minor)?;
            }
            Action::CreditInvoiced { minor } => {
                let gift = self.items.credit(work, item_ids, *minor)?;
                self.items.count_gifts(item_ids, gift)?;
            }
            // What is reserved is released before; whoever takes payments outside learns of it from the source itself.
            Action::Release { .. } | Action::AskPayment { .. } | Action::RefundPayment { .. } => {}
        }
        Ok(Taken::default())
    }

    /// Takes the location of new sources as it was read; whether writing this requires that the location is still as it
    /// was read, because nothing was invoiced there before.
    #[must_use]
    pub fn at(&mut self, location: &Record<Location>) -> bool {
        self.items.at(location)
    }

    /// The wallet of a customer to whom a source gives something, such as a credit package; it is written with the
    /// rest.
    ///
    /// # Errors
    /// 503 when the store cannot be used.
    pub async fn open_wallet_of(
        &mut self,
        work: &UnitOfWork,
        customer: Id<Customer>,
    ) -> Result<&mut OpenWallet, ApiError> {
        Ok(match self.wallets.entry(customer) {
            Entry::Occupied(read) => read.into_mut(),
            Entry::Vacant(unread) => unread.insert(current_wallet::renew(work, customer).await?),
        })
    }

    fn wallet(&mut self, payer: Id<Customer>) -> Result<&mut OpenWallet, ApiError> {
        self.wallets.get_mut(&payer).ok_or_else(|| ApiError::internal("the payer's wallet was not read"))
    }

    /// Counts credits of a company that a member spends, or no longer spends.
    fn spend(&mut self, account: &SourceAccount, unit: Unit, amount: i64) {
        if unit != Unit::Credits {
            return;
        }
        let Some(spender) = &account.spender else { return };
        let counter = spender.counter(account.payer_id);
        let (name, limit) = (counter.name().to_owned(), spender.limit);
        let spent = self.spent.entry(name).or_insert(Spent { counter, change: 0, limit, is_new: true });
        spent.change += amount;
        spent.is_new &= account.owed == Owed::NOTHING;
    }

    /// Puts everything into the caller's transaction.
    ///
    /// # Errors
    /// 503 when the store cannot be read, 409 `capacity_exceeded`, 422 when an amount does not fit.
    pub fn write<'a>(
        self,
        work: &'a UnitOfWork,
        transaction: &'a mut Transaction,
    ) -> BoxFuture<'a, Result<(), ApiError>> {
        Box::pin(self.write_all(work, transaction))
    }

    async fn write_all(mut self, work: &UnitOfWork, transaction: &mut Transaction) -> Result<(), ApiError> {
        let reserved = self.items.other_actions.max(AFTERWARDS_MIN);
        let given_back = self.items.write(work, transaction).await?;
        giving_back::give_back(work, transaction, &mut self.wallets, given_back, reserved).await?;
        for wallet in self.wallets.into_values() {
            wallet.write(work, transaction).await?;
        }
        for Spent { counter, change, limit, is_new } in self.spent.into_values() {
            // Others may have spent it meanwhile: then it is decided again who pays, unless that is settled.
            let refusal = if is_new { version_conflict() } else { limit_reached() };
            match limit {
                Some(limit) if change > 0 => transaction.add_up_to(&counter, change, limit, refusal),
                _ if change != 0 => transaction.add(&counter, change),
                _ => {}
            }
        }
        Ok(())
    }
}

/// How a source is paid: what a cycle did not grant may be paid in money.
fn terms(agreed: PaymentTerms, void: &[(Unit, i64)]) -> PaymentTerms {
    let otherwise = (!void.is_empty()).then_some(MoneyBy::External);
    PaymentTerms { mixed_with: agreed.mixed_with.or(otherwise), ..agreed }
}

/// When these subscriptions end, as far as that is known.
async fn read_ends(work: &UnitOfWork, ids: BTreeSet<Id<()>>) -> Result<BTreeMap<Id<()>, SubscriptionEnd>, ApiError> {
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let ids: Vec<Id<Subscription>> = ids.into_iter().map(Id::cast).collect();
    let mut ends = BTreeMap::new();
    for subscription in work.store.find_all(work.tenant(), &ids).await? {
        ends.extend(subscription.body.end().map(|end| (subscription.id.cast(), end)));
    }
    Ok(ends)
}
