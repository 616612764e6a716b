//! Resources and assignments.

use serde_json::json;

use super::{Api, locations::weekdays};
use crate::fault::Fault;

/// Rooms, desks and things to book, and two places that are somebody's.
pub async fn seed(api: &Api) -> Result<(), Fault> {
    rooms(api).await?;
    for (name, location, floor, title, kind, units) in [
        ("hot desks", "amsterdam", "bel-etage", "Long tables", "hot_desk", 24),
        ("window desk", "amsterdam", "attic", "Window desk 3", "dedicated_desk", 1),
        ("attic office", "amsterdam", "attic", "Attic office", "office", 1),
        ("bikes", "amsterdam", "garden", "Cargo bike", "equipment", 2),
        ("london desks", "london", "press room", "Press desks", "hot_desk", 16),
        ("parking", "london", "press room", "Courtyard parking", "parking", 3),
    ] {
        let resource = json!({
            "location_id": api.id(location), "floor_id": api.id(floor), "name": title, "type": kind, "units": units,
            "day_passes_enabled": kind == "hot_desk",
        });
        api.make(name, "/resources", resource).await?;
    }
    for (name, resource, customer, begins, ends) in [
        ("studio's office", "attic office", "blue harbour", api.day(-90), None),
        ("emma's place", "window desk", "emma", api.day(-30), Some(api.day(335))),
        ("farid's parking", "parking", "farid", api.day(-10), Some(api.day(20))),
    ] {
        let mut assignment = json!({"resource_id": api.id(resource), "customer_id": api.id(customer), "entire": resource != "parking", "start_date": begins});
        if let Some(ends) = ends {
            assignment["end_date"] = json!(ends);
        }
        api.make(name, "/resource-assignments", assignment).await?;
    }
    Ok(())
}

/// A room with every kind of rule, one that is divisible, and two plain ones.
async fn rooms(api: &Api) -> Result<(), Fault> {
    let boardroom = json!({
        "location_id": api.id("amsterdam"), "floor_id": api.id("bel-etage"), "name": "Boardroom", "type": "meeting_room",
        "description": "Twelve seats around one table, with a view of the canal.", "capacity": 12,
        "amenities": ["Screen", "Whiteboard", "Video conference"], "step_minutes": 15, "min_minutes": 30,
        "max_minutes": 480, "buffer_after_minutes": 15, "lead_time_minutes": 30, "book_ahead_days": 180,
        "schedule": {"default": weekdays("08:00", "20:00"), "public": weekdays("09:00", "18:00")},
        "rates": [{"from_minutes": 0, "unit_amount": 40}, {"from_minutes": 240, "unit_amount": 30}],
        "credit_rates": [{"from_minutes": 0, "unit_amount": 2}], "price_cap_per_day": 250, "visibility": "public",
        "cancellation_policy": {"free_minutes": 1440, "member_ladder": [
            {"minutes_before": 1440, "fee_percent": 50}, {"minutes_before": 120, "fee_percent": 100}]},
        "check_in": {"enabled": true, "opens_minutes": 10, "auto_release_minutes": 15},
    });
    let hall = json!({
        "location_id": api.id("amsterdam"), "floor_id": api.id("garden"), "name": "Garden hall", "type": "event_space",
        "capacity": 80, "requires_approval": true, "rates": [{"unit_amount": 120}],
    });
    api.make("boardroom", "/resources", boardroom).await?;
    api.make("garden hall", "/resources", hall).await?;
    for (name, title) in [("hall east", "Garden hall, east half"), ("hall west", "Garden hall, west half")] {
        let half = json!({
            "location_id": api.id("amsterdam"), "floor_id": api.id("garden"), "name": title, "type": "event_space",
            "capacity": 40, "parent_resource_id": api.id("garden hall"), "rates": [{"unit_amount": 70}],
        });
        api.make(name, "/resources", half).await?;
    }
    let booth = json!({
        "location_id": api.id("amsterdam"), "floor_id": api.id("bel-etage"), "name": "Phone booth", "type": "phone_booth",
        "capacity": 1, "step_minutes": 15, "max_minutes": 60,
    });
    let caslon = json!({
        "location_id": api.id("london"), "floor_id": api.id("bindery"), "name": "Caslon", "type": "meeting_room",
        "capacity": 6, "schedule": {"default": weekdays("08:00", "20:00")}, "rates": [{"unit_amount": 32}],
    });
    api.make("booth", "/resources", booth).await?;
    api.make("caslon", "/resources", caslon).await
}
