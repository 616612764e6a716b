//! Rules of a location that its schema cannot express.

use records::{Location, location::Holiday};
use values::{ApiError, schedule::check_no_overlap};

/// Refuses a location whose fields do not fit together.
///
/// # Errors
/// 422 naming the field and the rule.
pub fn check(location: &Location) -> Result<(), ApiError> {
    check_coordinates(location)?;
    location.late_fees.fixed_fee.minor_in(location.currency, "late_fees.fixed_fee")?;
    check_no_overlap(&location.opening_hours, "opening_hours")?;
    check_no_overlap(&location.public_hours, "public_hours")?;
    check_holidays(&location.holidays)
}

fn check_coordinates(location: &Location) -> Result<(), ApiError> {
    let message = "latitude and longitude are given together";
    match (location.latitude, location.longitude) {
        (Some(_), None) => Err(ApiError::rule("longitude", "required_with_latitude", message)),
        (None, Some(_)) => Err(ApiError::rule("latitude", "required_with_longitude", message)),
        (Some(_), Some(_)) | (None, None) => Ok(()),
    }
}

fn check_holidays(holidays: &[Holiday]) -> Result<(), ApiError> {
    let earlier = |position: usize| holidays[..position].iter().any(|other| other.date == holidays[position].date);
    match (0..holidays.len()).find(|position| earlier(*position)) {
        Some(position) => {
            let field = format!("holidays[{position}].date");
            Err(ApiError::rule(field, "repeated", "a day is a holiday once"))
        }
        None => Ok(()),
    }
}
