//! Resend an invitation: its time begins anew, also after it ran out.

use chrono::Duration;
use records::company::CompanyStatus;
use records::publication::RequireActive as _;
use shared::api::{Call, Changes, PathId};

use super::{
    MemberRegistration, approve::not_in_state, open, record::RegistrationStatus, references::company_archived,
};

/// Begins the time of an invitation anew, also after it expired.
pub async fn resend(call: Call, PathId(id): PathId<MemberRegistration>) -> Changes<MemberRegistration> {
    let mut update = call.update(id).await?;
    if update.present.decided != RegistrationStatus::Invited {
        return Err(not_in_state(update.present.status(call.now)));
    }
    let location = call.require_reference(update.present.location_id, "location_id").await?;
    location.body.check_active("location_id")?;
    update.transaction.require_active(&location, "location_id");
    if let Some(company) = update.present.company_id {
        let company = call.require_reference(company, "company_id").await?;
        if company.body.status == CompanyStatus::Archived {
            return Err(company_archived());
        }
        update.transaction.require_still(&company, "status", &CompanyStatus::Active, company_archived());
    }
    update.after.invited_at = Some(call.now);
    update.after.expires_at = Some(call.now.plus(Duration::days(update.present.valid_days)));
    open::prolong(&mut update.transaction, &update.present, &update.after);
    // If it had expired, another registration may hold the name by now.
    update.transaction.take_over(&update.present.open_key(), id, id, open::taken());
    update.commit().await
}
