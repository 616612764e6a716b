//! What a page of the list of members costs by each of its filters, however many members there are (decision 49).
//! `LISTED_MEMBERS=100000 ./test
//! --test api members::growth -- --nocapture` measures it with more.

use chrono::Duration;
use records::{
    Company, Location, Member,
    member::{MemberRole, MemberStatus},
};
use serde_json::Value;
use tests::app_alone;
use values::{CompanyMemberReference, EmailAddress, Id, Name};

const LOCATIONS: u64 = 10;
const COMPANIES: u64 = 300;

fn named<K>(number: u64) -> Id<K> {
    Id::parse(&format!("01990000-0000-7000-8000-{number:012}")).expect("an id")
}

/// A member of one or two locations; one in fifty is blocked, one in a hundred runs a location, one in three is of a
/// company.
fn member(number: u64) -> Member {
    let email = EmailAddress::new(format!("member-{number}@example.com"));
    let mut member = Member::new(email, Name::new("Ann"));
    member.fields.location_ids = vec![named::<Location>(number % LOCATIONS)];
    if number.is_multiple_of(10) {
        member.fields.location_ids.push(named::<Location>((number / 10 + 1) % LOCATIONS + LOCATIONS));
    }
    if number % 50 == 7 {
        member.status = MemberStatus::Blocked;
    }
    if number % 100 == 3 {
        member.fields.role = MemberRole::Manager;
    }
    if number.is_multiple_of(3) {
        let company = named::<Company>(1_000 + number / 3 % COMPANIES);
        member.companies.add(company, named::<CompanyMemberReference>(1_000_000 + number));
    }
    member
}

#[expect(clippy::print_stdout, reason = "its figures are the result")]
#[tokio::test]
async fn a_page_by_any_filter_costs_the_same_however_many_members_there_are() {
    let members = tests::setting("LISTED_MEMBERS", 1_500);
    let app = app_alone().await;
    app.unchecked();
    for first in (0..members).step_by(500) {
        app.stored_all((first..members.min(first + 500)).map(member).collect()).await;
    }
    app.clock.advance(Duration::minutes(2));
    let (location, company) = (named::<Location>(3), named::<Company>(1_001));
    println!("{members} members");
    println!("| Filter | Page | Total | Round trips | Calls | Units |");
    for filter in [
        String::new(),
        format!("location_id={location}"),
        "status=active".to_owned(),
        "status=blocked".to_owned(),
        "blocked=true".to_owned(),
        "role=member".to_owned(),
        "role=manager".to_owned(),
        "role=owner".to_owned(),
        format!("company_id={company}"),
        format!("location_id={location}&status=active"),
        format!("location_id={location}&status=blocked"),
        format!("company_id={company}&status=active"),
        format!("role=manager&location_id={location}"),
        "blocked=false".to_owned(),
    ] {
        // Readers count what nobody has counted yet.
        let mut first = app.get(&format!("/members?{filter}&per_page=20")).await;
        for _ in 0..members.div_ceil(1_000) {
            first = app.get(&format!("/members?{filter}&per_page=20&page=2")).await;
        }
        assert_eq!(first.status, 200, "{filter} {}", first.text);
        let total = first.body["pagination"]["total"].as_u64().expect("a total");
        let pages = total.div_ceil(20).max(1);
        for page in [1, 2, pages / 2, pages] {
            let _ = app.faults.depth();
            let answer = app.get(&format!("/members?{filter}&per_page=20&page={}", page.max(1))).await;
            let line: Value = serde_json::from_str(app.logged().last().expect("a line")).expect("JSON");
            let (depth, calls, units) = (app.faults.depth(), &line["store_calls"], line["store_units"].as_f64());
            let units = units.expect("units");
            println!("| {filter} | {page} of {pages} | {total} | {depth} | {calls} | {units} |");
            assert_eq!(answer.status, 200, "{filter} {page} {}", answer.text);
            // Two filters without a list of their own read the rows of the shorter list; without a filter whole records
            // are passed over.
            let has_list = !(filter.is_empty() || filter.contains("role=manager&") || filter == "blocked=false");
            assert!(units <= 60.0 || !has_list, "{filter} {page}: {units}");
        }
    }
}
