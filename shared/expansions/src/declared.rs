//! What records name that several areas answer.

use shared::api::Expansion;

use crate::{Customers, Locations, Members, MembershipPlans, Resources};

/// What bookings name.
pub const OF_BOOKINGS: &[Expansion] = &[
    Expansion::of::<Customers>("customer_id").telling(),
    Expansion::of::<Locations>("location_id"),
    Expansion::of::<Members>("member_id").telling(),
    Expansion::of::<Customers>("payer_id"),
    Expansion::of::<Resources>("resource_id"),
];

/// What invoices, their items, credit notes, payments and contracts name.
pub const OF_DOCUMENTS: &[Expansion] =
    &[Expansion::of::<Customers>("customer_id").telling(), Expansion::of::<Locations>("location_id")];

/// What subscriptions name.
pub const OF_SUBSCRIPTIONS: &[Expansion] = &[
    Expansion::of::<Customers>("customer_id").telling(),
    Expansion::of::<Locations>("location_id"),
    Expansion::of::<MembershipPlans>("membership_plan_id"),
];
