use records::Plan;
use shared::api::{Body, Call, Created, Creates, New};

/// Creates a plan whose name no other active plan has.
pub async fn create(call: Call, Body(new): Body<New<Plan>>) -> Creates<Plan> {
    new.fields.price.minor_in(new.fields.currency, "price")?;
    let plan = call.new_record(Plan::from(new.fields), new.metadata);
    let mut transaction = call.transaction();
    transaction.create(&plan);
    call.commit(transaction, Created(plan)).await
}
