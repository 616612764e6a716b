//! Letters about subscriptions: the customer is told that one was made, that another plan is to begin, when it ends and
//! that it has ended.

use agreements::subscription::{AgreedPlan, Subscription};
use billing::{period::plus_days, subscription_status::SubscriptionStatus};
use mailing::{Draft, Fact, Facts, LetterSource, LetterType, recipients, text};
use records::LoggedEvent;
use store::Record;
use values::{ApiError, Currency, Day, Money};
use work::UnitOfWork;

/// What customers are told of their subscriptions.
#[must_use]
pub fn letters() -> Vec<LetterSource> {
    vec![
        LetterSource::new(&["subscription.created"], of_beginning),
        LetterSource::new(&["subscription.change_scheduled"], of_change),
        LetterSource::new(&["subscription.cancellation_scheduled"], of_notice),
        LetterSource::new(&["subscription.cancelled"], of_end),
    ]
}

/// That a subscription was made; nothing once it is over.
async fn of_beginning(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let Some(subscription) = read_present(&work, &event.body).await? else { return Ok(Vec::new()) };
    let status = subscription.status(work.now);
    if !status.is_live() {
        return Ok(Vec::new());
    }
    let plan = &subscription.plan;
    let mut facts = Facts::from([
        ("plan", text(name_of(plan))),
        ("start", Fact::Day(subscription.first)),
        ("is_unpaid", Fact::Flag(status == SubscriptionStatus::Incomplete)),
    ]);
    if let Some(minor) = plan.terms.dues.cycle_minor().ok().filter(|minor| *minor > 0) {
        facts.insert("price", sum(minor, subscription.currency));
    }
    if let Some(last) = last_day(&subscription) {
        facts.insert("end", Fact::Day(last));
    }
    drafts(&work, &subscription, LetterType::SubscriptionBegun, &facts).await
}

/// That another plan, or another quantity, is to begin; nothing once it has begun or was called off.
async fn of_change(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let Some(subscription) = read_present(&work, &event.body).await? else { return Ok(Vec::new()) };
    if !subscription.status(work.now).is_live() {
        return Ok(Vec::new());
    }
    let Some(change) = &subscription.scheduled else { return Ok(Vec::new()) };
    let facts = Facts::from([
        ("plan", text(name_of(&subscription.plan))),
        ("new_plan", text(name_of(&change.plan))),
        ("from", Fact::Day(change.effective)),
    ]);
    drafts(&work, &subscription, LetterType::SubscriptionChanged, &facts).await
}

/// When a subscription ends; nothing once it has ended, or where notice was taken back.
async fn of_notice(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let Some(subscription) = read_present(&work, &event.body).await? else { return Ok(Vec::new()) };
    if !subscription.status(work.now).is_live() || subscription.notice_given_at.is_none() {
        return Ok(Vec::new());
    }
    let Some(last) = last_day(&subscription) else { return Ok(Vec::new()) };
    let facts = Facts::from([("plan", text(name_of(&subscription.plan))), ("end", Fact::Day(last))]);
    drafts(&work, &subscription, LetterType::SubscriptionEnding, &facts).await
}

/// That a subscription has ended.
async fn of_end(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let Some(subscription) = read_present(&work, &event.body).await? else { return Ok(Vec::new()) };
    if subscription.status(work.now) != SubscriptionStatus::Cancelled {
        return Ok(Vec::new());
    }
    let mut facts = Facts::from([("plan", text(name_of(&subscription.plan)))]);
    if let Some(last) = last_day(&subscription) {
        facts.insert("end", Fact::Day(last));
    }
    drafts(&work, &subscription, LetterType::SubscriptionEnded, &facts).await
}

/// The subscription of an event, under the terms of the present day.
async fn read_present(work: &UnitOfWork, event: &LoggedEvent) -> Result<Option<Subscription>, ApiError> {
    let Some(found) = work.store.find(work.tenant(), event.object_id.cast::<Subscription>()).await? else {
        return Ok(None);
    };
    let today = found.body.day_of(work.now)?;
    Ok(Some(found.body.as_of(today)))
}

/// Its last day; none while it goes on, and of one that never began.
fn last_day(subscription: &Subscription) -> Option<Day> {
    let ends = subscription.ends.filter(|ends| subscription.first < *ends)?;
    plus_days(ends, -1)
}

/// What a plan is called, with how many of it there are unless that is one.
fn name_of(plan: &AgreedPlan) -> String {
    match plan.terms.dues.quantity {
        1 => plan.name.to_string(),
        quantity => format!("{quantity} × {}", plan.name),
    }
}

/// The letter to the customer: to a company's managers, because they decide on subscriptions.
async fn drafts(
    work: &UnitOfWork,
    subscription: &Subscription,
    letter: LetterType,
    facts: &Facts,
) -> Result<Vec<Draft>, ApiError> {
    let location = Some(subscription.location_id);
    let readers = recipients::of_customer(work, subscription.customer_id, None).await?;
    Ok(readers.into_iter().map(|to| Draft::new(letter, to, location, facts.clone())).collect())
}

fn sum(minor: i64, currency: Currency) -> Fact {
    Fact::Money(Money::new(minor, currency).amount(), currency)
}
