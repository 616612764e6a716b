//! Lists of leads, and their filters.

use serde_json::{Value, json};
use tests::{member_as, total};

use super::Leads;

/// The names on a list, sorted.
async fn names(leads: &Leads, query: &str) -> Vec<String> {
    let answer = leads.fixture.app.get(&format!("/leads?{query}")).await;
    assert_eq!(answer.status, 200, "{query} {}", answer.text);
    let listed = answer.body["data"].as_array().cloned().unwrap_or_default();
    let mut names: Vec<String> =
        listed.iter().map(|lead| lead["name"].as_str().unwrap_or_default().to_owned()).collect();
    assert_eq!(answer.body["pagination"]["total"], names.len(), "{query}");
    names.sort();
    names
}

#[tokio::test]
async fn leads_are_found_by_each_of_their_filters_and_by_several_together() {
    let leads = Leads::new().await;
    let app = &leads.fixture.app;
    let elsewhere = tests::location_with(app, json!({"name": "Dock"})).await;
    let olga = member_as(app, "olga@example.com", "admin").await;
    let lead = async |name: &str, fields: Value| {
        let lead = leads.lead(tests::with(json!({"name": name, "email": ""}), &fields)).await;
        if fields["notes"] == "lost" {
            leads.acted(&lead, "lose", json!({"lost_reason": "price"})).await;
        }
    };
    lead(
        "Ada",
        json!({"stage": "contacted", "owner_id": olga, "source": "website", "email": "Ada@Example.com",
        "next_step_on": "2027-01-10"}),
    )
    .await;
    lead("Ben", json!({"stage": "contacted", "source": "website", "next_step_on": "2027-01-11"})).await;
    lead("Cas", json!({"owner_id": olga, "company_name": "Blue Harbour"})).await;
    lead("Dan", json!({"owner_id": olga, "next_step_on": "2027-01-02", "notes": "lost"})).await;
    lead("Eva", json!({"location_id": elsewhere, "stage": "contacted", "next_step_on": "2027-01-03"})).await;
    let here = &leads.fixture.location;
    for (query, found) in [
        (String::new(), vec!["Ada", "Ben", "Cas", "Dan", "Eva"]),
        ("stage=contacted".to_owned(), vec!["Ada", "Ben", "Eva"]),
        ("stage=lost".to_owned(), vec!["Dan"]),
        ("stage=won".to_owned(), vec![]),
        (format!("location_id={here}"), vec!["Ada", "Ben", "Cas", "Dan"]),
        (format!("location_id={here}&stage=contacted"), vec!["Ada", "Ben"]),
        (format!("owner_id={olga}"), vec!["Ada", "Cas", "Dan"]),
        (format!("owner_id={olga}&stage=contacted"), vec!["Ada"]),
        ("source=website".to_owned(), vec!["Ada", "Ben"]),
        ("email=ADA@example.com".to_owned(), vec!["Ada"]),
        ("email=ada@example.com&stage=lost".to_owned(), vec![]),
        ("next_step_until=2027-01-10".to_owned(), vec!["Ada", "Eva"]),
        ("next_step_until=2027-01-11".to_owned(), vec!["Ada", "Ben", "Eva"]),
        (format!("next_step_until=2027-01-10&location_id={here}"), vec!["Ada"]),
        (format!("next_step_until=2027-01-31&owner_id={olga}"), vec!["Ada"]),
        ("q=blue".to_owned(), vec!["Cas"]),
        ("q=be".to_owned(), vec!["Ben"]),
        ("q=ada@ex".to_owned(), vec!["Ada"]),
        ("q=be&stage=contacted".to_owned(), vec!["Ben"]),
        (format!("q=ev&location_id={here}"), vec![]),
        ("q=be&next_step_until=2027-01-31".to_owned(), vec!["Ben"]),
        (format!("q=bl&owner_id={olga}&source=other"), vec!["Cas"]),
        ("q=ada&email=ada@example.com".to_owned(), vec!["Ada"]),
    ] {
        assert_eq!(names(&leads, &query).await, found, "{query}");
    }
}

#[tokio::test]
async fn pages_of_many_leads_are_counted_exactly() {
    let leads = Leads::new().await;
    for number in 0..23 {
        let stage = if number % 2 == 0 { "new" } else { "contacted" };
        leads.lead(json!({"name": format!("Lead {number}"), "stage": stage})).await;
    }
    let app = &leads.fixture.app;
    assert_eq!((total(app, "/leads").await, total(app, "/leads?stage=contacted").await), (23, 11));
    let page = app.get("/leads?per_page=10&page=3").await;
    assert_eq!(page.body["data"].as_array().map(Vec::len), Some(3), "{}", page.text);
    let newest = app.get("/leads?per_page=1").await;
    assert_eq!(newest.body["data"][0]["name"], "Lead 22");
}

#[tokio::test]
async fn a_filter_that_is_none_is_refused_by_its_name() {
    let leads = Leads::new().await;
    for (query, field) in [
        ("stage=gone", "stage"),
        ("next_step_until=soon", "next_step_until"),
        ("owner_id=olga", "owner_id"),
        ("source=moon", "source"),
        ("email=no", "email"),
        ("q=a", "q"),
        ("phone=1", "phone"),
    ] {
        let refused = leads.fixture.app.get(&format!("/leads?{query}")).await;
        assert_eq!(
            (refused.status, &refused.body["error"]["details"]["field"]),
            (400, &json!(field)),
            "{}",
            refused.text
        );
    }
}
