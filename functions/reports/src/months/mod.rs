//! Reports by month, of subscriptions and of customers who subscribe.

pub mod churn;
pub mod query;
pub mod recurring_revenue;
