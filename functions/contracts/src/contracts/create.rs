//! Create a contract: a draft, which can be changed until it is issued.

use records::publication::RequireActive as _;
use shared::api::{Body, Call, Created, Creates, New, retry};

use crate::{records::contract::Contract, rules::drafting};

/// Makes a draft, which keeps the text that its template has now.
pub async fn create(call: Call, Body(new): Body<New<Contract>>) -> Creates<Contract> {
    retry(&call, || attempt(&call, &new)).await
}

async fn attempt(call: &Call, new: &New<Contract>) -> Creates<Contract> {
    let mut transaction = call.transaction();
    call.welcome_customer(&mut transaction, new.fields.customer_id, "customer_id").await?;
    let location = call.require_reference(new.fields.location_id, "location_id").await?;
    location.body.check_active("location_id")?;
    transaction.require_active(&location, "location_id");
    let drafted = (new.fields.clone(), new.metadata.clone());
    let contract = drafting::add(call, &mut transaction, drafted, &location, "").await?;
    call.commit(transaction, Created(contract)).await
}
