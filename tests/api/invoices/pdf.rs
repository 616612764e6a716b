//! Invoices as PDF: what stands on the page, read back out of the document.

use std::{collections::BTreeMap, fs, path::Path};

use serde_json::json;
use tests::{InvoiceFixture, accepted};

/// The texts of a document in the order in which they are drawn.
fn texts(document: &str) -> Vec<String> {
    let unit = |digits: &str| u16::from_str_radix(digits, 16).expect("digits");
    // The letters of each of the two fonts, by the number of the glyph.
    let maps: Vec<BTreeMap<u16, String>> = document
        .split("begincmap")
        .skip(1)
        .map(|map| {
            let map = map.split("endcmap").next().unwrap_or_default();
            let pairs = map.lines().filter_map(|line| line.strip_prefix('<')?.strip_suffix('>')?.split_once("> <"));
            let letter = |units: &str| {
                let units: Vec<u16> = (0..units.len() / 4).map(|at| unit(&units[at * 4..at * 4 + 4])).collect();
                String::from_utf16_lossy(&units)
            };
            pairs.map(|(glyph, units)| (unit(glyph), letter(units))).collect()
        })
        .collect();
    let shown = document.lines().filter(|line| line.starts_with("BT ") && line.ends_with("Tj ET"));
    let text = |line: &str| {
        let map = &maps[usize::from(line.contains("/F2 "))];
        let digits = line.split('<').nth(1).and_then(|rest| rest.split('>').next()).expect("glyphs");
        (0..digits.len() / 4).map(|at| map[&unit(&digits[at * 4..at * 4 + 4])].as_str()).collect::<String>()
    };
    shown.map(text).collect()
}

#[tokio::test]
async fn a_page_says_who_bills_whom_for_what_and_how_to_pay() {
    let fixture = InvoiceFixture::new().await;
    let own = json!({"legal_name": "Colonnade Houses B.V.", "tax_id": "NL861234564B01", "email": "hello@colonnade.example",
        "phone": "+31 20 555 0126", "address": {"line1": "Keizersgracht 126", "postal_code": "1015 CW", "city": "Amsterdam",
        "country_code": "NL"}, "invoice_settings": {"iban": "NL91ABNA0417164300", "footer": "Chamber of commerce 86123456."}});
    accepted(&fixture.app.put("/merchant", own).await, 200);
    let theirs = json!({"legal_name": "Ελληνική Εταιρεία ΑΕ", "tax_id": "EL094259216",
        "billing_address": {"line1": "Łódź Жизнь 1", "city": "Αθήνα", "country_code": "GR"}});
    accepted(&fixture.app.put(&format!("/companies/{}", fixture.customer), theirs).await, 200);
    let items = json!([
        {"description": "Four desks", "quantity": 4, "unit_amount": 325, "period_start": "2026-12-01",
            "period_end": "2026-12-31"},
        {"description": "Garden room, six hours of a workshop on the first floor with coffee and lunch", "quantity": 6.5,
            "unit_amount": 45, "discount_percent": 10, "tax_rate": 9},
    ]);
    let fields = json!({"items": items, "purchase_order": "BH-2041", "memo": "Thank you."});
    let invoice = fixture.issued_with(&[], fields).await;
    let path = format!("/invoices/{}/pdf", invoice["id"].as_str().expect("an id"));
    let answer = fixture.app.get(&path).await;
    accepted(&answer, 200);
    assert_eq!(answer.header("content-type"), "application/pdf");
    assert!(answer.text.is_ascii() && answer.text.starts_with("%PDF-1.7\n") && answer.text.ends_with("%%EOF\n"));
    fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join("invoice.pdf"), &answer.text).expect("a file");
    let drawn = texts(&answer.text);
    for expected in [
        "Colonnade Houses B.V.",
        "Tax number NL861234564B01",
        "Invoice INV-000001",
        "Ελληνική Εταιρεία ΑΕ",
        "Łódź Жизнь 1",
        "Αθήνα, GR",
        "2026-11-21",
        "2026-12-05",
        "BH-2041",
        "Four desks",
        "1,300.00",
        "2026-12-01 to 2026-12-31",
        "6.5",
        "-29.25",
        "9 %",
        "Tax 21 % of 1,300.00",
        "273.00",
        "Tax 9 % of 263.25",
        "23.69",
        "EUR 1,859.94",
        "Thank you.",
        "Due on 2026-12-05. Pay to NL91ABNA0417164300, naming INV-000001.",
        "Chamber of commerce 86123456.",
        "Invoice INV-000001 · 1 / 1",
    ] {
        assert!(drawn.iter().any(|text| text == expected), "{expected} is not in {drawn:#?}");
    }
    let table = answer.text.rsplit("startxref\n").next().and_then(|rest| rest.lines().next()?.parse::<usize>().ok());
    assert!(answer.text[table.expect("a place")..].starts_with("xref\n"));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_long_invoice_goes_on_over_pages_and_is_the_same_after_payment() {
    let fixture = InvoiceFixture::new().await;
    let long =
        "Every word of a description that goes on and on is on the page, in as many lines as it takes to show it all.";
    let items: Vec<_> = (0..60).map(|_| json!({"description": long, "quantity": 1, "unit_amount": 1})).collect();
    let invoice = fixture.issued_with(&[], json!({"items": items})).await;
    let id = invoice["id"].as_str().expect("an id");
    let before = fixture.app.get(&format!("/invoices/{id}/pdf")).await.text;
    let pages = before.matches("/Type /Page /Parent").count();
    assert!(pages > 2, "{pages} pages");
    let drawn = texts(&before);
    assert!(drawn.contains(&format!("Invoice INV-000001 · {pages} / {pages}")));
    // The last page has the totals alone.
    assert_eq!(drawn.iter().filter(|text| *text == "Description").count(), pages - 1);
    accepted(&fixture.act(id, "pay", json!({"method": "cash"})).await, 200);
    assert_eq!(fixture.app.get(&format!("/invoices/{id}/pdf")).await.text, before);
    let draft = fixture.draft(&[json!(1)]).await;
    assert_eq!(fixture.app.get(&format!("/invoices/{draft}/pdf")).await.code(), "invalid_state");
    let voided = fixture.issued(&[json!(1)]).await;
    accepted(&fixture.act(&voided, "void", json!({})).await, 200);
    let drawn = texts(&fixture.app.get(&format!("/invoices/{voided}/pdf")).await.text);
    assert!(drawn.iter().any(|text| text == "Invoice INV-000002 – VOID"));
    assert!(drawn.contains(&"EUR 0.00".to_owned()) && drawn.iter().all(|text| !text.contains("Due on")));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_voided_invoice_asks_for_nothing_and_names_no_account() {
    let fixture = InvoiceFixture::new().await;
    let own = json!({"invoice_settings": {"iban": "NL91ABNA0417164300"}});
    accepted(&fixture.app.put("/merchant", own).await, 200);
    let id = fixture.issued(&[json!(100)]).await;
    let page = async || texts(&fixture.app.get(&format!("/invoices/{id}/pdf")).await.text);
    assert!(page().await.iter().any(|text| text.contains("NL91ABNA0417164300")));
    accepted(&fixture.act(&id, "void", json!({})).await, 200);
    let drawn = page().await;
    assert!(drawn.iter().all(|text| !text.contains("NL91ABNA0417164300")), "{drawn:#?}");
    assert!(drawn.iter().any(|text| text == "This invoice is void. Please do not pay it."));
}

#[tokio::test]
async fn a_credit_notes_page_says_what_is_credited_of_which_invoice_and_what_became_of_it() {
    let fixture = InvoiceFixture::new().await;
    let items = json!([{"description": "Four desks", "quantity": 4, "unit_amount": 100, "tax_rate": 21}]);
    let invoice = fixture.issued_with(&[], json!({"items": items})).await;
    let (id, item) = (&invoice["id"], &invoice["items"][0]["id"]);
    let line = json!({"invoice_item_id": item, "quantity": 1});
    let body = json!({"invoice_id": id, "reason": "order_change", "lines": [line], "memo": "One desk less."});
    let note = fixture.app.post("/credit-notes", body).await;
    accepted(&note, 201);
    let path = format!("/credit-notes/{}/pdf", note.id());
    let answer = fixture.app.get(&path).await;
    accepted(&answer, 200);
    assert_eq!(answer.header("content-type"), "application/pdf");
    let number = note.body["data"]["number"].as_str().expect("a number").to_owned();
    let drawn = texts(&answer.text);
    for expected in [
        format!("Credit note {number}").as_str(),
        "Of invoice",
        "INV-000001",
        "Four desks",
        "100.00",
        "21.00",
        "Tax 21 % of 100.00",
        "EUR 121.00",
        "EUR 121.00 is taken off INV-000001.",
        "One desk less.",
    ] {
        assert!(drawn.iter().any(|text| text == expected), "{expected} is not in {drawn:#?}");
    }
    accepted(&fixture.app.post(&format!("/credit-notes/{}/void", note.id()), json!({})).await, 200);
    let drawn = texts(&fixture.app.get(&path).await.text);
    assert!(drawn.contains(&format!("Credit note {number} – VOID")), "{drawn:#?}");
}
