//! Lists that are read as one: any page costs what some segments of each cost, however many rows come before it.

#![expect(clippy::print_stdout, reason = "the counts are for people to read")]

use chrono::Duration;
use shared::store::{List, Listed, Order, Paging, Scheme};

use super::{app_with_small_chunks, filter_lists::ListedNote};

fn of(color: &str) -> List<ListedNote> {
    List::live().only("color", Some(&color.to_owned()))
}

/// One note in seven is green, one of the others in fifty blue, and the rest is red.
fn note(number: usize) -> ListedNote {
    let color = match (number % 7, number % 50) {
        (0, _) => "green",
        (_, 0) => "blue",
        _ => "red",
    };
    ListedNote::new(color, &format!("note {number}"))
}

#[tokio::test]
async fn a_page_of_lists_that_are_read_as_one_costs_what_some_segments_cost_wherever_it_lies() {
    let app = app_with_small_chunks().await;
    let records = app.stored_all((0..600).map(note).collect()).await;
    app.clock.advance(Duration::minutes(5));
    let lists = [of("red"), of("green"), of("blue")];
    let page = async |number: u64, order: Order| -> Listed<ListedNote> {
        let paging = Paging { scheme: Scheme::Page(number), size: 20, order: Some(order) };
        app.context
            .store
            .page_of(&app.tenant(), &lists, &paging, app.context.clock.now().millis())
            .await
            .expect("a page")
    };
    // Who counts stores what has settled, some of it at a time.
    for _ in 0..12 {
        page(1, Order::Ascending).await;
    }
    for order in [Order::Ascending, Order::Descending] {
        let mut read = Vec::new();
        let mut most = 0.0_f64;
        for number in 1..=30 {
            let _ = app.faults.account();
            let listed = page(number, order).await;
            most = most.max(app.faults.account().read_units);
            assert_eq!((listed.total, listed.has_more), (600, number < 30), "page {number} {order:?}");
            read.extend(listed.records.into_iter().map(|record| record.id));
        }
        println!("{order:?}: at most {most} read units");
        let mut expected: Vec<_> = records.iter().map(|record| record.id).collect();
        if order == Order::Descending {
            expected.reverse();
        }
        assert_eq!(read, expected, "{order:?}");
        assert!(most <= 60.0, "{order:?}: {most}");
        assert!(page(31, order).await.records.is_empty());
    }
}
