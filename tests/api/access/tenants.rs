//! Another merchant's id answers exactly as an id that does not exist.

use shared::api::{Method, Route};
use tests::app;

use super::{
    NOBODY, call,
    maker::{Maker, collection_of},
    without_meta,
};

#[tokio::test]
async fn every_operation_answers_another_merchants_id_as_one_that_does_not_exist() {
    let app = app().await;
    let mut theirs = Maker::new(app.as_client(&app.stranger));
    for collection in theirs.collections() {
        let id = theirs.make(&collection).await;
        let own = format!("{collection}/{id}");
        let before = theirs.app.get(&own).await;
        let is_read = |route: &Route| route.method == Method::Get && route.path.split('/').count() == 3;
        let is_shown = theirs.routes.iter().any(|route| collection_of(route) == Some(&collection) && is_read(route));
        assert!(!is_shown || before.status == 200, "{own}: {}", before.text);
        for route in theirs.routes.iter().filter(|route| collection_of(route) == Some(&collection)) {
            let (theirs, nobodys) = (call(&app, route, &id).await, call(&app, route, NOBODY).await);
            assert_eq!(theirs.refusal(), "404 not_found", "{}: {}", route.id, theirs.text);
            assert_eq!(without_meta(&theirs), without_meta(&nobodys), "{}", route.id);
            assert_eq!(theirs.headers.keys().collect::<Vec<_>>(), nobodys.headers.keys().collect::<Vec<_>>());
        }
        assert_eq!(without_meta(&theirs.app.get(&own).await), without_meta(&before), "{own}");
    }
}

#[tokio::test]
async fn every_list_holds_only_the_callers_own() {
    let app = app().await;
    let mut theirs = Maker::new(app.as_client(&app.stranger));
    for collection in theirs.collections() {
        let id = theirs.make(&collection).await;
        if theirs.routes.iter().any(|route| route.shape.is_list && route.path == collection) {
            let list = app.get(&format!("{collection}?per_page=100")).await;
            assert!(list.status == 200 && !list.text.contains(&id), "{collection}: {}", list.text);
        }
    }
}
