//! `template.yaml`: its functions serve the paths of the route tables, its table is the one the code uses.

use std::collections::{BTreeMap, BTreeSet};

use shared::{
    api::OutsideRoute,
    due::{Limits, SHARDS},
};
use store::{Index, table};
use values::Area;
use yaml_rust2::{Yaml, YamlLoader};

use super::{in_repository, prefix, read};

/// The paths of the fallback.
const FALLBACK: [&str; 4] = ["/", "/{proxy+}", "/v1", "/v1/{proxy+}"];

/// CloudFormation's tags (`!Ref`, `!Sub`) are dropped: only what they stand on is looked at.
fn template() -> Yaml {
    let text = read(&in_repository("template.yaml"));
    YamlLoader::load_from_str(&text).expect("YAML").remove(0)
}

fn entries(yaml: &Yaml) -> impl Iterator<Item = (&str, &Yaml)> {
    yaml.as_hash().into_iter().flatten().map(|(name, value)| (name.as_str().unwrap_or_default(), value))
}

fn text(yaml: &Yaml) -> String {
    yaml.as_str().unwrap_or_default().to_owned()
}

/// Paths by the name of the function's binary.
fn paths() -> BTreeMap<String, BTreeSet<String>> {
    let template = template();
    let functions =
        entries(&template["Resources"]).filter(|(_, resource)| text(&resource["Type"]) == "AWS::Serverless::Function");
    functions
        .map(|(_, function)| {
            let events = entries(&function["Properties"]["Events"]);
            let served = events.filter(|(_, event)| text(&event["Type"]) == "Api");
            let paths = served.map(|(_, event)| text(&event["Properties"]["Path"])).collect();
            (text(&function["Metadata"]["BuildProperties"]["Binary"]), paths)
        })
        .collect()
}

#[test]
fn every_area_is_served_on_the_paths_of_its_routes() {
    let mut served = paths();
    let fallback = served.remove("fallback").expect("the function fallback");
    assert_eq!(served.remove("sweep"), Some(BTreeSet::new()), "the sweep has a schedule and no paths");
    assert_eq!(served.remove("outbox"), Some(BTreeSet::new()), "the outbox has a stream and no paths");
    assert_eq!(served.remove("deliver"), Some(BTreeSet::new()), "deliver has a queue and no paths");
    for part in ["batches", "event-log", "reports", "test-clock", "uploads", "webhooks"] {
        let paths = served.remove(part).expect("a part of the merchant area");
        served.entry("merchant".to_owned()).or_default().extend(paths);
    }
    for worker in ["notify", "read-calendars"] {
        assert_eq!(served.remove(worker), Some(BTreeSet::new()), "{worker} has a queue and no paths");
    }
    // Parts of areas that have something outside `/v1`.
    for (part, area, outside, routes) in [
        ("sessions", "members", "/auth", sessions::outside()),
        ("letters", "members", "/letters", letters::outside()),
        ("calendars", "bookings", "/calendars", calendars::outside()),
    ] {
        let mut paths = served.remove(part).expect("a part of an area");
        assert!(paths.remove(outside) && paths.remove(&format!("{outside}/{{proxy+}}")), "{part}");
        let is_elsewhere = |route: &OutsideRoute| !route.path.starts_with(&format!("{outside}/"));
        assert!(!routes.iter().any(is_elsewhere), "paths outside /v1 that template.yaml does not have for {part}");
        served.entry(area.to_owned()).or_default().extend(paths);
    }
    assert_eq!(fallback, FALLBACK.map(str::to_owned).into());
    for &area in Area::ALL {
        let routes = local::routes().0;
        let prefixes: BTreeSet<&str> =
            routes.iter().filter(|route| route.area == area).map(|route| prefix(route.path)).collect();
        if prefixes.is_empty() {
            // An area that is not written yet.
            served.remove(area.name());
            continue;
        }
        let both = |prefix: &&str| [format!("/v1/{prefix}"), format!("/v1/{prefix}/{{proxy+}}")];
        let expected: BTreeSet<String> = prefixes.iter().flat_map(both).collect();
        let served = served.remove(area.name()).unwrap_or_default();
        assert_eq!(served, expected, "paths of {} in template.yaml", area.name());
    }
    assert!(served.is_empty(), "functions that are no areas: {served:?}");
}

#[test]
fn every_shard_of_what_is_due_has_a_schedule_and_a_run_ends_before_its_timeout() {
    let template = template();
    let sweep = &template["Resources"]["Sweep"]["Properties"];
    let schedules = entries(&sweep["Events"]).filter(|(_, event)| event["Type"].as_str() == Some("Schedule"));
    let inputs: Vec<String> = schedules.map(|(_, event)| text(&event["Properties"]["Input"])).collect();
    let shards = (0..SHARDS).map(|shard| format!("{{\"shard\": {shard}}}"));
    let expected: Vec<String> = shards.chain(["{\"shard\": \"sandboxes\"}".to_owned()]).collect();
    assert_eq!(inputs, expected);
    let limits = Limits::SCHEDULED;
    let longest = limits.budget.num_seconds() + i64::try_from(limits.per_record.as_secs()).expect("seconds");
    assert!(longest < sweep["Timeout"].as_i64().expect("a timeout"), "a run takes up to {longest} s");
}

/// Partition and sort key of a `KeySchema`.
fn key_schema(schema: &Yaml) -> (String, String) {
    let key = |kind: &str| {
        let element = schema.as_vec().into_iter().flatten().find(|element| text(&element["KeyType"]) == kind);
        text(&element.expect(kind)["AttributeName"])
    };
    (key("HASH"), key("RANGE"))
}

#[test]
fn the_table_has_the_keys_that_the_code_uses() {
    let template = template();
    let table = &template["Resources"]["Table"]["Properties"];
    let mut keys = vec![key_schema(&table["KeySchema"])];
    let indexes = table["GlobalSecondaryIndexes"].as_vec().expect("indexes");
    keys.extend(indexes.iter().map(|index| key_schema(&index["KeySchema"])));
    assert_eq!(keys, table::key_attributes());
    let projection = |full: bool| if full { "ALL" } else { "KEYS_ONLY" };
    let projections: Vec<String> = indexes.iter().map(|index| text(&index["Projection"]["ProjectionType"])).collect();
    assert_eq!(projections, Index::ALL.map(|index| projection(index.is_full()).to_owned()));
    let attributes = table["AttributeDefinitions"].as_vec().expect("attributes");
    let declared: BTreeSet<String> = attributes.iter().map(|attribute| text(&attribute["AttributeName"])).collect();
    assert_eq!(declared, keys.into_iter().flat_map(|(partition, sort)| [partition, sort]).collect());
    assert_eq!(text(&table["TimeToLiveSpecification"]["AttributeName"]), table::EXPIRES_AT);
}

/// Most characters that Lambda takes in one pattern of a filter.
const PATTERN_MAX: usize = 4_096;

#[test]
fn the_filter_of_the_stream_lets_every_kind_with_events_pass() {
    let template = template();
    let stream = entries(&template["Resources"]["Outbox"]["Properties"]["Events"]).next().expect("a stream").1;
    let filters = stream["Properties"]["FilterCriteria"]["Filters"].as_vec().expect("filters");
    let declared: Vec<String> = filters.iter().map(|filter| text(&filter["Pattern"])).collect();
    let expected: Vec<String> = outbox::stream_patterns().iter().map(ToString::to_string).collect();
    let lines: Vec<String> = expected.iter().map(|pattern| format!("                - Pattern: '{pattern}'")).collect();
    assert_eq!(declared, expected, "the lines of template.yaml are\n{}", lines.join("\n"));
    assert!(expected.iter().all(|pattern| pattern.len() <= PATTERN_MAX), "Lambda refuses so long a pattern");
}

#[test]
fn the_local_service_compresses_answers_from_the_same_size_on() {
    let least = template()["Resources"]["Api"]["Properties"]["MinimumCompressionSize"].as_i64();
    assert_eq!(least, Some(i64::from(local::serve::COMPRESSED_BYTES_MIN)));
}
