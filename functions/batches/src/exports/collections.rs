//! The collections that are exported, and their columns: every field of what their lists answer. Pure.

use schemars::JsonSchema;
use serde::Deserialize;

/// A collection that is exported.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportCollection {
    /// The merchant's members.
    Members,
    /// The companies of members.
    Companies,
    /// Rooms, desks and other resources.
    Resources,
    /// Products of the shop.
    ShopProducts,
    /// Visits of visitors.
    VisitorVisits,
    /// Seats of events that somebody has.
    EventRegistrations,
}

/// What is exported of a collection.
pub struct Collection {
    /// Operation id of its list.
    pub operation: &'static str,
    /// Names of its columns: fields as their paths.
    pub columns: &'static [&'static str],
    /// Whether its list can be that of an event.
    pub has_events: bool,
}

impl ExportCollection {
    /// Its name in requests.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Members => "members",
            Self::Companies => "companies",
            Self::Resources => "resources",
            Self::ShopProducts => "shop_products",
            Self::VisitorVisits => "visitor_visits",
            Self::EventRegistrations => "event_registrations",
        }
    }

    /// What is exported of it.
    #[must_use]
    pub const fn described(self) -> Collection {
        let (operation, columns) = match self {
            Self::Members => ("list_members", MEMBERS),
            Self::Companies => ("list_companies", COMPANIES),
            Self::Resources => ("list_resources", RESOURCES),
            Self::ShopProducts => ("list_shop_products", SHOP_PRODUCTS),
            Self::VisitorVisits => ("list_visitor_visits", VISITOR_VISITS),
            Self::EventRegistrations => ("list_event_registrations", EVENT_REGISTRATIONS),
        };
        Collection { operation, columns, has_events: matches!(self, Self::EventRegistrations) }
    }
}

const MEMBERS: &[&str] = &[
    "id",
    "name",
    "surname",
    "about",
    "billing_address.city",
    "billing_address.country_code",
    "billing_address.line1",
    "billing_address.line2",
    "billing_address.postal_code",
    "billing_address.state",
    "blocked",
    "company_id",
    "company_ids",
    "email",
    "has_authenticator",
    "last_seen_at",
    "legal_name",
    "letters_off",
    "locale",
    "location_ids",
    "phone",
    "photo_key",
    "role",
    "status",
    "tax_exemption_reason",
    "tax_id",
    "tax_status",
    "terms_accepted_at",
    "type",
    "metadata",
    "version",
    "created_at",
    "updated_at",
];

const COMPANIES: &[&str] = &[
    "id",
    "name",
    "billing_address.city",
    "billing_address.country_code",
    "billing_address.line1",
    "billing_address.line2",
    "billing_address.postal_code",
    "billing_address.state",
    "billing_email",
    "default_payment_terms_days",
    "legal_name",
    "location_id",
    "notes",
    "pay_with_invoice",
    "status",
    "tax_exemption_reason",
    "tax_id",
    "tax_id_status",
    "tax_status",
    "metadata",
    "version",
    "created_at",
    "updated_at",
];

const RESOURCES: &[&str] = &[
    "id",
    "name",
    "amenities",
    "book_ahead_days",
    "booking_permission",
    "buffer_after_minutes",
    "buffer_before_minutes",
    "cancellation_policy",
    "capacity",
    "check_in",
    "child_resource_ids",
    "cooldown_minutes",
    "credit_rates",
    "currency",
    "day_passes_enabled",
    "description",
    "exclusive_membership_plan_ids",
    "floor_id",
    "is_active",
    "lead_time_minutes",
    "location_id",
    "max_free_bookings",
    "max_minutes",
    "media",
    "media_keys",
    "min_minutes",
    "parent_resource_id",
    "price_cap_per_day",
    "public_limits",
    "rates",
    "requires_approval",
    "schedule",
    "step_minutes",
    "tax_rate",
    "tax_rate_id",
    "type",
    "units",
    "visibility",
    "metadata",
    "version",
    "created_at",
    "updated_at",
];

const SHOP_PRODUCTS: &[&str] = &[
    "id",
    "title",
    "category_id",
    "currency",
    "description",
    "extra",
    "featured",
    "grants",
    "is_active",
    "kind",
    "location_id",
    "media",
    "media_keys",
    "options",
    "refund_policy",
    "stock",
    "visibility",
    "metadata",
    "version",
    "created_at",
    "updated_at",
];

const VISITOR_VISITS: &[&str] = &[
    "id",
    "agreement_accepted_at",
    "agreement_digest",
    "badge_number",
    "booking_id",
    "cancelled_at",
    "checked_in_at",
    "checked_out_at",
    "closes_at",
    "code",
    "comment",
    "contact_id",
    "event_id",
    "expected_at",
    "expected_until",
    "guest_pass",
    "host_id",
    "host_state",
    "left_at_closing",
    "location_id",
    "purged_at",
    "qr_payload",
    "reason",
    "recurring",
    "series_id",
    "status",
    "valid_from",
    "valid_until",
    "visitor.company_name",
    "visitor.email",
    "visitor.name",
    "visitor.phone",
    "visitor.surname",
    "metadata",
    "version",
    "created_at",
    "updated_at",
];

const EVENT_REGISTRATIONS: &[&str] = &[
    "id",
    "attendee_name",
    "cancelled_at",
    "cancelled_by",
    "cancelled_reason",
    "charged",
    "checked_in_at",
    "checked_in_count",
    "comment",
    "credits_total",
    "currency",
    "customer_id",
    "discount_amount",
    "discount_percent",
    "event_id",
    "event_title",
    "expires_at",
    "guest.email",
    "guest.name",
    "location_id",
    "paid_at",
    "payer_id",
    "payment_reference",
    "payment_source",
    "payment_status",
    "qr_payload",
    "quantity",
    "refunded_total",
    "role",
    "status",
    "tax_amount",
    "tax_rate",
    "ticket_code",
    "total_amount",
    "unit_price",
    "metadata",
    "version",
    "created_at",
    "updated_at",
];
