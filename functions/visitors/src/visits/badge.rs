//! The badge of a visit: a picture of the size of a card, to print.

use std::fmt::Write as _;

use records::{Location, Member, VisitorVisit, visitor_visit::VisitStatus};
use shared::api::{
    Call, PathId, Svg,
    svg::{QrPicture, escaped},
};
use values::{ApiError, ErrorCode};

/// Longest line that is drawn in its own width; a longer one is squeezed.
const LINE_CHARACTERS: usize = 24;
/// Width of the lines, in millimetres.
const LINE_MM: u32 = 50;

/// The badge of a visit to print, 86 by 54 mm, as SVG.
pub async fn get(call: Call, PathId(id): PathId<VisitorVisit>) -> Result<Svg, ApiError> {
    let visit = call.get(id).await?;
    if visit.body.purged_at.is_some() || visit.body.status(call.now) == VisitStatus::Cancelled {
        let message = "a visit that was cancelled or purged has no badge";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message));
    }
    let tenant = call.tenant();
    let (location, host) = tokio::try_join!(
        call.store.find_any(tenant, visit.body.location_id),
        call.store.find_any(tenant, visit.body.host_id)
    )?;
    let location = location.ok_or_else(|| ApiError::internal("a visit without its location"))?;
    let host = host.map(|host| whole_name(&host.body)).unwrap_or_default();
    drawn(&visit.body, &location.body, &host).map(Svg)
}

/// Name and surname of a host, for people to read.
pub fn whole_name(member: &Member) -> String {
    format!("{} {}", member.name, member.surname).trim().to_owned()
}

/// Draws the badge as SVG, with the visit's QR code.
fn drawn(visit: &VisitorVisit, location: &Location, host: &str) -> Result<String, ApiError> {
    let code = QrPicture::of(&visit.qr_payload)?;
    let day = visit.expected_at.day_in(location.time_zone);
    let number = visit.badge_number.map(|number| format!("{number:04}")).unwrap_or_default();
    let lines = [
        (10, "6", visit.visitor.whole_name()),
        (17, "4", visit.visitor.company_name.to_string()),
        (30, "3.5", format!("Host: {host}")),
        (36, "3.5", location.name.to_string()),
        (42, "3.5", day.to_string()),
        (49, "5", number),
    ];
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
    let QrPicture { modules, path } = code;
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"86mm\" height=\"54mm\" viewBox=\"0 0 86 54\" font-family=\"sans-serif\">\
         <rect width=\"86\" height=\"54\" fill=\"#fff\"/>{text}\
         <svg x=\"56\" y=\"24\" width=\"28\" height=\"28\" viewBox=\"0 0 {modules} {modules}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#000\" d=\"{path}\"/></svg></svg>"
    ))
}
