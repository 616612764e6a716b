use super::*;

const TAKEN: &str = "409 already_exists name already_exists";

#[tokio::test]
async fn a_name_is_unique_among_active_plans_however_it_is_written() {
    let app = app().await;
    app.post("/plans", flex("Caf\u{e9} Desk")).await;
    for name in ["Caf\u{e9} Desk", "CAFE\u{301} desk", "caf\u{e9}   desk", " Caf\u{e9} Desk "] {
        assert_eq!(app.post("/plans", flex(name)).await.refusal(), TAKEN, "{name}");
    }
    assert_eq!(app.post("/plans", flex("Cafe Desk")).await.status, 201);
    assert_eq!(app.as_client(&app.stranger).post("/plans", flex("Caf\u{e9} Desk")).await.status, 201);
    let mut inactive = flex("Caf\u{e9} Desk");
    inactive["is_active"] = json!(false);
    assert_eq!(app.post("/plans", inactive).await.status, 201, "an inactive plan holds no name");
}

#[tokio::test]
async fn of_sixteen_creates_of_one_name_one_happens() {
    let app = app().await;
    let mut work = JoinSet::new();
    for number in 0..16 {
        let app = app.clone();
        let name = if number % 2 == 0 { "Flex" } else { "FLEX" };
        work.spawn(async move { app.post("/plans", flex(name)).await.refusal() });
    }
    let mut outcomes = work.join_all().await;
    outcomes.sort();
    assert_eq!((outcomes[0].as_str(), &outcomes[1..]), ("201 ", &vec![TAKEN.to_owned(); 15][..]));
    assert_eq!(app.get("/plans").await.body["pagination"]["total"], 1);
}

#[tokio::test]
async fn deactivating_frees_the_name_and_activating_claims_it() {
    let app = app().await;
    let first = app.post("/plans", flex("Flex")).await.id();
    assert_eq!(app.delete(&format!("/plans/{first}")).await.body["data"]["is_active"], false);
    let second = app.post("/plans", flex("Flex")).await.id();
    let back = app.put(&format!("/plans/{first}"), json!({"is_active": true})).await;
    assert_eq!(back.refusal(), TAKEN);
    let back = app.put(&format!("/plans/{first}"), json!({"is_active": true, "name": "Old Flex"})).await;
    assert_eq!(back.status, 200, "{}", back.text);
    let renamed = app.put(&format!("/plans/{second}"), json!({"name": "old flex"})).await;
    assert_eq!(renamed.refusal(), TAKEN);
    assert_eq!(app.put(&format!("/plans/{second}"), json!({"name": "FLEX"})).await.status, 200, "its own name");
    app.put(&format!("/plans/{second}"), json!({"name": "Other"})).await;
    assert_eq!(app.post("/plans", flex("Flex")).await.status, 201, "renaming frees the old name");
}

#[tokio::test]
async fn of_sixteen_activations_under_one_name_one_happens() {
    let app = app().await;
    let mut work = JoinSet::new();
    for _ in 0..16 {
        let mut plan = flex("Flex");
        plan["is_active"] = json!(false);
        let id = app.post("/plans", plan).await.id();
        let app = app.clone();
        work.spawn(async move { app.put(&format!("/plans/{id}"), json!({"is_active": true})).await.refusal() });
    }
    let mut outcomes = work.join_all().await;
    outcomes.sort();
    assert_eq!((outcomes[0].as_str(), &outcomes[1..]), ("200 ", &vec![TAKEN.to_owned(); 15][..]));
    assert_eq!(app.get("/plans?is_active=true").await.body["pagination"]["total"], 1);
}

#[tokio::test]
async fn a_deactivated_plan_stays_readable_and_stays_deactivated() {
    let app = app().await;
    let id = app.post("/plans", flex("Flex")).await.id();
    let gone = app.delete(&format!("/plans/{id}")).await;
    assert_eq!((gone.status, &gone.body["data"]["version"]), (200, &json!(2)));
    let again = app.delete(&format!("/plans/{id}")).await;
    assert_eq!((again.status, &again.body["data"]), (200, &gone.body["data"]));
    assert_eq!(app.get(&format!("/plans/{id}")).await.body["data"], gone.body["data"]);
    assert_eq!(app.get("/plans?is_active=false").await.body["data"], json!([gone.body["data"]]));
    assert_eq!(app.get("/plans?is_active=true").await.body["data"], json!([]));
}
