use records::Member;
use shared::api::{Body, Call, Created, Creates, New};

use crate::{managed, owners, photo, same_email, tax};

/// Creates a member whose e-mail no other member of the merchant has.
pub async fn create(call: Call, Body(new): Body<New<Member>>) -> Creates<Member> {
    let mut member = call.new_record(Member::from(new.fields), new.metadata);
    managed::at_only_location(&call, &mut member.body);
    managed::check(&call, None, &member.body)?;
    photo::require_new(&call, &member.body, None).await?;
    tax::check(&call, &member.body).await?;
    let mut transaction = call.transaction();
    call.require_new_references(&mut transaction, "location_ids", &member.body.location_ids, &[]).await?;
    transaction.create(&member);
    owners::count(&call, &mut transaction, None, &member.body)?;
    let email = member.body.email.clone();
    same_email::name_holder(&call, &email, call.commit(transaction, Created(member)).await).await
}
