//! A contract that can be issued, with everything that is decided before it has its number. That takes most of the time
//! of an issue and rests on nothing that other issues change, so it is decided once, however often another issue takes
//! the number first.

use billing::period::{days_between, plus_days};
use records::publication::RequireActive as _;
use shared::api::Call;
use store::{Record, Transaction};
use values::{ApiError, Day, Id, Timestamp};

use super::{
    agreed::{self, AgreedItem},
    charging, claims,
    parts::Parts,
    rendering::{self, Parties},
    settling,
};
use crate::records::{contract::Contract, contract_state::ContractStatus, text::ContractText};

/// Days to sign, unless the contract says until when.
const SIGNING_DAYS: i64 = 30;
/// Most days to sign.
const SIGNING_DAYS_MAX: i64 = 180;

/// A draft that can be issued, as it was read and settled.
#[derive(Debug)]
pub struct ReadyContract {
    /// The draft as it was read.
    pub before: Record<Contract>,
    /// The same with everything settled that was left open.
    pub settled: Contract,
    text: Record<ContractText>,
    parties: Parties,
    agreed: Vec<AgreedItem>,
}

impl ReadyContract {
    /// Reads what an issue stands on, and settles what was left open.
    ///
    /// # Errors
    /// 404; 409 `invalid_state`, `booking_conflict`; 422 as `docs/areas/contracts.md`, 9, says.
    pub async fn read(call: &Call, id: Id<Contract>) -> Result<Self, ApiError> {
        let before = call.get_for_change(id).await?;
        before.body.status.require(&[ContractStatus::Draft])?;
        // Each transaction has the conditions of its own: see `require`.
        let mut unused = call.transaction();
        let customer = call.welcome_customer(&mut unused, before.body.customer_id, "customer_id").await?;
        let location = call.require_reference(before.body.location_id, "location_id").await?;
        location.body.check_active("location_id")?;
        let agreed = agreed::read_items(call, &before.body.fields).await?;
        agreed::check_active(&before.body, &agreed)?;
        let mut contract = before.clone();
        settle_days(call, &mut contract.body)?;
        settling::settle(call, &mut contract.body, &agreed, &location.body)?;
        Parts::read(call, &contract.body).await?.check_free(call, &contract).await?;
        charging::check(call, &contract).await?;
        let text = call.store.find(call.tenant(), ContractText::id_of(id)).await?;
        let text = text.ok_or_else(|| ApiError::internal("a contract without its text"))?;
        let parties = Parties::read(call, location, customer).await?;
        Ok(Self { before, settled: contract.body, text, parties, agreed })
    }

    /// Whether the contract is still as it was read.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn is_current(&self, call: &Call) -> Result<bool, ApiError> {
        let now = call.store.find(call.tenant(), self.before.id).await?;
        Ok(now.is_some_and(|now| now.version == self.before.version))
    }

    /// Makes `transaction` fail when the location or the customer are no longer as they must be.
    pub fn require(&self, transaction: &mut Transaction) {
        transaction.require_active(&self.parties.location, "location_id");
        self.parties.customer.require_in(transaction, "customer_id");
    }

    /// Notes in `transaction` what the contract promises from now until an instant.
    pub fn promise(&self, transaction: &mut Transaction, contract: &Contract, time: (Timestamp, Timestamp)) {
        claims::begin(transaction, (self.before.id, contract), &self.agreed, time);
    }

    /// Renders the text of `contract`, which is the settled one with its number, and stores it in place of what it was
    /// rendered from.
    ///
    /// # Errors
    /// 422 naming `template_id`: `text_too_long`, `not_renderable`.
    pub fn freeze(&self, call: &Call, transaction: &mut Transaction, contract: &Contract) -> Result<String, ApiError> {
        let text = rendering::text_of(call, contract, &self.text.body, (&self.parties, &self.agreed))?;
        transaction.replace(&self.text, &call.next_version(&self.text, self.text.body.frozen(text.clone()), None));
        Ok(text)
    }
}

/// Settles until when it can be signed, when that was left open.
fn settle_days(call: &Call, contract: &mut Contract) -> Result<(), ApiError> {
    let today = contract.day_of(call.now)?;
    if contract.end_date.is_some_and(|end| end < today) {
        return Err(ApiError::rule("end_date", "in_the_past", "the contract would have ended already"));
    }
    let last = last_to_sign(contract, today)?;
    contract.fields.expires_at = Some(last);
    Ok(())
}

fn last_to_sign(contract: &Contract, today: Day) -> Result<Day, ApiError> {
    let usual = plus_days(today, SIGNING_DAYS).unwrap_or(today);
    let usual = contract.end_date.map_or(usual, |end| end.min(usual));
    let last = contract.expires_at.unwrap_or(usual);
    if last < today {
        return Err(ApiError::rule("expires_at", "in_the_past", "the last day to sign has passed"));
    }
    if days_between(today, last) > SIGNING_DAYS_MAX {
        let message = format!("a contract is signed within {SIGNING_DAYS_MAX} days of its issue");
        return Err(ApiError::rule("expires_at", "too_late", message));
    }
    Ok(last)
}
