//! What happens when the server for outgoing mail does not take a letter.

use std::sync::Arc;

use notify::Taken;
use serde_json::{Value, json};
use testing::{Fault, TestApp};
use tests::send_letters;

use super::Rooms;

fn wait(app: &TestApp, minutes: i64) {
    app.clock.advance(chrono::Duration::minutes(minutes));
}

async fn only_letter(rooms: &Rooms) -> Value {
    let listed = rooms.letters.listed("letter=booking_confirmed").await;
    assert_eq!(listed.len(), 1);
    listed[0].clone()
}

fn message_id(source: &[u8]) -> String {
    let source = String::from_utf8_lossy(source).to_string();
    source.lines().find(|line| line.starts_with("Message-ID:")).expect("an id").to_owned()
}

#[tokio::test]
async fn a_letter_that_is_refused_for_now_is_tried_again() {
    let mut rooms = Rooms::new().await;
    rooms.letters.server.next(Taken::Deferred("450 4.7.1 greylisted".to_owned()));
    rooms.room.booked("10:00", "11:00").await;
    rooms.letters.posted().await;
    let letter = only_letter(&rooms).await;
    assert_eq!((&letter["status"], &letter["attempts"][0]["outcome"]), (&json!("pending"), &json!("deferred")));
    assert_eq!(letter["attempts"][0]["response"], "450 4.7.1 greylisted");
    rooms.letters.send().await;
    assert!(rooms.letters.server.newly_taken().is_empty(), "not before its time");
    wait(rooms.letters.app(), 2);
    assert_eq!(rooms.letters.posted().await.len(), 1);
    let letter = only_letter(&rooms).await;
    assert_eq!(
        (&letter["status"], &letter["attempt_count"], &letter["repeat_count"]),
        (&json!("sent"), &json!(2), &json!(0))
    );
}

#[tokio::test]
async fn a_letter_of_which_nobody_knows_is_sent_again_with_the_same_id_and_counted() {
    let mut rooms = Rooms::new().await;
    rooms.letters.server.next(Taken::Unknown("the connection broke".to_owned()));
    rooms.room.booked("10:00", "11:00").await;
    let first = rooms.letters.posted().await.remove(0);
    wait(rooms.letters.app(), 2);
    let second = rooms.letters.posted().await.remove(0);
    assert_eq!(message_id(&first.source), message_id(&second.source));
    let letter = only_letter(&rooms).await;
    assert_eq!((&letter["status"], &letter["repeat_count"]), (&json!("sent"), &json!(1)));
}

#[tokio::test]
async fn a_letter_is_given_up_after_a_day() {
    let mut rooms = Rooms::new().await;
    for _ in 0..9 {
        rooms.letters.server.next(Taken::Deferred("451 later".to_owned()));
    }
    rooms.room.booked("10:00", "11:00").await;
    rooms.letters.posted().await;
    for _ in 0..9 {
        wait(rooms.letters.app(), 721);
        tests::sweep(&rooms.letters.app().context).await;
        rooms.letters.posted().await;
    }
    let letter = only_letter(&rooms).await;
    assert_eq!((&letter["status"], &letter["attempt_count"]), (&json!("failed"), &json!(9)));
}

#[tokio::test]
async fn a_process_that_dies_after_the_server_took_the_letter_has_it_sent_again_and_counted() {
    let mut rooms = Rooms::new().await;
    rooms.room.booked("10:00", "11:00").await;
    rooms.letters.outbox.consume().await;
    let app = rooms.letters.app().clone();
    // The letters are stored, the attempt is begun, and then nothing of the process is written any more.
    app.faults.after_for("PutItem", 1, 20, Fault::Fail(500, "InternalServerError"));
    send_letters(&app, Arc::new(rooms.letters.server.clone())).await;
    app.faults.clear();
    let first = rooms.letters.server.newly_taken();
    assert_eq!(first.len(), 1);
    wait(&app, 6);
    tests::sweep(&app.context).await;
    let second = rooms.letters.posted().await;
    assert_eq!(second.len(), 1);
    assert_eq!(message_id(&first[0].source), message_id(&second[0].source));
    let letter = only_letter(&rooms).await;
    assert_eq!((&letter["status"], &letter["repeat_count"]), (&json!("sent"), &json!(1)));
    assert_eq!(letter["attempts"][0]["outcome"], "unknown");
}

#[tokio::test]
async fn a_letter_that_ends_each_process_fails_after_nine_attempts() {
    let mut rooms = Rooms::new().await;
    rooms.room.booked("10:00", "11:00").await;
    rooms.letters.outbox.consume().await;
    let app = rooms.letters.app().clone();
    for _ in 0..10 {
        // The attempt is begun, and then nothing of the process is written any more.
        app.faults.after_for("PutItem", 1, 1_000, Fault::Fail(500, "InternalServerError"));
        send_letters(&app, Arc::new(rooms.letters.server.clone())).await;
        app.faults.clear();
        wait(&app, 6);
        tests::sweep(&app.context).await;
    }
    rooms.letters.send().await;
    let letter = only_letter(&rooms).await;
    assert_eq!((&letter["status"], &letter["attempt_count"]), (&json!("failed"), &json!(9)), "{letter}");
    assert_eq!(rooms.letters.server.newly_taken().len(), 9);
}

#[tokio::test]
async fn what_the_queue_loses_the_sweep_hands_over() {
    let mut rooms = Rooms::new().await;
    rooms.room.booked("10:00", "11:00").await;
    rooms.letters.outbox.consume().await;
    let app = rooms.letters.app().clone();
    while let Some(message) = app.letter_queue.take(10) {
        app.letter_queue.done(&message);
    }
    assert!(rooms.letters.posted().await.is_empty());
    wait(&app, 6);
    tests::sweep(&app.context).await;
    assert_eq!(rooms.letters.posted().await.len(), 1);
}
