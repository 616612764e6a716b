//! What a person who acts by a session sees and may change: asked in one place, below every operation.

use records::{Company, CompanyMember, Location, company_member::CompanyRole};
use serde_json::Value;
use store::{Entity, Record};
use uuid::Uuid;
use values::{ApiError, Id, id::Kind as _, visibility};

use crate::{
    UnitOfWork,
    auth::{ManagerActs, SignedIn, Standpoint},
};

/// Fields that tell where a record is, for those who run some locations only.
const PLACES: [&str; 3] = ["location_id", "location_ids", "facts.location_id"];

impl UnitOfWork {
    /// Whether the caller sees a record.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn sees<E: Entity>(&self, record: &Record<E>) -> Result<bool, ApiError> {
        let Some(standpoint) = self.caller.standpoint() else { return Ok(true) };
        match standpoint {
            Standpoint::Operator(_) => Ok(true),
            Standpoint::Anonymous => Ok(E::VISIBILITY.is_listed(false, &body(record)?)),
            Standpoint::Manager(member) => {
                let body = body(record)?;
                let at_theirs_alone = self.caller.acts() == ManagerActs::AtTheirs;
                // Another location is one of a catalogue, but seen as a customer.
                let is_elsewhere = has_place(&body) || (at_theirs_alone && E::KIND == Location::KIND);
                let is_listed = !is_elsewhere && E::VISIBILITY.is_listed(true, &body);
                let is_there = is_listed || is_at(member, record.id.uuid(), &body);
                let may_be_theirs = !at_theirs_alone;
                Ok(is_there || (may_be_theirs && self.is_theirs(member, record).await?))
            }
            Standpoint::Customer(member) => {
                Ok(E::VISIBILITY.is_listed(true, &body(record)?) || self.is_theirs(member, record).await?)
            }
        }
    }

    /// Whether a record is the caller's to change: a client's and an operator's always, a customer's own; at a location
    /// of theirs that of one who runs some, but what names themselves only as a customer may change it.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn owns<E: Entity>(&self, record: &Record<E>) -> Result<bool, ApiError> {
        let Some(standpoint) = self.caller.standpoint() else { return Ok(true) };
        match standpoint {
            Standpoint::Operator(_) => Ok(true),
            Standpoint::Anonymous => Ok(false),
            Standpoint::Manager(member) => {
                let is_at = is_at(member, record.id.uuid(), &body(record)?);
                let may_be_theirs = self.caller.acts() != ManagerActs::AsStaff;
                Ok(is_at && (may_be_theirs || !self.is_theirs(member, record).await?))
            }
            Standpoint::Customer(member) => self.is_theirs(member, record).await,
        }
    }

    /// Whether a record is at a location that one runs who runs some: what belongs to it is theirs to see, too.
    ///
    /// # Errors
    /// 500 when the record does not encode.
    pub fn is_at_theirs<E: Entity>(&self, record: &Record<E>) -> Result<bool, ApiError> {
        match self.caller.standpoint() {
            Some(Standpoint::Manager(member)) => Ok(is_at(member, record.id.uuid(), &body(record)?)),
            None | Some(_) => Ok(false),
        }
    }

    /// Whether a record names a member, or a company that they run, as the one whose it is.
    async fn is_theirs<E: Entity>(&self, member: &SignedIn, record: &Record<E>) -> Result<bool, ApiError> {
        for named in E::VISIBILITY.named(record.id.uuid(), &body(record)?) {
            if self.acts_for(member, named).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a member acts for a customer: for themselves, or for a company that they run.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn acts_for(&self, member: &SignedIn, customer: Uuid) -> Result<bool, ApiError> {
        if member.id.uuid() == customer {
            return Ok(true);
        }
        let Some(place) = member.companies.place(Id::<Company>::new(customer)) else { return Ok(false) };
        let place = self.store.find(self.tenant(), place.cast::<CompanyMember>()).await?;
        Ok(place.is_some_and(|place| place.body.fields.role == CompanyRole::Manager))
    }
}

/// The stored body of a record.
fn body<E: Entity>(record: &Record<E>) -> Result<Value, ApiError> {
    serde_json::to_value(&record.body).map_err(|error| ApiError::internal(format!("a record does not encode: {error}")))
}

/// Whether a record is at a location, or at some.
fn has_place(body: &Value) -> bool {
    let is_place = |place: &Value| place.is_string() || place.as_array().is_some_and(|places| !places.is_empty());
    PLACES.iter().filter_map(|path| visibility::at(body, path)).any(is_place)
}

/// Whether a record is at a location that the member runs. What is nowhere is the merchant's.
fn is_at(member: &SignedIn, id: Uuid, body: &Value) -> bool {
    let runs = |value: &Value| value.as_str().is_some_and(|text| member.runs(text));
    let is_one = member.location_ids.iter().any(|location| location.uuid() == id) || member.id.uuid() == id;
    is_one
        || PLACES.iter().filter_map(|path| visibility::at(body, path)).any(|place| match place {
            Value::Array(places) => places.iter().any(runs),
            place => runs(place),
        })
}
