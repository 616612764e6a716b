//! The order in which a reference shows the areas: by what they are about.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use values::Area::{
    self, Benefits, Bookings, Companies, Contracts, Events, Feed, Invoices, Locations, Members, Memberships, Merchant,
    Plans, Resources, Shop, Subscriptions, Tickets, Transactions, Visitors,
};

/// All areas, whether they exist yet or not.
const GROUPS: [(&str, &[Area]); 5] = [
    ("Space and time", &[Locations, Resources, Bookings, Visitors, Events]),
    ("Catalogue", &[Plans, Memberships, Benefits, Shop]),
    ("Customers", &[Members, Companies, Feed, Tickets]),
    ("Money", &[Subscriptions, Contracts, Invoices, Transactions]),
    ("Your account", &[Merchant]),
];

/// The groups of these areas, as `x-tagGroups`.
pub fn of(areas: &BTreeSet<Area>) -> Value {
    let group = |(name, members): &(&str, &[Area])| {
        let tags: Vec<&str> = members.iter().filter(|area| areas.contains(area)).map(|area| area.title()).collect();
        (!tags.is_empty()).then(|| json!({"name": name, "tags": tags}))
    };
    GROUPS.iter().filter_map(group).collect()
}
