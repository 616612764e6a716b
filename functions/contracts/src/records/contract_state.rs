//! States of a contract, and what led to them.

use agreements::subscription::Subscription;
use money_documents::Invoice;
use records::{Member, logged_event::EventActor};
use scheduling::ResourceAssignment;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{ApiError, Day, EmailAddress, ErrorCode, Id, Name, SealedText, SecretDigest, ShortText, Timestamp};

use super::contract_fields::{ContractSigner, SignatureMethod, SignerType};

/// State of a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContractStatus {
    /// It is being written.
    Draft,
    /// Its text is frozen, and signatures are awaited.
    Issued,
    /// All have signed, and its resources are assigned.
    Signed,
    /// Somebody declined to sign.
    Declined,
    /// It was not signed in time.
    Expired,
    /// It was called off before all had signed.
    Cancelled,
    /// It was signed, and ended before its last day, or is to.
    Terminated,
}

impl ContractStatus {
    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Issued => "issued",
            Self::Signed => "signed",
            Self::Declined => "declined",
            Self::Expired => "expired",
            Self::Cancelled => "cancelled",
            Self::Terminated => "terminated",
        }
    }

    /// Refuses what only a contract in one of `allowed` may.
    ///
    /// # Errors
    /// 409 `invalid_state`.
    pub fn require(self, allowed: &[Self]) -> Result<(), ApiError> {
        if allowed.contains(&self) {
            return Ok(());
        }
        let message = format!("the contract is {}, which does not allow this", self.as_str());
        Err(ApiError::conflict(ErrorCode::InvalidState, message))
    }

    /// Whether it came to nothing.
    #[must_use]
    pub const fn is_void(self) -> bool {
        match self {
            Self::Declined | Self::Expired | Self::Cancelled => true,
            Self::Draft | Self::Issued | Self::Signed | Self::Terminated => false,
        }
    }
}

/// How far a signer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ContractSignerStatus")]
pub enum SignerStatus {
    /// The signature is awaited.
    Pending,
    /// The person has signed the contract.
    Signed,
    /// The person declined to sign, which made the contract `declined`.
    Declined,
}

/// What became of a signer, who has the same position among the signers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signing {
    /// Identifier of the signer.
    pub id: Id<ContractSigner>,
    /// The member whose address it was when the contract was written or issued: once that member was anonymised nobody
    /// is written to there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member_id: Option<Id<Member>>,
    /// The link by which to sign; none where nobody signs by a link, and once it was used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<Link>,
    /// When the person signed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed_at: Option<Timestamp>,
    /// When the person declined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declined_at: Option<Timestamp>,
}

/// What is stored of a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// Digest of the link's token, by which it is known again.
    pub digest: SecretDigest,
    /// The token itself, encrypted for the place that the signer's id is, so that a letter can tell it. None of links
    /// that are older than this field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed_token: Option<SealedText>,
    /// When it is good no more.
    pub expires_at: Timestamp,
}

/// How a contract ends before the day that was agreed on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ContractTermination")]
pub struct Termination {
    /// Reason for which the contract ends early.
    pub reason: TerminationReason,
    /// Its last local day.
    pub date: Day,
    /// Explanation of the reason, in words; empty when none was given.
    pub note: ShortText,
    /// When that was said.
    pub terminated_at: Timestamp,
}

/// Why a contract ends before its last day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TerminationReason {
    /// Nobody could prevent it.
    ForceMajeure,
    /// Location and customer agree on the end.
    MutualAgreement,
    /// The rules of the place were broken.
    PolicyViolation,
    /// The customer is not content.
    ProductUnsatisfactory,
    /// A reason that is none of the others.
    Other,
}

/// Notice that a contract is not to go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ContractNotice")]
pub struct Notice {
    /// When it was served.
    pub served_at: Timestamp,
    /// Last local day of the contract.
    pub last_date: Day,
    /// What was said with the notice, in words; empty when nothing was.
    pub note: ShortText,
}

/// What signing has made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// The assignments that its last signature makes, in the order of its items: their days are held until then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<Id<ResourceAssignment>>,
    /// Assignments of its resources, in the order of its items.
    #[serde(default)]
    pub assignments: Vec<Id<ResourceAssignment>>,
    /// Subscriptions to its plans, in the order of its items.
    #[serde(default)]
    pub subscriptions: Vec<Id<Subscription>>,
    /// The invoice of its items.
    #[serde(default)]
    pub invoice_id: Option<Id<Invoice>>,
    /// Whether the rest will not be made, because the contract was terminated before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_given_up: bool,
}

/// Something that is still to be done of a contract after the request that decided it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// What is to be done of the contract.
    pub kind: TaskKind,
    /// When it is gone on with.
    pub due_at: Timestamp,
    /// Why it could not be done when it was tried last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<ShortText>,
    /// How often in a row it could not be done.
    #[serde(default)]
    pub failures: u32,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskKind {
    /// Subscriptions or an invoice are made, as `on_signed` says.
    OnSigned,
    /// Its subscriptions end with its last day.
    End(EndTerms),
}

/// What the end of its subscriptions costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndTerms {
    /// Percent of the dues still owed of a commitment; each subscription's own when none.
    pub fee_percent: Option<values::Percent>,
    /// What becomes of the days after it that were charged.
    pub proration: billing::proration::ProrationMode,
}

/// How far what `on_signed` says is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnSignedStatus {
    /// Not all have signed, or there is nothing to do.
    NotDue,
    /// It is being done.
    Pending,
    /// It could not be done, and is tried again after ten minutes, after an hour, and then each day;
    /// `on_signed_failure` says why.
    Failed,
    /// The contract was terminated before all of it was done; the rest will not be.
    Cancelled,
    /// Subscriptions or the invoice were made, as `on_signed` says.
    Done,
}

/// An entry of the trail, as its content has it.
#[derive(Debug, Serialize)]
pub struct TrailContent {
    /// Contract to which it happened.
    pub contract_id: Id<()>,
    /// Its place, from 1.
    pub sequence: usize,
    /// Instant at which it happened.
    pub at: Timestamp,
    /// Who did it: a signer by a link does it through the client of the page.
    pub actor: EventActor,
    /// SHA-256 of the text that is signed.
    pub document_hash: String,
    /// What happened, with what belongs to it.
    #[serde(flatten)]
    pub event: TrailEvent,
}

/// Something that happens to a contract.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum TrailEvent {
    /// Its text was frozen.
    Issued {
        /// Number of the contract at its location.
        number: i64,
        /// Who is to sign, by what.
        signature_method: SignatureMethod,
        /// Who is to sign.
        signers: Vec<TrailSigner>,
    },
    /// A signer got a new link, in place of the one before.
    LinkRenewed {
        /// Signer who got the new link.
        signer_id: Id<ContractSigner>,
    },
    /// A signer has signed the contract.
    Signed {
        /// Signer who signed the contract.
        signer_id: Id<ContractSigner>,
        /// From where, as the client told it.
        ip_address: ShortText,
        /// With what, as the client told it.
        user_agent: ShortText,
    },
    /// A signer declined, and the contract came to nothing.
    Declined {
        /// Signer who declined to sign.
        signer_id: Id<ContractSigner>,
        /// From where, as the client told it.
        ip_address: ShortText,
        /// With what, as the client told it.
        user_agent: ShortText,
        /// Reason for declining, in words; empty when none was given.
        reason: ShortText,
    },
    /// The last of its signers has signed.
    Completed,
    /// It was called off.
    Cancelled,
    /// It was not signed in time.
    Expired,
    /// It ends with this day.
    NoticeServed {
        /// Last local day of the contract, by the notice.
        last_date: Day,
    },
    /// A contract that follows it was signed.
    Renewed {
        /// Contract that follows this one.
        renewal_id: Id<()>,
    },
    /// It ends with this day, before it would have.
    Terminated {
        /// Reason for which the contract ends early.
        reason: TerminationReason,
        /// Last local day of the contract, by the termination.
        date: Day,
    },
}

/// Who is to sign.
#[derive(Debug, Serialize)]
pub struct TrailSigner {
    /// Identifier of the signer within the contract.
    pub signer_id: Id<ContractSigner>,
    /// Party for whom the person signs.
    #[serde(rename = "type")]
    pub signer_type: SignerType,
    /// Name of the person who signs.
    pub name: Name,
    /// E-mail address to which the signer's link is sent.
    pub email: EmailAddress,
    /// Place in the order of signing; whoever has a lower number signs before.
    pub order: u32,
}
