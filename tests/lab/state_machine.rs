//! Sequences of steps over every path, each taken by the model and through HTTP: both must answer alike, a conflict
//! must name an interval that is taken, and in the end every booking must be what the model says.

use proptest::{
    collection::vec,
    prelude::*,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use serde_json::{Value, json};
use testing::TestResponse;
use tests::setting;
use tokio::runtime::Runtime;

use crate::{
    fixture::Fixture,
    model::{Act, Answer, Kind, Model, Place, Step, Wish},
};

/// Steps of one sequence at most.
const STEPS_MAX: usize = 40;
/// How many sequences are compared; `LAB_CASES` and `LAB_SEED` give more and others.
const CASES: u64 = 40;
/// How many shorter sequences are tried when one differs; `LAB_SHRINK=0` where a difference is expected.
const SHRINK: u64 = 60;

/// A step as random numbers, which choose among the records that exist when its turn comes.
pub type Draft = (u8, u8, u8, i64, i64, u8);

/// Every path: kind of step, record, resource, half hours to the start, half hours of length, anything else.
fn draft() -> impl Strategy<Value = Draft> {
    (
        0_u8..28,
        any::<u8>(),
        any::<u8>(),
        0_i64..80,
        prop_oneof![4 => 1_i64..8, 1 => 40_i64..60],
        any::<u8>(),
    )
}

/// A room, desks, a room with buffers and approval, and a hall with two children.
pub fn places() -> Vec<Place> {
    let place = |units, before, after| Place { units, before, after, ..Place::default() };
    vec![
        place(1, 0, 0),
        place(3, 0, 0),
        Place { approval: true, ..place(1, 10, 30) },
        Place { parts: vec![4, 5], ..place(1, 5, 0) },
        place(1, 0, 0),
        place(2, 0, 15),
    ]
}

/// Runs a sequence; the answer to each step that was taken, or where the two differ.
pub async fn compare(fixture: &Fixture, drafts: &[Draft]) -> Result<Vec<(Step, Answer)>, String> {
    let mut run = Run { fixture, model: Model::new(fixture.places.clone()), ids: Vec::new(), taken: Vec::new() };
    for draft in drafts {
        if let Some(step) = run.step(*draft) {
            run.take(step).await?;
        }
    }
    run.finish().await?;
    Ok(run.taken)
}

struct Run<'a> {
    fixture: &'a Fixture,
    model: Model,
    ids: Vec<String>,
    taken: Vec<(Step, Answer)>,
}

impl Run<'_> {
    fn step(&self, (kind, thing, place, start, length, other): Draft) -> Option<Step> {
        let (booked, held, blocked) = (&[Kind::Pending, Kind::Confirmed][..], &[Kind::Hold][..], &[Kind::Block][..]);
        let (start, end) = (start * 30, (start + length) * 30);
        let place = usize::from(place) % self.fixture.places.len();
        let also = (other % 8 == 1).then_some(usize::from(other / 8) % self.fixture.places.len());
        let units = if other % 4 == 2 { 2 } else { 1 };
        let wish = Wish { place, also, start, end, units };
        let act = [
            Act::Confirm,
            Act::Decline,
            Act::CheckIn,
            Act::CheckOut,
            Act::NoShow,
            Act::Cancel,
            Act::Confirm,
            Act::Cancel,
        ];
        Some(match kind {
            0..=7 => Step::Book { wish, hold: None },
            8 | 9 => {
                let hold = self.any(held, thing)?;
                let held = &self.model.things[hold].wish;
                let wish = Wish { place: held.place, start: held.start, end: held.end, ..wish };
                Step::Book { wish, hold: Some(hold) }
            }
            10 | 11 => Step::Hold { wish: Wish { also: None, ..wish }, minutes: i64::from(other % 30) + 1 },
            12 => Step::Block(Wish { also: None, ..wish }),
            13 => Step::MoveBlock { thing: self.any(blocked, thing)?, start, end },
            14 => Step::Release(self.any(blocked, thing)?),
            15 => Step::Release(self.any(held, thing)?),
            16..=18 => {
                let place = (other % 2 == 1).then_some(place);
                Step::Move { thing: self.any(booked, thing)?, place, start, end }
            }
            19 => {
                let thing = self.any(booked, thing)?;
                let own = &self.model.things[thing].wish;
                Step::Move { thing, place: None, start: own.start, end: own.end + length * 30 }
            }
            20..=25 => Step::Act { thing: self.any(booked, thing)?, act: act[usize::from(other) % act.len()] },
            _ => Step::Wait(length * 15),
        })
    }

    /// One of the records of these kinds.
    fn any(&self, kinds: &[Kind], choice: u8) -> Option<usize> {
        let things = self.model.things.iter().enumerate();
        let all: Vec<usize> =
            things.filter(|(_, thing)| kinds.contains(&thing.kind)).map(|(number, _)| number).collect();
        all.get(usize::from(choice) % all.len().max(1)).copied()
    }

    async fn take(&mut self, step: Step) -> Result<(), String> {
        let before = self.model.clone();
        let expected = self.model.take(&step);
        let Some(response) = self.send(&step).await else { return Ok(()) };
        let found = answer(&response);
        if found != Some(expected) {
            return Err(format!("{step:?} is answered {}, not {expected:?}", response.refusal()));
        }
        if expected == Answer::Conflict && !self.is_there(&before, &response.body["error"]["details"]["conflicts"][0]) {
            return Err(format!("{step:?} names what is not there: {}", response.text));
        }
        if response.status == 201 {
            self.ids.push(response.id());
        }
        self.taken.push((step, expected));
        Ok(())
    }

    /// Whether the interval that a conflict names is taken of the resource that it names.
    fn is_there(&self, model: &Model, named: &Value) -> bool {
        let (start, end) = (self.fixture.minute(&named["start_time"]), self.fixture.minute(&named["end_time"]));
        let slots = model.slots(self.fixture.place(&named["resource_id"]), None);
        slots.iter().any(|slot| (slot.start, slot.end) == (start, end))
    }

    async fn send(&self, step: &Step) -> Option<TestResponse> {
        let fixture = self.fixture;
        let (method, path, body) = match step {
            Step::Wait(minutes) => {
                fixture.app.clock.advance(chrono::Duration::minutes(*minutes));
                // The sweep changes no answer, whether it runs or not.
                if minutes % 2 == 0 {
                    let swept = tests::sweep(&fixture.app.context).await;
                    assert_eq!(swept.failed(), 0);
                }
                return None;
            }
            Step::Book { wish, hold } => {
                let mut body = fixture.booking(wish.place, wish.start, wish.end, wish.units);
                body["additional_resource_ids"] = wish.also.iter().map(|also| json!(fixture.ids[*also])).collect();
                if let Some(hold) = hold {
                    body["hold_id"] = json!(self.ids[*hold]);
                }
                ("POST", "/bookings".to_owned(), Some(body))
            }
            Step::Hold { wish, minutes } => {
                let mut body = fixture.time(wish.place, wish.start, wish.end);
                (body["units"], body["hold_minutes"]) = (json!(wish.units), json!(minutes));
                ("POST", "/booking-holds".to_owned(), Some(body))
            }
            Step::Block(wish) => {
                ("POST", "/calendar-blocks".to_owned(), Some(fixture.time(wish.place, wish.start, wish.end)))
            }
            Step::Act { thing, act } => {
                ("POST", format!("/bookings/{}/{}", self.ids[*thing], name(*act)), Some(json!({})))
            }
            Step::Move { thing, place, start, end } => {
                let mut body = json!({"start_time": fixture.instant(*start), "end_time": fixture.instant(*end)});
                if let Some(place) = place {
                    body["resource_id"] = json!(fixture.ids[*place]);
                }
                ("POST", format!("/bookings/{}/reschedule", self.ids[*thing]), Some(body))
            }
            Step::MoveBlock { thing, start, end } => {
                let body = json!({"start_time": fixture.instant(*start), "end_time": fixture.instant(*end)});
                ("PUT", format!("/calendar-blocks/{}", self.ids[*thing]), Some(body))
            }
            Step::Release(thing) => {
                let list =
                    if self.model.things[*thing].kind == Kind::Hold { "booking-holds" } else { "calendar-blocks" };
                ("DELETE", format!("/{list}/{}", self.ids[*thing]), None)
            }
        };
        Some(fixture.send(method, &path, body).await)
    }

    /// Every booking is what the model says.
    async fn finish(&self) -> Result<(), String> {
        for (number, thing) in self.model.things.iter().enumerate() {
            if matches!(thing.kind, Kind::Hold | Kind::Block) {
                continue;
            }
            let booking =
                self.fixture.send("GET", &format!("/bookings/{}", self.ids[number]), None).await.body["data"].take();
            let found = (
                booking["status"].as_str().unwrap_or_default(),
                self.fixture.minute(&booking["start_time"]),
                self.fixture.minute(&booking["end_time"]),
                self.fixture.place(&booking["resource_id"]),
            );
            let expected = (self.model.status(number), thing.wish.start, thing.wish.end, thing.wish.place);
            if found != expected {
                return Err(format!("booking {number} is {found:?}, not {expected:?}"));
            }
        }
        Ok(())
    }
}

fn answer(response: &TestResponse) -> Option<Answer> {
    match (response.status, response.code()) {
        (200 | 201, _) => Some(Answer::Done),
        (409, "booking_conflict") => Some(Answer::Conflict),
        (409, "invalid_state") => Some(Answer::State),
        (422, _) => Some(Answer::Rule),
        (404, _) => Some(Answer::Missing),
        _ => None,
    }
}

const fn name(act: Act) -> &'static str {
    match act {
        Act::Confirm => "confirm",
        Act::Decline => "decline",
        Act::Cancel => "cancel",
        Act::CheckIn => "check-in",
        Act::CheckOut => "check-out",
        Act::NoShow => "no-show",
    }
}

/// Compares so many random sequences; the answers to all steps, or the shortest sequence found that differs.
fn search(cases: u64, seed: u64) -> Result<Vec<(Step, Answer)>, String> {
    let runtime = Runtime::new().unwrap();
    let fixture = runtime.block_on(Fixture::new(&places()));
    let bytes: Vec<u8> = seed.to_be_bytes().repeat(4);
    let config = Config {
        cases: u32::try_from(cases).unwrap(),
        failure_persistence: None,
        max_shrink_iters: u32::try_from(setting("LAB_SHRINK", SHRINK)).unwrap(),
        ..Config::default()
    };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
    let all = std::sync::Mutex::new((0_u64, Vec::new()));
    let outcome = runner.run(&vec(draft(), 1..=STEPS_MAX), |drafts| {
        let number = {
            let mut all = all.lock().unwrap();
            all.0 += 1;
            all.0
        };
        let taken = runtime.block_on(async { compare(&fixture.cleared(number).await, &drafts).await });
        all.lock().unwrap().1.extend(taken.map_err(TestCaseError::fail)?);
        Ok(())
    });
    outcome.map_err(|error| error.to_string())?;
    Ok(all.into_inner().unwrap().1)
}

#[test]
fn every_path_answers_as_the_model_does() {
    let (cases, seed) = (setting("LAB_CASES", CASES), setting("LAB_SEED", 4));
    let taken = search(cases, seed).unwrap_or_else(|found| panic!("seed {seed}: {found}"));
    println!("seed {seed}: {cases} sequences, {} steps, 0 divergences", taken.len());
    for answer in [Answer::Done, Answer::Conflict, Answer::State, Answer::Rule, Answer::Missing] {
        let count = taken.iter().filter(|(_, found)| *found == answer).count();
        println!("  {answer:?}: {count}");
        assert!(count > 0, "no step was answered {answer:?}");
    }
    for path in ["Book", "Hold", "Block", "Act", "Move ", "MoveBlock", "Release"] {
        let of_path = |step: &Step| format!("{step:?}").starts_with(path);
        let done = taken.iter().filter(|(step, answer)| *answer == Answer::Done && of_path(step)).count();
        assert!(done > 0, "no {path} was done");
    }
}
