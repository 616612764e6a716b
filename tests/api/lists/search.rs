//! Finding records by the beginnings of words.

use records::Member;
use serde_json::{Value, json};
use testing::TestApp;
use tests::{accepted, app, company, location, location_with, made, resource, total};
use values::{EmailAddress, Name};

use crate::access::maker::Maker;

/// Names of the records that a search finds, in the order of the answer; its total must be their number.
async fn found(app: &TestApp, path: &str, q: &str) -> Vec<String> {
    let answer = app.get(&format!("{path}q={q}&per_page=100")).await;
    assert_eq!(answer.status, 200, "{q} {}", answer.text);
    let names: Vec<String> = answer.body["data"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|one| one["name"].as_str().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(answer.body["pagination"]["total"], names.len(), "{q}");
    names
}

async fn person(app: &TestApp, name: &str, surname: &str, email: &str) -> String {
    made(app, "/members", json!({"name": name, "surname": surname, "email": email})).await
}

#[tokio::test]
async fn members_are_found_by_the_beginnings_of_the_words_of_name_and_email() {
    let app = app().await;
    person(&app, "Ann", "de Vries", "boss@example.com").await;
    person(&app, "Anna-Marie", "Ann\u{e9}", "am@example.org").await;
    person(&app, "Ben", "M\u{fc}ller", "ann.friend@example.com").await;
    for (q, expected) in [
        ("ann", &["Ann", "Ben", "Anna-Marie"][..]),
        ("ANNA", &["Anna-Marie"]),
        ("muller", &["Ben"]),
        ("Mu%CC%88LL", &["Ben"]),
        ("vri%20an", &["Ann"]),
        ("ann%20example", &["Ann", "Ben", "Anna-Marie"]),
        ("ann.friend%40example.com", &["Ben"]),
        ("boss%40", &["Ann"]),
        ("nn", &[]),
        ("ann%20nobody", &[]),
        ("--", &[]),
    ] {
        let mut names = found(&app, "/members?", q).await;
        let mut expected: Vec<String> = expected.iter().map(|name| (*name).to_owned()).collect();
        names.sort();
        expected.sort();
        assert_eq!(names, expected, "{q}");
    }
    for (q, refusal) in [
        ("a", "400 validation_error q invalid_value"),
        ("", "400 validation_error q invalid_value"),
        (&"x".repeat(101), "400 validation_error q too_long"),
    ] {
        assert_eq!(app.get(&format!("/members?q={q}")).await.refusal(), refusal);
    }
}

#[tokio::test]
async fn a_search_is_narrowed_by_every_filter_of_its_list() {
    let app = app().await;
    let place = location(&app).await;
    let employer = company(&app, &place).await;
    let ann = person(&app, "Ann", "One", "one@example.com").await;
    let other = person(&app, "Ann", "Two", "two@example.com").await;
    accepted(&app.put(&format!("/members/{ann}"), json!({"role": "admin", "location_ids": [place]})).await, 200);
    let seat = json!({"member_id": ann, "role": "manager"});
    accepted(&app.post(&format!("/companies/{employer}/members"), seat).await, 201);
    accepted(&app.post(&format!("/members/{other}/block"), json!({})).await, 200);
    for (filter, count) in [
        ("status=active".to_owned(), 1),
        ("blocked=true".to_owned(), 1),
        ("blocked=false".to_owned(), 1),
        ("role=admin".to_owned(), 1),
        (format!("location_id={place}"), 1),
        (format!("company_id={employer}"), 1),
        ("email=two%40example.com".to_owned(), 1),
        ("status=deleted".to_owned(), 0),
    ] {
        assert_eq!(total(&app, &format!("/members?q=ann&{filter}")).await, count, "{filter}");
    }
    assert_eq!(total(&app, "/members?q=one&email=two%40example.com").await, 0);
}

#[tokio::test]
async fn what_is_renamed_or_anonymised_or_deleted_is_no_longer_found() {
    let app = app().await;
    let ann = person(&app, "Quirina", "Bakker", "one@example.com").await;
    let path = format!("/members/{ann}");
    accepted(&app.put(&path, json!({"name": "Zoe"})).await, 200);
    assert_eq!((found(&app, "/members?", "quir").await.len(), found(&app, "/members?", "zoe").await.len()), (0, 1));
    accepted(&app.post(&format!("{path}/anonymise"), json!({})).await, 200);
    for q in ["zoe", "bakker", "one", "anonymised"] {
        assert_eq!(found(&app, "/members?", q).await.len(), 0, "{q}");
    }
    let place = location(&app).await;
    let body = json!({"location_id": place, "name": "Quorum Ltd", "legal_name": "Holding", "billing_email": "pay@example.com"});
    let quorum = made(&app, "/companies", body).await;
    assert_eq!(found(&app, "/companies?", "holding").await, ["Quorum Ltd"]);
    accepted(&app.delete(&format!("/companies/{quorum}")).await, 200);
    assert_eq!(found(&app, "/companies?", "quorum").await.len(), 0);
    let left = app.table_text().await.into_iter().filter(|item| {
        let item = item.to_lowercase();
        item.contains("#words") && ["quirina", "zoe", "bakker", "quorum"].iter().any(|word| item.contains(word))
    });
    assert_eq!(left.collect::<Vec<_>>(), Vec::<String>::new());
}

#[tokio::test]
async fn companies_resources_plans_and_membership_plans_are_found_by_name() {
    let app = app().await;
    let (here, there) = (
        location_with(&app, json!({"name": "Here"})).await,
        location_with(&app, json!({"name": "There"})).await,
    );
    for place in [&here, &there] {
        made(&app, "/companies", json!({"location_id": place, "name": "Blue Whale"})).await;
        resource(&app, place, "Blue Room", "meeting_room", json!({})).await;
        resource(&app, place, "Red Room", "meeting_room", json!({})).await;
        let plan =
            json!({"location_id": place, "name": "Blue Desk", "cycle": "monthly", "price": 10, "currency": "EUR"});
        made(&app, "/memberships", plan).await;
    }
    made(
        &app,
        "/plans",
        json!({"name": "Blue Plan", "price": 10, "currency": "EUR", "billing_cycle": "monthly"}),
    )
    .await;
    for (path, name, q, all) in [
        ("/companies", "Blue Whale", "wha%20blu", 2),
        ("/resources", "Blue Room", "blue", 2),
        ("/resources", "Red Room", "red", 2),
        ("/memberships", "Blue Desk", "desk", 2),
        ("/plans", "Blue Plan", "plan", 1),
    ] {
        assert_eq!(found(&app, &format!("{path}?"), q).await, vec![name; all], "{path}");
        assert_eq!(found(&app, &format!("{path}?"), "green").await.len(), 0, "{path}");
        if path != "/plans" {
            assert_eq!(found(&app, &format!("{path}?location_id={here}&"), q).await, [name], "{path}");
        }
    }
    assert_eq!(total(&app, "/resources?q=room&type=hot_desk").await, 0);
}

/// All names of a search, page by page, in one of the two schemes.
async fn paged(app: &TestApp, q: &str, by_cursor: bool) -> Vec<Value> {
    let (mut names, mut page, mut cursor) = (Vec::new(), 1, String::new());
    loop {
        let place = if by_cursor { format!("limit=7{cursor}") } else { format!("per_page=7&page={page}") };
        let answer = app.get(&format!("/members?q={q}&{place}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        let pagination = &answer.body["pagination"];
        assert_eq!(pagination[if by_cursor { "total_count" } else { "total" }], 30);
        names.extend(answer.body["data"].as_array().into_iter().flatten().map(|one| one["surname"].clone()));
        if pagination["has_more"] == false {
            return names;
        }
        cursor = format!("&cursor={}", pagination["next_cursor"].as_str().unwrap_or_default());
        page += 1;
    }
}

#[tokio::test]
async fn a_search_is_paged_in_both_schemes_with_exact_totals_in_the_order_of_the_words() {
    let app = app().await;
    for number in 0..30 {
        // Two words of each begin as is asked, and each member is found once.
        person(&app, "Sam", &format!("Samson{:02}", 29 - number), &format!("x{number}@example.com")).await;
    }
    let expected: Vec<Value> = (0..30).map(|number| json!(format!("Samson{number:02}"))).collect();
    for by_cursor in [false, true] {
        assert_eq!(paged(&app, "samson", by_cursor).await, expected, "{by_cursor}");
        assert_eq!(paged(&app, "sam", by_cursor).await.len(), 30);
    }
    let first = app.get("/members?q=samson&limit=7").await;
    let cursor = first.body["pagination"]["next_cursor"].as_str().unwrap_or_default();
    for q in ["sam", "samso"] {
        let other = app.get(&format!("/members?q={q}&limit=7&cursor={cursor}")).await;
        assert_eq!(other.refusal(), "400 validation_error cursor invalid_value");
    }
    let last = app.get("/members?q=samson&order=desc&per_page=1").await;
    assert_eq!(last.body["data"][0]["surname"], "Samson29");
}

#[tokio::test]
async fn a_search_costs_what_it_finds_and_not_how_many_members_there_are() {
    let app = app().await;
    let somebody = |number: usize| {
        let email = EmailAddress::new(format!("p{number}@example.com"));
        Member::new(email, Name::new(if number.is_multiple_of(250) { "Xenia" } else { "Ann" }))
    };
    app.stored_all((0..1_000).map(somebody).collect()).await;
    app.get("/members?q=zebra").await; // verifies the credential
    assert_eq!(total(&app, "/members?q=xen").await, 4);
    let line: Value = serde_json::from_str(app.logged().last().expect("a line")).expect("JSON");
    let (calls, units) = (line["store_calls"].as_u64().expect("calls"), line["store_units"].as_f64().expect("units"));
    // The third call reads what is shown of the four beside their records, half a unit each.
    assert!(calls <= 3 && units <= 8.0, "{calls} calls, {units} units");
    assert_eq!(total(&app, "/members?q=ann").await, 996);
}

#[tokio::test]
async fn products_benefits_templates_contracts_registrations_and_tickets_are_found_by_their_words() {
    let mut maker = Maker::new(app().await);
    for (path, own) in [
        ("/shop-products", "title"),
        ("/benefits", "title"),
        ("/contract-templates", "title"),
        ("/contracts", "title"),
        ("/member-registrations", "name"),
        ("/tickets", "subject"),
    ] {
        let id = maker.make(path).await;
        let record = maker.app.get(&format!("{path}/{id}")).await;
        let text = record.body["data"][own].as_str().expect("a text").to_owned();
        let word = text.split(|letter: char| !letter.is_alphanumeric()).max_by_key(|word| word.len()).expect("a word");
        let asked = maker.app.get(&format!("{path}?q={}", word.to_uppercase())).await;
        let found: Vec<&Value> = asked.body["data"].as_array().into_iter().flatten().map(|one| &one["id"]).collect();
        assert!(found.contains(&&json!(id)), "{path} {word}: {}", asked.text);
        assert_eq!(asked.body["pagination"]["total"], found.len(), "{path}");
        assert_eq!(total(&maker.app, &format!("{path}?q=xylophone")).await, 0, "{path}");
    }
}

#[tokio::test]
async fn a_ticket_is_found_among_those_about_a_resource() {
    let app = app().await;
    let place = location(&app).await;
    let room = resource(&app, &place, "Attic", "meeting_room", json!({})).await;
    let ann = person(&app, "Ann", "One", "one@example.com").await;
    let ticket = json!({"location_id": place, "requester_id": ann, "resource_id": room, "type": "repair_and_maintenance",
        "subject": "Broken lamp", "description": "It does not shine"});
    made(&app, "/tickets", ticket).await;
    for (q, count) in [("lamp", 1), ("bro%20la", 1), ("shine", 0)] {
        assert_eq!(total(&app, &format!("/tickets?resource_id={room}&q={q}")).await, count, "{q}");
    }
}
