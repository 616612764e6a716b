use money_documents::known_tax_rates::KnownTaxRates;
use proptest::prelude::*;
use records::Location;
use uuid::Uuid;
use values::{Amount, ApiError, Decimal, Id, LongText, Percent, Period};

use super::price;
use crate::{
    Resource,
    booking::{
        BookingRequest,
        sample::{local, location, period, request, room},
    },
    booking_price::PriceBreakdown,
    discount::Discount,
    rate::Rate,
    resource::ResourceType,
};

fn percent(rate: i64) -> Percent {
    Percent::from_decimal(Decimal::new(rate, 0)).expect("a percentage")
}

fn amount(minor: i64) -> Amount {
    Amount::of(minor, location().currency)
}

fn rate(from_minutes: u32, flat_amount_minor: i64, unit_amount_minor: i64) -> Rate {
    let [flat_amount, unit_amount] = [flat_amount_minor, unit_amount_minor].map(amount);
    Rate { from_minutes, flat_amount, unit_amount, per_minutes: 60, valid: None }
}

fn priced(rates: Vec<Rate>, cap: Option<i64>) -> Resource {
    let mut resource = room();
    (resource.rates, resource.price_cap_per_day) = (rates, cap.map(amount));
    resource
}

fn of(resource: &Resource, location: &Location, units: u32, period: Period) -> Result<PriceBreakdown, ApiError> {
    let now = local("2026-01-01T00:00");
    price(
        &BookingRequest { units, ..request(resource, location, period, now) },
        &[],
        &[],
        &KnownTaxRates::default(),
    )
}

fn total(resource: &Resource, units: u32, start: &str, end: &str) -> i64 {
    of(resource, &location(), units, period(local(start), local(end))).expect("a price").total_minor
}

/// One hour at ten euros with a discount and tax: amounts of discount, subtotal, tax and total.
fn hour(kind: ResourceType, discounts: &[Discount], location: &Location) -> (i64, i64, i64, i64) {
    let mut resource = priced(vec![rate(0, 0, 1_000)], None);
    resource.resource_type = kind;
    let hour = period(local("2026-11-22T10:00"), local("2026-11-22T11:00"));
    let price = price(&request(&resource, location, hour, hour.start()), &[], discounts, &KnownTaxRates::default())
        .expect("a price");
    let off = price.discount_lines.iter().map(|line| line.amount_minor).sum();
    let tax = price.tax_lines.iter().map(|line| line.amount_minor).sum();
    (off, price.subtotal_minor, tax, price.total_minor)
}

#[test]
fn a_resource_without_rates_is_free() {
    let price = of(&room(), &location(), 1, period(local("2026-11-22T10:00"), local("2026-11-22T11:00")));
    let price = price.expect("a price");
    assert_eq!((price.total_minor, price.rate_lines.len(), price.tax_lines.len()), (0, 1, 0));
}

#[test]
fn the_tier_of_the_length_prices_the_whole_length_of_every_unit() {
    let resource = priced(vec![rate(0, 0, 1_000), rate(240, 500, 800)], None);
    for (units, end, expected) in [
        (1, "2026-11-22T11:00", 1_000),
        (1, "2026-11-22T11:30", 1_500),
        (1, "2026-11-22T13:59", 3_983), // 3983.3
        (1, "2026-11-22T14:00", 3_700),
        (3, "2026-11-22T11:00", 3_000),
        (3, "2026-11-22T14:00", 11_100),
        (3, "2026-11-22T10:01", 50), // 16.67 three times, rounded once
    ] {
        assert_eq!(total(&resource, units, "2026-11-22T10:00", end), expected, "{units} units until {end}");
    }
}

#[test]
fn what_passes_is_paid_and_a_day_is_a_day_whatever_the_clocks_do() {
    let hourly = priced(vec![rate(0, 0, 1_000)], None);
    assert_eq!(total(&hourly, 1, "2026-03-29T00:00", "2026-03-30T00:00"), 23_000);
    assert_eq!(total(&hourly, 1, "2026-10-25T00:00", "2026-10-26T00:00"), 25_000);
    let by_day = priced(vec![rate(0, 0, 1_000), rate(1_440, 8_000, 0)], None);
    for (start, end) in [("2026-03-29T00:00", "2026-03-30T00:00"), ("2026-10-25T00:00", "2026-10-26T00:00")] {
        assert_eq!(total(&by_day, 1, start, end), 8_000, "{start}");
    }
}

#[test]
fn no_local_day_costs_more_than_the_cap_of_each_unit() {
    let resource = priced(vec![rate(0, 0, 1_000)], Some(5_000));
    for (units, start, end, expected) in [
        (1, "2026-11-22T10:00", "2026-11-22T15:00", 5_000),
        (1, "2026-11-22T10:00", "2026-11-22T20:00", 5_000),
        (2, "2026-11-22T10:00", "2026-11-22T20:00", 10_000),
        (1, "2026-11-22T22:00", "2026-11-23T10:00", 7_000), // two hours of the first day, the cap of the second
        (1, "2026-11-22T14:00", "2026-11-25T01:00", 16_000),
        (1, "2026-11-22T23:00", "2026-11-23T00:00", 1_000),
    ] {
        assert_eq!(total(&resource, units, start, end), expected, "{units} from {start} to {end}");
    }
    assert_eq!(total(&priced(vec![rate(0, 700, 0)], Some(0)), 1, "2026-11-22T10:00", "2026-11-23T20:00"), 0);
}

#[test]
fn the_plan_takes_off_by_the_type_of_the_resource() {
    use ResourceType as Type;
    let plan = Discount {
        description: LongText::new("Flex"),
        rooms: percent(20),
        desks: percent(30),
        equipment: percent(100),
    };
    for (kind, off) in [
        (Type::MeetingRoom, 200),
        (Type::ConferenceRoom, 200),
        (Type::EventSpace, 200),
        (Type::PhoneBooth, 200),
        (Type::Studio, 200),
        (Type::HotDesk, 300),
        (Type::DedicatedDesk, 300),
        (Type::Equipment, 1_000),
        (Type::Office, 0),
        (Type::Parking, 0),
        (Type::Station, 0),
    ] {
        assert_eq!(
            hour(kind, std::slice::from_ref(&plan), &location()),
            (off, 1_000 - off, 0, 1_000 - off),
            "{kind:?}"
        );
        assert_eq!(hour(kind, &[], &location()).3, 1_000, "{kind:?}");
    }
}

#[test]
fn of_several_plans_each_resource_has_the_best_discount_and_not_the_sum() {
    let one = |name: &str, rooms: i64, desks: i64| Discount {
        description: LongText::new(name),
        rooms: percent(rooms),
        desks: percent(desks),
        ..Discount::default()
    };
    let plans = [one("Flex", 20, 50), one("Fixed", 30, 10), one("Other", 30, 0)];
    assert_eq!(hour(ResourceType::MeetingRoom, &plans, &location()).0, 300);
    assert_eq!(hour(ResourceType::HotDesk, &plans, &location()).0, 500);
    let room = priced(vec![rate(0, 0, 1_000)], None);
    let hour = period(local("2026-11-22T10:00"), local("2026-11-22T11:00"));
    let price = price(&request(&room, &location(), hour, hour.start()), &[], &plans, &KnownTaxRates::default())
        .expect("a price");
    assert_eq!(price.discount_lines.iter().map(|line| line.description.as_str()).collect::<Vec<_>>(), ["Fixed"]);
}

#[test]
fn tax_comes_last_and_is_added_or_contained() {
    let plan = Discount { rooms: percent(50), ..Discount::default() };
    let mut location = Location { tax_rate: percent(21), ..location() };
    assert_eq!(hour(ResourceType::MeetingRoom, &[], &location), (0, 1_000, 210, 1_210));
    assert_eq!(hour(ResourceType::MeetingRoom, std::slice::from_ref(&plan), &location), (500, 500, 105, 605));
    location.tax_inclusive = true;
    assert_eq!(hour(ResourceType::MeetingRoom, &[], &location), (0, 1_000, 174, 1_000)); // 173.55
    assert_eq!(hour(ResourceType::MeetingRoom, std::slice::from_ref(&plan), &location), (500, 500, 87, 500)); // 86.78
    location.tax_rate = percent(100);
    let odd = priced(vec![rate(0, 25, 0)], None);
    let hour = period(local("2026-11-22T10:00"), local("2026-11-22T11:00"));
    let price = of(&odd, &location, 1, hour).expect("a price");
    assert_eq!((price.tax_lines[0].amount_minor, price.tax_lines[0].taxable_minor), (13, 12)); // 12.5
}

#[test]
fn others_have_their_own_rates_discounts_and_tax() {
    let room = priced(vec![rate(0, 0, 1_000)], None);
    let mut beamer = priced(vec![rate(0, 500, 0)], None);
    (beamer.resource_type, beamer.tax_rate) = (ResourceType::Equipment, Some(percent(9)));
    let location = Location { tax_rate: percent(21), ..location() };
    let plan = Discount { equipment: percent(50), ..Discount::default() };
    let hours = period(local("2026-11-22T10:00"), local("2026-11-22T12:00"));
    let request = BookingRequest { units: 2, ..request(&room, &location, hours, hours.start()) };
    let id = Id::new(Uuid::from_u128(3));
    let price =
        price(&request, &[(id, &beamer)], std::slice::from_ref(&plan), &KnownTaxRates::default()).expect("a price");
    let lines: Vec<_> = price.rate_lines.iter().map(|line| (line.resource_id, line.units, line.amount_minor)).collect();
    assert_eq!(lines, [(request.resource_id, 2, 4_000), (id, 1, 500)]);
    let taxes: Vec<_> = price.tax_lines.iter().map(|line| (line.taxable_minor, line.amount_minor)).collect();
    assert_eq!(taxes, [(250, 23), (4_000, 840)]); // 22.5
    assert_eq!((price.subtotal_minor, price.total_minor), (4_250, 5_113));
    assert_eq!(price.shares_minor, [4_840, 273]);
}

#[test]
fn a_price_beyond_every_amount_is_refused() {
    let dear = priced(vec![rate(0, 0, 100_000_000_000)], None);
    let hours = |end: &str| period(local("2026-11-22T10:00"), local(end));
    assert!(of(&dear, &location(), 1, hours("2026-11-22T11:00")).is_ok());
    for (units, end) in [(1, "2026-11-22T11:01"), (2, "2026-11-22T11:00"), (10_000, "2026-12-22T11:00")] {
        let error = of(&dear, &location(), units, hours(end)).expect_err("too much");
        assert_eq!(error.fields[0].reason, "price_out_of_range");
    }
}

prop_compose! {
    /// A priced resource, a location with tax, and a period that often crosses midnight and the change of the clocks.
    fn case()(
        rates in prop::collection::vec((0_u32..3_000, 0_i64..50_000, 0_i64..50_000, 1_u32..600), 0..4),
        cap in prop::option::of(0_i64..20_000),
        tax in 0_i64..=100, inclusive in any::<bool>(),
        rooms in 0_i64..=100,
        start in 0_i64..6_000, minutes in 1_i64..6_000, units in 1_u32..20,
    ) -> (Resource, Location, Discount, Period, u32) {
        let rates = rates
            .into_iter()
            .map(|(from_minutes, flat, unit, per_minutes)| Rate { per_minutes, ..rate(from_minutes, flat, unit) })
            .collect();
        let location = Location { tax_rate: percent(tax), tax_inclusive: inclusive, ..location() };
        let start = local("2026-10-23T00:00").plus(chrono::Duration::minutes(start));
        let period = period(start, start.plus(chrono::Duration::minutes(minutes)));
        (priced(rates, cap), location, Discount { rooms: percent(rooms), ..Discount::default() }, period, units)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn the_shares_of_several_resources_are_the_price((room, location, discount, period, units) in case(), other in case(), tax in 0_i64..=100) {
        let (one, mut two) = (other.0, room.clone());
        two.tax_rate = Some(percent(tax));
        let ids = [3, 4].map(|id| Id::new(Uuid::from_u128(id)));
        let request = BookingRequest { units, ..request(&room, &location, period, period.start()) };
        let price = price(&request, &[(ids[0], &one), (ids[1], &two)], &[discount], &KnownTaxRates::default()).expect("a price");
        prop_assert_eq!(price.shares_minor.iter().sum::<i64>(), price.total_minor);
        for (share, line) in price.shares_minor.iter().zip(&price.rate_lines) {
            prop_assert!(0 <= *share && *share <= 2 * line.amount_minor);
        }
    }

    #[test]
    fn a_price_is_the_sum_of_its_lines_and_never_negative((resource, location, discount, period, units) in case()) {
        let request = BookingRequest { units, ..request(&resource, &location, period, period.start()) };
        let price = price(&request, &[], &[discount], &KnownTaxRates::default()).expect("a price");
        let lines: i64 = price.rate_lines.iter().map(|line| line.amount_minor).sum();
        let off: i64 = price.discount_lines.iter().map(|line| line.amount_minor).sum();
        let added: i64 = price.tax_lines.iter().filter(|line| !line.inclusive).map(|line| line.amount_minor).sum();
        prop_assert!(0 <= off && off <= lines);
        prop_assert_eq!(price.subtotal_minor, lines - off);
        prop_assert_eq!(price.total_minor, price.subtotal_minor + added);
        for line in &price.tax_lines {
            prop_assert!(line.amount_minor >= 0 && line.taxable_minor >= 0);
            prop_assert_eq!(line.taxable_minor + line.amount_minor, price.total_minor);
        }
    }

    #[test]
    fn the_cap_holds_for_every_day_and_only_lowers((resource, location, _, period, units) in case()) {
        let capped = of(&resource, &location, units, period).expect("a price").rate_lines[0].amount_minor;
        let mut uncapped = resource.clone();
        uncapped.price_cap_per_day = None;
        let full = of(&uncapped, &location, units, period).expect("a price").rate_lines[0].amount_minor;
        prop_assert!(capped <= full);
        if let Some(cap) = resource.price_cap_per_day {
            let cap = cap.minor_in(location.currency, "price_cap_per_day").expect("minor units");
            let days = i64::try_from(crate::booking::length::ms_by_day(period, location.time_zone).len()).expect("a count");
            prop_assert!(capped <= cap * i64::from(units) * days);
            prop_assert!(capped == full || capped >= cap * i64::from(units));
        }
    }

    #[test]
    fn splitting_at_midnight_neither_gains_nor_costs(
        per_minute in 0_i64..500, cap in prop::option::of(0_i64..200_000), before in 1_i64..1_500, after in 1_i64..1_500,
        units in 1_u32..5,
    ) {
        let resource = priced(vec![rate(0, 0, per_minute * 60)], cap);
        let midnight = local("2026-11-22T00:00");
        let (start, end) =
            (midnight.plus(chrono::Duration::minutes(-before)), midnight.plus(chrono::Duration::minutes(after)));
        let cost = |start, end| of(&resource, &location(), units, period(start, end)).expect("a price").total_minor;
        prop_assert_eq!(cost(start, end), cost(start, midnight) + cost(midnight, end));
    }

    #[test]
    fn longer_never_costs_less_at_one_rate(
        flat in 0_i64..5_000, unit in 0_i64..5_000, per_minutes in 1_u32..600, minutes in 1_i64..3_000, more in 0_i64..300,
    ) {
        let resource = priced(vec![Rate { per_minutes, ..rate(0, flat, unit) }], None);
        let start = local("2026-11-22T10:00");
        let cost = |minutes| {
            let end = start.plus(chrono::Duration::minutes(minutes));
            of(&resource, &location(), 1, period(start, end)).expect("a price").total_minor
        };
        prop_assert!(cost(minutes) <= cost(minutes + more));
    }
}
