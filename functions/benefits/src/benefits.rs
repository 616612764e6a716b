//! Benefits themselves: terms, window, allowance.

use records::Location;
use records::publication::RequireActive as _;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use shared::{
    api::{Body, Call, Changes, Created, Creates, Listing, Lists, New, Patch, PathId, People, Route, get},
    category::{self, Categorized as _},
};
use store::List;
use values::{Id, SearchText};

use crate::records::{
    benefit::{Benefit, Visibility},
    category::BenefitCategory,
};

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_benefits", "/benefits", list).by_ids().sorted_by(&["title"]).people(People::Public, &["category_id", "featured", "location_id", "q"])
            .described("Newest first. With `location_id` or `category_id` the list may lag a moment behind."),
        Route::post("create_benefit", "/benefits", create)
            .described(
                "The category stands at the same location. Mode `link` needs a `link_url`, codes `shared` need a \
                 `shared_code`; codes `pool` are imported afterwards.",
            )
            .example(|| {
                json!({"location_id": "0199a000-0000-7000-8000-000000000001", "title": "Two months of Notion",
                    "partner_name": "Notion", "allowance": {"kind": "per_period", "count": 1, "period": "year"},
                    "application_mode": "approval", "redemption_code_mode": "pool", "total_quota": 50,
                    "valid_until": "2027-12-31T23:00:00Z"})
            }),
        Route::get("get_benefit", "/benefits/{id}", get::<Benefit>).people(People::Public, &[]),
        Route::put("update_benefit", "/benefits/{id}", update)
            .described(
                "Fields that are left out stay as they are, inside `allowance` too. Applications keep what they were given: a change of \
                 window, allowance, quota or codes is for those that come after.",
            )
            .example(|| json!({"featured": true, "total_quota": 80})),
        Route::delete("delete_benefit", "/benefits/{id}", archive).described(
            "Its applications stay: those approved can be redeemed, those still submitted no longer approved.",
        ),
    ]
}

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct BenefitFilter {
    /// Only benefits at this location.
    location_id: Option<Id<Location>>,
    /// Only benefits of this category.
    category_id: Option<Id<BenefitCategory>>,
    /// Only benefits with this visibility.
    visibility: Option<Visibility>,
    /// Only featured, or only other benefits.
    featured: Option<bool>,
    /// Only active, or only inactive benefits.
    is_active: Option<bool>,
    /// Only benefits in whose title or partner a word begins with each of these words.
    q: Option<SearchText>,
}

async fn list(call: Call, Listing { filter, paging }: Listing<BenefitFilter>) -> Lists<Benefit> {
    // A category has fewer benefits than a location, so its index is read; the location is then compared record by
    // record.
    let location = if filter.category_id.is_some() { filter.location_id.as_ref() } else { None };
    let benefits = List::first_of([
        Benefit::BY_CATEGORY.asked(filter.category_id.as_ref()),
        Benefit::BY_LOCATION.asked(filter.location_id.as_ref()),
    ])
    .only("location_id", location)
    .only("visibility", filter.visibility.as_ref())
    .only("featured", filter.featured.as_ref())
    .only("is_active", filter.is_active.as_ref())
    .finding(filter.q.as_ref());
    call.page(benefits, paging).await
}

async fn create(call: Call, Body(new): Body<New<Benefit>>) -> Creates<Benefit> {
    let benefit = call.new_record(Benefit::from(new.fields), new.metadata);
    benefit.body.check()?;
    call.require_new_files("media_keys", &benefit.body.media_keys, &[]).await?;
    let location = call.require_reference(benefit.body.location_id, "location_id").await?;
    location.body.check_active("location_id")?;
    let mut transaction = call.transaction();
    transaction.create(&benefit);
    transaction.require_active(&location, "location_id");
    transaction.add(&Location::uses(location.id), 1);
    if let Some(category) = benefit.body.category_id {
        category::add_to_category(&call, &mut transaction, category, location.id).await?;
    }
    call.commit(transaction, Created(benefit)).await
}

async fn update(call: Call, PathId(id): PathId<Benefit>, Body(patch): Body<Patch<Benefit>>) -> Changes<Benefit> {
    let mut update = call.update(id).await?.patched(&patch)?;
    update.after.check()?;
    call.require_new_files("media_keys", &update.after.media_keys, &update.before.body.media_keys).await?;
    let (before, after) = (update.before.body.category_id, update.after.category_id);
    if before != after {
        if let Some(category) = after {
            category::add_to_category(&call, &mut update.transaction, category, update.after.location_id).await?;
        }
        if let Some(category) = before {
            category::leave(&mut update.transaction, category);
        }
    }
    update.commit().await
}

/// What DELETE does here, because applications still name the benefit.
async fn archive(call: Call, PathId(id): PathId<Benefit>) -> Changes<Benefit> {
    let mut update = call.update(id).await?.archived();
    update.transaction.add(&Location::uses(update.after.location_id), -1);
    if let Some(category) = update.after.category_id {
        category::leave(&mut update.transaction, category);
    }
    update.commit().await
}
