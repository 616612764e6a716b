//! A record for each operation that updates one, with a body that fills it.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{
    accepted, company, event_registration, floor, location, made, member, member_as, resource, shop_order, with,
};

/// A record that an operation updates, and a body that gives a value to everything in it that is nullable or nested.
pub async fn filled(app: &TestApp, operation: &str) -> (String, Value) {
    let place = location(app).await;
    let address = address();
    match operation {
        "update_api_client" => {
            let id = made(app, "/api-clients", json!({"name": "Shop", "scopes": ["plans:read"]})).await;
            (format!("/api-clients/{id}"), json!({"expires_at": "2027-01-01T00:00:00.000Z"}))
        }
        "update_identity_provider" => {
            let body = json!({"name": "Blue", "issuer": "https://login.example.com", "client_id": "colonnade"});
            let id = made(app, "/identity-providers", body).await;
            (format!("/identity-providers/{id}"), json!({"company_id": company(app, &place).await}))
        }
        "update_benefit" => with_benefit(app, &place).await,
        "update_books" => with_books(),
        "update_company" => {
            let pays = json!({"credit_packages": true, "desks": true, "equipment": true, "events": true, "rooms": true,
                "shop": true});
            let body = json!({"billing_address": address, "billing_email": "bills@example.com",
                "default_payment_terms_days": 30, "pay_with_invoice": pays});
            (format!("/companies/{}", company(app, &place).await), body)
        }
        "update_company_member" => {
            let (company, member) = (company(app, &place).await, member(app, "ann@example.com").await);
            let path = format!("/companies/{company}/members");
            accepted(&app.post(&path, json!({"member_id": member, "role": "manager"})).await, 201);
            (format!("{path}/{member}"), json!({"monthly_credit_limit": 40}))
        }
        "update_location" => with_location(app, &place, &address).await,
        "update_member" => {
            let id = member(app, "ben@example.com").await;
            (
                format!("/members/{id}"),
                json!({"terms_accepted_at": "2026-11-01T00:00:00.000Z", "billing_address": address}),
            )
        }
        "update_shop_product" => with_extra(app, &place).await,
        "update_lead" => with_lead(app, &place).await,
        "update_letter_template" => with_template(app).await,
        "update_outside_calendar" => with_calendar(app, &place).await,
        "update_membership" => with_membership(app, &place).await,
        "update_resource_assignment" => {
            let desk = resource(app, &place, "Desk", "dedicated_desk", json!({})).await;
            let member = member(app, "cas@example.com").await;
            let body = json!({"resource_id": desk, "customer_id": member, "start_date": "2026-12-01"});
            let id = made(app, "/resource-assignments", body).await;
            (format!("/resource-assignments/{id}"), json!({"end_date": "2027-06-30"}))
        }
        "update_invoice" | "update_invoice_item" => {
            let period = json!({"period_start": "2026-11-01", "period_end": "2026-11-30"});
            let of_invoice = json!({"due_date": "2026-12-24", "reminder_days": [3]});
            let of_item = json!({"tax_point": "2026-11-15"});
            let body = with(period, if operation == "update_invoice" { &of_invoice } else { &of_item });
            (plain(app, &place, operation).await, body)
        }
        "update_shop_order" => with_order(app, &place).await,
        "update_feed_post" => with_post(app, &place).await,
        "update_contract" => with_contract(app, &place).await,
        "update_event" => with_event(app, &place).await,
        "update_ticket" => with_ticket(app, &place).await,
        "update_visitor_visit" => with_visitor(app, &place, operation).await,
        "update_merchant" | "update_resource" => with_booking_rules(app, &place, operation).await,
        other => (plain(app, &place, other).await, json!({})),
    }
}

async fn with_lead(app: &TestApp, place: &str) -> (String, Value) {
    let lead = made(app, "/leads", json!({"location_id": place, "name": "Vera"})).await;
    let host = member_as(app, "gus@example.com", "admin").await;
    let visit = json!({"location_id": place, "host_id": host, "visitor": {"name": "Vera"},
        "expected_at": "2026-12-01T10:00:00.000Z"});
    let desk = resource(app, place, "Desk", "dedicated_desk", json!({})).await;
    let plan = json!({"location_id": place, "name": "Desk", "cycle": "monthly", "price": 300, "currency": "EUR"});
    let body = json!({"owner_id": host, "tour_visit_ids": [made(app, "/visitor-visits", visit).await],
        "membership_plan_id": made(app, "/memberships", plan).await, "resource_id": desk, "desk_count": 2,
        "next_step_on": "2026-12-02", "wanted_start": "2027-01-01"});
    (format!("/leads/{lead}"), body)
}

/// A body with a tax rate to refer to.
pub async fn with_tax_rate(app: &TestApp, body: Value) -> Value {
    with(body, &json!({"tax_rate_id": tax_rate(app).await}))
}

async fn tax_rate(app: &TestApp) -> String {
    made(app, "/tax-rates", json!({"name": "Sport", "values": [{"from": "2019-01-01", "percent": 9}]})).await
}

fn with_books() -> (String, Value) {
    let datev = json!({"consultant_number": 29098, "client_number": 55003, "fiscal_year_month": 7});
    ("/ledger/books".to_owned(), json!({"datev": datev}))
}

async fn with_template(app: &TestApp) -> (String, Value) {
    let body = json!({"letter": "booking_confirmed", "language": "en", "subject": "A", "body": "B"});
    (format!("/letter-templates/{}", made(app, "/letter-templates", body).await), json!({"subject": "C"}))
}

async fn with_calendar(app: &TestApp, place: &str) -> (String, Value) {
    let room = resource(app, place, "Room", "meeting_room", json!({})).await;
    let address = "https://calendar.example.com/a.ics";
    let body = json!({"name": "Blue", "resource_id": room, "type": "ics", "address": address});
    (
        format!("/outside-calendars/{}", made(app, "/outside-calendars", body).await),
        json!({"username": "room"}),
    )
}

async fn with_benefit(app: &TestApp, place: &str) -> (String, Value) {
    let category = made(app, "/benefit-categories", json!({"location_id": place, "name": "Food"})).await;
    let id = made(app, "/benefits", json!({"location_id": place, "title": "Coffee"})).await;
    let body = json!({"allowance": {"kind": "per_period", "count": 3, "period": "month"}, "category_id": category,
        "application_mode": "link", "link_url": "https://example.com/coffee", "redemption_code_mode": "shared",
        "shared_code": "COFFEE", "total_quota": 50,
        "valid_from": "2026-12-01T00:00:00.000Z", "valid_until": "2027-12-01T00:00:00.000Z"});
    (format!("/benefits/{id}"), body)
}

async fn with_post(app: &TestApp, place: &str) -> (String, Value) {
    let link = |name: &str| json!({"url": format!("https://example.com/{name}"), "title": name, "description": name});
    let path = plain(app, place, "update_feed_post").await;
    accepted(&app.put(&path, json!({"link": link("first")})).await, 200);
    (path, json!({"link": link("second")}))
}

/// The path of what a customer is to pay for.
async fn agreed(app: &TestApp, place: &str, operation: &str) -> String {
    let customer = member(app, "eve@example.com").await;
    let line = json!({"description": "Desk", "quantity": 1, "unit_amount": 10});
    let of = json!({"customer_id": customer, "location_id": place});
    match operation {
        "update_invoice" => format!("/invoices/{}", made(app, "/invoices", with(of, &json!({"items": [line]}))).await),
        "update_invoice_item" => format!("/invoice-items/{}", made(app, "/invoice-items", with(of, &line)).await),
        _ => {
            let body =
                json!({"location_id": place, "name": "Desk", "cycle": "monthly", "price": 10, "currency": "EUR"});
            let plan = made(app, "/memberships", body).await;
            let body = json!({"customer_id": customer, "membership_plan_id": plan, "start_date": "2026-12-01"});
            format!("/subscriptions/{}", made(app, "/subscriptions", body).await)
        }
    }
}

/// A product that is an extra of bookings, of one resource.
async fn with_extra(app: &TestApp, place: &str) -> (String, Value) {
    let order = shop_order(app, place, tests::NOBODY).await;
    let path = format!("/shop-products/{}", order["items"][0]["product_id"].as_str().unwrap_or_default());
    accepted(&app.put(&path, json!({"extra": {}})).await, 200);
    let room = resource(app, place, "Room", "meeting_room", json!({})).await;
    (path, json!({"extra": {"resource_ids": [room], "lead_hours": 24, "per": "person"}}))
}

/// The path of a record of which nothing but the client's own keys is nullable or nested.
async fn plain(app: &TestApp, place: &str, operation: &str) -> String {
    let there = json!({"location_id": place, "name": "Food"});
    let at = |day: u32, hour: u32| format!("2026-12-{day:02}T{hour:02}:00:00.000Z");
    match operation {
        "update_benefit_category" => format!("/benefit-categories/{}", made(app, "/benefit-categories", there).await),
        "update_shop_category" => format!("/shop-categories/{}", made(app, "/shop-categories", there).await),
        "update_event_registration" => {
            let member = member(app, "eva@example.com").await;
            let registration = event_registration(app, place, &member).await;
            format!("/event-registrations/{}", made(app, "/event-registrations", registration).await)
        }
        "update_feed_post" | "update_feed_comment" => {
            let author = member(app, "fee@example.com").await;
            let post = json!({"location_id": place, "author_id": author, "text": "Lunch?", "visibility": "public"});
            let post = made(app, "/feed-posts", post).await;
            if operation == "update_feed_post" {
                return format!("/feed-posts/{post}");
            }
            let comment = json!({"post_id": post, "author_id": author, "text": "Yes!"});
            format!("/feed-comments/{}", made(app, "/feed-comments", comment).await)
        }
        "update_contract_template" => {
            let body = json!({"location_id": place, "title": "Licence", "body": "Terms."});
            format!("/contract-templates/{}", made(app, "/contract-templates", body).await)
        }
        "update_floor" => format!("/floors/{}", floor(app, place).await),
        "update_plan" => {
            let body = json!({"name": "Flex", "price": 10, "currency": "EUR", "billing_cycle": "monthly"});
            format!("/plans/{}", made(app, "/plans", body).await)
        }
        "update_calendar_block" => {
            let room = resource(app, place, "Oak", "meeting_room", json!({})).await;
            let body = json!({"resource_id": room, "start_time": at(1, 10), "end_time": at(1, 11)});
            format!("/calendar-blocks/{}", made(app, "/calendar-blocks", body).await)
        }
        "update_booking" | "update_booking_series" => {
            let room = resource(app, place, "Oak", "meeting_room", json!({})).await;
            let asked = json!({"resource_id": room, "customer_id": member(app, "dan@example.com").await});
            if operation == "update_booking" {
                let body = with(asked, &json!({"start_time": at(1, 10), "end_time": at(1, 11)}));
                return format!("/bookings/{}", made(app, "/bookings", body).await);
            }
            let fields = json!({"first_start_time": at(1, 10), "duration_minutes": 60,
                "rule": {"frequency": "daily", "count": 2}});
            format!("/booking-series/{}", made(app, "/booking-series", with(asked, &fields)).await)
        }
        "update_invoice" | "update_invoice_item" | "update_subscription" => agreed(app, place, operation).await,
        "update_visitor_contact" => format!("/visitor-contacts/{}", made(app, "/visitor-contacts", there).await),
        "update_visitor_visit" => {
            let host = member(app, "fay@example.com").await;
            let body =
                json!({"location_id": place, "host_id": host, "visitor": {"name": "Vera"}, "expected_at": at(1, 10)});
            format!("/visitor-visits/{}", made(app, "/visitor-visits", body).await)
        }
        "update_webhook_endpoint" => {
            let body = json!({"url": "https://hooks.example.com", "event_types": ["*"]});
            format!("/webhook-endpoints/{}", made(app, "/webhook-endpoints", body).await)
        }
        "update_tax_rate" => format!("/tax-rates/{}", tax_rate(app).await),
        other => panic!("no record for {other}: say here how one is made"),
    }
}

/// The same for a contract, which is a draft.
async fn with_contract(app: &TestApp, place: &str) -> (String, Value) {
    let template = json!({"location_id": place, "title": "Licence", "body": "Terms."});
    let template = made(app, "/contract-templates", template).await;
    let plan = json!({"location_id": place, "name": "Office", "cycle": "monthly", "price": 10, "currency": "EUR"});
    let plan = made(app, "/memberships", plan).await;
    let contract = json!({"customer_id": member(app, "gus@example.com").await, "location_id": place,
        "template_id": template, "start_date": "2026-12-01", "on_signed": "create_subscriptions",
        "items": [{"kind": "plan", "membership_plan_id": plan}],
        "signers": [{"type": "customer", "name": "Gus", "email": "gus@example.com"}]});
    let contract = made(app, "/contracts", contract).await;
    let body = json!({"end_date": "2027-11-30", "expires_at": "2027-01-31", "renewal_term_months": 6, "deposit": 100});
    (format!("/contracts/{contract}"), body)
}

/// The same for an order, which is handed over.
async fn with_order(app: &TestApp, place: &str) -> (String, Value) {
    let member = member(app, "dea@example.com").await;
    let order = made(app, "/shop-orders", shop_order(app, place, &member).await).await;
    let pickup = json!({"pickup": {"at": "2027-01-01T10:00:00.000Z", "note": "Bar"}});
    (format!("/shop-orders/{order}"), pickup)
}

/// The same for a membership plan.
async fn with_membership(app: &TestApp, place: &str) -> (String, Value) {
    let body = json!({"location_id": place, "name": "Desk", "cycle": "monthly", "price": 10, "currency": "EUR"});
    (
        format!("/memberships/{}", made(app, "/memberships", body).await),
        json!({"max_subscribers": 9, "pause_days_max": 60, "guest_passes_per_cycle": 2}),
    )
}

/// The same for an event, which has a resource and a window.
async fn with_event(app: &TestApp, place: &str) -> (String, Value) {
    let room = resource(app, place, "Hall", "event_space", json!({})).await;
    let body = json!({"resource_id": room, "capacity": 50, "credit_price": 2, "visitor_price": 15, "tax_rate": 9,
                "registration_opens_at": "2027-01-01T10:00:00.000Z", "registration_closes_at": "2027-12-01T10:00:00.000Z"});
    let of_event = event_registration(app, place, tests::NOBODY).await["event_id"].clone();
    let draft = format!("/events/{}/duplicate", of_event.as_str().unwrap_or_default());
    (format!("/events/{}", made(app, &draft, json!({})).await), body)
}

/// The same for a visit, which has a visitor.
async fn with_visitor(app: &TestApp, place: &str, operation: &str) -> (String, Value) {
    let visitor = json!({"name": "Wera", "surname": "Lang", "email": "wera@lang.example", "phone": "+49 30 555 0100",
        "company_name": "Lang Architects"});
    let body = json!({"visitor": visitor, "expected_until": "2026-12-01T12:00:00.000Z"});
    (plain(app, place, operation).await, body)
}

/// A location with rules of its own.
async fn with_location(app: &TestApp, place: &str, address: &Value) -> (String, Value) {
    let rate = json!({"name": "Of late fees", "values": [{"from": "2020-01-01", "percent": 19}]});
    let body = json!({"address": address, "latitude": 52.3, "longitude": 4.9,
        "ticket_settings": {"close_after_days": 7,
            "resolution_minutes": {"low": 4, "normal": 3, "high": 2, "urgent": 1}},
        "late_fees": {"grace_days": 5, "fixed_fee": 15, "yearly_interest_percent": 8, "cap_percent": 50,
            "tax_rate_id": made(app, "/tax-rates", rate).await},
        "visitor_settings": {"agreement": "No photographs.", "host_approval": true}, "language": "nl"});
    (format!("/locations/{place}"), body)
}

/// The same for what has rules for bookings.
async fn with_booking_rules(app: &TestApp, place: &str, operation: &str) -> (String, Value) {
    let ladder = |fee: u32| json!([{"minutes_before": 60, "fee_percent": fee}]);
    let cancellation = json!({"free_minutes": 2_880, "member_ladder": ladder(40), "public_ladder": ladder(60),
        "no_show_fee_percent": 75});
    let check_in = json!({"enabled": true, "opens_minutes": 10, "auto_release_minutes": 20});
    match operation {
        "update_merchant" => {
            let defaults = json!({"book_ahead_days": 61, "buffer_after_minutes": 5, "buffer_before_minutes": 10,
                "cancellation_policy": cancellation, "check_in": check_in, "cooldown_minutes": 15, "lead_time_minutes": 21,
                "max_free_bookings": 5, "max_minutes": 540, "min_minutes": 60, "step_minutes": 60});
            let body = json!({"address": address(), "booking_defaults": defaults, "letter_settings": letter_settings(),
                "retention": {"visitor_days": 77, "letter_days": 55, "lead_days": 400},
                "feed_settings": {"reports_to_hide": 5},
                "credit_settings": {"cross_location": true, "discounts_apply_to_credits": true, "enabled": true},
                "sign_in_settings": {"second_factor_roles": ["owner"]},
                "invoice_settings": {"due_days": 30, "footer": "Thanks", "number_padding": 4, "number_prefix": "F",
                    "tax_inclusive": true, "credit_note_prefix": "C", "iban": "NL91ABNA0417164300", "number_per_year": true,
                    "payment_reference": "iso_11649",
                    "reminder_days": [7], "write_off_up_to": [{"currency": "EUR", "amount": 0.05}],
                    "location_sequences": [{"location_id": place, "number_prefix": "P", "credit_note_prefix": "Q"}]}});
            ("/merchant".to_owned(), body)
        }
        "update_resource" => {
            let hours = |opens: &str| json!([{"weekday": "monday", "opens": opens, "closes": "18:00"}]);
            let hall = resource(app, place, "Hall", "meeting_room", json!({})).await;
            let id = resource(app, place, "Oak", "meeting_room", json!({})).await;
            let body = json!({"book_ahead_days": 60, "cancellation_policy": cancellation, "capacity": 6, "check_in": check_in,
                "floor_id": floor(app, place).await, "lead_time_minutes": 20, "max_free_bookings": 4, "max_minutes": 480,
                "min_minutes": 30, "parent_resource_id": hall, "price_cap_per_day": 80, "step_minutes": 30, "tax_rate": 9,
                "public_limits": {"book_ahead_days": 30, "lead_time_minutes": 60, "max_minutes": 240, "min_minutes": 60},
                "schedule": {"closed_dates": ["2026-12-25"], "default": hours("08:00"), "public": hours("09:00")}});
            (format!("/resources/{id}"), body)
        }
        other => panic!("{other} has no rules for bookings"),
    }
}

fn letter_settings() -> Value {
    json!({"sender_name": "Desk", "reply_to": "desk@example.com", "logo_url": "https://example.com/logo.png",
        "colour": "#112233", "language": "nl", "switched_off": ["staff_digest"], "reminder_hours": 3,
        "members_url": "https://members.example.com/", "signing_url": "https://members.example.com/sign"})
}

fn address() -> Value {
    json!({"line1": "Keizersgracht 1", "line2": "II", "city": "Amsterdam", "state": "NH", "postal_code": "1015 CC",
        "country_code": "NL"})
}

/// The path of a new ticket, and an empty body.
async fn with_ticket(app: &TestApp, place: &str) -> (String, Value) {
    let requester = member(app, "tea@example.com").await;
    let ticket = json!({"location_id": place, "requester_id": requester, "type": "other", "description": "Help"});
    (format!("/tickets/{}", made(app, "/tickets", ticket).await), json!({}))
}
