//! Contract: the stored record, and what follows from it and the time.

use billing::{
    notice::first_end_from,
    period::{local_day, plus_days, start_of},
};
use chrono::Months;
use records::Location;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes, holds_fields};
use values::{
    ApiError, Counter, Currency, Customer, Day, Id, Kind, KindName, Metadata, ShortText, TimeZone, Timestamp,
};

use super::{
    contract_fields::{ContractFields, ContractSigner, OnSigned},
    contract_state::{
        ContractStatus, Made, Notice, OnSignedStatus, SignerStatus, Signing, Task, TaskKind, Termination,
    },
    contract_view::{ContractView, SignerView},
    days::{ContractDays, Stage},
    moments::Moments,
    template::ContractTemplate,
    terms::{ContractTerms, PLAN_BYTES_MAX},
};

/// Most bytes of what clients write of a contract, as JSON: what happens to it later has room beside that.
const FIELDS_BYTES_MAX: usize = 38 * 1024;

/// A contract as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contract {
    /// Fields of the contract that clients write.
    #[serde(flatten)]
    pub fields: ContractFields,
    /// Currency of its amounts: the location's, which cannot change while there is a price.
    pub currency: Currency,
    /// Zone in which its days are: the location's when it was made.
    pub zone: TimeZone,
    /// State, as it was written down last.
    pub status: ContractStatus,
    /// Its number at the location, from its issue on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
    /// What became of its signers, in their order in the fields.
    pub signing: Vec<Signing>,
    /// What its plans asked for when it was issued.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms: Option<ContractTerms>,
    /// SHA-256 of the text that is signed, from its issue on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document_hash: Option<String>,
    /// When it was issued.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issued_at: Option<Timestamp>,
    /// When the last one signed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed_at: Option<Timestamp>,
    /// When it came to nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed_at: Option<Timestamp>,
    /// Why it came to nothing, in words.
    #[serde(default)]
    pub closed_reason: ShortText,
    /// How often a signer got a new link.
    #[serde(default)]
    pub links_renewed: u32,
    /// That it is not to go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notice: Option<Notice>,
    /// How it ends before its last day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub termination: Option<Termination>,
    /// The contract that it follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renewed_from_id: Option<Id<Self>>,
    /// The contract that follows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renewal_id: Option<Id<Self>>,
    /// What signing has made.
    #[serde(default)]
    pub made: Made,
    /// What is still to be done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<Task>,
    /// Whether it is counted where it stands in somebody's way: until its end is written down.
    pub is_counted: bool,
    /// Instants at which its state changes.
    pub moments: Moments,
}

holds_fields!(Contract, ContractFields);

impl Contract {
    /// Index of the contracts at a location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");
    /// Index of the contracts of a customer.
    pub const BY_CUSTOMER: IndexBy<Self, Id<Customer>> = IndexBy::new(Index::Second, "customer");
    /// Index of the contracts made from a template.
    pub const BY_TEMPLATE: IndexBy<Self, Id<ContractTemplate>> = IndexBy::new(Index::Third, "template");

    /// A draft of these fields.
    #[must_use]
    pub fn draft(fields: ContractFields, (currency, zone): (Currency, TimeZone), signing: Vec<Signing>) -> Self {
        Self {
            fields,
            currency,
            zone,
            status: ContractStatus::Draft,
            number: None,
            terms: None,
            signing,
            document_hash: None,
            issued_at: None,
            signed_at: None,
            closed_at: None,
            closed_reason: ShortText::default(),
            links_renewed: 0,
            notice: None,
            termination: None,
            renewed_from_id: None,
            renewal_id: None,
            made: Made::default(),
            task: None,
            is_counted: true,
            moments: Moments::default(),
        }
    }

    /// The last number given at a location.
    #[must_use]
    pub fn numbers(location: Id<Location>) -> Counter {
        Counter::new("contract_number", location)
    }

    /// The state at an instant: what was not signed in time has expired, whether that was written down or not.
    #[must_use]
    pub fn status_at(&self, now: Timestamp) -> ContractStatus {
        let is_late = self.moments.signable_until.is_some_and(|until| until <= now);
        if self.status == ContractStatus::Issued && is_late { ContractStatus::Expired } else { self.status }
    }

    /// The local day of an instant.
    ///
    /// # Errors
    /// 500 after the year 9999.
    pub fn day_of(&self, now: Timestamp) -> Result<Day, ApiError> {
        local_day(now, self.zone).ok_or_else(|| ApiError::internal("no day after 9999"))
    }

    /// Its days, and what was decided about its end.
    #[must_use]
    pub fn days(&self) -> ContractDays {
        ContractDays {
            start: self.start_date,
            end: self.end_date,
            term_months: if self.auto_renew { self.renewal_term_months } else { None },
            notice_months: self.notice_months,
            notice_days: self.notice_days,
            notice_end: self.notice.as_ref().map(|notice| notice.last_date),
            terminated_on: self.termination.as_ref().map(|termination| termination.date),
        }
    }

    /// The first last day that notice served on a day can give it where it is open-ended; none after the year 9999.
    #[must_use]
    pub fn earliest_end(&self, served: Day) -> Option<Day> {
        let months_later = served.date().checked_add_months(Months::new(self.notice_months)).and_then(Day::new)?;
        self.end_from(plus_days(months_later, i64::from(self.notice_days))?)
    }

    /// The first day, from this one on, with which an open-ended contract can end; none after the year 9999.
    #[must_use]
    pub fn end_from(&self, day: Day) -> Option<Day> {
        plus_days(first_end_from(plus_days(day, 1)?, self.notice_ends_with)?, -1)
    }

    /// Whether all have signed.
    #[must_use]
    pub const fn is_signed(&self) -> bool {
        match self.status {
            ContractStatus::Signed | ContractStatus::Terminated => true,
            ContractStatus::Draft
            | ContractStatus::Issued
            | ContractStatus::Declined
            | ContractStatus::Expired
            | ContractStatus::Cancelled => false,
        }
    }

    /// Its stage on a day; none unless it was signed.
    #[must_use]
    pub fn stage_on(&self, today: Day) -> Option<Stage> {
        self.is_signed().then(|| self.days().stage(today))
    }

    /// The last day of what it gives, as far as is known: none of what goes on by itself until notice is served.
    #[must_use]
    pub fn known_end(&self) -> Option<Day> {
        let days = self.days();
        let decided = days.terminated_on.or(days.notice_end);
        decided.or(if self.auto_renew { None } else { self.end_date })
    }

    /// Position of the signer with this id.
    #[must_use]
    pub fn position_of(&self, signer: Id<ContractSigner>) -> Option<usize> {
        self.signing.iter().position(|own| own.id == signer)
    }

    /// The number in whose turn it is to sign; none when all have.
    #[must_use]
    pub fn next_order(&self) -> Option<u32> {
        let open = self.signers.iter().zip(&self.signing).filter(|(_, own)| own.signed_at.is_none());
        open.map(|(signer, _)| signer.order).min()
    }

    /// How many of its signers have signed.
    #[must_use]
    pub fn signed_count(&self) -> u32 {
        let signed = self.signing.iter().filter(|own| own.signed_at.is_some()).count();
        u32::try_from(signed).unwrap_or(u32::MAX)
    }

    /// Whether there is anything to be done once all have signed.
    #[must_use]
    pub fn does_something(&self) -> bool {
        match self.on_signed {
            OnSigned::None => false,
            OnSigned::CreateSubscriptions | OnSigned::CreateInvoice => true,
        }
    }

    /// How far what is to be done once all have signed is.
    fn on_signed_status(&self) -> OnSignedStatus {
        let task = self.task.as_ref().filter(|task| task.kind == TaskKind::OnSigned);
        match task {
            Some(task) if task.failure.is_some() => OnSignedStatus::Failed,
            Some(_) => OnSignedStatus::Pending,
            None if self.made.is_given_up => OnSignedStatus::Cancelled,
            None if self.is_signed() && self.does_something() => OnSignedStatus::Done,
            None => OnSignedStatus::NotDue,
        }
    }

    /// The same with its moments as they follow from everything else.
    ///
    /// # Errors
    /// 500 after the year 9999.
    pub fn dated(mut self, now: Timestamp) -> Result<Self, ApiError> {
        let after = |day: Option<Day>| day.and_then(|day| plus_days(day, 1)).and_then(|day| start_of(day, self.zone));
        let task_due = self.task.as_ref().map(|task| task.due_at);
        self.moments = match self.status {
            ContractStatus::Issued => {
                let signable_until = after(self.expires_at);
                Moments { signable_until, due_at: signable_until, ..Moments::default() }
            }
            ContractStatus::Signed | ContractStatus::Terminated => {
                let moments = Moments::of(&self.days(), self.day_of(now)?, self.zone);
                let ends_at = if self.is_counted { moments.ends_at } else { None };
                let due_at = [ends_at, moments.extends_at, self.renewable_after(&moments, now), task_due];
                Moments { due_at: due_at.into_iter().flatten().min(), ..moments }
            }
            ContractStatus::Draft | ContractStatus::Declined | ContractStatus::Expired | ContractStatus::Cancelled => {
                Moments::default()
            }
        };
        Ok(self)
    }

    /// When it comes up for renewal after `now`, unless its end is decided: nothing but an event follows from it.
    fn renewable_after(&self, moments: &Moments, now: Timestamp) -> Option<Timestamp> {
        if self.notice.is_some() || self.termination.is_some() {
            return None;
        }
        let renewable_from = moments.renewable_from?.max(moments.starts_at?);
        (now < renewable_from).then_some(renewable_from)
    }

    /// Refuses a contract that leaves no room for what happens to it later.
    ///
    /// # Errors
    /// 422 `record_too_large` on `body`.
    pub fn check_room(&self, metadata: Option<&Metadata>) -> Result<(), ApiError> {
        let bytes = |encoded: Result<Vec<u8>, _>| encoded.map_or(usize::MAX, |bytes: Vec<u8>| bytes.len());
        let own: Result<Vec<u8>, serde_json::Error> = serde_json::to_vec(&self.fields);
        let keys: Result<Vec<u8>, serde_json::Error> = serde_json::to_vec(&metadata);
        let terms = self.items.iter().filter(|item| item.membership_plan_id.is_some()).count() * PLAN_BYTES_MAX;
        if bytes(own).saturating_add(bytes(keys)).saturating_add(terms) > FIELDS_BYTES_MAX {
            let message = "items, signers and metadata leave no room for what happens to the contract later";
            return Err(ApiError::rule("body", "record_too_large", message));
        }
        Ok(())
    }
}

/// A signer, with what became of the person.
fn shown(signer: &ContractSigner, own: &Signing) -> SignerView {
    let status = match (own.signed_at, own.declined_at) {
        (_, Some(_)) => SignerStatus::Declined,
        (Some(_), None) => SignerStatus::Signed,
        (None, None) => SignerStatus::Pending,
    };
    SignerView {
        id: own.id,
        signer_type: signer.signer_type,
        name: signer.name.clone(),
        email: signer.email.clone(),
        member_id: own.member_id,
        order: signer.order,
        status,
        signed_at: own.signed_at,
        declined_at: own.declined_at,
    }
}

impl Kind for Contract {
    const KIND: KindName = KindName::Contract;
}

impl Entity for Contract {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["customer_id"]);
    const PATH: &'static str = "/contracts";
    type View = ContractView;

    fn view(&self, now: Timestamp) -> ContractView {
        let today = self.day_of(now).unwrap_or(self.start_date);
        let ContractFields { title, items, .. } = self.fields.clone();
        let failure = |is_end: bool| -> ShortText {
            let own = |task: &&Task| matches!(task.kind, TaskKind::End(_)) == is_end;
            self.task.as_ref().filter(own).and_then(|task| task.failure.clone()).unwrap_or_default()
        };
        ContractView {
            number: self.number,
            customer_id: self.customer_id,
            location_id: self.location_id,
            template_id: self.template_id,
            title,
            contract_type: self.contract_type,
            status: self.status_at(now),
            stage: self.stage_on(today),
            start_date: self.start_date,
            end_date: if self.is_signed() { self.days().end_on(today) } else { self.end_date },
            expires_at: self.expires_at,
            auto_renew: self.auto_renew,
            renewal_term_months: self.renewal_term_months,
            notice_days: self.notice_days,
            notice_months: self.notice_months,
            notice_ends_with: self.notice_ends_with,
            items,
            currency: self.currency,
            deposit: self.deposit,
            signed_count: self.signed_count(),
            signers: self.signers.iter().zip(&self.signing).map(|(signer, own)| shown(signer, own)).collect(),
            signature_method: self.signature_method,
            on_signed: self.on_signed,
            on_signed_status: self.on_signed_status(),
            on_signed_failure: failure(false),
            ending_failure: failure(true),
            document_hash: self.document_hash.clone(),
            issued_at: self.issued_at,
            signed_at: self.signed_at,
            closed_at: self.closed_at,
            closed_reason: self.closed_reason.clone(),
            notice: self.notice.clone(),
            termination: self.termination.clone(),
            renewed_from_id: self.renewed_from_id.map(Id::cast),
            renewal_id: self.renewal_id.map(Id::cast),
            resource_assignment_ids: self.made.assignments.clone(),
            subscription_ids: self.made.subscriptions.clone(),
            invoice_id: self.made.invoice_id,
        }
    }

    fn names(&self) -> Vec<&str> {
        vec![self.fields.title.as_str()]
    }

    fn put_away(&self) -> Option<Self> {
        let mut kept = self.clone();
        kept.fields.signers = Vec::new();
        kept.signing = Vec::new();
        kept.fields.title = ShortText::default();
        for item in &mut kept.fields.items {
            item.description = ShortText::default();
        }
        Some(kept)
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default()
            .by(&Self::BY_LOCATION, &self.location_id, id)
            .by(&Self::BY_CUSTOMER, &self.customer_id, id)
            .by(&Self::BY_TEMPLATE, &self.template_id, id)
            .due(self.moments.due_at)
    }
}
