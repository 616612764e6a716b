//! Identity provider: an issuer of a merchant's own (Google, Microsoft Entra, Okta, Keycloak …), by which people sign in.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Company, member::MemberRole};
use store::{Entity, fields::yes, holds_fields};
use values::{
    Counter, Id, Kind, KindName, MerchantReference, Name, SealedText, Timestamp, email::mail_domain, text_with_schema,
};

/// Most identity providers of a merchant: a sign-in by e-mail reads all of them.
pub const PROVIDERS_MAX: i64 = 20;
/// Most domains of one provider.
const DOMAINS_MAX: usize = 50;

/// Identifier of an issuer: the address below which its discovery document is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct IssuerUrl(String);

/// Domain of e-mail addresses, without the `@`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EmailDomain(String);

/// What an issuer is asked for besides who somebody is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OpenIdScope(String);

/// The secret with which the service proves to an issuer who it is. `Debug` prints nothing of it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct IssuerSecret(String);

text_with_schema!(
    IssuerUrl {"type": "string", "format": "uri", "maxLength": 500, "pattern": r"^https?://[!$-;=@-Z_a-z~]+$"},
    EmailDomain {"type": "string", "maxLength": 200, "pattern": r"^[^@\s]+\.[^@\s]+$"},
    OpenIdScope {"type": "string", "maxLength": 100, "pattern": r"^[!#-\[\]-~]+$"},
    IssuerSecret {"type": "string", "minLength": 1, "maxLength": 500, "pattern": r"^[ -~]+$"}
);

impl fmt::Debug for IssuerSecret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("secret of an issuer")
    }
}

fn default_scopes() -> Vec<OpenIdScope> {
    ["openid", "email", "profile"].map(|scope| OpenIdScope(scope.to_owned())).to_vec()
}

/// What clients write of an identity provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct IdentityProviderFields {
    /// What people read on the sign-in page.
    pub name: Name,
    /// The issuer's identifier, exactly as its discovery document has it: `https` and a name of the public Internet.
    pub issuer: IssuerUrl,
    /// What the issuer calls this service.
    #[schemars(extend("pattern" = "^[ -~]+$"), length(min = 1, max = 500))]
    pub client_id: String,
    /// The secret that the issuer gave for `client_id`; never shown. An update without it keeps the secret that was
    /// given before; none is sent to an issuer that gave none.
    #[serde(default, skip_serializing)]
    pub client_secret: Option<IssuerSecret>,
    /// Scopes that the issuer is asked for.
    #[serde(default = "default_scopes")]
    #[schemars(length(min = 1, max = 20), extend("uniqueItems" = true))]
    pub scopes: Vec<OpenIdScope>,
    /// Only members with an e-mail address of one of these domains sign in by it; of any domain when it is empty.
    #[serde(default)]
    #[schemars(length(max = DOMAINS_MAX), extend("uniqueItems" = true))]
    pub email_domains: Vec<EmailDomain>,
    /// Only members of this company sign in by it; null for all members.
    #[serde(default)]
    pub company_id: Option<Id<Company>>,
    /// Whether people can sign in by it.
    #[serde(default = "yes")]
    pub is_active: bool,
    /// Members with these roles sign in by an issuer alone while this provider is active: no code is sent to them.
    #[serde(default)]
    #[schemars(length(max = 4), extend("uniqueItems" = true))]
    pub required_for_roles: Vec<MemberRole>,
}

/// An identity provider as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdentityProvider {
    /// Fields that clients write.
    #[serde(flatten)]
    pub fields: IdentityProviderFields,
    /// The secret, encrypted for this provider.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed_secret: Option<SealedText>,
}

holds_fields!(IdentityProvider, IdentityProviderFields);

impl IdentityProvider {
    /// Counter of a merchant's identity providers.
    #[must_use]
    pub fn of_merchant(merchant: Id<MerchantReference>) -> Counter {
        Counter::new("identity_providers", merchant)
    }

    /// Whether addresses of the domain of `email` may sign in by it.
    #[must_use]
    pub fn takes_domain_of(&self, email: &str) -> bool {
        let domain = mail_domain(email);
        let is_of = |listed: &EmailDomain| domain.is_some() && mail_domain(&format!("@{}", listed.as_str())) == domain;
        self.email_domains.is_empty() || self.email_domains.iter().any(is_of)
    }

    /// Whether members with this role sign in by an issuer alone.
    #[must_use]
    pub fn is_required_for(&self, role: MemberRole) -> bool {
        self.is_active && self.required_for_roles.contains(&role)
    }
}

impl Kind for IdentityProvider {
    const KIND: KindName = KindName::IdentityProvider;
}

impl Entity for IdentityProvider {
    const PATH: &'static str = "/identity-providers";
    type View = IdentityProviderView;

    fn view(&self, _now: Timestamp) -> IdentityProviderView {
        IdentityProviderView { fields: self.fields.clone(), has_client_secret: self.sealed_secret.is_some() }
    }

    /// Nobody signs in by one that was deleted.
    fn put_away(&self) -> Option<Self> {
        Some(Self { sealed_secret: None, ..self.clone() })
    }
}

/// An issuer by which people sign in.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "IdentityProvider")]
pub struct IdentityProviderView {
    /// Fields that clients write, without the secret.
    #[serde(flatten)]
    pub fields: IdentityProviderFields,
    /// Whether it has a secret.
    pub has_client_secret: bool,
}

#[cfg(test)]
mod tests {
    use super::{EmailDomain, IdentityProvider, IdentityProviderFields};
    use crate::member::MemberRole;

    fn provider(domains: &[&str]) -> IdentityProvider {
        let fields: Result<IdentityProviderFields, _> = serde_json::from_value(serde_json::json!({
            "name": "Blue", "issuer": "https://id.example", "client_id": "us", "required_for_roles": ["admin"]
        }));
        let email_domains = domains.iter().map(|domain| EmailDomain((*domain).to_owned())).collect();
        let fields = IdentityProviderFields { email_domains, ..fields.expect("fields") };
        IdentityProvider { fields, sealed_secret: None }
    }

    #[test]
    fn a_domain_is_the_whole_of_what_follows_the_last_at_sign() {
        let blue = provider(&["blue.example", "bücher.example"]);
        for email in ["ann@blue.example", "ann@BLUE.example", "ann@xn--bcher-kva.example", "\"a@b\"@blue.example"] {
            assert!(blue.takes_domain_of(email), "{email}");
        }
        for email in ["ann@notblue.example", "ann@a.blue.example", "ann@blue.example.org", "ann@blue", "blue.example"] {
            assert!(!blue.takes_domain_of(email), "{email}");
        }
        assert!(provider(&[]).takes_domain_of("ann@anywhere.example"));
    }

    #[test]
    fn a_role_is_bound_to_an_issuer_only_while_the_provider_is_active() {
        let mut blue = provider(&[]);
        assert!(blue.is_required_for(MemberRole::Admin) && !blue.is_required_for(MemberRole::Owner));
        blue.is_active = false;
        assert!(!blue.is_required_for(MemberRole::Admin));
    }
}
