//! What is there to be changed: a record for each example of the document that puts one away or moves it on, so that every
//! example succeeds whatever was tried before.

use serde_json::{Value, json};

use super::{
    Api,
    bookings::{at, booking, with},
};
use crate::fault::Fault;

/// Records of every area that nothing else in the demo data needs.
pub async fn seed(api: &Api) -> Result<(), Fault> {
    places(api).await?;
    people(api).await?;
    companies(api).await?;
    catalogue(api).await?;
    bookings(api).await?;
    calendar(api).await?;
    waiting(api).await
}

async fn places(api: &Api) -> Result<(), Fault> {
    let utrecht = json!({"name": "Oudegracht", "time_zone": "Europe/Amsterdam", "currency": "EUR", "is_active": false});
    api.make("utrecht", "/locations", utrecht).await?;
    api.make("cellar", "/floors", json!({"location_id": api.id("amsterdam"), "name": "Cellar", "level": -1})).await?;
    let projector = json!({"location_id": api.id("amsterdam"), "name": "Old projector", "type": "equipment"});
    api.make("projector", "/resources", projector).await?;
    for (name, title, scopes) in [
        ("reporting", "Reporting", json!(["bookings:read", "resources:read"])),
        ("kiosk", "Kiosk in the hall", json!(["bookings:write"])),
        ("agency", "Former agency", json!(["locations:read"])),
    ] {
        api.make(name, "/api-clients", json!({"name": title, "scopes": scopes})).await?;
    }
    Ok(())
}

async fn people(api: &Api) -> Result<(), Fault> {
    for (key, name, surname) in [("noor", "Noor", "Visser"), ("otto", "Otto", "Lindqvist"), ("pia", "Pia", "Kowalska")]
    {
        let member = json!({"email": format!("{key}@example.com"), "name": name, "surname": surname,
            "location_ids": [api.id("amsterdam")]});
        api.make(key, "/members", member).await?;
    }
    let quirin = json!({"location_id": api.id("amsterdam"), "email": "quirin@example.com", "name": "Quirin Weber"});
    api.make("quirin", "/member-registrations", quirin).await
}

async fn companies(api: &Api) -> Result<(), Fault> {
    for (key, name) in [("paper kite", "Paper Kite"), ("old mill", "Old Mill"), ("stone bridge", "Stone Bridge")] {
        api.make(key, "/companies", json!({"location_id": api.id("amsterdam"), "name": name})).await?;
    }
    api.post(&api.path("/companies", "stone bridge", "/archive"), Value::Null).await?;
    let emma = json!({"member_id": api.id("emma"), "role": "member"});
    api.post(&api.path("/companies", "blue harbour", "/members"), emma).await.map(drop)
}

async fn catalogue(api: &Api) -> Result<(), Fault> {
    for (name, title) in [("training", "Training"), ("sports", "Sports")] {
        api.make(name, "/benefit-categories", json!({"location_id": api.id("amsterdam"), "name": title})).await?;
    }
    let gym = json!({"location_id": api.id("amsterdam"), "title": "A month at the gym", "partner_name": "Vondelgym"});
    api.make("gym", "/benefits", gym).await?;
    for (name, customer) in [("ledger for deniz", "deniz"), ("ledger for carla", "carla")] {
        let application = json!({"benefit_id": api.id("ledger"), "customer_id": api.id(customer)});
        api.make(name, "/benefit-applications", application).await?;
    }
    let starter = json!({"name": "Starter", "price": 49, "currency": "EUR", "billing_cycle": "monthly", "credits": 2});
    api.make("starter", "/plans", starter).await
}

async fn bookings(api: &Api) -> Result<(), Fault> {
    for (name, resource, customer, workday, hour, title) in [
        ("retrospective", "boardroom", "bram", 4, 9, "Retrospective"),
        ("review", "boardroom", "bram", 4, 11, "Review"),
        ("planning", "boardroom", "bram", 4, 13, "Planning"),
        // It waits for approval.
        ("concert", "garden hall", "ann", 7, 14, "Concert"),
    ] {
        let time = (at(api, workday, hour), at(api, workday, hour + 1));
        api.make(name, "/bookings", with(json!({"title": title}), booking(api, resource, customer, time))).await?;
    }
    for (name, hour) in [("morning call", 8), ("afternoon call", 15)] {
        let series = json!({"resource_id": api.id("booth"), "customer_id": api.id("carla"), "title": "Call",
            "first_start_time": at(api, 5, hour), "duration_minutes": 30, "rule": {"frequency": "weekly", "count": 3}});
        api.make(name, "/booking-series", series).await?;
    }
    Ok(())
}

async fn calendar(api: &Api) -> Result<(), Fault> {
    for (name, hour) in [("visit", 10), ("interview room", 12)] {
        let hold = json!({"resource_id": api.id("caslon"), "start_time": at(api, 7, hour), "end_time": at(api, 7, hour + 1),
            "hold_minutes": 30});
        api.make(name, "/booking-holds", hold).await?;
    }
    for (name, hour, reason) in [("cleaning", 8, "Window cleaning"), ("inspection", 10, "Inspection")] {
        let block = json!({"resource_id": api.id("caslon"), "kind": "maintenance", "reason": reason,
            "start_time": at(api, 6, hour), "end_time": at(api, 6, hour + 1)});
        api.make(name, "/calendar-blocks", block).await?;
    }
    Ok(())
}

/// Somebody who waits for time that is taken, and two to whom it is offered.
async fn waiting(api: &Api) -> Result<(), Fault> {
    for (taken, entry, hour) in
        [("call one", "waiting", 9), ("call two", "offered", 11), ("call three", "offered too", 13)]
    {
        let time = (at(api, 3, hour), at(api, 3, hour + 1));
        api.make(taken, "/bookings", booking(api, "booth", "ann", time)).await?;
        let wish = json!({"location_id": api.id("amsterdam"), "customer_id": api.id("emma"), "resource_id": api.id("booth"),
            "earliest_start": at(api, 3, hour), "latest_end": at(api, 3, hour + 1), "duration_minutes": 60,
            "offer_minutes": 1440});
        api.make(entry, "/waitlist-entries", wish).await?;
    }
    for taken in ["call two", "call three"] {
        api.post(&api.path("/bookings", taken, "/cancel"), json!({"by": "operator"})).await?;
    }
    Ok(())
}
