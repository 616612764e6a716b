//! Sequences of requests and of time for one subscription, each taken by the model (`subscriber`) and through HTTP:
//! both must answer alike, and after each step state, present period and credits must be those of the model, and after
//! some also invoices and what was credited. Then what customers owe and are owed must be what was asked for, paid,
//! credited and paid out. After each sequence the books must add up.

use chrono::{Duration, NaiveDate};
use serde_json::{Value, json};
use tests::{NOBODY, SubscriptionFixture, accepted, setting};
use tokio::task::JoinSet;

use crate::{
    periods::plus,
    subscriber::{DUE_DAYS, Item, Mode, Plan, Step, Subscriber, TAX},
};

mod case;
mod owed;

use self::case::Case;

/// How many sequences are compared; `LAB_SUBSCRIPTIONS` and `LAB_SEED` give more and others.
const CASES: u64 = 5;
/// Steps of one sequence.
const STEPS: usize = 20;
/// Steps after which invoices are compared too.
const DOCUMENTS_EVERY: usize = 3;
/// How many shorter sequences are tried when one differs.
const SHRINK: usize = 60;
/// Sequences that are taken at a time.
const AT_ONCE: u64 = 2;

impl Case {
    /// Where the service and the model differ, if they do; and the sequence up to there.
    async fn difference(&self) -> Option<(Self, String)> {
        let mut run = Run::begin(self).await;
        let mut found = run.differs().await;
        for (position, step) in self.steps.iter().enumerate() {
            if found.is_some() {
                break;
            }
            found = run.take(step).await;
            if found.is_none() && (position % DOCUMENTS_EVERY == 0 || position + 1 == self.steps.len()) {
                found = run.documents_differ().await.map(|found| format!("by {step:?} {found}"));
                if found.is_none() {
                    found = run.owed_differs().await.map(|found| format!("by {step:?} {found}"));
                }
            }
            if let Some(found) = found.take() {
                let steps = self.steps[..=position].to_vec();
                return Some((Self { steps, ..self.clone() }, found));
            }
        }
        tests::books_add_up(&run.fixture.app).await;
        found.map(|found| (Self { steps: Vec::new(), ..self.clone() }, found))
    }

    /// A shorter sequence that differs too.
    async fn shortened(mut self, mut found: String) -> (Self, String) {
        let (mut position, mut tries) = (0, 0);
        while position < self.steps.len() && tries < SHRINK {
            let mut shorter = self.clone();
            shorter.steps.remove(position);
            tries += 1;
            match shorter.difference().await {
                Some((differing, text)) => (self, found) = (differing, text),
                None => position += 1,
            }
        }
        (self, found)
    }
}

struct Run {
    fixture: SubscriptionFixture,
    model: Subscriber,
    plans: Vec<String>,
    id: String,
}

impl Run {
    async fn begin(case: &Case) -> Self {
        let mut plans = Vec::new();
        let fixture = SubscriptionFixture::alone(body(&case.plans[0])).await;
        plans.push(fixture.plan.clone());
        for (number, plan) in case.plans.iter().enumerate().skip(1) {
            let mut body = body(plan);
            body["name"] = json!(format!("Plan {number}"));
            plans.push(fixture.plan(body).await);
        }
        fixture.due_in(u32::try_from(DUE_DAYS).unwrap()).await;
        fixture.clock(&format!("{}T08:00:00Z", case.today));
        let anchor = case.day_of_month.map_or(json!({}), |day| json!({"day_of_month": day}));
        let collection = if case.is_charged { "charge" } else { "send_invoice" };
        let fields = json!({"start_date": case.first.to_string(), "quantity": case.quantity, "anchor": anchor,
            "collection": collection});
        let id = fixture.subscribed(fields).await;
        let days = (case.today, case.first);
        let model = Subscriber::new(case.plans.clone(), days, case.quantity, case.day_of_month, case.is_charged);
        Self { fixture, model, plans, id }
    }

    /// Takes a step on both sides; where they differ.
    async fn take(&mut self, step: &Step) -> Option<String> {
        let expected = self.model.take(step);
        let found = self.send(step).await;
        if found.0 != expected {
            return Some(format!("{step:?} is answered {}, not {expected}: {}", found.0, found.1));
        }
        self.differs().await.map(|found| format!("after {step:?} {found}"))
    }

    async fn send(&self, step: &Step) -> (u16, String) {
        let (fixture, id) = (&self.fixture, &self.id);
        let answer = match step {
            Step::Wait { hour, is_swept, .. } => {
                fixture.clock(&format!("{}T{hour:02}:30:00Z", self.model.today));
                if *is_swept {
                    assert_eq!(tests::sweep(&fixture.app.context).await.failed(), 0);
                }
                return (200, String::new());
            }
            Step::Pay => {
                for invoice in fixture.invoice_bodies(id).await.iter().filter(|invoice| invoice["status"] == "issued") {
                    let path = format!("/invoices/{}/pay", invoice["id"].as_str().unwrap());
                    accepted(&fixture.app.post(&path, json!({"method": "cash"})).await, 200);
                }
                return (200, String::new());
            }
            Step::Change { plan, quantity, mode, is_now } => {
                let mut body = json!({"membership_plan_id": self.plans[*plan], "proration": name(*mode)});
                if let Some(quantity) = quantity {
                    body["quantity"] = json!(quantity);
                }
                if let Some(is_now) = is_now {
                    body["timing"] = json!(if *is_now { "now" } else { "at_period_end" });
                }
                fixture.act(id, "change-plan", body).await
            }
            Step::Quantity(quantity) => {
                fixture.app.put(&format!("/subscriptions/{id}"), json!({"quantity": quantity})).await
            }
            Step::Pause { until, is_draft } => {
                let mut body = json!({"behaviour": if *is_draft { "draft" } else { "void" }});
                if let Some(days) = until {
                    body["until"] = json!(plus(self.model.today, *days).to_string());
                }
                fixture.act(id, "pause", body).await
            }
            Step::Add(item, days) => fixture.act(id, "items", self.item(item, *days)).await,
            Step::Remove => {
                let first = fixture.get(id).await["items"][0]["id"].clone();
                let item = first.as_str().unwrap_or(NOBODY);
                fixture.app.delete(&format!("/subscriptions/{id}/items/{item}")).await
            }
            Step::Resume => fixture.act(id, "resume", Value::Null).await,
            Step::Cancel => fixture.act(id, "cancel", json!({})).await,
            Step::CancelNow(mode) => {
                fixture.act(id, "cancel", json!({"timing": "now", "proration": name(*mode)})).await
            }
            Step::Uncancel => fixture.act(id, "uncancel", Value::Null).await,
            Step::Goodwill(amount) => {
                let item = json!({"customer_id": fixture.member, "location_id": fixture.location, "quantity": 1,
                    "description": "Goodwill", "unit_amount": major(-amount), "tax_rate": TAX});
                fixture.app.post("/invoice-items", item).await
            }
            Step::Clear => return self.clear().await,
            Step::Spend(amount) => {
                let body = json!({"customer_id": fixture.member, "type": "admin_charge", "amount": amount});
                fixture.app.post("/credit-transactions", body).await
            }
        };
        (if answer.status == 201 { 200 } else { answer.status }, answer.refusal())
    }

    fn item(&self, item: &Item, days: Option<i64>) -> Value {
        let mut body = json!({"description": "Locker", "unit_amount": major(item.amount), "quantity": item.quantity,
            "recurrence": if item.is_recurring { "recurring" } else { "one_off" }});
        if let Some(days) = days {
            body["start_date"] = json!(plus(self.model.today, days).to_string());
        }
        body
    }

    /// What the service shows otherwise than the model.
    async fn differs(&mut self) -> Option<String> {
        let open = self.open().await;
        self.model.note_open(open);
        let (fixture, model) = (&self.fixture, &self.model);
        // First, so that it is read by somebody who has renewed nothing yet.
        let balances = fixture.app.get(&format!("/customers/{}/balances", fixture.member)).await;
        let credits = balances.body["data"]["credits"]["total"].as_i64().unwrap();
        if credits != model.credits() {
            return Some(format!("it has {credits} credits, not {}", model.credits()));
        }
        let shown = fixture.get(&self.id).await;
        let found = (
            shown["status"].as_str().unwrap(),
            (day(&shown["current_period_start"]), day(&shown["current_period_end"])),
        );
        let expected = (model.status(), model.present().unzip());
        if found != expected {
            return Some(format!("it is {found:?}, not {expected:?}"));
        }
        None
    }

    /// The same of its invoices and of what was credited.
    async fn documents_differ(&self) -> Option<String> {
        let (fixture, model) = (&self.fixture, &self.model);
        let invoices = fixture.invoice_bodies(&self.id).await;
        let mut found: Vec<(String, i64)> =
            invoices.iter().map(|invoice| (text(&invoice["period_start"]), minor(&invoice["total"]))).collect();
        let mut expected: Vec<(String, i64)> =
            model.invoices.iter().map(|invoice| (invoice.first.to_string(), invoice.total)).collect();
        found.sort();
        expected.sort();
        if found != expected {
            return Some(format!("its invoices are {found:?}, not {expected:?}"));
        }
        let credited = self.credited().await;
        if credited != model.credited {
            return Some(format!("{credited} was credited, not {}", model.credited));
        }
        None
    }
}

fn body(plan: &Plan) -> Value {
    json!({"cycle": if plan.months == 1 { "monthly" } else { "quarterly" }, "price": major(plan.price),
        "expiring_credits": plan.credits, "rollover_cycles": plan.rollover, "setup_fee": major(plan.setup_fee),
        "deposit_amount": major(plan.deposit),
        "trial_days": plan.trial_days, "minimum_commitment": plan.commitment > 0, "commitment_cycles": plan.commitment,
        "early_termination_fee_percent": plan.fee_percent, "notice_days": plan.notice_days, "custom_tax_rate": true,
        "tax_rate": TAX})
}

const fn name(mode: Mode) -> &'static str {
    match mode {
        Mode::None => "none",
        Mode::Prorate => "prorate",
        Mode::FullCredit => "full_credit",
    }
}

/// Cents as the service writes amounts.
fn major(minor: i64) -> Value {
    let sign = if minor < 0 { "-" } else { "" };
    serde_json::from_str(&format!("{sign}{}.{:02}", minor.abs() / 100, minor.abs() % 100)).unwrap()
}

/// An amount of the service in cents.
fn minor(amount: &Value) -> i64 {
    let text = amount.to_string();
    if let Some(above) = text.strip_prefix('-') {
        return -minor(&serde_json::from_str(above).unwrap());
    }
    let (whole, cents) = text.split_once('.').unwrap_or((&text, ""));
    format!("{whole}{cents:0<2}").parse().unwrap()
}

/// The local day that begins at an instant, in Amsterdam.
fn day(instant: &Value) -> Option<NaiveDate> {
    let instant = chrono::DateTime::parse_from_rfc3339(instant.as_str()?).unwrap();
    Some((instant + Duration::hours(2)).date_naive())
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_subscription_is_what_the_model_says() {
    let (cases, seed) = (setting("LAB_SUBSCRIPTIONS", CASES), setting("LAB_SEED", 4));
    let mut running = JoinSet::new();
    let mut steps = 0;
    for number in 0..cases {
        if running.len() >= usize::try_from(AT_ONCE).unwrap() {
            steps += running.join_next().await.unwrap().unwrap();
        }
        running.spawn(async move {
            let case = Case::of(seed.wrapping_mul(1_000_003) + number);
            if let Some((case, found)) = case.difference().await {
                let (case, found) = case.shortened(found).await;
                panic!("seed {seed}, sequence {number}: {found}\n{case:#?}");
            }
            case.steps.len()
        });
    }
    steps += running.join_all().await.into_iter().sum::<usize>();
    println!("seed {seed}: {cases} subscriptions, {steps} steps, 0 divergences");
}
