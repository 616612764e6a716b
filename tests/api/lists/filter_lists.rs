//! Filter lists (decision 49) against a plain model: one step after the other, with faults, many at once, and made
//! anew.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::Duration;
use store::{Key, Order, Record, Scheme, Store, Transaction};
use testing::{Fault, TestApp};
use tests::setting;
use tokio::task::JoinSet;
use values::KindName;

use super::{
    chunks,
    listed_notes::{Asked, COLORS, History, read},
};

#[tokio::test]
async fn random_histories_are_listed_by_every_filter_as_plain_lists_would_be() {
    let mut most = 0;
    for seed in 0..setting("LIST_HISTORIES", 2) {
        let mut history = History::new(seed + 1).await;
        for _ in 0..120 {
            history.step().await;
        }
        history.check().await;
        history.app.clock.advance(Duration::minutes(5));
        history.check().await;
        history.agrees().await;
        most = most.max(chunks(&history.app).await);
    }
    assert!(most >= 2, "no history came to the second chunk");
}

#[tokio::test]
async fn transactions_that_are_cancelled_and_answers_that_are_lost_leave_every_filter_right() {
    let mut history = History::new(77).await;
    history.create(60).await;
    history.app.clock.advance(Duration::minutes(5));
    history.check().await;
    for round in 0..60 {
        let faults = match round % 3 {
            0 => vec![(2, Fault::Cancel(vec!["TransactionConflict"]))],
            1 => vec![(2, Fault::DropAfter)],
            _ => vec![(3, Fault::DropBefore), (4, Fault::Fail(500, "InternalServerError"))],
        };
        for (chance, fault) in faults {
            let times = u32::from(history.below(chance) == 0);
            history.app.faults.next("TransactWriteItems", times, fault);
        }
        history.change().await;
        history.app.faults.clear();
        history.app.clock.advance(Duration::seconds(20));
    }
    history.check().await;
    history.agrees().await;
}

/// Records of the history, each changed by another writer while readers read and close segments.
async fn changed_at_once(history: &mut History, milliseconds: u64) {
    history.create(60).await;
    history.app.clock.advance(Duration::minutes(5));
    history.check().await;
    history.app.faults.overlaps_conflict(milliseconds);
    let mut work = JoinSet::new();
    for place in 0..history.live.len() {
        let before = history.live[place].clone();
        let after = history.changed(&before);
        history.live[place] = after.clone();
        let app = history.app.clone();
        work.spawn(async move {
            loop {
                let mut transaction = Transaction::new(app.tenant(), app.context.ids.token());
                transaction.replace(&before, &after);
                if app.context.store.commit(transaction).await.is_ok() {
                    break;
                }
            }
        });
    }
    for asked in [Asked::default(), Asked { color: Some("red".to_owned()), ..Asked::default() }] {
        let app = history.app.clone();
        work.spawn(async move {
            for page in 1..8 {
                for order in [Order::Ascending, Order::Descending] {
                    let listed = read(&app, &asked, Scheme::Page(page), 10, order).await.expect("a page");
                    assert!(listed.records.iter().all(|record| asked.has(&record.body)), "{asked:?}");
                }
            }
        });
    }
    while let Some(done) = work.join_next().await {
        done.expect("no panic");
    }
}

#[tokio::test]
async fn many_changes_at_once_beside_readers_leave_every_filter_right() {
    let mut history = History::new(5).await;
    changed_at_once(&mut history, 0).await;
    history.check().await;
    history.app.clock.advance(Duration::minutes(5));
    history.check().await;
    history.agrees().await;
}

#[tokio::test]
async fn what_changes_between_a_row_and_its_record_is_read_again() {
    let mut history = History::new(9).await;
    history.create(30).await;
    let red = Asked { color: Some("red".to_owned()), ..Asked::default() };
    let before = history.expected(&red, Order::Ascending)[0].clone();
    let mut after = Record { version: before.version + 1, ..before.clone() };
    after.body.color = "green".to_owned();
    let mut transaction = history.transaction();
    transaction.replace(&before, &after);
    // The records are read a while after the rows.
    history.app.faults.next("BatchGetItem", 2, Fault::Late(300));
    let app = history.app.clone();
    let (listed, changed) = tokio::join!(read(&app, &red, Scheme::Page(1), 20, Order::Ascending), async {
        tokio::task::yield_now().await;
        app.context.store.commit(transaction).await
    });
    changed.expect("a change");
    let listed = listed.expect("a page");
    assert!(listed.records.iter().all(|record| red.has(&record.body)), "{:?}", listed.records);
}

#[tokio::test]
async fn a_record_that_was_read_in_two_lists_at_once_is_shown_once() {
    let mut history = History::new(11).await;
    history.create(30).await;
    let asked = Asked { color: Some("red".to_owned()), or_color: Some("green".to_owned()), ..Asked::default() };
    let red = Asked { or_color: None, ..asked.clone() };
    let id = history.expected(&red, Order::Ascending)[0].id;
    // As if it had been green when the other list was read.
    let (client, table) = history.app.context.store.client_and_table();
    let partition =
        |color: &str| AttributeValue::S(format!("{}#listed_note#by#color={color}", history.app.tenant().merchant()));
    let row = client.get_item().table_name(table).key("pk", partition("red"));
    let row = row.key("sk", AttributeValue::S(id.to_string())).send().await.expect("a row").item.expect("a row");
    let stray = row.into_iter().chain([("pk".to_owned(), partition("green"))]).collect();
    client.put_item().table_name(table).set_item(Some(stray)).send().await.expect("a row");
    for scheme in [Scheme::Page(1), Scheme::Cursor(None)] {
        let listed = read(&history.app, &asked, scheme, 30, Order::Ascending).await.expect("a page");
        let expected: Vec<_> = history.expected(&asked, Order::Ascending).into_iter().cloned().collect();
        assert_eq!(listed.records, expected);
    }
    history.app.unchecked();
}

#[tokio::test]
async fn a_change_of_what_is_not_asked_for_does_not_leave_a_record_out() {
    let mut history = History::new(12).await;
    history.create(30).await;
    let red = Asked { color: Some("red".to_owned()), ..Asked::default() };
    let before = history.expected(&red, Order::Ascending)[0].clone();
    let (client, table) = history.app.context.store.client_and_table();
    let key = |name: &str| match name {
        "pk" => AttributeValue::S(format!("{}#listed_note#by#color=red", history.app.tenant().merchant())),
        _ => AttributeValue::S(before.id.to_string()),
    };
    // The row is of before the last change of another field.
    let stale = client.update_item().table_name(table).key("pk", key("pk")).key("sk", key("sk"));
    let stale = stale.update_expression("SET #body.#until = :until");
    let stale = stale.expression_attribute_names("#body", "body").expression_attribute_names("#until", "until");
    let other = AttributeValue::N((before.body.until + 1).to_string());
    stale.expression_attribute_values(":until", other).send().await.expect("a row");
    let listed = read(&history.app, &red, Scheme::Page(1), 30, Order::Ascending).await.expect("a page");
    let expected: Vec<_> = history.expected(&red, Order::Ascending).into_iter().cloned().collect();
    assert_eq!(listed.records, expected);
    history.app.unchecked();
}

/// Takes away what says that the merchant's lists are complete, and some of what they are made of, as if records were
/// older than their kind's lists.
async fn forget(app: &TestApp, history: &History) {
    let complete = Key::single(&app.tenant(), "filter-lists", "complete");
    let mut transaction = history.transaction();
    transaction.remove_value(&complete);
    app.context.store.commit(transaction).await.expect("nothing is noted");
}

async fn built(store: &Store, history: &History) -> usize {
    let stored = BTreeSet::default();
    store.build_filter_lists(&history.app.tenant(), KindName::ListedNote, stored).await.expect("lists")
}

#[tokio::test]
async fn a_merchant_whose_lists_were_never_made_gets_them_beside_those_who_write() {
    let mut history = History::new(21).await;
    for _ in 0..60 {
        history.step().await;
    }
    let app = history.app.clone();
    forget(&app, &history).await;
    // Rows of the older records are missing.
    for record in history.live.iter().take(20) {
        let mut transaction = history.transaction();
        for color in COLORS {
            let partition = format!("{}#listed_note#by#color={color}", app.tenant().merchant());
            transaction.remove_value(&Key { partition, sort: record.id.to_string() });
        }
        app.context.store.commit(transaction).await.expect("rows are gone");
    }
    history.check().await;
    for _ in 0..20 {
        history.step().await;
    }
    history.check().await;
    let before = history.live[0].clone();
    let after = history.changed(&before);
    let mut transaction = history.transaction();
    transaction.replace(&before, &after);
    let (records, changed) = tokio::join!(built(&app.context.store, &history), app.context.store.commit(transaction));
    changed.expect("a change");
    history.live[0] = after;
    assert_eq!(records, history.live.len());
    history.check().await;
    history.agrees().await;
    app.clock.advance(Duration::minutes(5));
    for _ in 0..40 {
        history.step().await;
    }
    history.check().await;
    history.agrees().await;
}
