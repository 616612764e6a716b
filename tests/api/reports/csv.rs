//! Reports as comma-separated values.

use serde_json::json;
use tests::{InvoiceFixture, OutboxFixture, RoomFixture, accepted};

async fn lines(outbox: &OutboxFixture, path: &str) -> Vec<String> {
    let answer = outbox.app.get(&format!("/reports/{path}")).await;
    accepted(&answer, 200);
    assert!(answer.header("content-type").starts_with("text/csv"), "{}", answer.header("content-type"));
    answer.text.lines().map(str::to_owned).collect()
}

#[tokio::test]
async fn each_report_is_a_file_with_a_line_for_each_of_its_rows() {
    let mut outbox = OutboxFixture::new().await;
    let rooms = RoomFixture::of(outbox.app.clone(), json!({})).await;
    rooms.booked("09:00", "10:00").await;
    InvoiceFixture::of(outbox.app.clone(), json!({"name": "Billed"})).await.issued(&[json!(100)]).await;
    outbox.consume().await;
    let time = "from=2026-12-01&to=2026-12-02";
    let occupancy = lines(&outbox, &format!("occupancy.csv?{time}")).await;
    assert!(occupancy[0].starts_with("by,weekday,hour,date,resource_type,booked_minutes,bookable_minutes"));
    assert_eq!(occupancy.len(), 1 + 168 + 2 + 1);
    assert_eq!(occupancy[1 + 24 + 10], "hour,tuesday,10,,,60,60,100,,,,,");
    assert_eq!(occupancy[169], "day,,,2026-12-01,,60,1440,4.2,1,0,0,0,0");
    let revenue = lines(&outbox, "revenue.csv?from=2026-01-01&to=2026-12-31&interval=month").await;
    assert_eq!(revenue.len(), 13);
    assert!(revenue.iter().any(|line| line.ends_with("EUR,100,0,100,0,0,0,0,0,0")), "{revenue:?}");
    assert_eq!(
        lines(&outbox, &format!("recurring-revenue.csv?{time}")).await[1],
        "2026-12-01,EUR,0,0,0,0,0,0,0,0,0,0"
    );
    assert_eq!(lines(&outbox, &format!("churn.csv?{time}")).await[1], "2026-12-01,0,0,0,0,");
}
