//! The person who acts by a session, and what the role allows.

use records::{
    Location, Member, Session,
    member::{CompanyLinks, MemberRole},
};
use values::{Access, Area, Id, Scope, Scopes};

/// Who acts by a session.
#[derive(Clone, Debug)]
pub struct Person {
    /// The session.
    pub session: Id<Session>,
    /// The member who has signed in; `None` where nobody has.
    pub member: Option<SignedIn>,
    /// How one who runs some locations acts now.
    pub acts: ManagerActs,
}

/// How somebody acts who runs some locations: with the request alone it is seen what of it is a customer's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ManagerActs {
    /// As staff, on what is at a location of theirs; what names themselves is not theirs to change so.
    #[default]
    AsStaff,
    /// As staff, with a request that says no more than a customer may: so it may be about what names themselves, too.
    AsStaffOrCustomer,
    /// As staff, seeing what is at a location of theirs alone: what names themselves elsewhere they see as a customer.
    AtTheirs,
    /// As a customer, like everybody.
    AsCustomer,
}

/// A member who has signed in, as far as it decides what the member may do.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// The member.
    pub id: Id<Member>,
    /// What the member may do.
    pub role: MemberRole,
    /// Locations to which the member belongs: those that a manager runs.
    pub location_ids: Vec<Id<Location>>,
    /// Companies of the member, with the place in each.
    pub companies: CompanyLinks,
}

impl SignedIn {
    /// Whether they belong to a location, which those run who are managers.
    #[must_use]
    pub fn runs(&self, location: &str) -> bool {
        Id::parse(location).is_some_and(|location| self.location_ids.contains(&location))
    }
}

/// As whom a person acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standpoint<'a> {
    /// Nobody has signed in: what is public.
    Anonymous,
    /// A customer: what is public, and what is their own.
    Customer(&'a SignedIn),
    /// One who runs some locations.
    Manager(&'a SignedIn),
    /// One who runs all of them.
    Operator(&'a SignedIn),
}

impl PartialEq for SignedIn {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for SignedIn {}

impl Person {
    /// As whom the person acts.
    #[must_use]
    pub const fn standpoint(&self) -> Standpoint<'_> {
        match &self.member {
            None => Standpoint::Anonymous,
            Some(member) => match member.role {
                MemberRole::Member => Standpoint::Customer(member),
                MemberRole::Manager if matches!(self.acts, ManagerActs::AsCustomer) => Standpoint::Customer(member),
                MemberRole::Manager => Standpoint::Manager(member),
                MemberRole::Admin | MemberRole::Owner => Standpoint::Operator(member),
            },
        }
    }

    /// The member who has signed in.
    #[must_use]
    pub fn member_id(&self) -> Option<Id<Member>> {
        self.member.as_ref().map(|member| member.id)
    }
}

/// The scopes that somebody of this role may have, whatever client is used (`docs/areas/sessions.md`).
#[must_use]
pub fn scopes_of(role: Option<MemberRole>) -> Scopes {
    Scope::all().filter(|scope| is_of(role, *scope)).collect()
}

fn is_of(role: Option<MemberRole>, scope: Scope) -> bool {
    let is_plain = matches!(scope.access, Access::Read | Access::Write);
    match role {
        None => scope.access == Access::Read,
        Some(MemberRole::Member) => {
            matches!(scope, Scope::MERCHANT_UPLOADS | Scope::MEMBERS_SESSIONS)
                || (is_plain && (scope.area != Area::Merchant || scope.access == Access::Read))
        }
        Some(MemberRole::Manager) => {
            let is_trusted = matches!(scope.access, Access::Admin | Access::Sensitive);
            !is_trusted
                && !Scope::OF_ADMIN.contains(&scope)
                && (scope.area != Area::Merchant || scope.access != Access::Write)
        }
        Some(MemberRole::Admin) => !matches!(scope, Scope::MERCHANT_ADMIN | Scope::MERCHANT_CLIENTS),
        Some(MemberRole::Owner) => true,
    }
}

#[cfg(test)]
mod tests {
    use records::member::MemberRole;
    use values::Scope;

    use super::scopes_of;

    #[test]
    fn a_role_has_all_that_the_one_below_it_has() {
        let roles = [
            None,
            Some(MemberRole::Member),
            Some(MemberRole::Manager),
            Some(MemberRole::Admin),
            Some(MemberRole::Owner),
        ];
        for pair in roles.windows(2) {
            let (below, above) = (scopes_of(pair[0]), scopes_of(pair[1]));
            assert!(below.iter().all(|scope| above.allow(scope)), "{pair:?}");
        }
        assert!(!scopes_of(Some(MemberRole::Member)).allow(Scope::BOOKINGS_OVERRIDE));
        assert!(!scopes_of(Some(MemberRole::Manager)).allow(Scope::MERCHANT_ADMIN));
        assert!(!scopes_of(Some(MemberRole::Admin)).allow(Scope::MERCHANT_ADMIN));
        assert!(!scopes_of(Some(MemberRole::Admin)).allow(Scope::MERCHANT_CLIENTS));
        assert!(scopes_of(Some(MemberRole::Admin)).allow(Scope::MERCHANT_WEBHOOKS));
        assert!(!scopes_of(Some(MemberRole::Manager)).allow(Scope::MEMBERS_LETTERS));
        assert!(scopes_of(Some(MemberRole::Owner)).allow(Scope::MERCHANT_ADMIN));
    }
}
