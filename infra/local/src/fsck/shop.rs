//! The shop: stock against its movements and against the orders that keep some, counters of open orders, and numbers of
//! orders.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{counters::different, finding::Finding, table::Items};

/// A product and an option of it.
type Stocked<'a> = (&'a str, &'a str);

/// Stock that is not the sum of its movements, or not kept by the orders that need it; counters that are wrong.
pub fn findings(items: &Items) -> Vec<Finding> {
    let mut findings = stock(items);
    findings.extend(open_orders(items));
    findings.extend(numbers(items));
    findings
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

fn number(value: &Value, field: &str) -> i64 {
    value[field].as_i64().unwrap_or_default()
}

fn is_open(order: &Value) -> bool {
    matches!(text(&order["body"], "status"), "new" | "in_progress")
}

/// What is on hand is the sum of the movements, and what is reserved is what open orders keep.
fn stock(items: &Items) -> Vec<Finding> {
    let mut moved: BTreeMap<Stocked<'_>, (i64, i64)> = BTreeMap::new();
    for (_, movement) in items.records("stock_movement") {
        let body = &movement["body"];
        let of = moved.entry((text(body, "product_id"), text(body, "option_id"))).or_default();
        *of = (of.0 + number(body, "quantity"), of.1 + 1);
    }
    let mut kept: BTreeMap<Stocked<'_>, i64> = BTreeMap::new();
    for (_, order) in items.records("shop_order").filter(|(_, order)| is_open(order)) {
        let tracked = order["body"]["items"].as_array().into_iter().flatten().filter(|item| item["is_tracked"] == true);
        for item in tracked {
            *kept.entry((text(item, "product_id"), text(item, "option_id"))).or_default() += number(item, "quantity");
        }
    }
    let mut findings = Vec::new();
    for (product, stock) in items.records("shop_stock") {
        for option in stock["body"]["options"].as_array().into_iter().flatten() {
            let key = (product.as_str(), text(option, "option_id"));
            let told = (number(option, "on_hand"), number(option, "movements"));
            let sum = moved.remove(&key).unwrap_or_default();
            if told != sum {
                findings
                    .push(finding(product, format!("has {told:?} of {} on hand, its movements are {sum:?}", key.1)));
            }
            let reserved = kept.remove(&key).unwrap_or_default();
            if number(option, "reserved") != reserved {
                let told = number(option, "reserved");
                findings.push(finding(product, format!("keeps {told} of {} for orders that need {reserved}", key.1)));
            }
        }
    }
    // Of an option that is gone nothing was left.
    let lost = moved.iter().filter(|(_, (sum, _))| *sum != 0).map(|(key, _)| key).chain(kept.keys());
    findings
        .extend(lost.map(|(product, option)| finding(product, format!("has nothing of {option}, which is needed"))));
    findings
}

fn finding(product: &str, what: String) -> Finding {
    Finding { kind: "shop_stock", id: product.to_owned(), what }
}

/// Open orders that stand in the way of their customers are counted.
fn open_orders(items: &Items) -> Vec<Finding> {
    let mut open: BTreeMap<String, i64> = BTreeMap::new();
    for (_, order) in items.records("shop_order").filter(|(_, order)| is_open(order)) {
        *open.entry(text(&order["body"], "customer_id").to_owned()).or_default() += 1;
    }
    let told = items.space("counter#customer_open_orders");
    let told = told.map(|(customer, _, item)| (customer.to_owned(), number(item, "count"))).collect();
    different("customer_open_orders", &open, &told)
}

/// Orders of a location are numbered from 1, without a gap.
fn numbers(items: &Items) -> Vec<Finding> {
    let mut of_location: BTreeMap<&str, BTreeSet<i64>> = BTreeMap::new();
    let mut count: BTreeMap<&str, i64> = BTreeMap::new();
    for (_, order) in items.records("shop_order") {
        let location = text(&order["body"], "location_id");
        of_location.entry(location).or_default().insert(number(&order["body"], "number"));
        *count.entry(location).or_default() += 1;
    }
    let has_gap = |location: &&str, numbers: &BTreeSet<i64>| {
        let orders = count.get(location).copied().unwrap_or_default();
        numbers.first() != Some(&1) || numbers.last() != Some(&orders)
    };
    let wrong = of_location.iter().filter(|(location, numbers)| has_gap(location, numbers));
    let finding = |location: &&str| Finding {
        kind: "shop_order",
        id: (*location).to_owned(),
        what: "numbers of orders have a gap, or stand twice".to_owned(),
    };
    wrong.map(|(location, _)| finding(location)).collect()
}
