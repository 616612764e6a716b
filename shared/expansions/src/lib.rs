//! What records of several areas name, in short: shown beside them where a request asks for it by `expand`
//! (`docs/decisions/0063-expand-and-ids.md`). Each is shown to those alone who see it by itself.

pub mod customer;
mod declared;
mod location;
mod membership_plan;
mod resource;
pub mod seen;

pub use self::{
    customer::{Companies, Customers, Members},
    declared::{OF_BOOKINGS, OF_DOCUMENTS, OF_SUBSCRIPTIONS},
    location::Locations,
    membership_plan::MembershipPlans,
    resource::Resources,
};
use values::{Access, Area, Scope};

/// The scope that takes to read what is of an area.
const fn reading(area: Area) -> Scope {
    Scope { area, access: Access::Read }
}
