//! Letters about benefits: the customer is told that an application was approved, with the code that the partner asks
//! for.

use mailing::{Draft, Fact, Facts, LetterSource, LetterType, recipients, text};
use records::{Location, LoggedEvent};
use store::Record;
use values::{ApiError, Day, Id, Timestamp};
use work::UnitOfWork;

use crate::records::{
    application::{BenefitApplication, end_of_time},
    benefit::Benefit,
    status::ApplicationStatus,
};

/// What customers are told of their applications.
#[must_use]
pub fn letters() -> Vec<LetterSource> {
    vec![LetterSource::new(&["benefit_application.approved"], of_approval)]
}

/// Nothing once the approval was used, was taken back or has expired.
async fn of_approval(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let id: Id<BenefitApplication> = event.body.object_id.cast();
    let Some(found) = work.store.find(work.tenant(), id).await? else { return Ok(Vec::new()) };
    let application = &found.body;
    if application.status_at(work.now) != ApplicationStatus::Approved {
        return Ok(Vec::new());
    }
    // An archived benefit still has a title, and what was approved still holds.
    let (benefit, location) = tokio::try_join!(
        work.store.find_any(work.tenant(), application.benefit_id),
        work.store.find_any(work.tenant(), application.location_id)
    )?;
    let Some(benefit) = benefit else { return Ok(Vec::new()) };
    let facts = facts_of(application, &benefit.body, location.as_ref().map(|location| &location.body));
    // Who applied for a company is not noted, so that its managers read the letter.
    let readers = recipients::of_customer(&work, application.customer_id, None).await?;
    let draft = |reader| Draft::new(LetterType::BenefitApproved, reader, Some(application.location_id), facts.clone());
    Ok(readers.into_iter().map(draft).collect())
}

fn facts_of(application: &BenefitApplication, benefit: &Benefit, location: Option<&Location>) -> Facts {
    let mut facts = Facts::from([("benefit", text(benefit.title.as_str()))]);
    if !benefit.partner_name.as_str().is_empty() {
        facts.insert("partner", text(benefit.partner_name.as_str()));
    }
    if let Some(code) = &application.code {
        facts.insert("code", Fact::Secret(code.as_str().to_owned()));
    }
    if let Some(link) = &benefit.link_url {
        facts.insert("link", Fact::Link(link.to_string()));
    }
    let until = location.and_then(|location| last_day(application, location));
    facts.extend(until.map(|until| ("until", Fact::Day(until))));
    facts
}

/// The last local day on which the approval holds; none when it does not expire.
fn last_day(application: &BenefitApplication, location: &Location) -> Option<Day> {
    let end = Some(application.lapses_at).filter(|at| *at < end_of_time())?;
    Day::new(Timestamp::from_millis(end.millis() - 1)?.day_in(location.time_zone))
}
