//! Reports (`docs/areas/reports.md`): figures of a time, each with the rule by which it is made.
//!
//! They are read from sums that the consumer of the stream keeps (decision 57). They are part of the merchant area and
//! a function of their own, so that a year of figures takes nothing from who books.

mod months;
mod occupancy;
mod percentage;
mod range;
mod receivables;
mod revenue;
mod rule;
mod tax;

use shared::api::{Route, Routes};
use values::{Access, Area, ErrorCode::RuleViolation, Scope};

use self::months::{churn, recurring_revenue};

/// Reading of bookings, without which nobody reads occupancy.
const BOOKINGS: Scope = Scope { area: Area::Bookings, access: Access::Read };
/// Reading of transactions, without which nobody reads money.
const MONEY: Scope = Scope { area: Area::Transactions, access: Access::Read };

/// Reading of invoices, without which nobody reads what customers owe.
const INVOICES: Scope = Scope { area: Area::Invoices, access: Access::Read };

/// The operations of this part of the merchant area.
#[must_use]
pub fn routes() -> Routes {
    let routes = [of_bookings(), of_money(), of_subscriptions()];
    Routes::of(Area::Merchant, routes)
}

fn of_bookings() -> Vec<Route> {
    vec![
        Route::get("get_occupancy_report", "/reports/occupancy", occupancy::report::get)
            .labelled("Report occupancy")
            .described(
                "Booked and bookable minutes by weekday and hour, by day and by type of resource, of at most 366 local days. Bookable \
                 is what the schedules of now say. `rules` says how each figure is made. It follows changes after some seconds.",
            )
            .needing(BOOKINGS)
            .refusing(&[RuleViolation])
            .managed(),
        Route::get("export_occupancy_report", "/reports/occupancy.csv", occupancy::csv::export)
            .labelled("Export occupancy")
            .described("The same as comma-separated values: a line for each hour of the week, each day and each type of resource.")
            .needing(BOOKINGS)
            .refusing(&[RuleViolation])
            .managed(),
    ]
}

fn of_money() -> Vec<Route> {
    vec![
        Route::get("get_revenue_report", "/reports/revenue", revenue::report::get)
            .labelled("Report revenue")
            .described(
                "What was earned, by day or month and by what it was booked with, of at most 366 days of the merchant's time zone, in one \
                 currency. It is what the trial balance shows on `revenue` for the same time. `rules` says how each figure is made.",
            )
            .needing(MONEY)
            .refusing(&[RuleViolation])
            .managed(),
        Route::get("export_revenue_report", "/reports/revenue.csv", revenue::csv::export)
            .labelled("Export revenue")
            .described("The same as comma-separated values: a line for each day or month.")
            .needing(MONEY)
            .refusing(&[RuleViolation])
            .managed(),
        Route::get("get_receivables_report", "/reports/receivables", receivables::report::get)
            .labelled("Report receivables")
            .described(
                "What is due of issued invoices at the moment, by age and by customer, in one currency. It is what the trial balance shows \
                 on `accounts_receivable`. `rules` says how each figure is made. It may lag a moment.",
            )
            .needing(INVOICES)
            .refusing(&[RuleViolation]),
        Route::get("export_receivables_report", "/reports/receivables.csv", receivables::csv::export)
            .labelled("Export receivables")
            .described("The same as comma-separated values: a line for each customer.")
            .needing(INVOICES)
            .refusing(&[RuleViolation]),
        Route::get("get_tax_report", "/reports/tax", tax::report::get)
            .labelled("Report tax")
            .described(
                "What was taxed at each rate and the tax on it, by month, of at most 366 days of the merchant's time zone, in one \
                 currency. Together it is what the trial balance shows on `tax` for the same time. `rules` says how each figure is made.",
            )
            .needing(MONEY)
            .refusing(&[RuleViolation]),
        Route::get("export_tax_report", "/reports/tax.csv", tax::csv::export)
            .labelled("Export tax")
            .described("The same as comma-separated values: a line for each month and rate.")
            .needing(MONEY)
            .refusing(&[RuleViolation]),
    ]
}

fn of_subscriptions() -> Vec<Route> {
    vec![
        Route::get("get_recurring_revenue_report", "/reports/recurring-revenue", recurring_revenue::get)
            .labelled("Report recurring revenue")
            .described(
                "What subscriptions bring in a month without tax, and what came, grew, shrank and went, by month, of at most 60 months, in \
                 one currency. `rules` says how each figure is made. It follows changes after some seconds.",
            )
            .needing(MONEY)
            .refusing(&[RuleViolation])
            .managed(),
        Route::get("export_recurring_revenue_report", "/reports/recurring-revenue.csv", recurring_revenue::export)
            .labelled("Export recurring revenue")
            .described("The same as comma-separated values: a line for each month.")
            .needing(MONEY)
            .refusing(&[RuleViolation])
            .managed(),
        Route::get("get_churn_report", "/reports/churn", churn::get)
            .labelled("Report churn")
            .described(
                "Customers who had a subscription at the start of a month and have none at its end, by month, of at most 60 months. `rules` \
                 says how each figure is made. It follows changes after some seconds.",
            )
            .needing(MONEY)
            .refusing(&[RuleViolation])
            .managed(),
        Route::get("export_churn_report", "/reports/churn.csv", churn::export)
            .labelled("Export churn")
            .described("The same as comma-separated values: a line for each month.")
            .needing(MONEY)
            .refusing(&[RuleViolation])
            .managed(),
    ]
}
