//! Who calls.

use std::sync::Arc;

use uuid::Uuid;

use super::person::{ManagerActs, Person, SignedIn, Standpoint};
use crate::tenants::claimed;
use records::{ClientId, Member, Origin, Stamp, api_client::ApiClient, member::MemberRole};
use store::Record;
use values::{Id, Scope, scope::Scopes, tenant::Tenant};

/// A verified API client, and the person who acts through it.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Whose data it may touch.
    pub tenant: Tenant,
    /// Identifier of the API client that calls.
    pub client: Id<ApiClient>,
    /// What it may do.
    pub scopes: Arc<Scopes>,
    /// Who acts by a session; `None` where the client itself does.
    pub person: Option<Arc<Person>>,
    /// Whether it is a public client with nothing but its publishable key: it can only begin sessions.
    pub is_public: bool,
    /// Web origins from which the client is used.
    pub origins: Arc<[Origin]>,
}

impl Caller {
    /// What acts by itself: scheduled work.
    #[must_use]
    pub fn scheduled(tenant: Tenant) -> Self {
        let (client, scopes) = (Id::new(Uuid::nil()), Arc::default());
        Self { tenant, client, scopes, person: None, is_public: false, origins: Arc::default() }
    }

    /// The client itself.
    #[must_use]
    pub fn of_client(tenant: Tenant, client: &Record<ApiClient>) -> Self {
        let ApiClient { fields, .. } = &client.body;
        let (scopes, origins) = (Arc::new(fields.scopes.clone()), fields.origins.clone().into());
        Self { tenant, client: client.id, scopes, person: None, is_public: client.body.is_public(), origins }
    }

    /// A public client, as far as its pages may act without its publishable key: by a cookie of theirs.
    #[must_use]
    pub fn of_public_client(id: ClientId, client: &Record<ApiClient>) -> Self {
        Self { scopes: Arc::default(), ..Self::of_client(claimed(id), client) }
    }

    /// Public identifier of the client.
    #[must_use]
    pub const fn client_id(&self) -> ClientId {
        ClientId::new(self.tenant.merchant(), self.client)
    }

    /// As whom a person acts; `None` where the client itself does.
    #[must_use]
    pub fn standpoint(&self) -> Option<Standpoint<'_>> {
        self.person.as_ref().map(|person| person.standpoint())
    }

    /// The same, whose person acts like this although they run some locations.
    #[must_use]
    pub fn acting(&self, acts: ManagerActs) -> Self {
        let person = self.person.as_deref().map(|person| Arc::new(Person { acts, ..person.clone() }));
        Self { person, ..self.clone() }
    }

    /// Whose requests are counted together: those of a member's session by themselves, so that nobody with a publishable
    /// key uses up what others have.
    #[must_use]
    pub fn limited_as(&self) -> Id<ApiClient> {
        let session = self.person.as_ref().filter(|person| person.member.is_some()).map(|person| person.session.cast());
        session.unwrap_or(self.client)
    }

    /// How one who runs some locations acts.
    #[must_use]
    pub fn acts(&self) -> ManagerActs {
        self.person.as_ref().map(|person| person.acts).unwrap_or_default()
    }

    /// The member who has signed in.
    #[must_use]
    pub fn member(&self) -> Option<Id<Member>> {
        self.person.as_ref().and_then(|person| person.member_id())
    }

    /// The role in which somebody acts by a session: staff without the second factor that their role requires are
    /// customers. None for clients, and for nobody.
    #[must_use]
    pub fn role(&self) -> Option<MemberRole> {
        self.person.as_ref().and_then(|person| person.member.as_ref()).map(|member| member.role)
    }

    /// The role of a member, as far as it is known here: their own session may have less of it.
    #[must_use]
    pub fn role_of(&self, member: &Record<Member>) -> MemberRole {
        let own = self.role().filter(|_| self.member() == Some(member.id));
        own.unwrap_or(member.body.role)
    }

    /// The customer who acts: a person who does not run the place.
    #[must_use]
    pub fn customer(&self) -> Option<&SignedIn> {
        match self.standpoint() {
            Some(Standpoint::Customer(member)) => Some(member),
            None | Some(_) => None,
        }
    }

    /// Whether answers show it what customers and everybody see, and nothing that is for those who run the place.
    #[must_use]
    pub fn sees_as_customer(&self) -> bool {
        matches!(self.standpoint(), Some(Standpoint::Anonymous | Standpoint::Customer(_)))
    }

    /// Whether it acts for the merchant's owners: one of them by a session with `merchant:clients`, which no other role
    /// has, or a client itself with `merchant:admin`.
    #[must_use]
    pub fn acts_as_owner(&self) -> bool {
        match self.standpoint() {
            Some(Standpoint::Operator(member)) => {
                member.role == MemberRole::Owner && self.scopes.allow(Scope::MERCHANT_CLIENTS)
            }
            Some(_) => false,
            None => self.scopes.allow(Scope::MERCHANT_ADMIN),
        }
    }

    /// How it stands in the records that it changes: the client's id, or the member's with the client through which it
    /// acts.
    #[must_use]
    pub fn stamp(&self) -> String {
        Stamp { client: self.client, member: self.member() }.to_string()
    }
}
