//! Moving in from another system: a hundred people of ten companies, whose places and plans stand in its file. Three
//! imports and the two lists that name what they made are seven requests; one for each record are 310.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{accepted, books_add_up, hastened, total};

use super::Story;

const PEOPLE: usize = 100;
const COMPANIES: usize = 10;

/// The file of the other system, with its own names of columns.
fn people() -> String {
    let line = |number: usize| {
        let (company, tariff) = (number % COMPANIES, if number.is_multiple_of(3) { "Fix" } else { "Flex" });
        format!(
            "P-{number};Person {number};van Dam;p{number}@example.com;+31 20 {number};Company {company};{tariff};x\n"
        )
    };
    let lines: Vec<String> = (0..PEOPLE).map(line).collect();
    format!("Nr;Voornaam;Achternaam;Mail;Telefoon;Bedrijf;Tarief;Intern\n{}", lines.concat())
}

/// Runs an import, every row of which must be accepted; its id, and the ids that it made in the order of its rows.
async fn run(app: &TestApp, import: Value) -> (String, Vec<String>) {
    let answer = app.post("/imports", import).await;
    accepted(&answer, 201);
    let id = answer.body["data"]["id"].as_str().expect("an id").to_owned();
    hastened(&app.context).await;
    let rows = app.get(&format!("/imports/{id}/rows?per_page=100")).await.body;
    let made = rows["data"].as_array().expect("rows").iter();
    let ids = made.map(|row| row["id"].as_str().unwrap_or_else(|| panic!("{row}")).to_owned());
    (id, ids.collect())
}

fn column(column: &str, field: &str) -> Value {
    json!({"column": column, "field": field})
}

#[tokio::test]
async fn a_hundred_people_move_in_by_three_imports_of_one_file() {
    let story = Story::from("2027-02-20T08:00:00Z").await;
    let (app, place) = (&story.app, &story.location);
    let plan = |name: &str, price: u32| json!({"name": name, "location_id": place, "cycle": "monthly", "price": price, "currency": "EUR"});
    let flex = story.make("/memberships", plan("Flex", 150)).await;
    let fixed = story.make("/memberships", plan("Fixed desk", 290)).await;
    let names: Vec<String> = (0..COMPANIES).map(|number| format!("Company {number}\n")).collect();
    let companies = json!({"operation": "create_company", "format": "csv", "defaults": {"location_id": place},
        "content": format!("name\n{}", names.concat())});
    let (_, companies) = run(app, companies).await;
    let members = json!({"operation": "create_member", "format": "csv", "content": people(),
        "ignore_unknown_columns": true, "defaults": {"location_ids": [place]},
        "columns": [column("Voornaam", "name"), column("Achternaam", "surname"), column("Mail", "email"),
            column("Telefoon", "phone"), column("Nr", "metadata.old_number")]});
    let (members, people_made) = run(app, members).await;
    let values: Value = (0..COMPANIES).map(|number| (format!("Company {number}"), json!(companies[number]))).collect();
    let ids = |field: &str| json!({"import_id": members, "field": field});
    // Whoever comes first is the company's manager, and the others may be as well.
    let places = json!({"operation": "add_company_member", "format": "csv", "content": people(),
        "ignore_unknown_columns": true, "defaults": {"role": "manager"}, "imported_ids": ids("member_id"),
        "columns": [{"column": "Bedrijf", "field": "path.id", "values": values}]});
    run(app, places).await;
    let subscriptions = json!({"operation": "create_subscription", "format": "csv", "content": people(),
        "ignore_unknown_columns": true, "imported_ids": ids("customer_id"), "defaults": {"start_date": "2027-03-01"},
        "columns": [{"column": "Tarief", "field": "membership_plan_id", "values": {"Flex": flex, "Fix": fixed}}]});
    run(app, subscriptions).await;
    assert_eq!((people_made.len(), total(app, "/members").await), (PEOPLE, 100));
    assert_eq!(total(app, &format!("/companies/{}/members", companies[3])).await, 10);
    let shown = story.get(&format!("/members/{}", people_made[42])).await;
    assert_eq!(
        (&shown["surname"], &shown["phone"], &shown["metadata"]["old_number"], &shown["company_ids"]),
        (&json!("van Dam"), &json!("+31 20 42"), &json!("P-42"), &json!([companies[2]]))
    );
    assert_eq!(total(app, "/subscriptions").await, 100);
    story.until("2027-03-02T08:00:00Z").await;
    assert_eq!(total(app, "/invoices?status=issued").await, 100);
    books_add_up(app).await;
}
