//! Every package of `functions/` is an area that is served, so that none is forgotten.

use std::collections::BTreeSet;

use super::{in_repository, none_of, read};

/// Functions without operations: one answers every path that no area has, one runs by a schedule, one by what changes
/// in the table, three by a queue (decisions 41, 43, 55 and 56).
const WITHOUT_ROUTES: [&str; 6] = ["deliver", "fallback", "notify", "outbox", "read-calendars", "sweep"];
/// Functions of operations that belong to the merchant area: one does the time-driven work of all areas (decision 31),
/// one alone uses the store of files (decision 40), one lists events (decision 41), one tells them to the
/// merchant's own servers (decision 43), and one has figures (decision 57). Two of the members area: people act (decision 53), and letters are written to
/// them; and one of the bookings area, which calendar programs read (decision 55).
const PARTS_OF_AN_AREA: [&str; 9] =
    ["batches", "calendars", "event-log", "letters", "reports", "sessions", "test-clock", "uploads", "webhooks"];

#[test]
fn every_function_is_an_area_whose_operations_are_served() {
    let folders = std::fs::read_dir(in_repository("functions")).expect("a folder");
    let packages: BTreeSet<String> =
        folders.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    let routes = local::routes();
    let served: BTreeSet<&str> = routes.iter().map(|route| route.area.name()).collect();
    let mut faults = Vec::new();
    for package in packages.iter().filter(|package| !WITHOUT_ROUTES.contains(&package.as_str())) {
        let library = in_repository(&format!("functions/{package}/src/lib.rs"));
        if !library.exists() || !read(&library).contains("pub fn routes() -> Routes") {
            faults.push(format!("functions/{package} has no library with a function `routes`"));
        }
        if !PARTS_OF_AN_AREA.contains(&package.as_str()) && !served.contains(package.as_str()) {
            faults.push(format!("functions/{package} is not among the areas that infra/local serves"));
        }
    }
    let is_gone = |area: &&&str| !packages.contains(**area);
    faults.extend(served.iter().filter(is_gone).map(|area| format!("{area} is served and has no package")));
    none_of(&faults);
}
