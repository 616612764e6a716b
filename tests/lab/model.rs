//! What the service should do, as plainly as it can be said: things with a start and an end in minutes, and a rule that
//! counts the units in use minute by minute. Nothing here is shared with the code under test.

/// A resource of the model; times before and after bookings are in minutes.
#[derive(Clone, Debug, Default)]
pub struct Place {
    pub units: u32,
    pub before: i64,
    pub after: i64,
    pub parts: Vec<usize>,
    pub approval: bool,
}

/// Time taken in one calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    pub start: i64,
    pub end: i64,
    pub before: i64,
    pub after: i64,
    pub units: u32,
}

impl Slot {
    /// Whether it is in use at a minute, together with its buffer after it or with the `before` minutes that a slot
    /// which starts then needs free, whichever is longer.
    fn uses(&self, minute: i64, before: i64) -> bool {
        self.start <= minute && minute < self.end + self.after.max(before)
    }

    /// Whether two slots of one resource are too close for one unit.
    pub fn meets(&self, other: &Self) -> bool {
        self.uses(other.start, other.before) || other.uses(self.start, self.before)
    }
}

/// First minute at which something starts and more than `units` are in use.
pub fn overfull(slots: &[Slot], units: u32) -> Option<i64> {
    let used =
        |at: &Slot| slots.iter().filter(|slot| slot.uses(at.start, at.before)).map(|slot| slot.units).sum::<u32>();
    slots.iter().find(|slot| used(slot) > units).map(|slot| slot.start)
}

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Wish {
    pub place: usize,
    pub also: Option<usize>,
    pub start: i64,
    pub end: i64,
    pub units: u32,
}

/// A request, or time that passes.
#[derive(Clone, Debug)]
pub enum Step {
    Book { wish: Wish, hold: Option<usize> },
    Hold { wish: Wish, minutes: i64 },
    Block(Wish),
    Act { thing: usize, act: Act },
    Move { thing: usize, place: Option<usize>, start: i64, end: i64 },
    MoveBlock { thing: usize, start: i64, end: i64 },
    Release(usize),
    Wait(i64),
}

/// What is done to a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    Confirm,
    Decline,
    Cancel,
    CheckIn,
    CheckOut,
    NoShow,
}

/// How a step is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    Done,
    /// Refused with 409 `booking_conflict`: the time is taken.
    Conflict,
    /// Refused with 409 `invalid_state`: the thing is not in a state for it.
    State,
    /// Refused with 422: it breaks a rule.
    Rule,
    /// Answered 404: there is no such thing.
    Missing,
}

/// Kind of a thing that takes time of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Pending,
    Confirmed,
    Hold,
    Block,
}

/// A booking, a hold or a block.
#[derive(Clone, Debug)]
pub struct Thing {
    pub kind: Kind,
    pub wish: Wish,
    taken: Vec<Taken>,
    until: Option<i64>,
    checked_in: bool,
    left: Option<i64>,
    missed: bool,
    gone: bool,
}

/// Minutes until a pending booking expires.
const APPROVAL: i64 = 24 * 60;

/// The resources and all that was made of them.
#[derive(Clone, Debug)]
pub struct Model {
    pub now: i64,
    pub places: Vec<Place>,
    pub things: Vec<Thing>,
}

type Refused = Result<(), Answer>;

impl Model {
    /// Resources of which nothing is taken.
    pub fn new(places: Vec<Place>) -> Self {
        Self { now: 0, places, things: Vec::new() }
    }

    /// Takes a step, or tells why not.
    pub fn take(&mut self, step: &Step) -> Answer {
        let taken = match step {
            Step::Book { wish, hold } => self.book(wish, *hold),
            Step::Hold { wish, minutes } => self.hold(wish, *minutes),
            Step::Block(wish) => self.block(wish),
            Step::Act { thing, act } => self.act(*thing, *act),
            Step::Move { thing, place, start, end } => self.reschedule(*thing, *place, *start, *end),
            Step::MoveBlock { thing, start, end } => self.move_block(*thing, *start, *end),
            Step::Release(thing) => self.release(*thing),
            Step::Wait(minutes) => {
                self.now += minutes;
                Ok(())
            }
        };
        taken.err().unwrap_or(Answer::Done)
    }

    fn book(&mut self, wish: &Wish, hold: Option<usize>) -> Refused {
        if let Some(hold) = hold {
            self.redeem(wish, hold)?;
        }
        self.check_wish(wish, self.now)?;
        let approval = std::iter::once(wish.place).chain(wish.also).any(|place| self.places[place].approval);
        let mut thing = self.thing(if approval { Kind::Pending } else { Kind::Confirmed }, wish);
        thing.until = approval.then_some(wish.start.min(self.now + APPROVAL));
        self.check_room(&thing, hold)?;
        if let Some(hold) = hold {
            self.things[hold].gone = true;
        }
        self.things.push(thing);
        Ok(())
    }

    fn redeem(&self, wish: &Wish, hold: usize) -> Refused {
        let held = &self.things[hold];
        let inside = held.wish.start <= wish.start && wish.end <= held.wish.end;
        if held.wish.place != wish.place || !inside {
            return Err(Answer::Rule);
        }
        if self.lives(held) { Ok(()) } else { Err(Answer::State) }
    }

    fn hold(&mut self, wish: &Wish, minutes: i64) -> Refused {
        if wish.end <= self.now || wish.units > self.places[wish.place].units {
            return Err(Answer::Rule);
        }
        let mut thing = self.thing(Kind::Hold, wish);
        thing.until = Some(self.now + minutes);
        self.check_room(&thing, None)?;
        self.things.push(thing);
        Ok(())
    }

    fn block(&mut self, wish: &Wish) -> Refused {
        let thing = self.thing(Kind::Block, wish);
        self.check_room(&thing, None)?;
        self.things.push(thing);
        Ok(())
    }

    fn act(&mut self, number: usize, act: Act) -> Refused {
        let (status, now) = (self.status(number), self.now);
        let thing = &mut self.things[number];
        let begun = thing.wish.start <= now;
        let allowed = match act {
            Act::Confirm | Act::Decline => status == "pending",
            Act::Cancel => matches!(status, "pending" | "confirmed") && !begun,
            Act::CheckIn => status == "confirmed" && begun && !thing.checked_in,
            Act::CheckOut => status == "confirmed" && thing.checked_in,
            Act::NoShow => matches!(status, "confirmed" | "completed") && begun && !thing.checked_in && !thing.missed,
        };
        if !allowed {
            return Err(Answer::State);
        }
        match act {
            Act::Confirm => (thing.kind, thing.until) = (Kind::Confirmed, None),
            Act::NoShow if status == "completed" => thing.missed = true,
            Act::Decline | Act::Cancel | Act::NoShow => thing.gone = true,
            Act::CheckIn => thing.checked_in = true,
            Act::CheckOut => thing.left = Some(now),
        }
        Ok(())
    }

    fn reschedule(&mut self, number: usize, place: Option<usize>, start: i64, end: i64) -> Refused {
        if !matches!(self.status(number), "pending" | "confirmed") {
            return Err(Answer::State);
        }
        let before = self.things[number].clone();
        let begun = before.wish.start <= self.now;
        let longer =
            start == before.wish.start && before.wish.end <= end && place.is_none_or(|to| to == before.wish.place);
        if begun && !longer {
            return Err(Answer::Rule);
        }
        let wish = Wish { place: place.unwrap_or(before.wish.place), start, end, ..before.wish.clone() };
        self.check_wish(&wish, self.now.min(before.wish.start))?;
        let moves = start != before.wish.start || wish.place != before.wish.place;
        let asks = std::iter::once(wish.place).chain(wish.also).any(|place| self.places[place].approval);
        let kind = if !begun && moves && asks { Kind::Pending } else { before.kind };
        let mut after = Thing { checked_in: before.checked_in, ..self.thing(kind, &wish) };
        after.until = (kind == Kind::Pending).then_some(start.min(self.now + APPROVAL));
        self.check_room(&after, Some(number))?;
        self.things[number] = after;
        Ok(())
    }

    fn move_block(&mut self, number: usize, start: i64, end: i64) -> Refused {
        if self.things[number].gone {
            return Err(Answer::Missing);
        }
        let after = self.thing(Kind::Block, &Wish { start, end, ..self.things[number].wish.clone() });
        self.check_room(&after, Some(number))?;
        self.things[number] = after;
        Ok(())
    }

    fn release(&mut self, number: usize) -> Refused {
        let lives = self.lives(&self.things[number]);
        self.things[number].gone = true;
        if lives { Ok(()) } else { Err(Answer::Missing) }
    }

    /// Rules that are not about what is taken.
    fn check_wish(&self, wish: &Wish, earliest: i64) -> Refused {
        let family = |one: usize, other: usize| one == other || self.places[one].parts.contains(&other);
        let clash = wish.also.is_some_and(|also| family(wish.place, also) || family(also, wish.place));
        if clash || wish.start < earliest || wish.units > self.places[wish.place].units {
            return Err(Answer::Rule);
        }
        Ok(())
    }

    /// Whether there are units for `new` when `instead_of` gives its units back.
    fn check_room(&self, new: &Thing, instead_of: Option<usize>) -> Refused {
        let full = new.taken.iter().any(|taken| {
            let mut slots = self.slots(taken.place, instead_of);
            slots.push(slot(new, taken));
            overfull(&slots, self.places[taken.place].units).is_some()
        });
        if full { Err(Answer::Conflict) } else { Ok(()) }
    }

    /// What takes time of a resource now.
    pub fn slots(&self, place: usize, except: Option<usize>) -> Vec<Slot> {
        let things = self.things.iter().enumerate().filter(|(number, _)| Some(*number) != except);
        let live = things.map(|(_, thing)| thing).filter(|thing| self.lives(thing));
        live.flat_map(|thing| thing.taken.iter().filter(|taken| taken.place == place).map(|taken| slot(thing, taken)))
            .collect()
    }

    fn thing(&self, kind: Kind, wish: &Wish) -> Thing {
        let mut taken = takes(&self.places, wish.place, wish.also, wish.units);
        if kind == Kind::Block {
            for one in &mut taken {
                *one = Taken { units: self.places[one.place].units, gap: (0, 0), ..*one };
            }
        }
        Thing {
            kind,
            wish: wish.clone(),
            taken,
            until: None,
            checked_in: false,
            left: None,
            missed: false,
            gone: false,
        }
    }

    fn lives(&self, thing: &Thing) -> bool {
        !thing.gone && thing.until.is_none_or(|until| self.now < until)
    }

    /// The status of a booking.
    pub fn status(&self, number: usize) -> &'static str {
        let thing = &self.things[number];
        match thing.kind {
            _ if !self.lives(thing) => "cancelled",
            Kind::Pending => "pending",
            _ if thing.left.is_some() || thing.wish.end <= self.now => "completed",
            _ => "confirmed",
        }
    }
}

/// A resource that is taken: so many units, with minutes kept free before and after.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    pub place: usize,
    pub units: u32,
    pub gap: (i64, i64),
}

/// Resources that are taken: `units` of the first, one of the additional one, each with its own buffers, and all units
/// of the children of both, with the larger buffers of parent and child.
pub fn takes(places: &[Place], place: usize, also: Option<usize>, units: u32) -> Vec<Taken> {
    let own = |place: usize| (places[place].before, places[place].after);
    let asked = |place, units| Taken { place, units, gap: own(place) };
    let mut taken = vec![asked(place, units)];
    taken.extend(also.map(|also| asked(also, 1)));
    for parent in std::iter::once(place).chain(also) {
        for &part in &places[parent].parts {
            let (gap, of_part) = (own(parent), own(part));
            let gap = (gap.0.max(of_part.0), gap.1.max(of_part.1));
            taken.push(Taken { place: part, units: places[part].units, gap });
        }
    }
    taken
}

fn slot(thing: &Thing, taken: &Taken) -> Slot {
    // Who left early has had at least a minute.
    let end = thing.left.map_or(thing.wish.end, |left| thing.wish.end.min(left.max(thing.wish.start + 1)));
    Slot { start: thing.wish.start, end, before: taken.gap.0, after: taken.gap.1, units: taken.units }
}

#[test]
fn the_model_counts_as_people_do() {
    let slot = |start, end, units| Slot { start, end, before: 5, after: 10, units };
    assert_eq!(overfull(&[slot(0, 60, 1), slot(70, 90, 1)], 1), None);
    assert_eq!(overfull(&[slot(0, 60, 1), slot(69, 90, 1)], 1), Some(69));
    assert_eq!(overfull(&[slot(0, 60, 2), slot(30, 90, 1)], 3), None);
    assert_eq!(overfull(&[slot(0, 60, 2), slot(30, 90, 2)], 3), Some(30));
    assert_eq!(overfull(&[slot(0, 60, 2), slot(0, 90, 2)], 3), Some(0));
}
