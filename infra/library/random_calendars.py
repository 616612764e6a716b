"""Random calendars with zones of their own, ranges, exceptions and further dates, and what is busy in them as a foreign program finds it
(`recurring_ical_events`, over `icalendar` and `dateutil`)."""

import random
from datetime import datetime, timedelta, timezone

# Zones that everybody knows, by the names of IANA and Windows, and those that only the calendar knows, as Outlook, Google and Apple write them.
KNOWN = ["UTC", "Europe/Amsterdam", "America/New_York", "Asia/Kolkata", "Australia/Sydney"]
SHIFTS = [("-1SU", 3, "-1SU", 10), ("2SU", 3, "1SU", 11), ("1SU", 10, "1SU", 4), ("-1FR", 4, "-1TH", 9), ("3SA", 9, "2SA", 5)]
WRITTEN = "%Y%m%dT%H%M%S"


def zone(name, chance):
    """The lines of a zone."""
    standard = chance.randrange(-20, 21) * 30
    if chance.random() < 0.2:
        return ["BEGIN:VTIMEZONE", f"TZID:{name}", *part("STANDARD", "16010101T000000", standard, standard), "END:VTIMEZONE"]
    forward, month, back, other = chance.choice(SHIFTS)
    rule = lambda day, month: [f"RRULE:FREQ=YEARLY;BYDAY={day};BYMONTH={month}"]
    summer = standard + chance.choice([60, 60, 30])
    if chance.random() < 0.3:
        # The day from 8 to 14 of a month, as some programs write the second.
        rule = lambda day, month: [f"RRULE:FREQ=YEARLY;BYMONTH={month};BYMONTHDAY=8,9,10,11,12,13,14;BYDAY={day[-2:]}"]
    start = chance.choice(["1970", "2007", "2019"])
    lines = [*part("STANDARD", f"{start}0101T030000", summer, standard, rule(back, other)), *part("DAYLIGHT", f"{start}0101T020000", standard, summer, rule(forward, month))]
    return ["BEGIN:VTIMEZONE", f"TZID:{name}", *lines, "END:VTIMEZONE"]


def part(kind, start, before, after, more=()):
    offset = lambda minutes: f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}{abs(minutes) % 60:02}"
    return [f"BEGIN:{kind}", f"DTSTART:{start}", f"TZOFFSETFROM:{offset(before)}", f"TZOFFSETTO:{offset(after)}", *more, f"END:{kind}"]


class Event:
    """A random event with its exceptions."""

    def __init__(self, uid, day, zones, chance):
        self.uid, self.chance = uid, chance
        self.zone = chance.choice(zones)
        self.start = datetime(day.year, day.month, day.day, chance.randrange(5, 22), chance.choice([0, 15, 30])) - timedelta(days=chance.randrange(0, 60))
        self.length = timedelta(minutes=chance.choice([15, 30, 60, 90]))
        self.frequency, self.step = chance.choice([("DAILY", 1), ("WEEKLY", 7), ("WEEKLY", 14), ("DAILY", 3)])

    def at(self, name, time, parameters=""):
        zone = ":" if self.zone == "UTC" else f";TZID={self.zone}:"
        return f"{name}{parameters}{zone}{time:{WRITTEN}}{'Z' if self.zone == 'UTC' else ''}"

    def occurrence(self):
        return self.start + timedelta(days=self.step * self.chance.randrange(1, 60 // self.step))

    def lines(self):
        """The master, ranges and single exceptions, each about another occurrence."""
        chance, interval = self.chance, self.step if self.frequency == "DAILY" else self.step // 7
        rule = f"RRULE:FREQ={self.frequency};INTERVAL={interval};COUNT={60 // self.step + 12}"
        moved = {self.occurrence() for _ in range(chance.randrange(0, 4))}
        left_out = {self.occurrence() for _ in range(chance.randrange(0, 3))} - moved
        # The foreign program takes a further date away that is on the day of one that is moved or left out.
        days = {time.date() for time in moved | left_out}
        further = [self.occurrence() + timedelta(hours=chance.choice([-3, 4])) for _ in range(chance.randrange(0, 2))]
        further = [time for time in further if time.date() not in days]
        more = [self.at("EXDATE", time) for time in sorted(left_out)] + [self.at("RDATE", time) for time in further]
        yield from self.event(self.start, self.length, [rule, *more])
        for time in sorted(moved):
            start, length = time + timedelta(minutes=chance.choice([-90, 30, 60, 1_500])), self.length + timedelta(minutes=chance.choice([0, 30]))
            parameter = chance.choice(["", ";RANGE=THISANDFUTURE"])
            yield from self.event(start, length, [self.at("RECURRENCE-ID", time, parameter)])

    def event(self, start, length, more):
        times = [self.at("DTSTART", start), self.at("DTEND", start + length)]
        return ["BEGIN:VEVENT", f"UID:{self.uid}", "DTSTAMP:20260101T000000Z", *times, *more, "END:VEVENT"]


def calendar(seed, day, events=4):
    """The text of a random calendar, whose events begin within two months before a day."""
    chance = random.Random(seed)
    names = [f"zone {seed} {number}" for number in range(2)]
    lines = [line for name in names for line in zone(name, chance)]
    for number in range(events):
        lines += Event(f"{seed}-{number}", day, names + [chance.choice(KNOWN)], chance).lines()
    return "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//check//", *lines, "END:VCALENDAR", ""])


def busy(text, window):
    """The times of a window that are busy, as blocks have them: those that overlap are one."""
    import icalendar
    import recurring_ical_events

    found = []
    for event in recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between(*window):
        start, end = (event[name].dt.astimezone(timezone.utc) for name in ("DTSTART", "DTEND"))
        found.append((start, end))
    whole = []
    for start, end in sorted(found):
        if whole and start < whole[-1][1]:
            whole[-1] = (whole[-1][0], max(end, whole[-1][1]))
        else:
            whole.append((start, end))
    return whole
