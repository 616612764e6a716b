//! List the visitors who are on site.

use records::{Location, Member, VisitorVisit, visitor_visit::HostState};
use scheduling::visits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Call, Data, Plain, Query};
use store::Record;
use values::{ApiError, Id, ShortText, Timestamp};

/// Most entries that the answer lists.
const TOLD_MAX: usize = 2_000;

/// Location whose present visitors are asked for.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OnSiteFilter {
    /// Location whose visitors are listed.
    location_id: Id<Location>,
}

/// Visitors who are on site.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct VisitorsOnSite {
    /// Location that these visitors are at.
    location_id: Id<Location>,
    /// The instant at which they are there.
    as_of: Timestamp,
    /// Number of all visitors on site, also of those not listed.
    total: usize,
    /// Who is there, by name; at most 2,000.
    #[schemars(length(max = TOLD_MAX))]
    visitors: Vec<VisitorOnSite>,
}

/// A visitor who is on site.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct VisitorOnSite {
    /// Visit by which the visitor is there.
    visit_id: Id<VisitorVisit>,
    /// Name and surname of the visitor.
    name: String,
    /// Where the person comes from.
    company_name: ShortText,
    /// Telephone number of the visitor; empty when none is known.
    phone: ShortText,
    /// Whom the visitor visits.
    host_id: Id<Member>,
    /// What the host says.
    host_state: HostState,
    /// Number of the badge.
    badge_number: Option<u32>,
    /// Since when the visitor is there.
    checked_in_at: Option<Timestamp>,
    /// When the visitor is checked out by itself.
    closes_at: Option<Timestamp>,
}

/// List visitors on site
pub async fn list_on_site(
    call: Call,
    Query(filter): Query<OnSiteFilter>,
) -> Result<Data<Plain<VisitorsOnSite>>, ApiError> {
    let (location, there) = tokio::join!(
        call.require_reference(filter.location_id, "location_id"),
        visits::read_on_site(&call, filter.location_id)
    );
    let (location, there) = (location?, there?);
    let mut visitors: Vec<VisitorOnSite> = there.into_iter().map(told).collect();
    visitors.sort_by(|left, right| (&left.name, left.checked_in_at).cmp(&(&right.name, right.checked_in_at)));
    let total = visitors.len();
    visitors.truncate(TOLD_MAX);
    Ok(Data(Plain(VisitorsOnSite { location_id: location.id, as_of: call.now, total, visitors })))
}

fn told(visit: Record<VisitorVisit>) -> VisitorOnSite {
    let facts = visit.body.facts;
    let name = facts.visitor.whole_name();
    VisitorOnSite {
        visit_id: visit.id,
        name,
        company_name: facts.visitor.company_name,
        phone: facts.visitor.phone,
        host_id: facts.host_id,
        host_state: facts.host_state,
        badge_number: facts.badge_number,
        checked_in_at: facts.checked_in_at,
        closes_at: visit.body.changes_at,
    }
}
