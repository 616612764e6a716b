//! The end of a subscription: what is written down once time has ended it.

use money_documents::set_off::{SetOff, set_off};
use records::MembershipPlan;
use store::{Expression, List, Record, expression::NOW};
use values::{ApiError, Id, Timestamp};
use wallets_and_journal::OpenWallet;
use work::{UnitOfWork, on_heap, unit_of_work::retry};

use super::{crediting_dues::OTHER_ACTIONS, deposit, record::Subscription, storing, voided};

/// Ended subscriptions that are written down at a time.
const PAGE_MAX: usize = 50;

/// Writes down that a subscription has ended, if it has; how it is then, or none when there was nothing to do.
///
/// # Errors
/// 409 `version_conflict` when it was changed meanwhile.
pub async fn write_end(
    work: &UnitOfWork,
    before: &Record<Subscription>,
) -> Result<Option<Record<Subscription>>, ApiError> {
    if before.body.is_over || before.body.status(work.now).is_live() {
        return Ok(None);
    }
    let id = before.id;
    let mut after = Subscription { is_over: true, ..before.body.clone() }.dated(work.now)?;
    let mut transaction = work.transaction();
    if before.body.incomplete_since.is_some() {
        let mut wallet = on_heap(|| OpenWallet::load(work, before.body.customer_id)).await?;
        let off = on_heap(|| voided::void_unpaid(work, &mut transaction, &before.body, &mut wallet)).await?;
        after.charges = off.body.charges;
        let set = SetOff { corrected: None, reserved: OTHER_ACTIONS };
        on_heap(|| set_off(work, &mut transaction, &mut wallet, Vec::new(), set)).await?;
        on_heap(|| wallet.write(work, &mut transaction)).await?;
    } else if let Some(ends_at) = after.moments.ends_at {
        after = after.add_paid_after_all(work).await?;
        // What rolled over ends with it.
        let ended = (id.cast(), ends_at);
        let mut wallet = on_heap(|| OpenWallet::load_after_end(work, after.customer_id, ended)).await?;
        on_heap(|| deposit::give_back(work, &mut transaction, id, &mut after, &mut wallet)).await?;
        on_heap(|| wallet.write(work, &mut transaction)).await?;
    }
    let after = work.next_version(before, after, None);
    on_heap(|| storing::replace(work, &mut transaction, before, &after, None)).await?;
    work.store.commit(transaction).await?;
    Ok(Some(after))
}

/// The same of a subscription that an index has told of; whether there was anything to do.
async fn write_end_of(work: &UnitOfWork, id: Id<Subscription>) -> Result<bool, ApiError> {
    let Some(before) = work.store.find(work.tenant(), id).await? else { return Ok(false) };
    Ok(on_heap(|| write_end(work, &before)).await?.is_some())
}

/// Writes down which subscriptions of a list time has ended; whether there were any.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn write_ends(work: &UnitOfWork, list: List<Subscription>) -> Result<bool, ApiError> {
    let ended = list.only("is_over", Some(&false)).matching(Some(ended_by_time(work.now)));
    let ended = work.store.all(work.tenant(), &ended, PAGE_MAX).await?;
    let mut any = false;
    for subscription in ended.records {
        any |= retry(work, || write_end_of(work, subscription.id)).await?;
    }
    Ok(any)
}

/// The same of the subscriptions of a plan, so that their seats are free.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn write_ends_of_plan(work: &UnitOfWork, plan: Id<MembershipPlan>) -> Result<bool, ApiError> {
    on_heap(|| write_ends(work, List::by(&Subscription::BY_PLAN, &plan))).await
}

/// What has ended by time, whether or not that was written down.
fn ended_by_time(now: Timestamp) -> Expression {
    Expression::new("#body.#ends <= :now OR #body.#awaited <= :now")
        .name("#body", "body")
        .name("#ends", "ends_at")
        .name("#awaited", "awaited_until")
        .string(NOW, now.to_string())
}
