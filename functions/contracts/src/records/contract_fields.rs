//! What clients write of a contract.

use records::{Location, MembershipPlan};
use scheduling::Resource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{Amount, Customer, Day, EmailAddress, Id, Kind, KindName, Name, ShortText, notice::NoticeEnd};

use super::template::ContractTemplate;

/// Most items of a contract.
pub const ITEMS_MAX: usize = 20;
/// Most signers of a contract.
pub const SIGNERS_MAX: usize = 10;

/// What clients write of a contract.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ContractFields {
    /// With whom: a member or a company.
    #[schemars(extend("x-create-only" = true))]
    pub customer_id: Id<Customer>,
    /// Location at which the contract is made.
    #[schemars(extend("x-create-only" = true))]
    pub location_id: Id<Location>,
    /// The template of its text, which it keeps as it is when the contract is made.
    #[schemars(extend("x-create-only" = true))]
    pub template_id: Id<ContractTemplate>,
    /// What people call it; the template's title when empty.
    #[serde(default)]
    pub title: ShortText,
    /// What it is; `membership` unless a create says otherwise.
    #[serde(default, rename = "type")]
    pub contract_type: ContractType,
    /// First local day of the contract.
    pub start_date: Day,
    /// Last local day; open-ended when null. Of one that renews by itself an answer has the last day of the present
    /// term.
    #[serde(default)]
    pub end_date: Option<Day>,
    /// Last local day on which it can be signed; when null, the issue makes it 30 days later, or the last day if that
    /// is earlier.
    #[serde(default)]
    pub expires_at: Option<Day>,
    /// Whether it goes on for another term unless notice is served in time.
    #[serde(default)]
    pub auto_renew: bool,
    /// Months of another term; needed with `auto_renew`.
    #[serde(default)]
    #[schemars(range(min = 1, max = 120))]
    pub renewal_term_months: Option<u32>,
    /// Days before the end by which notice is served, beside `notice_months`.
    #[serde(default)]
    #[schemars(range(min = 0, max = 730))]
    pub notice_days: u32,
    /// Calendar months before the end by which notice is served.
    #[serde(default)]
    #[schemars(range(min = 0, max = 24))]
    pub notice_months: u32,
    /// With what an open-ended contract ends after notice; `period` is any day. Another one ends with its term.
    #[serde(default)]
    pub notice_ends_with: NoticeEnd,
    /// What is agreed on.
    #[schemars(length(min = 1, max = ITEMS_MAX))]
    pub items: Vec<ContractItem>,
    /// People who sign it, in the order that `order` gives them.
    #[schemars(length(min = 1, max = SIGNERS_MAX))]
    pub signers: Vec<ContractSigner>,
    /// How it is signed; `e_signature` unless a create says otherwise.
    #[serde(default)]
    pub signature_method: SignatureMethod,
    /// What happens once all have signed, besides the assignment of its resources; `none` unless a create says
    /// otherwise.
    #[serde(default)]
    pub on_signed: OnSigned,
    /// Deposit in the location's currency, in place of those of its membership plans; theirs when null.
    #[serde(default)]
    pub deposit: Option<Amount>,
}

/// What a contract is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContractType {
    /// A membership of the customer at the location.
    #[default]
    Membership,
    /// A licence to use space.
    Licence,
    /// A lease of space.
    Lease,
    /// Any other type of contract.
    Other,
}

/// How a contract is signed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ContractSignatureMethod")]
pub enum SignatureMethod {
    /// Each signer signs with a private link.
    #[default]
    ESignature,
    /// On paper: the operator records each signature.
    Manual,
}

/// What happens once all have signed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ContractOnSigned")]
pub enum OnSigned {
    /// Nothing is charged; resources are assigned all the same.
    #[default]
    None,
    /// Its membership plans are subscribed to; what is charged once is charged with the first of them.
    CreateSubscriptions,
    /// All of its items are charged once, on one invoice.
    CreateInvoice,
}

/// Something that is agreed on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContractItem {
    /// Whether it is a plan, a resource or something that is charged once.
    pub kind: ContractItemKind,
    /// The plan of a `plan`.
    #[serde(default)]
    pub membership_plan_id: Option<Id<MembershipPlan>>,
    /// What is assigned by a `resource`: an office, dedicated desk, parking space or station.
    #[serde(default)]
    pub resource_id: Option<Id<Resource>>,
    /// What stands on the invoice; needed of what is `one_off`.
    #[serde(default)]
    pub description: ShortText,
    /// How many; units of a `resource`.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 1000))]
    pub quantity: u32,
    /// Price of one, in the location's currency: of a `plan` for each cycle, whatever the plan costs then; the plan's
    /// when null. A `resource` has one only where everything is charged once.
    #[serde(default)]
    pub price: Option<Amount>,
}

const fn one() -> u32 {
    1
}

/// What an item of a contract is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContractItemKind {
    /// A membership plan, which is subscribed to or invoiced as `on_signed` says.
    Plan,
    /// A resource, or units of it, for the days of the contract.
    Resource,
    /// Something that is charged once.
    OneOff,
}

/// A person who signs the contract for one of its parties.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContractSigner {
    /// Party for whom the person signs.
    #[serde(rename = "type")]
    pub signer_type: SignerType,
    /// Name of the person who signs.
    pub name: Name,
    /// Address to which the link is sent.
    pub email: EmailAddress,
    /// When: nobody signs before everybody with a lower number has. Signers with the same number sign in any order.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 10))]
    pub order: u32,
}

/// For whom somebody signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ContractSignerType")]
pub enum SignerType {
    /// For who runs the location.
    Location,
    /// For the customer: a member or a company.
    Customer,
}

impl Kind for ContractSigner {
    const KIND: KindName = KindName::ContractSigner;
}
