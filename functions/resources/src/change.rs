//! A change of a resource that existing bookings must fit into (`docs/areas/resources.md`, 9 to 13).

use scheduling::{
    Resource, ResourceAssignments,
    claims::{self, Going, OnFutureBookings},
    closing,
    slot::{Slot, SlotKind},
    upcoming::{overfull, read_ahead},
};
use shared::api::Call;
use store::Record;
use values::{ApiError, ErrorCode, TimeZone};

/// Instants that a refusal names.
const INSTANTS_NAMED: usize = 3;

/// Parts of a change that existing bookings may contradict.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// How it goes, if it does.
    pub going: Option<Going>,
    /// How many units it had and will have.
    pub units: Option<(u32, u32)>,
}

impl Change {
    /// What becomes stricter from one state to another.
    #[must_use]
    pub fn between(before: &Resource, after: &Resource, on_future_bookings: Option<OnFutureBookings>) -> Self {
        Self {
            going: (before.is_active && !after.is_active).then_some(Going::Deactivated(on_future_bookings)),
            units: (before.units != after.units).then_some((before.units, after.units)),
        }
    }

    /// Whether the resource's calendar has nothing to say about it: it does not go, or all that is there may stay.
    fn is_none(&self) -> bool {
        let stays = matches!(self.going, None | Some(Going::Deactivated(Some(OnFutureBookings::Keep))));
        stays && self.units.is_none()
    }

    /// Closes the records that the change concerns, if existing bookings allow the change: `resource`, unless it is
    /// new, and the parents that it leaves or joins. The result is these records in the versions on which the change
    /// must be written, in this order.
    ///
    /// # Errors
    /// 409 `in_use` naming the field.
    pub async fn admit(
        &self,
        call: &Call,
        resource: Option<&Record<Resource>>,
        parents: &[Record<Resource>],
        zone: TimeZone,
    ) -> Result<Vec<Record<Resource>>, ApiError> {
        if self.is_none() && parents.is_empty() {
            return Ok(Vec::new());
        }
        self.check(call, resource, parents, zone).await?;
        let closed: Vec<Record<Resource>> = resource.into_iter().chain(parents).cloned().collect();
        let closed = closing::close(call, &closed).await?;
        let checked = self.check(call, resource, parents, zone).await;
        closing::reopen_unless_done(call, &closed, checked).await?;
        Ok(closed)
    }

    async fn check(
        &self,
        call: &Call,
        resource: Option<&Record<Resource>>,
        parents: &[Record<Resource>],
        zone: TimeZone,
    ) -> Result<(), ApiError> {
        let own = match resource {
            Some(resource) => read_ahead(call, resource.id).await?,
            None => Vec::new(),
        };
        if let Some(going) = self.going {
            claims::refuse(&claims::read_in_calendars(call, &own).await?, going, said(going))?;
        }
        if !parents.is_empty() {
            check_parents(call, parents, !own.is_empty()).await?;
        }
        match resource.zip(self.units) {
            Some((resource, units)) => check_units(call, resource, own, units, zone).await,
            None => Ok(()),
        }
    }
}

/// The field that a refusal names, and what it says.
#[must_use]
pub const fn said(going: Going) -> (&'static str, &'static str) {
    match going {
        Going::Archived => (
            "id",
            "the resource is booked, held, assigned, or taken by an event, a ticket or a contract, now or later",
        ),
        Going::Deactivated(None) => (
            "is_active",
            "the resource is booked, held, or taken by an event, a ticket or a contract, now or later; say what becomes of it with \
             on_future_bookings",
        ),
        Going::Deactivated(Some(_)) => (
            "is_active",
            "an event, a ticket or a contract takes the resource, now or later, which on_future_bookings does not end: cancel \
             it, or give it another resource, first",
        ),
    }
}

/// What a booking takes of a parent and its children is fixed when it is made.
async fn check_parents(call: &Call, parents: &[Record<Resource>], mut is_taken: bool) -> Result<(), ApiError> {
    for parent in parents {
        is_taken = is_taken || !read_ahead(call, parent.id).await?.is_empty();
    }
    let message = "the resource or the whole is booked, held or blocked, now or later";
    if is_taken { Err(in_use("parent_resource_id", message)) } else { Ok(()) }
}

/// Fewer units must be enough for what is taken. What took all units, a block or a booking of its parent,
/// would leave additional ones free.
async fn check_units(
    call: &Call,
    resource: &Record<Resource>,
    mut taken: Vec<Slot>,
    (before, after): (u32, u32),
    zone: TimeZone,
) -> Result<(), ApiError> {
    let is_child = resource.body.parent_resource_id.is_some();
    if before < after {
        let takes_all = |slot: &Slot| slot.kind == SlotKind::Block || (is_child && slot.units == before);
        let all_taken = taken.iter().find(|slot| takes_all(slot)).map(|slot| slot.start);
        return all_taken.map_or(Ok(()), |at| Err(in_use("units", format!("all units are taken at {at}"))));
    }
    taken.retain(|slot| slot.kind != SlotKind::Block);
    let book = ResourceAssignments::read(call, &[ResourceAssignments::id_of(resource.id)]).await?;
    let instants = overfull(&taken, book.first().map(|book| &book.body), after, zone, call.now);
    if instants.is_empty() {
        return Ok(());
    }
    let named: Vec<String> = instants.iter().take(INSTANTS_NAMED).map(ToString::to_string).collect();
    let more = if instants.len() > INSTANTS_NAMED { " and later" } else { "" };
    Err(in_use("units", format!("more than {after} units are taken at {}{more}", named.join(", "))))
}

/// 409: something that customers have still needs it.
#[must_use]
pub fn in_use(field: &'static str, message: impl Into<std::borrow::Cow<'static, str>>) -> ApiError {
    ApiError::conflict(ErrorCode::InUse, message).at(field, "in_use")
}
