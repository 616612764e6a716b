//! Days, times, sums and plurals as a language writes them, by Unicode's data (CLDR).

use chrono::{Datelike, NaiveDateTime, Timelike};
use icu_datetime::{
    DateTimeFormatter, NoCalendarFormatter,
    fieldsets::{T, YMDE},
    input::{Date, Time},
};
use icu_decimal::{DecimalFormatter, input::Decimal as PlainDecimal};
use icu_locale_core::{Locale, locale};
use icu_plurals::{PluralCategory, PluralRules};
use values::{Currency, Day, Decimal, TimeZone, Timestamp, language::Language};

/// The notation of a language, as a reader's region writes it where it is known.
pub struct Formats {
    day: DateTimeFormatter<YMDE>,
    time: NoCalendarFormatter<T>,
    number: DecimalFormatter,
    plurals: PluralRules,
}

impl Formats {
    /// The notation of a language, in the region of `locale` if that is of the same language. None when Unicode's data
    /// lack the language, which those of [`Language`] never do.
    #[must_use]
    pub fn of(language: Language, locale: &str) -> Option<Self> {
        let own = Locale::try_from_str(&locale.replace('_', "-")).ok();
        let own = own.filter(|_| Language::of_locale(locale) == Some(language));
        let locale = own.unwrap_or_else(|| default_locale(language));
        Some(Self {
            day: DateTimeFormatter::try_new((&locale).into(), YMDE::long()).ok()?,
            time: NoCalendarFormatter::try_new((&locale).into(), T::hm()).ok()?,
            number: DecimalFormatter::try_new(
                (&locale).into(),
                icu_decimal::options::DecimalFormatterOptions::default(),
            )
            .ok()?,
            plurals: PluralRules::try_new_cardinal((&locale).into()).ok()?,
        })
    }

    /// A day with its weekday.
    #[must_use]
    pub fn day(&self, day: Day) -> String {
        let date = day.date();
        self.date(date.year(), date.month(), date.day()).unwrap_or_else(|| day.to_string())
    }

    /// An instant as the clock on the wall shows it: day and time.
    #[must_use]
    pub fn instant(&self, at: Timestamp, zone: TimeZone) -> String {
        let local = at.local_in(zone);
        let day = self.date(local.year(), local.month(), local.day());
        format!("{}, {}", day.unwrap_or_else(|| local.date().to_string()), self.time(local))
    }

    /// The time of an instant, likewise.
    #[must_use]
    pub fn time_of_day(&self, at: Timestamp, zone: TimeZone) -> String {
        self.time(at.local_in(zone))
    }

    /// A sum, with the code of its currency.
    #[must_use]
    pub fn money(&self, amount: Decimal, currency: Currency) -> String {
        let decimals = currency.decimals();
        let units = amount.scaled(decimals);
        let plain = units.map(|units| {
            let mut plain = PlainDecimal::from(units);
            plain.multiply_pow10(-i16::try_from(decimals).unwrap_or_default());
            plain
        });
        let number = plain.map_or_else(|| amount.to_string(), |plain| self.number.format(&plain).to_string());
        format!("{number}\u{a0}{}", currency.code())
    }

    /// The plural form of a number.
    #[must_use]
    pub fn form(&self, count: i64) -> &'static str {
        match self.plurals.category_for(count.unsigned_abs()) {
            PluralCategory::Zero => "zero",
            PluralCategory::One => "one",
            PluralCategory::Two => "two",
            PluralCategory::Few => "few",
            PluralCategory::Many => "many",
            PluralCategory::Other => "other",
        }
    }

    fn date(&self, year: i32, month: u32, day: u32) -> Option<String> {
        let number = |number: u32| u8::try_from(number).ok();
        let date = Date::try_new_iso(year, number(month)?, number(day)?).ok()?;
        Some(self.day.format(&date).to_string())
    }

    fn time(&self, local: NaiveDateTime) -> String {
        let number = |number: u32| u8::try_from(number).unwrap_or_default();
        let time = Time::try_new(number(local.hour()), number(local.minute()), 0, 0);
        time.map_or_else(|_| local.time().format("%H:%M").to_string(), |time| self.time.format(&time).to_string())
    }
}

/// The notation of a language where no region is known.
const fn default_locale(language: Language) -> Locale {
    match language {
        Language::En => locale!("en-GB"),
        Language::De => locale!("de"),
        Language::Nl => locale!("nl"),
        Language::Fr => locale!("fr"),
        Language::Es => locale!("es"),
        Language::Pt => locale!("pt-PT"),
        Language::Ja => locale!("ja"),
    }
}

#[cfg(test)]
mod tests {
    use values::{Currency, Day, Decimal, TimeZone, Timestamp, language::Language};

    use super::Formats;

    fn formats(language: Language, locale: &str) -> Formats {
        Formats::of(language, locale).expect("a notation")
    }

    #[test]
    fn a_day_and_a_time_are_those_of_the_language_and_the_place() {
        let at = Timestamp::parse("2026-11-26T08:05:00Z").expect("an instant");
        let berlin = TimeZone::parse("Europe/Berlin").expect("a zone");
        let shown = |language, locale| formats(language, locale).instant(at, berlin);
        assert_eq!(shown(Language::En, ""), "Thursday, 26 November 2026, 09:05");
        assert_eq!(shown(Language::En, "en-US"), "Thursday, November 26, 2026, 9:05\u{202f}AM");
        assert_eq!(shown(Language::De, "de-AT"), "Donnerstag, 26. November 2026, 09:05");
        assert_eq!(shown(Language::Ja, "nl"), "2026年11月26日木曜日, 9:05");
        let day = Day::parse("2026-11-26").expect("a day");
        assert_eq!(formats(Language::Nl, "").day(day), "donderdag 26 november 2026");
    }

    #[test]
    fn a_sum_has_the_decimals_of_its_currency() {
        let shown = |language, amount, code| {
            formats(language, "")
                .money(Decimal::parse(amount).expect("a number"), Currency::parse(code).expect("a code"))
        };
        assert_eq!(shown(Language::De, "1234.5", "EUR"), "1.234,50\u{a0}EUR");
        assert_eq!(shown(Language::En, "-1234", "JPY"), "-1,234\u{a0}JPY");
    }

    #[test]
    fn a_plural_is_that_of_the_language() {
        assert_eq!([0, 1, 2].map(|count| formats(Language::Fr, "").form(count)), ["one", "one", "other"]);
        assert_eq!([0, 1, 2].map(|count| formats(Language::De, "").form(count)), ["other", "one", "other"]);
        assert_eq!([0, 1, 2].map(|count| formats(Language::Ja, "").form(count)), ["other", "other", "other"]);
    }
}
