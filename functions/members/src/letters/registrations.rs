//! Letters about registrations: to the person who is invited, admitted or declined, and to those who decide.

use mailing::{Draft, Fact, Facts, LetterSource, LetterType, Recipient, recipients, text};
use records::LoggedEvent;
use store::Record;
use values::{ApiError, Id};
use work::UnitOfWork;

use crate::{
    nobody,
    registrations::{MemberRegistration, RegistrationStatus, record::RegistrationSource},
};

/// A registration that was made.
const CREATED: &str = "member_registration.created";
/// An invitation that is to be sent again.
const INVITED_AGAIN: &str = "member_registration.invited_again";
/// A registration that made a member.
const APPROVED: &str = "member_registration.approved";
/// An invitation that made a member.
const ACCEPTED: &str = "member_registration.accepted";
/// A registration that made nobody a member.
const REJECTED: &str = "member_registration.rejected";

/// What people are told of their registrations, and those who decide of new ones.
pub fn source() -> LetterSource {
    LetterSource::new(&[CREATED, INVITED_AGAIN, APPROVED, ACCEPTED, REJECTED], drafts)
}

async fn drafts(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let id: Id<MemberRegistration> = event.body.object_id.cast();
    let Some(found) = work.store.find(work.tenant(), id).await? else { return Ok(Vec::new()) };
    let is_forgotten = found.body.email == nobody::email(found.id);
    if is_forgotten {
        return Ok(Vec::new());
    }
    match event.body.event_type.as_str() {
        CREATED => of_new(&work, &found).await,
        INVITED_AGAIN => invited(&work, &found).await,
        APPROVED | ACCEPTED => admitted(&work, &found.body).await,
        REJECTED => Ok(declined(&found)),
        _ => Ok(Vec::new()),
    }
}

async fn of_new(work: &UnitOfWork, found: &Record<MemberRegistration>) -> Result<Vec<Draft>, ApiError> {
    let registration = &found.body;
    match registration.source {
        RegistrationSource::Invite => invited(work, found).await,
        // It never waited: people sign up to its plan without being approved.
        RegistrationSource::Signup if registration.expires_at.is_none() => admitted(work, registration).await,
        RegistrationSource::Signup => waiting(work, registration).await,
        // Whoever imports registrations knows of them, and they may be many.
        RegistrationSource::Import => Ok(Vec::new()),
    }
}

/// To the person who is invited, as long as the invitation can be accepted.
async fn invited(work: &UnitOfWork, found: &Record<MemberRegistration>) -> Result<Vec<Draft>, ApiError> {
    let registration = &found.body;
    if registration.status(work.now) != RegistrationStatus::Invited {
        return Ok(Vec::new());
    }
    let mut facts = wanted(work, registration).await?;
    facts.insert("name", text(registration.name.as_str()));
    if !registration.message.as_str().is_empty() {
        facts.insert("message", text(registration.message.as_str()));
    }
    let location = work.store.find_any(work.tenant(), registration.location_id).await?;
    let until = registration.expires_at.zip(location.map(|location| location.body.time_zone));
    facts.extend(until.map(|(until, zone)| ("until", Fact::Instant(until, zone))));
    Ok(vec![to_person(LetterType::RegistrationInvited, found, facts)])
}

/// To the member that the person became, or was already.
async fn admitted(work: &UnitOfWork, registration: &MemberRegistration) -> Result<Vec<Draft>, ApiError> {
    let is_admitted = matches!(registration.decided, RegistrationStatus::Approved | RegistrationStatus::Accepted);
    let Some(member) = registration.member_id.filter(|_| is_admitted) else { return Ok(Vec::new()) };
    let reader = recipients::of_member(work, member).await?;
    let location = Some(registration.location_id);
    let draft = |reader| Draft::new(LetterType::RegistrationApproved, reader, location, Facts::new());
    Ok(reader.map(draft).into_iter().collect())
}

/// To the person whom the merchant declined.
fn declined(found: &Record<MemberRegistration>) -> Vec<Draft> {
    if found.body.decided != RegistrationStatus::Rejected {
        return Vec::new();
    }
    vec![to_person(LetterType::RegistrationDeclined, found, Facts::new())]
}

/// To those who run the place, as long as nobody has decided.
async fn waiting(work: &UnitOfWork, registration: &MemberRegistration) -> Result<Vec<Draft>, ApiError> {
    if registration.status(work.now) != RegistrationStatus::Pending {
        return Ok(Vec::new());
    }
    let mut facts = wanted(work, registration).await?;
    facts.insert("name", text(registration.name.as_str()));
    facts.insert("email", text(registration.email.as_str()));
    let location = Some(registration.location_id);
    let staff = recipients::of_staff(work, location).await?;
    let draft = |reader| Draft::new(LetterType::RegistrationWaiting, reader, location, facts.clone());
    Ok(staff.into_iter().map(draft).collect())
}

/// The company and the membership plan that a registration names.
async fn wanted(work: &UnitOfWork, registration: &MemberRegistration) -> Result<Facts, ApiError> {
    let mut facts = Facts::new();
    if let Some(company) = registration.company_id {
        let company = work.store.find_any(work.tenant(), company).await?;
        facts.extend(company.map(|company| ("company", text(company.body.name.as_str()))));
    }
    if let Some(plan) = registration.membership_plan_id {
        let plan = work.store.find_any(work.tenant(), plan).await?;
        facts.extend(plan.map(|plan| ("plan", text(plan.body.name.as_str()))));
    }
    Ok(facts)
}

fn to_person(letter: LetterType, found: &Record<MemberRegistration>, facts: Facts) -> Draft {
    let registration = &found.body;
    let person = Recipient::address(registration.email.clone(), registration.name.as_str()).known_by(found.id);
    Draft::new(letter, person, Some(registration.location_id), facts)
}
