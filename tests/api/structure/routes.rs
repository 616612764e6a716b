//! Route tables.

use std::collections::BTreeSet;

use shared::api::{Expansion, Method, Route, reply::JSON};

use super::{none_of, prefix};

/// First segments that are no collections: there is one merchant to a client, who has one ledger, and availability is a
/// computation.
const SINGLE: [&str; 5] = ["merchant", "test-clock", "availability", "ledger", "event-log"];

fn faults(judge: impl Fn(&Route) -> Option<&'static str>) -> Vec<String> {
    let told = |route: &Route| judge(route).map(|fault| format!("{} {}: {fault}", route.method.as_str(), route.path));
    local::routes().iter().filter_map(told).collect()
}

fn is_made_of(text: &str, separator: char) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_lowercase())
        && text.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == separator)
}

#[test]
fn operation_ids_are_unique_and_in_snake_case() {
    let routes = local::routes();
    let ids: BTreeSet<&str> = routes.iter().map(|route| route.id).collect();
    assert_eq!(ids.len(), routes.0.len());
    none_of(&faults(|route| (!is_made_of(route.id, '_')).then_some("its operation id is not in snake_case")));
}

#[test]
fn no_two_operations_have_the_same_method_and_path() {
    let routes = local::routes();
    let places: BTreeSet<(Method, &str)> = routes.iter().map(|route| (route.method, route.path)).collect();
    assert_eq!(places.len(), routes.0.len());
}

#[test]
fn collections_are_plural_and_paths_in_kebab_case() {
    none_of(&faults(|route| {
        let collection = prefix(route.path);
        (!collection.ends_with('s') && !SINGLE.contains(&collection)).then_some("its collection is not plural")
    }));
    none_of(&faults(|route| {
        let parameter =
            |segment: &str| segment.strip_prefix('{').and_then(|name| name.strip_suffix('}')).map(str::to_owned);
        let fits = |segment: &str| {
            parameter(segment).map_or_else(
                // An export such as calendar.ics is named as the file it is.
                || is_made_of(segment.trim_end_matches(".ics").trim_end_matches(".csv").trim_end_matches(".svg"), '-'),
                |name| is_made_of(&name, '_'),
            )
        };
        (!route.path.split('/').skip(1).all(fits)).then_some("a segment of its path is not in kebab-case")
    }));
}

#[test]
fn every_operation_has_a_label_and_sentences() {
    none_of(&faults(|route| {
        let is_label =
            route.summary.starts_with(|letter: char| letter.is_ascii_uppercase()) && !route.summary.ends_with('.');
        (!is_label).then_some("its label is not a short phrase without a full stop")
    }));
    none_of(&faults(|route| {
        (!route.description.is_empty() && !route.description.ends_with('.'))
            .then_some("its rules are not whole sentences")
    }));
}

#[test]
fn every_delete_has_the_label_of_what_it_does() {
    // Delete: the record is not found afterwards. The others leave it, each in a state of its own.
    let verbs = ["Delete ", "Deactivate ", "Cancel ", "Leave ", "Remove "];
    none_of(&faults(|route| {
        let is_known = verbs.iter().any(|verb| route.summary.starts_with(verb));
        (route.method == Method::Delete && !is_known).then_some("its label has a verb of its own for a known act")
    }));
}

#[test]
fn what_is_created_can_be_read() {
    let routes = local::routes();
    none_of(&faults(|create| {
        let reads = |route: &&Route| route.method == Method::Get;
        let below = format!("{}/{{", create.path);
        let readable = routes.iter().filter(reads).any(|route| {
            route.path.starts_with(&below) || route.path == create.path || route.shape.data.0 == create.shape.data.0
        });
        // Who begins a session or a sign-in by a publishable key is shown all of it at once.
        let is_made = create.shape.status == 201 && !create.people.begins_sessions;
        (is_made && !readable).then_some("no operation reads what it creates")
    }));
}

#[test]
fn only_reading_needs_only_the_scope_to_read() {
    none_of(&faults(|route| {
        let scope = route.scope.to_string();
        // A link to a file is its content, which may be anything; sessions say who was here, and when.
        let may_read =
            [":read", ":admin", ":clients", ":uploads", ":sessions"].iter().any(|access| scope.ends_with(access));
        (route.method == Method::Get && !may_read).then_some("it reads, but needs more than the scope to read")
    }));
    none_of(&faults(|route| {
        let writes = matches!(route.method, Method::Put | Method::Delete);
        (writes && route.scope.to_string().ends_with(":read")).then_some("it changes with the scope to read")
    }));
}

#[test]
fn what_can_be_expanded_is_an_id_of_the_answer_and_the_same_in_every_read_of_it() {
    let names = |route: &Route| route.expansions.iter().map(Expansion::name).collect::<Vec<_>>();
    none_of(&faults(|route| {
        let fields = &route.shape.data.1["properties"];
        let is_id = |expansion: &Expansion| fields[expansion.field]["format"] == "uuid";
        (!route.expansions.iter().all(is_id)).then_some("what it expands is no field of its answer that names a record")
    }));
    none_of(&faults(|route| {
        let is_plain_read =
            route.expansions.is_empty() || route.method == Method::Get && route.shape.media_type == JSON;
        (!is_plain_read).then_some("only a read in JSON expands")
    }));
    none_of(&faults(|route| {
        let mut sorted = names(route);
        sorted.sort_unstable();
        (sorted != names(route)).then_some("its expansions are not in order")
    }));
    let routes = local::routes();
    none_of(&faults(|route| {
        let is_alike = |other: &Route| other.shape.data.0 != route.shape.data.0 || names(other) == names(route);
        let reads = |other: &&Route| other.method == Method::Get;
        (route.method == Method::Get && !routes.iter().filter(reads).all(is_alike))
            .then_some("another read of the same expands something else")
    }));
}

#[test]
fn a_list_by_ids_is_the_whole_collection_of_records_that_a_get_answers() {
    let routes = local::routes();
    let has_get = |list: &Route| {
        let own = format!("{}/{{id}}", list.path);
        let answers = |route: &Route| route.path == own && route.shape.data.0 == list.shape.data.0;
        routes.iter().any(|route| route.method == Method::Get && answers(route))
    };
    none_of(&faults(|route| {
        let is_collection = route.is_list() && !route.path.contains('{') && has_get(route);
        (route.is_by_ids && !is_collection).then_some("it answers by ids what has no get of its own")
    }));
}
