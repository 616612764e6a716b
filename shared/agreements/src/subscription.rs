//! Subscriptions: a customer's agreement on a membership plan, as it is stored, and what is done with it.
//!
//! What a subscription costs and grants is a snapshot of the membership plan; what it is at an instant is derived from
//! local days, so nothing is wrong when no sweep has run. What a customer's subscriptions are is decided on one record
//! for each customer ([`CustomerSubscriptions`]).

pub mod agreed;
pub mod agreeing;
pub mod allowance_change;
pub mod anchor;
pub mod at_location;
pub mod bill;
mod cancelling;
pub mod charged_line;
pub mod charging;
pub mod conditions;
mod credit_plan;
pub mod credit_preview;
mod credited_rest;
mod crediting_dues;
pub mod cycle_to_come;
mod deposit;
pub mod dues;
pub mod ended_lines;
pub mod ended_on;
mod ending;
pub mod entitlements;
mod facts;
pub mod first_payment;
pub mod item;
pub mod largest;
pub mod moments;
pub mod new;
pub mod of_customer;
pub mod of_invoice;
mod open_invoices;
pub mod past_due;
mod pausing;
pub mod paying;
mod period_dues;
pub mod plan_change;
mod quantity_change;
pub mod record;
mod refused_renewal;
pub mod renewing;
pub mod returning_deposit;
pub mod seats;
pub mod storing;
pub mod subscribed;
pub mod upcoming_invoice;
pub mod view;
pub mod voided;
pub mod waiting_credits;

pub use self::{
    agreed::{AgreedPlan, Discounts, ScheduledChange},
    item::SubscriptionItem,
    moments::SubscriptionEnd,
    of_customer::CustomerSubscriptions,
    record::{Collection, Subscription},
};
