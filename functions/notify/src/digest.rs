//! What staff of a location are told each morning at seven, by the clock there: what the day brings and what waits. A
//! location has digests from the first letter about it on.

use mailing::{DigestCount, DigestDay, Kept, Letter, LetterNotice, LetterType, SealedFacts, letter_sealed, recipients};
use records::{Location, letter_type::SwitchableLetter};
use store::Record;
use values::{ApiError, Day, Id, Timestamp};
use work::{UnitOfWork, secrets::Secrets, unit_of_work::retry};

/// Hour of the morning, by the clock of the location.
const HOUR: u32 = 7;
/// The name under which a digest has its location.
pub const LOCATION: &str = "location_id";

/// What the areas count.
#[must_use]
fn counts() -> Vec<DigestCount> {
    [
        bookings::digest(),
        calendars::digest(),
        invoices::digest(),
        members::digest(),
        tickets::digest(),
        visitors::digest(),
    ]
    .concat()
}

/// Adds the notice of a location's digests to the work of its first letter, if there is none yet.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn begin(work: &UnitOfWork, location: Id<Location>) -> Result<Option<Record<LetterNotice>>, ApiError> {
    // A test clock passes months in a moment, and nobody reads the mornings of a sandbox.
    if work.tenant().is_sandbox() {
        return Ok(None);
    }
    let id = LetterNotice::id_of_digest(location);
    let (notice, location) = tokio::join!(work.store.find(work.tenant(), id), work.store.find(work.tenant(), location));
    let (None, Some(location)) = (notice?, location?) else { return Ok(None) };
    let Some(at) = next_at(&location.body, work.now) else { return Ok(None) };
    Ok(Some(work.new_record_of(id, LetterNotice::of_digest(location.id, at), None)))
}

/// The next morning at a location.
fn next_at(location: &Location, now: Timestamp) -> Option<Timestamp> {
    let today = now.local_in(location.time_zone).date();
    let mornings = [today, today.succ_opt()?];
    let at = mornings.into_iter().filter_map(|day| location.time_zone.at(day.and_hms_opt(HOUR, 0, 0)?));
    at.into_iter().find(|at| now < *at)
}

/// Writes the digests of a location's day, and says when the next are due; the letters that are to be sent.
///
/// # Errors
/// 503 when the store or a secret cannot be used: the notice comes back.
pub async fn write(
    work: &UnitOfWork,
    secrets: &Secrets,
    notice: &Record<LetterNotice>,
    location: Id<Location>,
) -> Result<Vec<Record<Letter>>, ApiError> {
    retry(work, || write_once(work, secrets, notice.id, location)).await
}

async fn write_once(
    work: &UnitOfWork,
    secrets: &Secrets,
    id: Id<LetterNotice>,
    location: Id<Location>,
) -> Result<Vec<Record<Letter>>, ApiError> {
    let (notice, location) = tokio::join!(work.store.find(work.tenant(), id), work.store.find(work.tenant(), location));
    let Some(notice) = notice? else { return Ok(Vec::new()) };
    let mut transaction = work.transaction();
    let next = location?.and_then(|location| next_at(&location.body, work.now).map(|at| (location, at)));
    let Some((location, at)) = next else {
        // Where there is no such location any more nobody is told.
        transaction.remove(&notice);
        work.store.commit(transaction).await?;
        return Ok(Vec::new());
    };
    let is_time = notice.body.digest_at.is_some_and(|at| at <= work.now);
    let letters = if is_time { letters(work, secrets, &location).await? } else { Vec::new() };
    for letter in &letters {
        transaction.create(letter);
    }
    transaction.replace(&notice, &work.next_version(&notice, LetterNotice::of_digest(location.id, at), None));
    work.store.commit(transaction).await?;
    Ok(letters)
}

/// A letter for each of the staff; none when there is nothing to tell, or the merchant wants none.
async fn letters(
    work: &UnitOfWork,
    secrets: &Secrets,
    location: &Record<Location>,
) -> Result<Vec<Record<Letter>>, ApiError> {
    let merchant = work.read_merchant().await?;
    let off = &merchant.body.letter_settings.switched_off;
    let is_off = SwitchableLetter::of(LetterType::StaffDigest).is_some_and(|letter| off.contains(&letter));
    if is_off || !location.body.is_active {
        return Ok(Vec::new());
    }
    let Some((facts, until)) = facts(work, location).await? else { return Ok(Vec::new()) };
    let kept = Kept::days(merchant.body.retention.letter_days, work.now);
    let mut letters = Vec::new();
    for to in recipients::of_staff(work, Some(location.id)).await? {
        let mut letter = letter_sealed((work, secrets), (LetterType::StaffDigest, &to, kept), &facts).await?;
        letter.body.good_until = Some(until);
        letters.push(letter);
    }
    Ok(letters)
}

/// What is told, and until when it is of today; nothing on a day that brings nothing and on which nothing waits.
async fn facts(work: &UnitOfWork, location: &Record<Location>) -> Result<Option<(SealedFacts, Timestamp)>, ApiError> {
    let today = Day::new(work.now.local_in(location.body.time_zone).date());
    let Some(today) = today else { return Ok(None) };
    let ends = [today.start_in(location.body.time_zone), today.end_in(location.body.time_zone)];
    let [Some(from), Some(to)] = ends else { return Ok(None) };
    let day = DigestDay { location: location.id, from, to };
    let mut facts =
        SealedFacts::from([("day".to_owned(), today.to_string()), (LOCATION.to_owned(), location.id.to_string())]);
    let mut total = 0;
    for counted in counts() {
        let count = (counted.count)(work.clone(), day).await?;
        total += count;
        if count > 0 {
            facts.insert(counted.name.to_owned(), count.to_string());
        }
    }
    Ok((total > 0).then_some((facts, to)))
}
