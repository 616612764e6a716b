//! Tax rates: what is taxed at which rate from which day on, written once.

use billing::tax_by_date;
use records::TaxRate;
use serde_json::json;
use shared::api::{Body, Call, Changes, Created, Creates, Listing, Lists, New, NoFilter, Patch, PathId, Route, get};
use store::List;
use values::ErrorCode::AlreadyExists;

/// The operations on tax rates.
pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_tax_rates", "/tax-rates", list).by_ids().sorted_by(&["name"]).described("Newest first, strongly consistent."),
        Route::post("create_tax_rate", "/tax-rates", create)
            .described(
                "Locations, membership plans, resources, options of products, events and invoice items refer to it by \
                 `tax_rate_id`, which applies instead of their plain `tax_rate`. What counts is its value on the tax point: \
                 the first day of what is charged, or of what has no days the day of the invoice.",
            )
            .refusing(&[AlreadyExists])
            .example(|| {
                json!({"name": "Sport", "values": [{"from": "2019-01-01", "percent": 9},
                    {"from": "2029-01-01", "percent": 0, "category": "E", "exemption_reason": "Article 132"}]})
            }),
        Route::get("get_tax_rate", "/tax-rates/{id}", get::<TaxRate>),
        Route::put("update_tax_rate", "/tax-rates/{id}", update)
            .described(
                "`values` are replaced whole. A change reaches renewals, items that wait and drafts by their tax point, when \
                 they are invoiced; what was issued stays, and so does what is credited of it.",
            )
            .refusing(&[AlreadyExists])
            .example(|| {
                json!({"values": [{"from": "2019-01-01", "percent": 9}, {"from": "2028-01-01", "percent": 12}]})
            }),
        Route::delete("delete_tax_rate", "/tax-rates/{id}", archive).described(
            "It is gone for every operation, and its name is free again. What refers to it goes on being taxed at it, and \
             nothing new can refer to it.",
        ),
    ]
}

async fn list(call: Call, Listing { paging, .. }: Listing<NoFilter>) -> Lists<TaxRate> {
    call.page(List::live(), paging).await
}

async fn create(call: Call, Body(new): Body<New<TaxRate>>) -> Creates<TaxRate> {
    tax_by_date::check(&new.fields.values)?;
    let rate = call.new_record(new.fields, new.metadata);
    let mut transaction = call.transaction();
    transaction.create(&rate);
    call.commit(transaction, Created(rate)).await
}

async fn update(call: Call, PathId(id): PathId<TaxRate>, Body(patch): Body<Patch<TaxRate>>) -> Changes<TaxRate> {
    let update = call.update(id).await?.patched(&patch)?;
    tax_by_date::check(&update.after.values)?;
    update.commit().await
}

async fn archive(call: Call, PathId(id): PathId<TaxRate>) -> Changes<TaxRate> {
    call.update(id).await?.archived().commit().await
}
