//! Membership plans.

use records::{Location, MembershipPlan, membership_plan::MembershipPlanFields};
use store::Transaction;
use testing::TestApp;
use values::cycle::Cycle;
use values::{Amount, Currency, Id, Name};

use crate::accepted;

/// A membership plan of a location, with `change` applied, written to the table without its area's rules.
#[expect(clippy::expect_used, reason = "a test without its plan cannot go on")]
///
/// # Panics
/// When the location has no id.
pub async fn membership_plan(app: &TestApp, location: &str, change: impl FnOnce(&mut MembershipPlan)) -> String {
    let currency = Currency::parse("EUR").expect("a currency");
    let location = Id::parse(location).expect("an id");
    let price = Amount::of(10_000, currency);
    let mut plan =
        MembershipPlan::from(MembershipPlanFields::new(location, Name::new("Flex"), Cycle::Monthly, price, currency));
    change(&mut plan);
    let is_active = std::mem::replace(&mut plan.is_active, true);
    let record = app.stored(plan).await;
    // A membership plan keeps its location from being archived while it is active.
    let mut transaction = Transaction::new(app.tenant(), app.context.ids.token());
    transaction.add(&Location::uses(location), 1);
    app.context.store.commit(transaction).await.expect("a store");
    if !is_active {
        accepted(&app.delete(&format!("/memberships/{}", record.id)).await, 200);
    }
    record.id.to_string()
}
