//! What holds after every test, for every merchant that it used.

use futures_util::{FutureExt as _, future::BoxFuture};
use local::fsck;
use values::Tenant;
use work::Context;

/// What `fsck` finds to disagree in the data of these merchants.
pub fn disagreements(context: Context, tenants: Vec<Tenant>) -> BoxFuture<'static, Vec<String>> {
    async move {
        match fsck::find_all(&context, &tenants).await {
            Ok(findings) => findings.iter().map(ToString::to_string).collect(),
            Err(fault) => vec![fault.to_string()],
        }
    }
    .boxed()
}
