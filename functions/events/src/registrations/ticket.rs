//! The ticket of a registration: a picture of the size of a card, to print or to show.

use std::fmt::Write as _;

use shared::api::{
    Call, PathId, Svg,
    svg::{QrPicture, escaped},
};
use values::ApiError;

use super::loaded::load;
use crate::records::{registration::EventRegistration, registration_state::RegistrationStatus};

/// Longest line that is drawn in its own width; a longer one is squeezed.
const LINE_CHARACTERS: usize = 24;
/// Width of the lines, in millimetres.
const LINE_MM: u32 = 50;

/// Draws the ticket of a confirmed registration as an SVG picture.
pub async fn get(call: Call, PathId(id): PathId<EventRegistration>) -> Result<Svg, ApiError> {
    let loaded = load(&call, id).await?;
    loaded.status.require(&[RegistrationStatus::Confirmed])?;
    let (ticket, event) = (&loaded.before.body, &loaded.event.body);
    let location = call.store.find_any(call.tenant(), event.location_id).await?;
    let location = location.ok_or_else(|| ApiError::internal("an event without its location"))?;
    let local = event.start_time.local_in(location.body.time_zone);
    let seats = if ticket.quantity == 1 { "1 seat".to_owned() } else { format!("{} seats", ticket.quantity) };
    let lines = [
        (10, "5", event.title.to_string()),
        (17, "4", ticket.fields.attendee_name.to_string()),
        (28, "3.5", local.format("%Y-%m-%d %H:%M").to_string()),
        (34, "3.5", location.body.name.to_string()),
        (40, "3.5", event.venue.to_string()),
        (46, "3.5", seats),
    ];
    drawn(&ticket.qr_payload, &ticket.ticket_code, lines).map(Svg)
}

/// The SVG picture of a ticket, with its lines, its code and its QR code.
fn drawn(
    payload: &str,
    code: &str,
    lines: impl IntoIterator<Item = (u32, &'static str, String)>,
) -> Result<String, ApiError> {
    let QrPicture { modules, path } = QrPicture::of(payload)?;
    let mut text = String::new();
    for (y, size, line) in lines.into_iter().filter(|(_, _, line)| !line.is_empty()) {
        let squeezed = if line.chars().count() > LINE_CHARACTERS {
            format!(" textLength=\"{LINE_MM}\" lengthAdjust=\"spacingAndGlyphs\"")
        } else {
            String::new()
        };
        // Writing into a string cannot fail.
        let _ = write!(text, "<text x=\"4\" y=\"{y}\" font-size=\"{size}\"{squeezed}>{}</text>", escaped(&line));
    }
    let _ = write!(text, "<text class=\"code\" x=\"4\" y=\"51\" font-size=\"4\">{code}</text>");
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"86mm\" height=\"54mm\" viewBox=\"0 0 86 54\" font-family=\"sans-serif\">\
         <rect width=\"86\" height=\"54\" fill=\"#fff\"/>{text}\
         <svg x=\"56\" y=\"24\" width=\"28\" height=\"28\" viewBox=\"0 0 {modules} {modules}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#000\" d=\"{path}\"/></svg></svg>"
    ))
}
