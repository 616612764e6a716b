//! Each operation needs its scope, and no other.

use std::{collections::BTreeSet, sync::Arc};

use local::routes;
use shared::api::Route;
use tests::app;
use values::{Scope, Scopes};

use super::{NOBODY, call, caller_with};

/// Operations that are an owner's, or a client's with `merchant:admin`, besides their scope.
const OF_OWNERS: [&str; 1] = ["reopen_books"];

#[tokio::test]
async fn every_operation_refuses_a_client_without_its_scope_and_no_client_with_it() {
    let (app, routes) = (app().await, routes().0);
    for needed in routes.iter().map(|route| route.scope).collect::<BTreeSet<Scope>>() {
        let is_other = |scope: &Scope| !Scopes::from_iter([*scope]).allow(needed);
        let others: Vec<String> = Scope::all().filter(is_other).map(|scope| scope.to_string()).collect();
        let (with, without) = (caller_with(&app, &[needed.to_string()]).await, caller_with(&app, &others).await);
        // A client of any scope begins sessions as a page does by a publishable key.
        // What runs other operations asks for the scopes of those.
        let asks_for_it = |route: &&Arc<Route>| !route.people.begins_sessions && !route.runs_others;
        for route in routes.iter().filter(|route| route.scope == needed).filter(asks_for_it) {
            let refused = call(&without, route, NOBODY).await;
            assert_eq!(refused.refusal(), "403 forbidden", "{}", route.id);
            assert!(refused.body["error"]["details"].is_null(), "{}", refused.text);
            let allowed = call(&with, route, NOBODY).await;
            // An import needs the scope of what it runs, too.
            let needs_more = OF_OWNERS.contains(&route.id) || route.id == "create_import";
            let is_refused = allowed.status == 401 || (allowed.status == 403 && !needs_more);
            assert!(!is_refused, "{}: {}", route.id, allowed.text);
        }
    }
}

#[tokio::test]
async fn a_scope_is_judged_before_the_request() {
    let app = app().await;
    let without = caller_with(&app, &["plans:read".to_owned()]).await;
    for (method, path) in [("POST", "/plans?unknown=1"), ("PUT", "/plans/not-an-id"), ("GET", "/merchant?page=0")] {
        assert_eq!(without.send(method, path, None, &[]).await.refusal(), "403 forbidden", "{path}");
    }
}
