//! Templates.

use serde_json::json;
use tests::{ContractFixture, accepted, made};

#[tokio::test]
async fn a_template_says_which_placeholders_it_has() {
    let fixture = ContractFixture::new().await;
    let shown = fixture.shown(&format!("/contract-templates/{}", fixture.template)).await;
    let expected = json!([
        "contract.start_date",
        "customer.name",
        "items",
        "items[].name",
        "items[].price",
        "loop.index",
        "merchant.name"
    ]);
    assert_eq!(shown["placeholders"], expected);
}

#[tokio::test]
async fn an_unknown_placeholder_is_refused_when_the_template_is_saved() {
    let fixture = ContractFixture::new().await;
    for (body, refusal) in [
        ("{{ customer.nmae }}", "422 rule_violation body unknown_placeholder"),
        ("{% if false %}{{ nobody }}{% endif %}", "422 rule_violation body unknown_placeholder"),
        ("{% for item in items %}{{ item.cost }}{% endfor %}", "422 rule_violation body unknown_placeholder"),
        ("{% set x = customer.name %}", "422 rule_violation body not_allowed"),
        ("{{ 'a' * 1000000000 }}", "422 rule_violation body not_allowed"),
        ("{% for a in range(9) %}{% endfor %}", "422 rule_violation body not_allowed"),
        ("{{ customer.name", "422 rule_violation body invalid_template"),
    ] {
        let new = json!({"location_id": fixture.location, "title": "T", "body": body});
        assert_eq!(fixture.app.post("/contract-templates", new).await.refusal(), refusal, "{body}");
        let path = format!("/contract-templates/{}", fixture.template);
        assert_eq!(fixture.app.put(&path, json!({"body": body})).await.refusal(), refusal, "{body}");
    }
}

#[tokio::test]
async fn a_template_has_a_text_or_a_file() {
    let fixture = ContractFixture::new().await;
    let body = "422 rule_violation body body_or_file";
    for fields in
        [json!({}), json!({"body": "  "}), json!({"body": "A", "file_key": format!("uploads/{}", tests::NOBODY)})]
    {
        let new = tests::with(json!({"location_id": fixture.location, "title": "T"}), &fields);
        assert_eq!(fixture.app.post("/contract-templates", new).await.refusal(), body);
    }
}

#[tokio::test]
async fn a_file_is_a_completed_upload_of_the_merchant() {
    let fixture = ContractFixture::new().await;
    let key = format!("uploads/{}", tests::NOBODY);
    let new = json!({"location_id": fixture.location, "title": "Scan", "file_key": key});
    let refused = fixture.app.post("/contract-templates", new).await;
    assert_eq!(refused.refusal(), "422 rule_violation file_key file_not_found");
    let path = format!("/contract-templates/{}", fixture.template);
    let refused = fixture.app.put(&path, json!({"file_key": key, "body": ""})).await;
    assert_eq!(refused.refusal(), "422 rule_violation file_key file_not_found");
}

#[tokio::test]
async fn nothing_is_made_of_an_inactive_template_or_one_of_another_location() {
    let fixture = ContractFixture::new().await;
    let elsewhere = tests::location(&fixture.app).await;
    let other = json!({"location_id": elsewhere, "title": "T", "body": "A"});
    let other = made(&fixture.app, "/contract-templates", other).await;
    let answer = fixture.app.post("/contracts", fixture.body(&json!({"template_id": other}))).await;
    assert_eq!(answer.refusal(), "422 rule_violation template_id other_location");
    let path = format!("/contract-templates/{}", fixture.template);
    accepted(&fixture.app.put(&path, json!({"is_active": false})).await, 200);
    let answer = fixture.app.post("/contracts", fixture.body(&json!({}))).await;
    assert_eq!(answer.refusal(), "422 rule_violation template_id template_inactive");
}

#[tokio::test]
async fn a_contract_keeps_the_text_that_its_template_had() {
    let fixture = ContractFixture::new().await;
    let draft = fixture.draft(json!({})).await;
    let path = format!("/contract-templates/{}", fixture.template);
    accepted(&fixture.app.put(&path, json!({"body": "Something else."})).await, 200);
    accepted(&fixture.app.delete(&path).await, 200);
    let issued = fixture.issue(&draft).await;
    let trail = fixture.shown(&format!("/contracts/{}/audit-trail", issued.id)).await;
    let text = trail["document_text"].as_str().unwrap_or_default();
    assert!(text.starts_with("Ann and "), "{text}");
}

#[tokio::test]
async fn a_copy_is_a_template_of_its_own() {
    let fixture = ContractFixture::new().await;
    let path = format!("/contract-templates/{}/duplicate", fixture.template);
    let copy = fixture.app.post(&path, json!({})).await;
    accepted(&copy, 201);
    let (copy, original) =
        (&copy.body["data"], fixture.shown(&format!("/contract-templates/{}", fixture.template)).await);
    assert_eq!(copy["title"], json!("Licence (copy)"));
    assert_eq!((&copy["body"], &copy["placeholders"]), (&original["body"], &original["placeholders"]));
    let list = fixture.shown(&format!("/contract-templates?location_id={}&q=copy", fixture.location)).await;
    assert_eq!(list.as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_location_with_templates_or_contracts_is_not_archived() {
    let fixture = ContractFixture::new().await;
    let location = format!("/locations/{}", fixture.location);
    assert_eq!(fixture.app.delete(&location).await.code(), "in_use");
}

#[tokio::test]
async fn a_text_that_is_too_deep_is_refused_before_it_is_read() {
    let fixture = ContractFixture::new().await;
    for body in [
        format!("{{{{ a{} }}}}", ".b".repeat(2_000)),
        format!("{{% if 1{} %}}{{% endif %}}", " or 1".repeat(2_000)),
        format!("{{% if 1{} %}}{{% endif %}}", " or 1".repeat(1_000)),
        format!("{{% if {}1 %}}{{% endif %}}", "not ".repeat(4_900)),
        format!("{{{{ {}1 }}}}", "-".repeat(19_000)),
        format!("{{% if 1 %}}{}{{% endif %}}", "{% elif 1 %}".repeat(1_600)),
    ] {
        let refusal = "422 rule_violation body invalid_template";
        let new = json!({"location_id": fixture.location, "title": "T", "body": body});
        assert_eq!(fixture.app.post("/contract-templates", new).await.refusal(), refusal, "{}", &body[..20]);
        let path = format!("/contract-templates/{}", fixture.template);
        assert_eq!(fixture.app.put(&path, json!({"body": body})).await.refusal(), refusal, "{}", &body[..20]);
    }
}

#[tokio::test]
async fn only_numbers_are_compared_by_size() {
    let fixture = ContractFixture::new().await;
    let new = |condition: &str| {
        let body = format!("{{% if {condition} %}}A{{% endif %}}");
        json!({"location_id": fixture.location, "title": "T", "body": body})
    };
    for condition in
        ["contract.number > 5", "contract.deposit >= 1000", "contract.notice_days < 'ten'", "1 < 2 < customer.name"]
    {
        let refused = fixture.app.post("/contract-templates", new(condition)).await;
        assert_eq!(refused.refusal(), "422 rule_violation body not_allowed", "{condition}");
    }
    made(&fixture.app, "/contract-templates", new("contract.notice_days >= 30")).await;
}

#[tokio::test]
async fn no_renewal_is_made_of_an_inactive_template() {
    let fixture = ContractFixture::new().await;
    let signed = fixture.signed(json!({})).await;
    let path = format!("/contract-templates/{}", fixture.template);
    accepted(&fixture.app.put(&path, json!({"is_active": false})).await, 200);
    let refused = fixture.act(signed["id"].as_str().unwrap_or_default(), "renew", json!({})).await;
    assert_eq!(refused.refusal(), "422 rule_violation id template_inactive");
}
