"""What operations ask of the table: partitions, units and the items that other requests may share.

Keys are those of docs/DATA-MODEL.md; units those of docs/PERFORMANCE.md, put down to the partitions they fall on from the code that is
named beside each operation. A partition that begins with `shared ` is one of the single merchant of all locations.
"""

from collections import deque

from scale_simulation import Operation

# As requests counted when this was simulated; now the consumer of the stream and the sweep do (decision 46). A unit for
# each 20 changes.
SETTLED_MS = 60_000
READ_BY_A_COUNT = 400
WRITES_BETWEEN_COUNTS = 32
CHANGES_MIN = 32
WAITING_MAX = 200
CHANGES_A_UNIT = 20
COUNT_UNITS = 40


# Letters of an entry of a row of turns (shared/store/src/calendar_entry.rs, `text`): start, state, one turn, three
# subjects.
TURN_ENTRY_BYTES = len("1795424400000.1.1795428000000:3.") + 3 * 23 + 2 + 4
ITEM_BYTES_MAX = 400 * 1_024


class CalendarChanges:
    """Changes of a merchant's lists of bookings that readers add to the counts (decision 46).

    `share` is the part of them that is simulated. A count looks at the 400 oldest items; counted ones among them are deleted a minute after
    the last count. It takes no time here.
    """

    def __init__(self, share=1.0):
        self.share = share
        self.waiting, self.counted, self.counted_at, self.written = deque(), 0, -SETTLED_MS, 0

    def add(self, now):
        """A booking was made, moved, ended or cancelled; after some of them the process counts."""
        self.waiting.append(now)
        self.written += 1
        if self.written % max(1, int(WRITES_BETWEEN_COUNTS * self.share)) == 0:
            self.count(now, CHANGES_MIN)

    def stored(self):
        """Items that a reader looks through."""
        return (len(self.waiting) + self.counted) / self.share

    def settled(self, now, most):
        """How many of the first that wait are older than a minute."""
        count = 0
        for begun_at in self.waiting:
            if count >= most or begun_at > now - SETTLED_MS:
                break
            count += 1
        return count

    def read(self, now):
        """Somebody reads the list's counts, and counts changes when many wait; the units of reading the changes."""
        units = 1 + self.stored() / CHANGES_A_UNIT
        if self.settled(now, WAITING_MAX * self.share + 1) >= max(1, WAITING_MAX * self.share):
            units += COUNT_UNITS
            self.count(now, 1)
        return units

    def count(self, now, fewest):
        """`Store::fold`."""
        most = max(1, int(READ_BY_A_COUNT * self.share))
        deleted = min(self.counted, most) if now - self.counted_at >= SETTLED_MS else 0
        new = self.settled(now, most - min(self.counted, most))
        new = new if new >= fewest * self.share else 0
        self.counted += new - deleted
        for _ in range(new):
            self.waiting.popleft()
        if new:
            self.counted_at = now


class Merchant:
    """Names of a merchant's partitions, and its calendar's changes.

    There is one list of changes; several, told apart by location, are what docs/SCALE.md proposes.
    """

    def __init__(self, number, is_shared, share, lists_of_changes=1):
        self.prefix = "shared " if is_shared else f"{number} "
        self.number = number
        self.changes = [CalendarChanges(share if is_shared else 1.0) for _ in range(lists_of_changes)]

    def changes_at(self, location):
        """Where changes at a location are, and their partition."""
        number = location % len(self.changes)
        return self.changes[number], self.partition(f"M#calendar-changes#booking{'#' + str(number) if number else ''} (end)")

    def changes_stored(self):
        """Items of changes in all lists of them."""
        return sum(changes.stored() for changes in self.changes)

    def partition(self, name):
        """A partition whose key has nothing but the merchant before `name`."""
        return self.prefix + name

    def own(self, name):
        """A partition whose key has an id, so that it is not one for all locations."""
        return f"{self.number} {name}"


def book(merchant, location, now, random, by_credits=True, resource=None, day=0):
    """functions/bookings/src/create.rs, schedule_snapshot.rs (`write`), customer_bookings.rs, paying.rs, calendar/change.rs."""
    part, own = merchant.partition, merchant.own
    if resource is None:
        # Most book a desk of the location's one pool, for today; the others one of 20 rooms, in the next days.
        is_desk = random.random() < 0.6
        resource = f"{location}/pool" if is_desk else f"{location}/room{random.randrange(20)}"
        day = 0 if is_desk else random.randrange(10)
    customer = f"{location}/member{random.randrange(150)}"
    changes, changes_partition = merchant.changes_at(location)
    changes.add(now)
    reads = [(part("M#resource"), 1), (part("M#location"), 1), (part("M#member"), 1), (own(f"M#calendar#{resource}"), 1),
             (part("M#resource_assignments"), 1), (own(f"M#customer_subscriptions#{customer}"), 1)]
    writes = [(part("M#booking (end)"), 4), (part("gsi4 M#booking#all"), 2), (own(f"gsi1 M#booking#location#{location}"), 2),
              (own(f"gsi2 M#booking#resource#{resource}"), 2), (own(f"gsi3 M#booking#customer#{customer}"), 2),
              (f"shared gsi5 due#{random.randrange(8)}", 1), (changes_partition, 2),
              (own(f"M#calendar#{resource}"), 4), (part("M#resource"), 2), (part("M#resource_assignments"), 2),
              (own(f"M#counter#customer_bookings#{customer}"), 2), (own(f"M#idempotency {now} {customer}"), 2)]
    items = [f"{merchant.number} resource {resource}", f"{merchant.number} calendar {resource} {day}", f"{merchant.number} bookings {customer}"]
    versioned = [items[1]]
    if by_credits:
        reads += [(part("M#merchant"), 1), (part("M#wallet"), 1)]
        writes += [(part("M#wallet"), 2), (part("M#credit_transaction (end)"), 2), (own(f"gsi1 M#credit_transaction#{customer}"), 1),
                   (own(f"gsi2 M#credit_transaction#location#{location}"), 1)]
        items.append(f"{merchant.number} wallet {customer}")
        versioned.append(items[-1])
    return Operation("book", "bookings", reads, writes, items, versioned, 3)


def check_in(merchant, location, now, random):
    """functions/members/src/check_ins/create.rs: the location and the member are conditions of the transaction."""
    part, own = merchant.partition, merchant.own
    member = f"{location}/member{random.randrange(150)}"
    reads = [(part("M#member"), 1), (part("M#location"), 1), (own(f"M#check_in_presence#{member}"), 1),
             (own(f"M#customer_subscriptions#{member}"), 1)]
    writes = [(part("M#check_in (end)"), 2), (own(f"gsi2 M#check_in#location#{location}"), 1), (own(f"gsi3 M#check_in#customer#{member}"), 1),
              (part("M#location"), 2), (part("M#member"), 2), (own(f"M#check_in_presence#{member}"), 2),
              (own(f"M#customer_subscriptions#{member}"), 2)]
    items = [f"{merchant.number} location {location}", f"{merchant.number} member {member}", f"{merchant.number} presence {member}"]
    return Operation("check in", "members", reads, writes, items, items[2:], 2)


def visit(merchant, location, now, random):
    """functions/visitors/src/visits/create.rs: an invitation."""
    part, own = merchant.partition, merchant.own
    reads = [(part("M#location"), 1), (part("M#member"), 1), (own(f"M#visitor_blocklist {now}"), 1)]
    writes = [(part("M#visitor_visit (end)"), 4), (own(f"gsi1 M#visitor_visit#location#{location}"), 2), (part("gsi4 M#visitor_visit#all"), 2),
              (own(f"gsi3 M#visitor_visit#customer {now}"), 2), (f"shared gsi5 due#{random.randrange(8)}", 1), (part("M#location"), 2),
              (part("M#member"), 2), (own(f"M#counter#location_visits#{location}"), 2), (own(f"M#unique {now}"), 2)]
    items = [f"{merchant.number} location {location}", f"{merchant.number} visits {location}"]
    return Operation("invite a visitor", "visitors", reads, writes, items, (), 3)


def register(merchant, location, now, random):
    """functions/events/src/rules/registering.rs and seat_changes.rs: the seats of the event are one record."""
    part, own = merchant.partition, merchant.own
    customer = f"{location}/member{random.randrange(150)}"
    reads = [(part("M#event"), 1), (part("M#event_seats"), 1), (part("M#location"), 1), (part("M#member"), 1)]
    writes = [(part("M#event_registration (end)"), 4), (own(f"gsi1 M#event_registration#event#{location}"), 2),
              (own(f"gsi2 M#event_registration#customer#{customer}"), 2), (part("M#event_seats"), 4), (part("M#event"), 2),
              (part("M#location"), 2), (part("M#member"), 2), (own(f"M#counter#event_seats_held {customer}"), 2),
              (own(f"M#counter#customer_event_registrations#{customer}"), 2), (f"shared gsi5 due#{random.randrange(8)}", 1)]
    items = [f"{merchant.number} seats {location}", f"{merchant.number} location {location}", f"{merchant.number} event {location}"]
    return Operation("register for an event", "events", reads, writes, items, items[:1], 3)


def issue(merchant, location, now, random):
    """shared/money_documents/src/issuing.rs and number.rs: the number is a counter of the merchant's sequence."""
    part, own = merchant.partition, merchant.own
    reads = [(part("M#invoice"), 1), (part("M#merchant"), 1), (part("M#location"), 1), (part("M#member"), 1), (part("M#wallet"), 1),
             (part("M#counter#invoices_numbered"), 1)]
    writes = [(part("M#invoice (end)"), 8), (part("gsi4 M#invoice#all"), 4), (own(f"gsi1 M#invoice#customer {now}"), 4),
              (part("M#counter#invoices_numbered"), 2), (part("M#journal_entry (end)"), 2), (part("gsi2 M#journal_entry#all"), 1),
              (own(f"gsi1 M#journal_entry#customer {now}"), 1), (own(f"M#unique {now}"), 2), (f"shared gsi5 due#{random.randrange(8)}", 2)]
    items = [f"{merchant.prefix}invoice number"]
    return Operation("issue an invoice", "invoices", reads, writes, items, items, 3)


def counted_list(merchant, location, now, random):
    """shared/store/src/lists/buckets/page.rs: a location's bookings of a day, which are more than a page."""
    changes, changes_partition = merchant.changes_at(location)
    reads = [(changes_partition, changes.read(now)),
             (merchant.own(f"M#calendar-counts#booking#{location}"), 1), (merchant.own(f"gsi1 M#booking#location#{location}"), 5)]
    return Operation("list bookings, counted", "bookings", reads, round_trips=2)


# Name, area, what is read (partition of the merchant, units) and partitions of the location's own, round trips:
# docs/PERFORMANCE.md.
READERS = {
    "list of a resource's month": ("bookings", [], [("gsi2 M#booking#resource", 1)], 1),
    "quote": ("bookings", [("M#resource", 1), ("M#location", 1), ("M#member", 1), ("M#resource_assignments", 1)], [("M#calendar", 2)], 2),
    "get a booking": ("bookings", [("M#booking", 1)], [], 1),
    "get a member": ("members", [("M#member", 1)], [("M#customer_subscriptions", 1)], 1),
    "balances": ("members", [("M#wallet", 1), ("M#member", 1)], [("of the customer", 3)], 1),
    "list of twenty members": ("members", [("M#member", 13), ("M#member#counts", 1)], [("M#customer_subscriptions", 1)], 2),
    "posts of a location": ("feed", [("M#location", 1), ("M#member", 1), ("M#feed_post", 4), ("gsi1 M#feed_post_entry#everywhere", 0.5)],
                            [("of the location", 2)], 4),
}


def reader(name):
    """A function that makes an operation that only reads."""
    area, shared, own, round_trips = READERS[name]

    def make(merchant, location, now, random):
        reads = [(merchant.partition(partition), units) for partition, units in shared]
        reads += [(merchant.own(f"{partition} {location}"), units) for partition, units in own]
        return Operation(name, area, reads, round_trips=round_trips)

    return make
