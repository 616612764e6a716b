//! Lists that are read as one: any page costs what some segments of each cost, however many rows come before it.

#![expect(clippy::print_stdout, reason = "the counts are for people to read")]

use chrono::Duration;
use store::{List, Order, Paging, Scheme};
use testing::TestApp;
use values::Id;

use super::{app_with_small_chunks, listed_notes::ListedNote};

fn of(color: &str) -> List<ListedNote> {
    List::live().only("color", Some(&color.to_owned()))
}

/// One note in seven is green, one of the others in fifty blue, and the rest is red.
const fn color(number: usize) -> &'static str {
    match (number % 7, number % 50) {
        (0, _) => "green",
        (_, 0) => "blue",
        _ => "red",
    }
}

fn note(number: usize) -> ListedNote {
    ListedNote::new(color(number), &format!("note {number}"))
}

/// Reads every page of these lists and compares them with these records. The most read units of a page.
async fn pages(app: &TestApp, lists: &[List<ListedNote>], records: &[Id<ListedNote>], size: u32, order: Order) -> f64 {
    let number = records.len().div_ceil(usize::try_from(size).expect("a size")) as u64;
    let mut read = Vec::new();
    let mut most = 0.0_f64;
    for page in 1..=number + 1 {
        let _ = app.faults.account();
        let paging = Paging { scheme: Scheme::Page(page), size, order: Some(order) };
        let now = app.context.clock.now().millis();
        let listed = app.context.store.page(&app.tenant(), lists.to_vec(), &paging, now).await.expect("a page");
        most = most.max(app.faults.account().read_units);
        assert_eq!((listed.total, listed.has_more), (records.len() as u64, page < number), "page {page} {order:?}");
        read.extend(listed.records.into_iter().map(|record| record.id));
    }
    let mut expected = records.to_vec();
    if order == Order::Descending {
        expected.reverse();
    }
    assert_eq!(read, expected, "{order:?} by {size}");
    most
}

#[tokio::test]
async fn a_page_of_lists_that_are_read_as_one_costs_what_some_segments_cost_wherever_it_lies() {
    let app = app_with_small_chunks().await;
    let records = app.stored_all((0..600).map(note).collect()).await;
    app.clock.advance(Duration::minutes(5));
    let of_colors = |colors: &[&str]| -> (Vec<List<ListedNote>>, Vec<Id<ListedNote>>) {
        let found = records.iter().enumerate().filter(|(number, _)| colors.contains(&color(*number)));
        (colors.iter().map(|color| of(color)).collect(), found.map(|(_, record)| record.id).collect())
    };
    // In the second case nobody stands in the other list; in the third few do.
    for colors in [["red", "green", "blue"].as_slice(), &["red", "white"], &["red", "blue"]] {
        let (lists, expected) = of_colors(colors);
        // Who counts stores what has settled, some of it at a time.
        for _ in 0..2 {
            pages(&app, &lists, &expected, 100, Order::Ascending).await;
        }
        for (size, order) in
            [(20, Order::Ascending), (20, Order::Descending), (10, Order::Ascending), (5, Order::Descending)]
        {
            let most = pages(&app, &lists, &expected, size, order).await;
            println!("{colors:?} by {size}, {order:?}: at most {most} read units");
            assert!(most <= 60.0, "{colors:?} {order:?}: {most}");
        }
    }
}
