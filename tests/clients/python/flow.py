"""A location, a member, a room and a booking; the conflict of a second booking; two pages by cursor."""

import os
from datetime import datetime, timedelta, timezone
from uuid import UUID

from colonnade import AuthenticatedClient
from colonnade.api.bookings import create_booking
from colonnade.api.locations import create_location
from colonnade.api.members import create_member, list_members
from colonnade.api.resources import create_resource
from colonnade.models import (
    ApiError,
    BookingCreate,
    CurrencyCode,
    CursorPagination,
    ErrorCode,
    LocationCreate,
    MemberCreate,
    MemberList,
    OpeningHours,
    ResourceCreate,
    ResourceType,
    Weekday,
)
from colonnade.types import UNSET, Unset


def made(answer):
    """The record of an answer; a refusal ends the program with its words."""
    assert answer is not None, "no answer"
    assert not isinstance(answer, ApiError), answer.error.message
    return answer.data


def members(client: AuthenticatedClient, location: UUID, cursor: str | Unset) -> tuple[list[UUID], CursorPagination]:
    """A page of two, and where it lies."""
    page = list_members.sync(client=client, location_id=location, limit=2, cursor=cursor)
    assert isinstance(page, MemberList)
    assert isinstance(page.pagination, CursorPagination)
    return [member.id for member in page.data], page.pagination


def main() -> None:
    client = AuthenticatedClient(
        base_url=os.environ["COLONNADE_BASE_URL"],
        token=os.environ["COLONNADE_CLIENT_SECRET"],
        headers={"X-Client-ID": os.environ["COLONNADE_CLIENT_ID"]},
    )
    hours = OpeningHours(weekday=Weekday.MONDAY, opens="08:00", closes="20:00")
    new = LocationCreate(
        name="Serpentine Hall", time_zone="Europe/Amsterdam", currency=CurrencyCode.EUR, opening_hours=[hours]
    )
    location = made(create_location.sync(client=client, body=new))
    people = []
    for name in ("Ann", "Ben", "Cleo"):
        new = MemberCreate(name=name, email=f"{name.lower()}@python.example", location_ids=[location.id])
        people.append(made(create_member.sync(client=client, body=new)))
    new = ResourceCreate(location_id=location.id, name="Quiet room", type_=ResourceType.MEETING_ROOM, capacity=4)
    room = made(create_resource.sync(client=client, body=new))

    # The first Monday at least a week from now, in the forenoon.
    day = datetime.now(timezone.utc) + timedelta(days=7)
    day += timedelta(days=-day.weekday() % 7)
    begin = day.replace(hour=9, minute=0, second=0, microsecond=0)

    def wish(customer: UUID, begins: datetime) -> BookingCreate:
        ends = begins + timedelta(hours=2)
        return BookingCreate(resource_id=room.id, customer_id=customer, start_time=begins, end_time=ends)

    booking = made(create_booking.sync(client=client, body=wish(people[0].id, begin), idempotency_key=f"{room.id}-first"))
    assert booking.status == "confirmed"
    assert booking.cancellation_reason is None

    second = create_booking.sync_detailed(client=client, body=wish(people[1].id, begin + timedelta(hours=1)))
    assert second.status_code == 409
    refusal = second.parsed
    assert isinstance(refusal, ApiError)
    assert refusal.error.code == ErrorCode.BOOKING_CONFLICT
    assert not isinstance(refusal.error.details, Unset)
    assert refusal.error.details.conflicts and refusal.error.details.conflicts[0].start_time == booking.start_time

    first, lies = members(client, location.id, UNSET)
    rest, end = members(client, location.id, lies.next_cursor)
    assert (lies.total_count, len(first), len(rest), end.next_cursor) == (3, 2, 1, "")
    assert len({*first, *rest}) == 3
    print(f"Python: booked {booking.id}, met the conflict, read {lies.total_count} members on two pages")


if __name__ == "__main__":
    main()
