//! The resources of a contract. Its issue holds their days, so that nothing else takes them and they stay, until the
//! last signature assigns all of them in its transaction, or the contract comes to nothing. So an office is in no two
//! contracts on the same day that wait for signatures or are signed. Their end moves in the transaction that decides
//! it.

use scheduling::{
    Resource, ResourceAssignment, assigning::AssignableResource, origin::Origin, resource_assignment::Held,
};
use shared::api::Call;
use store::{Record, Transaction};
use values::{ApiError, Customer, Day, Id, Timestamp};

use super::checks::at_field;
use crate::records::contract::Contract;

/// Most actions that the assignments of one contract add to its transaction.
const ACTIONS_MAX: usize = 75;

/// What a contract assigns.
pub struct Parts(Vec<Part>);

/// One resource of a contract.
struct Part {
    field: String,
    units: u32,
    assignable: AssignableResource,
}

impl Parts {
    /// Reads the resources of a contract, which must be active.
    ///
    /// # Errors
    /// 422 naming `items[n].resource_id`: what is not there or not active, shares its space with another item, or would
    /// not fit one transaction.
    pub async fn read(call: &Call, contract: &Contract) -> Result<Self, ApiError> {
        let mut parts: Vec<Part> = Vec::new();
        let mut actions = 0;
        for (position, item) in contract.items.iter().enumerate() {
            let Some(id) = item.resource_id else { continue };
            let field = format!("items[{position}].resource_id");
            let assignable =
                AssignableResource::read_for_new(call, id).await.map_err(|refusal| at_field(&field, refusal))?;
            let sharing = assignable.sharing();
            if parts.iter().any(|other| sharing.contains(&other.assignable.resource.id)) {
                let message = "it shares its space with the resource of another item";
                return Err(ApiError::rule(field, "shares_space", message));
            }
            actions += assignable.actions();
            if actions > ACTIONS_MAX {
                let message = "the resources of the contract have too many parts to be assigned at once";
                return Err(ApiError::rule(field, "too_many_resources", message));
            }
            parts.push(Part { field, units: item.quantity, assignable });
        }
        Ok(Self(parts))
    }

    /// Refuses what is assigned or booked already on the contract's days.
    ///
    /// # Errors
    /// 409 `booking_conflict` naming `items[n].resource_id`.
    pub async fn check_free(&self, call: &Call, contract: &Record<Contract>) -> Result<(), ApiError> {
        for part in &self.0 {
            let new = part.assignment(contract);
            part.assignable.check_free(call, &new).await.map_err(|refusal| at_field(&part.field, refusal))?;
        }
        Ok(())
    }

    /// Holds their days in `transaction` until an instant, for assignments of these ids. What comes of it must be given
    /// to [`Self::reopen_unless_done`].
    ///
    /// # Errors
    /// 409 `booking_conflict` naming `items[n].resource_id`.
    pub async fn hold(
        &mut self,
        call: &Call,
        transaction: &mut Transaction,
        contract: &Record<Contract>,
        until: Timestamp,
    ) -> Result<Vec<Id<ResourceAssignment>>, ApiError> {
        let mut ids = Vec::with_capacity(self.0.len());
        let mut required = Vec::new();
        let held = Held { by: contract.id.cast(), until };
        for part in &mut self.0 {
            let id = call.ids.next();
            let new = part.assignment(contract);
            let taken = part.assignable.hold_beside(call, transaction, id, &new, held, &mut required).await;
            taken.map_err(|refusal| at_field(&part.field, refusal))?;
            ids.push(id);
        }
        Ok(ids)
    }

    /// Assigns them in `transaction`, in place of what was held. What comes of it must be given to
    /// [`Self::reopen_unless_done`].
    ///
    /// # Errors
    /// 409 `booking_conflict` naming `items[n].resource_id`.
    pub async fn take(
        &mut self,
        call: &Call,
        transaction: &mut Transaction,
        contract: &Record<Contract>,
    ) -> Result<Vec<Id<ResourceAssignment>>, ApiError> {
        let mut made = Vec::with_capacity(self.0.len());
        let mut required = Vec::new();
        for (position, part) in self.0.iter_mut().enumerate() {
            let mut assignment = call.new_record(part.assignment(contract), None);
            // One that was issued before resources were held has none.
            if let Some(id) = contract.body.made.held.get(position) {
                assignment.id = *id;
            }
            let taken = part.assignable.take_beside(call, transaction, &assignment, &mut required).await;
            taken.map_err(|refusal| at_field(&part.field, refusal))?;
            transaction.add(&Customer::assignments(contract.body.customer_id), 1);
            transaction.begin(&assignment);
            made.push(assignment.id);
        }
        Ok(made)
    }

    /// Opens what was closed when the assignments did not come about.
    ///
    /// # Errors
    /// The outcome's own.
    pub async fn reopen_unless_done<T>(&self, call: &Call, outcome: Result<T, ApiError>) -> Result<T, ApiError> {
        let mut outcome = outcome;
        for part in &self.0 {
            outcome = part.assignable.reopen_unless_done(call, outcome).await;
        }
        outcome
    }
}

impl Part {
    fn assignment(&self, contract: &Record<Contract>) -> ResourceAssignment {
        let resource: &Record<Resource> = &self.assignable.resource;
        ResourceAssignment {
            resource_id: resource.id,
            location_id: contract.body.location_id,
            customer_id: contract.body.customer_id,
            subscription_id: None,
            units: Some(self.units),
            start_date: contract.body.start_date,
            end_date: contract.body.known_end(),
            made_by: Some(Origin::of(contract.id)),
            is_counted: true,
        }
    }
}

/// Gives back in `transaction` what was held for a contract that comes to nothing.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn release(call: &Call, transaction: &mut Transaction, contract: &Contract) -> Result<(), ApiError> {
    let resources = contract.items.iter().filter_map(|item| item.resource_id);
    for (resource, held) in resources.zip(&contract.made.held) {
        AssignableResource::read(call, resource).await?.free(call, transaction, *held)?;
    }
    Ok(())
}

/// Ends the assignments of a contract with a day, in the transaction that decides it.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn end_with(
    call: &Call,
    transaction: &mut Transaction,
    contract: &Contract,
    last: Day,
) -> Result<(), ApiError> {
    for assignment in call.store.find_all(call.tenant(), &contract.made.assignments).await? {
        let resource = call.store.find::<Resource>(call.tenant(), assignment.body.resource_id).await?;
        // One that is gone, or is not assigned any more, has nothing to give back.
        if resource.is_some_and(|resource| resource.body.resource_type.is_assignable()) {
            let assignable = AssignableResource::read(call, assignment.body.resource_id).await?;
            assignable.end_with(call, transaction, &assignment, last)?;
        }
    }
    Ok(())
}
