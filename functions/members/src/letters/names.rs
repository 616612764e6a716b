//! What letters call people.

use records::Member;

/// Given name and family name.
pub fn whole_name(member: &Member) -> String {
    format!("{} {}", member.name, member.surname).trim().to_owned()
}
