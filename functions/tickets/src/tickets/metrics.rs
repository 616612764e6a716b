use std::collections::BTreeMap;

use records::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Call, Data, Plain, Query};
use values::{ApiError, Day, Id};

use crate::{
    records::ticket_type::TicketType,
    rules::{
        counting::Figures,
        found::sees_sensitive,
        metrics_rows::{self, Row},
        overdue::{self, OverdueTickets},
    },
};

/// Most days whose metrics are read at once.
const DAYS_MAX: i64 = 366;

/// Of which days, and where.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TicketMetricsQuery {
    /// First local day whose figures are asked for.
    from: Day,
    /// Last day; at most 366 days together.
    to: Day,
    /// Only tickets at this location.
    location_id: Option<Id<Location>>,
    /// Whether `overdue_now` is asked for, which reads the tickets that are not solved.
    overdue: Option<bool>,
}

/// What happened to tickets within some days.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TicketMetrics {
    /// First local day of the figures.
    from: Day,
    /// Last local day of the figures, included.
    to: Day,
    /// Where; null for all locations.
    location_id: Option<Id<Location>>,
    /// Figures of tickets of all types together.
    total: Figures,
    /// Each type of which something happened.
    by_type: Vec<TypeFigures>,
    /// Each day on which something happened.
    by_day: Vec<DayFigures>,
    /// Tickets that are not solved although `due_at` has passed, at this moment and whatever the days are; null unless
    /// `overdue` asks for it.
    overdue_now: Option<OverdueTickets>,
}

/// What happened to tickets of a type.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "TicketTypeFigures")]
struct TypeFigures {
    /// Type of the tickets that are counted.
    #[serde(rename = "type")]
    kind: TicketType,
    /// What is counted of tickets of this type.
    #[serde(flatten)]
    figures: Figures,
}

/// What happened to tickets on a day.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "TicketDayFigures")]
struct DayFigures {
    /// Local day on which it happened.
    date: Day,
    /// What is counted of the day's tickets.
    #[serde(flatten)]
    figures: Figures,
}

/// Get metrics of tickets
pub async fn get(call: Call, Query(query): Query<TicketMetricsQuery>) -> Result<Data<Plain<TicketMetrics>>, ApiError> {
    let TicketMetricsQuery { from, to, location_id, overdue } = query;
    if to < from {
        return Err(ApiError::rule("to", "end_before_start", "the last day is not before the first"));
    }
    if (to.date() - from.date()).num_days() >= DAYS_MAX {
        return Err(ApiError::rule("to", "too_long", format!("metrics are of at most {DAYS_MAX} days")));
    }
    if let Some(location) = location_id {
        call.require_reference(location, "location_id").await?;
    }
    let rows = metrics_rows::read(&call, location_id, (from, to)).await?;
    let types: Vec<TicketType> =
        TicketType::ALL.iter().copied().filter(|kind| sees_sensitive(&call) || !kind.is_sensitive()).collect();
    let (total, by_type, by_day) = summed(&rows, &types);
    let overdue_now = match overdue {
        Some(true) => Some(overdue::read_now(&call, location_id).await?),
        Some(false) | None => None,
    };
    Ok(Data(Plain(TicketMetrics { from, to, location_id, total, by_type, by_day, overdue_now })))
}

/// The rows added up for some types: together, by type and by day.
fn summed(rows: &[(Day, Row)], types: &[TicketType]) -> (Figures, Vec<TypeFigures>, Vec<DayFigures>) {
    let (mut total, mut by_type, mut by_day) = (Figures::default(), BTreeMap::new(), Vec::new());
    for (date, row) in rows {
        let mut of_day = Figures::default();
        for kind in types {
            let number = |field: &str| row.number(field);
            total.add(*kind, number);
            of_day.add(*kind, number);
            by_type.entry(*kind).or_insert_with(Figures::default).add(*kind, number);
        }
        by_day.push(DayFigures { date: *date, figures: of_day });
    }
    let happened = |figures: &Figures| *figures != Figures::default();
    by_day.retain(|day| happened(&day.figures));
    let by_type = by_type.into_iter().filter(|(_, figures)| happened(figures));
    (total, by_type.map(|(kind, figures)| TypeFigures { kind, figures }).collect(), by_day)
}
