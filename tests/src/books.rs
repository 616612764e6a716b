//! Books: a check that they add up, after whatever a test did.

use money_documents::check;
use serde_json::json;
use testing::TestApp;
use values::Clock as _;
use work::{UnitOfWork, unit_of_work::read_merchant_time};

use crate::{accepted, app};

/// The books of every merchant of the test add up: the trial balance is zero and the sum of its entries at every
/// instant, each wallet is the sum of its buckets and of its postings, each invoice's arithmetic holds, numbers have no
/// gap.
///
/// # Panics
/// When they do not.
#[expect(clippy::expect_used, reason = "books without a time cannot be checked")]
pub async fn books_add_up(app: &TestApp) {
    for client in [&app.client, &app.stranger] {
        let tenant = app.as_client(client).tenant();
        let now = read_merchant_time(&app.context.store, &tenant, app.clock.now()).await;
        let now = now.expect("the time of a merchant");
        let work = UnitOfWork::scheduled_at(&app.context, tenant, "check of the books", now);
        let faults = check::find_disagreements(&work).await.unwrap_or_else(|error| vec![format!("{error:?}")]);
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}

/// Runs a test on the whole service, of a merchant that uses credits; afterwards the books must add up.
pub async fn with_books(test: impl AsyncFnOnce(&TestApp)) {
    let app = app().await;
    uses_credits(&app).await;
    test(&app).await;
    books_add_up(&app).await;
}

/// Lets the merchant use credits.
pub async fn uses_credits(app: &TestApp) {
    let settings = json!({"credit_settings": {"enabled": true}});
    accepted(&app.put("/merchant", settings).await, 200);
}
