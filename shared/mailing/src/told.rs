//! The types of events about which letters are written. The outbox notes those alone, and has none of the code that words
//! them; a test compares the list with what the areas say (`tests/api/letters/told.rs`).

/// In alphabetical order.
const TOLD: &[&str] = &[
    "benefit_application.approved",
    "booking.cancelled",
    "booking.confirmed",
    "booking.created",
    "booking.rescheduled",
    "booking_series.activated",
    "booking_series.cancelled",
    "booking_series.created",
    "contract.issued",
    "contract.signed",
    "contract.up_for_renewal",
    "credit_note.created",
    "event.rescheduled",
    "event_registration.cancelled",
    "event_registration.confirmed",
    "event_registration.created",
    "event_waitlist_entry.offered",
    "feed_report.dismissed",
    "feed_report.upheld",
    "invoice.created",
    "invoice.issued",
    "invoice.paid",
    "invoice.reminder_due",
    "invoice.sent",
    "member.created",
    "member.updated",
    "member_registration.accepted",
    "member_registration.approved",
    "member_registration.created",
    "member_registration.invited_again",
    "member_registration.rejected",
    "payment_transaction.created",
    "payment_transaction.failed",
    "payment_transaction.refunded",
    "payment_transaction.succeeded",
    "shop_order.accepted",
    "shop_order.completed",
    "subscription.cancellation_scheduled",
    "subscription.cancelled",
    "subscription.change_scheduled",
    "subscription.created",
    "ticket.created",
    "ticket_comment.created",
    "visitor_request.created",
    "visitor_visit.cancelled",
    "visitor_visit.checked_in",
    "visitor_visit.created",
    "visitor_visit.host_asked",
    "visitor_visit.rescheduled",
    "waitlist_entry.offered",
];

/// Whether letters are written about events of this type.
#[must_use]
pub fn is_told(event_type: &str) -> bool {
    TOLD.binary_search(&event_type).is_ok()
}

/// All of them.
#[must_use]
pub const fn told_events() -> &'static [&'static str] {
    TOLD
}
