//! What is read beside a resource: its location, its parent and its children, as this process saw them last. A guess
//! that whoever uses it checks (`store`, hints).

use records::Location;
use store::Record;
use values::Id;
use work::UnitOfWork;

use crate::resource::Resource;

/// What is read beside a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceRelations {
    /// Location at which the resource is.
    pub location_id: Id<Location>,
    /// Resources that share its space as its children.
    pub child_resource_ids: Vec<Id<Resource>>,
    /// Resource of which it is a child; none when it stands alone.
    pub parent_resource_id: Option<Id<Resource>>,
}

impl ResourceRelations {
    /// The relations that a resource had when it was read last, if it was.
    #[must_use]
    pub fn guess(work: &UnitOfWork, resource: Id<Resource>) -> Option<Self> {
        work.store.hint(work.tenant(), resource.uuid())
    }

    /// Remembers the relations of a resource that was read.
    pub fn remember(work: &UnitOfWork, resource: &Record<Resource>) {
        let relations = Self {
            location_id: resource.body.location_id,
            child_resource_ids: resource.body.child_resource_ids.clone(),
            parent_resource_id: resource.body.parent_resource_id,
        };
        work.store.remember(work.tenant(), resource.id.uuid(), relations);
    }
}
