//! The registry of kinds.

use records::personal_data::PersonalData;
use values::KindName;

use super::{layers::sources, none_of};

#[test]
fn a_kind_is_the_kind_of_one_type() {
    let code: String = ["shared", "functions", "tests"].into_iter().flat_map(sources).map(|(_, code)| code).collect();
    let types = |kind: &KindName| code.matches(&format!("const KIND: KindName = KindName::{kind:?};")).count();
    let faults = KindName::ALL.iter().filter(|kind| types(kind) != 1);
    none_of(&faults.map(|kind| format!("{} types have the kind {kind}", types(kind))).collect::<Vec<_>>());
}

/// A name such as `BookingSeries` as the table writes it: `booking_series`.
fn snake(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}

#[test]
fn a_kind_whose_records_name_somebody_says_what_it_has_about_a_person() {
    let mut looked_at = 0;
    let mut faults = Vec::new();
    for route in local::routes().0 {
        let (name, data) = &*route.shape.data;
        let name = snake(name);
        let Some(kind) = KindName::ALL.iter().find(|kind| kind.as_str() == name) else { continue };
        let names_somebody =
            ["customer_id", "member_id", "email"].iter().any(|field| data["properties"][field].is_object());
        // A customer has no record of its own.
        let is_no_person = matches!(kind, KindName::Customer | KindName::Location | KindName::Merchant);
        looked_at += usize::from(names_somebody);
        if names_somebody && !is_no_person && PersonalData::of(*kind) == PersonalData::None {
            faults.push(format!("{kind}: say in personal_data.rs what it has"));
        }
    }
    none_of(&faults);
    assert!(looked_at >= 10, "only {looked_at} operations answer a record that names somebody");
}
