//! How a resource is listed and shown.

use records::{MembershipPlan, RecordOperation};
use schemars::JsonSchema;
use serde::Serialize;
use store::{Entity, Indexes};
use values::{Currency, Id, Timestamp, UniqueKey};

use crate::resource::{Resource, ResourceFields};

impl Entity for Resource {
    const VISIBILITY: values::Visibility = values::Visibility::catalogue(
        &[("is_active", "true")],
        Some(&[("is_active", "true"), ("visibility", "public")]),
    );
    const PATH: &'static str = "/resources";
    type View = ResourceView;

    fn view(&self, _now: Timestamp) -> ResourceView {
        ResourceView {
            fields: self.fields.clone(),
            child_resource_ids: self.child_resource_ids.clone(),
            currency: self.currency,
            exclusive_membership_plan_ids: self.exclusive_membership_plan_ids.clone(),
            operation: self.operation.clone(),
        }
    }

    fn names(&self) -> Vec<&str> {
        vec![self.name.as_str()]
    }

    fn unique_keys(&self) -> Vec<UniqueKey> {
        vec![UniqueKey::of_name("resource_name", self.name.as_str(), |name| format!("{}#{name}", self.location_id))]
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default()
            .by(&Self::BY_LOCATION, &self.location_id, id)
            .by_any(&Self::BY_PARENT, self.parent_resource_id.as_ref(), id)
            .by_any(&Self::BY_FLOOR, self.floor_id.as_ref(), id)
            .due(self.operation.as_ref().and_then(RecordOperation::due_at))
    }
}

/// Something at a location that can be booked or assigned.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Resource")]
pub struct ResourceView {
    /// Policy, schedule, rates and description, as clients write them.
    #[serde(flatten)]
    pub fields: ResourceFields,
    /// Its parts, oldest first.
    pub child_resource_ids: Vec<Id<Resource>>,
    /// Currency of its prices, the location's; null while it has none.
    pub currency: Option<Currency>,
    /// Membership plans that name it: when there are any, only their subscribers book it.
    pub exclusive_membership_plan_ids: Vec<Id<MembershipPlan>>,
    /// What is carried out for the resource in steps after its request, or was last; null when nothing was.
    pub operation: Option<RecordOperation>,
}
