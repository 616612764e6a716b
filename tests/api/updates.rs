//! PUT merges at every depth, in every operation: an object that is given changes only its given keys, and `null`
//! clears what is nullable. The test walks the schemas of all updates, so a new field is in it by itself.

mod filled;

use serde_json::{Value, json};
use shared::api::{Method, Route};
use testing::TestApp;
use tests::{accepted, app, routes, with};

use self::filled::{filled, with_tax_rate};

/// What a rule between fields forbids to change alone: the record must then be as it was.
const TIED: [(&str, &str); 9] = [
    ("update_benefit", "allowance.count"),
    ("update_benefit", "allowance.kind"),
    ("update_benefit", "allowance.period"),
    ("update_benefit", "link_url"),
    ("update_benefit", "shared_code"),
    ("update_location", "latitude"),
    ("update_location", "longitude"),
    ("update_merchant", "booking_defaults.check_in.enabled"),
    ("update_resource", "check_in.enabled"),
];

/// Fields that are not walked: that contradicts the due date, which is; whose null takes the location's value, which is
/// then shown; which no request gives.
const EMPTY: [(&str, &str); 3] = [
    ("update_invoice", "payment_terms_days"),
    ("update_invoice_item", "tax_rate"),
    ("update_resource_assignment", "subscription_id"),
];

/// A place in a body, such as `check_in.enabled`, outermost first.
type Place = Vec<String>;

/// Every field of an object inside the body, and everything that is nullable. Arrays are given whole, and the client's
/// own keys have no fields.
fn places(schema: &Value, place: &Place, is_nested: bool, found: &mut Vec<(Place, bool)>) {
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let place: Place = place.iter().cloned().chain([name.clone()]).collect();
        let is_nullable = field["nullable"] == true;
        if field["writeOnly"] == true {
            // No answer shows it.
            continue;
        }
        if field["properties"].is_object() {
            places(field, &place, true, found);
        } else if is_nested || is_nullable {
            found.push((place, is_nullable));
        }
    }
}

fn pointer(place: &Place) -> String {
    format!("/{}", place.join("/"))
}

/// The body that gives one field.
fn only(place: &Place, value: &Value) -> Value {
    place.iter().rev().fold(value.clone(), |inner, name| json!({name: inner}))
}

/// What an answer has of the fields that the body may give.
fn shown(data: &Value, schema: &Value) -> Value {
    let fields = schema["properties"].as_object().into_iter().flatten();
    fields.map(|(name, _)| (name.clone(), data[name].clone())).collect::<serde_json::Map<_, _>>().into()
}

/// Gives one field alone, and says what went wrong. `present` is what the record shows of the fields, before and after.
async fn gives(
    app: &TestApp,
    (route, path, schema): (&Route, &str, &Value),
    (place, value): (&Place, &Value),
    present: &mut Value,
) -> Option<String> {
    let answer = app.put(path, only(place, value)).await;
    let name = place.join(".");
    let is_change = present.pointer(&pointer(place)) != Some(value);
    if is_change && TIED.contains(&(route.id, name.as_str())) {
        let after = shown(&app.get(path).await.body["data"], schema);
        return (answer.status != 422 || after != *present).then(|| format!("{} {name} is not tied", route.id));
    }
    if answer.status != 200 {
        return Some(format!("{} {name}: {}", route.id, answer.text));
    }
    let mut expected = std::mem::replace(present, shown(&answer.body["data"], schema));
    *expected.pointer_mut(&pointer(place))? = value.clone();
    (*present != expected).then(|| format!("{} {name} = {value}: {present} instead of {expected}", route.id))
}

#[tokio::test]
async fn every_update_merges_at_every_depth_and_null_clears_what_is_nullable() {
    let mut faults = Vec::new();
    let mut walked = 0;
    for route in routes().iter().filter(|route| route.method == Method::Put) {
        let Some((_, schema)) = route.shape.body.as_deref() else { continue };
        let mut found = Vec::new();
        places(schema, &Vec::new(), false, &mut found);
        found.retain(|(place, _)| !EMPTY.contains(&(route.id, place.join(".").as_str())));
        if found.is_empty() {
            continue;
        }
        // A merchant of its own, because a resource without a rule of its own has the merchant's.
        let app = app().await;
        let (path, body) = filled(&app, route.id).await;
        let body = if schema["properties"]["tax_rate_id"].is_object() { with_tax_rate(&app, body).await } else { body };
        let fresh = app.get(&path).await.body["data"].clone();
        accepted(&app.put(&path, body).await, 200);
        let full = app.get(&path).await.body["data"].clone();
        let mut present = shown(&full, schema);
        for (place, is_nullable) in &found {
            let (empty, value) = (&fresh.pointer(&pointer(place)), &full.pointer(&pointer(place)));
            let (Some(empty), Some(value)) = (empty, value) else {
                faults.push(format!("{} {} is in no answer", route.id, place.join(".")));
                continue;
            };
            if empty == value || (*is_nullable && value.is_null()) {
                faults.push(format!("{} {}: give it another value than {value}", route.id, place.join(".")));
            }
            // As it was before it was filled, null where it can be, and filled again: each time nothing else changes.
            let null = is_nullable.then_some(&Value::Null).filter(|null| null != empty);
            for given in std::iter::once(*empty).chain(null).chain([*value]) {
                walked += 1;
                faults.extend(gives(&app, (route, &path, schema), (place, given), &mut present).await);
            }
        }
    }
    assert!(faults.is_empty(), "{} of {walked}:\n{}", faults.len(), faults.join("\n"));
    assert!(walked > 150, "only {walked} were walked");
}

/// So many keys of a client that begin with this letter, each with this value.
fn keys(letter: char, count: usize, value: &Value) -> Value {
    (0..count).map(|number| (format!("{letter}{number:02}"), value.clone())).collect::<serde_json::Map<_, _>>().into()
}

#[tokio::test]
async fn every_update_merges_the_clients_own_keys_and_null_removes_one() {
    let mut walked = 0;
    for route in routes().iter().filter(|route| route.method == Method::Put) {
        let Some((_, schema)) = route.shape.body.as_deref() else { continue };
        if !schema["properties"]["metadata"].is_object() {
            continue;
        }
        walked += 1;
        let app = app().await;
        let (path, _) = filled(&app, route.id).await;
        // What else an update of this kind needs.
        let other = if route.id == "update_booking_series" { json!({"scope": "all"}) } else { json!({}) };
        let put = async |keys: &Value| app.put(&path, with(other.clone(), &json!({"metadata": keys}))).await;
        for (given, expected) in [
            (json!({"a": "1", "b": "2"}), json!({"a": "1", "b": "2"})),
            (json!({"a": "3"}), json!({"a": "3", "b": "2"})),
            (json!({}), json!({"a": "3", "b": "2"})),
            (json!({"b": null, "c": "4", "unknown": null}), json!({"a": "3", "c": "4"})),
        ] {
            let answer = put(&given).await;
            assert_eq!((answer.status, &answer.body["data"]["metadata"]), (200, &expected), "{} {given}", route.id);
            assert_eq!(app.get(&path).await.body["data"]["metadata"], expected, "{} {given}", route.id);
        }
        let before = app.get(&path).await.body["data"].clone();
        let refused = put(&keys('k', 49, &json!("x"))).await.refusal();
        assert_eq!(refused, "422 rule_violation metadata too_many", "{}", route.id);
        let refused = put(&keys('k', 101, &Value::Null)).await.refusal();
        assert_eq!(refused, "400 validation_error metadata too_many", "{}", route.id);
        accepted(&put(&keys('k', 100, &Value::Null)).await, 200);
        assert_eq!(app.get(&path).await.body["data"], before, "{}: what changes nothing writes nothing", route.id);
        accepted(&put(&keys('k', 48, &json!("x"))).await, 200);
        accepted(&put(&with(keys('k', 48, &Value::Null), &keys('m', 48, &json!("y")))).await, 200);
        let after = app.get(&path).await.body["data"]["metadata"].clone();
        assert_eq!(after, with(keys('m', 48, &json!("y")), &json!({"a": "3", "c": "4"})), "{}", route.id);
    }
    assert!(walked >= 15, "only {walked} were walked");
}
