//! What an answer shows of a contract.

use agreements::subscription::Subscription;
use money_documents::Invoice;
use records::{Location, Member};
use scheduling::ResourceAssignment;
use schemars::JsonSchema;
use serde::Serialize;
use values::{
    Amount, Currency, Customer, Day, EmailAddress, Id, Kind, KindName, Name, ShortText, Timestamp, notice::NoticeEnd,
};

use super::{
    contract_fields::{
        ContractItem, ContractSigner, ContractType, ITEMS_MAX, OnSigned, SIGNERS_MAX, SignatureMethod, SignerType,
    },
    contract_state::{ContractStatus, Notice, OnSignedStatus, SignerStatus, Termination},
    days::Stage,
    template::ContractTemplate,
};

/// An agreement that is signed.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Contract")]
pub struct ContractView {
    /// Its number at the location, from 1 without a gap; null until it is issued.
    pub number: Option<i64>,
    /// With whom: a member or a company.
    pub customer_id: Id<Customer>,
    /// Location at which the contract is made.
    pub location_id: Id<Location>,
    /// The template of its text.
    pub template_id: Id<ContractTemplate>,
    /// What people call it.
    pub title: ShortText,
    /// Whether it is a membership, a licence, a lease or another contract.
    #[serde(rename = "type")]
    pub contract_type: ContractType,
    /// State at this moment.
    pub status: ContractStatus,
    /// Where it stands at this moment; null unless it was signed.
    pub stage: Option<Stage>,
    /// First local day of the contract.
    pub start_date: Day,
    /// Last local day, of one that renews by itself that of the present term; open-ended when null.
    pub end_date: Option<Day>,
    /// Last local day on which it can be signed.
    pub expires_at: Option<Day>,
    /// Whether it goes on for another term unless notice is served in time.
    pub auto_renew: bool,
    /// Months of another term.
    pub renewal_term_months: Option<u32>,
    /// Days before the end by which notice is served, beside `notice_months`.
    pub notice_days: u32,
    /// Calendar months before the end by which notice is served.
    pub notice_months: u32,
    /// With what an open-ended contract ends after notice; `period` is any day.
    pub notice_ends_with: NoticeEnd,
    /// What is agreed on.
    #[schemars(length(max = ITEMS_MAX))]
    pub items: Vec<ContractItem>,
    /// Currency of its amounts.
    pub currency: Currency,
    /// Deposit in place of those of its membership plans; the issue makes it the sum of theirs when it was left open.
    pub deposit: Option<Amount>,
    /// How many of its signers have signed.
    pub signed_count: u32,
    /// People who sign it, with the state of each signature.
    #[schemars(length(max = SIGNERS_MAX))]
    pub signers: Vec<SignerView>,
    /// How it is signed.
    pub signature_method: SignatureMethod,
    /// What happens once all have signed.
    pub on_signed: OnSigned,
    /// How far that is.
    pub on_signed_status: OnSignedStatus,
    /// Why it could not be done when it was tried last; empty unless it failed.
    pub on_signed_failure: ShortText,
    /// Why its subscriptions could not be ended with it when that was tried last; empty unless that failed.
    pub ending_failure: ShortText,
    /// SHA-256 of the text that is signed, in hexadecimal digits; null until it is issued.
    #[schemars(length(max = 64))]
    pub document_hash: Option<String>,
    /// When it was issued.
    pub issued_at: Option<Timestamp>,
    /// When the last one signed.
    pub signed_at: Option<Timestamp>,
    /// When it was declined, expired or cancelled, once that was written down.
    pub closed_at: Option<Timestamp>,
    /// Why it was declined or cancelled, in words.
    pub closed_reason: ShortText,
    /// Notice that it is not to go on.
    pub notice: Option<Notice>,
    /// How it ends before its last day.
    pub termination: Option<Termination>,
    /// The contract that it follows.
    pub renewed_from_id: Option<Id<ContractReference>>,
    /// The contract that follows it.
    pub renewal_id: Option<Id<ContractReference>>,
    /// Assignments of its resources, in the order of its items.
    #[schemars(length(max = ITEMS_MAX))]
    pub resource_assignment_ids: Vec<Id<ResourceAssignment>>,
    /// Subscriptions to its plans, in the order of its items.
    #[schemars(length(max = ITEMS_MAX))]
    pub subscription_ids: Vec<Id<Subscription>>,
    /// The invoice of its items.
    pub invoice_id: Option<Id<Invoice>>,
}

/// Another contract; `contract` has its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContractReference;

impl Kind for ContractReference {
    const KIND: KindName = KindName::ContractReference;
}

/// Somebody who signs, and whether that was done.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ContractSignerState")]
pub struct SignerView {
    /// Identifier of the signer within the contract.
    pub id: Id<ContractSigner>,
    /// Party for whom the person signs.
    #[serde(rename = "type")]
    pub signer_type: SignerType,
    /// Name of the person who signs.
    pub name: Name,
    /// Address to which the link is sent.
    pub email: EmailAddress,
    /// The member whose address it was when the contract was written or issued; null when it was nobody's.
    pub member_id: Option<Id<Member>>,
    /// When: nobody signs before everybody with a lower number has.
    pub order: u32,
    /// How far the person is.
    pub status: SignerStatus,
    /// When the person signed.
    pub signed_at: Option<Timestamp>,
    /// When the person declined.
    pub declined_at: Option<Timestamp>,
}
