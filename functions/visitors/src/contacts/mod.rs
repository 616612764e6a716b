//! Contacts: the people who visit, as the people of the place know them, and who of them is blocked.

use records::publication::RequireActive as _;
use records::{Location, VisitorContact};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use shared::api::{Body, Call, Changes, Created, Creates, Listing, Lists, New, Patch, PathId, Route, get, retry};
use store::List;
use values::{
    ApiError,
    ErrorCode::{CapacityExceeded, InvalidState},
    Id, OptionalEmail, SearchText,
};

use crate::{blocklist, example::EXAMPLE_ID};

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_visitor_contacts", "/visitor-contacts", list).by_ids().sorted_by(&["name", "surname"]).managed().described(
            "Newest first, with `q` in the order of the words that were found. Filtered by location or e-mail it may lag a moment.",
        ),
        Route::post("create_visitor_contact", "/visitor-contacts", create).managed()
            .described(
                "A person who visits. The contact is purged when the merchant's `retention.visitor_days` are over after it was made, changed \
                 or last came.",
            )
            .example(|| {
                json!({"location_id": EXAMPLE_ID, "name": "Vera", "surname": "Lang", "email": "vera@lang.example",
                    "phone": "+49 30 555 0100", "company_name": "Lang Architects"})
            }),
        Route::get("get_visitor_contact", "/visitor-contacts/{id}", get::<VisitorContact>).managed(),
        Route::put("update_visitor_contact", "/visitor-contacts/{id}", update)
            .described("Fields that are left out stay as they are. Visits that were made of it before keep what they have.")
            .refusing(&[CapacityExceeded])
            .example(|| json!({"notes": "Prefers the side entrance."})),
        Route::delete("delete_visitor_contact", "/visitor-contacts/{id}", archive)
            .described(
                "The contact is gone for every operation, and everything about the person with it. A blocked contact is unblocked first.",
            )
            .refusing(&[InvalidState]),
        Route::post("block_visitor_contact", "/visitor-contacts/{id}/block", block)
            .described(
                "From now on nobody with this e-mail address or telephone number visits any location of the merchant. Visits that are \
                 expected stay, and are refused at the door. A blocked contact is not purged.",
            )
            .refusing(&[CapacityExceeded, InvalidState]),
        Route::post("unblock_visitor_contact", "/visitor-contacts/{id}/unblock", unblock).refusing(&[InvalidState]),
    ]
}

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct VisitorContactFilter {
    /// Only contacts of this location.
    location_id: Option<Id<Location>>,
    /// Only contacts with this e-mail address, whatever its case.
    email: Option<OptionalEmail>,
    /// Only those that are blocked, or only those that are not.
    blocked: Option<bool>,
    /// Beginnings of words of name, surname, company and e-mail address.
    q: Option<SearchText>,
}

async fn list(call: Call, Listing { filter, paging }: Listing<VisitorContactFilter>) -> Lists<VisitorContact> {
    let by_email = VisitorContact::BY_EMAIL.asked(filter.email.as_ref());
    let by_location =
        VisitorContact::BY_LOCATION.asked(if filter.q.is_none() { filter.location_id.as_ref() } else { None });
    let contacts = List::first_of([by_email, by_location])
        .only("location_id", filter.location_id.as_ref())
        .only("blocked", filter.blocked.as_ref())
        .finding(filter.q.as_ref());
    call.page(contacts, paging).await
}

async fn create(call: Call, Body(new): Body<New<VisitorContact>>) -> Creates<VisitorContact> {
    let location = call.require_reference(new.fields.location_id, "location_id").await?;
    location.body.check_active("location_id")?;
    let mut transaction = call.transaction();
    transaction.require_active(&location, "location_id");
    let contact = call.new_record(VisitorContact::new(new.fields, call.now), new.metadata);
    transaction.create(&contact);
    call.commit(transaction, Created(contact)).await
}

async fn update(
    call: Call,
    PathId(id): PathId<VisitorContact>,
    Body(patch): Body<Patch<VisitorContact>>,
) -> Changes<VisitorContact> {
    retry(&call, || update_once(&call, id, &patch)).await
}

async fn update_once(call: &Call, id: Id<VisitorContact>, patch: &Patch<VisitorContact>) -> Changes<VisitorContact> {
    let mut update = call.update(id).await?.patched(patch)?;
    if !update.is_unchanged() {
        update.after = update.after.clone().kept_from(call.now);
    }
    blocklist::exchange(call, &mut update.transaction, id, (&update.before.body, &update.after)).await?;
    update.commit().await
}

async fn archive(call: Call, PathId(id): PathId<VisitorContact>) -> Changes<VisitorContact> {
    let mut update = call.update(id).await?.archived().without_metadata();
    if update.present.blocked {
        let message = "the contact is blocked; unblock it first";
        return Err(ApiError::conflict(InvalidState, message).at("id", "blocked"));
    }
    if let Some(nobody) = store::Entity::put_away(&update.after) {
        update.after = nobody;
    }
    update.commit().await
}

async fn block(call: Call, PathId(id): PathId<VisitorContact>) -> Changes<VisitorContact> {
    retry(&call, || set_blocked(&call, id, true)).await
}

async fn unblock(call: Call, PathId(id): PathId<VisitorContact>) -> Changes<VisitorContact> {
    retry(&call, || set_blocked(&call, id, false)).await
}

async fn set_blocked(call: &Call, id: Id<VisitorContact>, blocked: bool) -> Changes<VisitorContact> {
    let mut update = call.update(id).await?;
    if update.present.blocked == blocked {
        let message = if blocked { "the contact is blocked already" } else { "the contact is not blocked" };
        return Err(ApiError::conflict(InvalidState, message));
    }
    update.after = VisitorContact { blocked, ..update.after.clone() }.kept_from(call.now);
    blocklist::exchange(call, &mut update.transaction, id, (&update.before.body, &update.after)).await?;
    update.commit().await
}
