//! What a ticket is about, and how much it matters.

use records::location::ResolutionMinutes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! named {
    ($(#[$about:meta])* $name:ident { $($(#[$variant_about:meta])* $variant:ident $text:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $($(#[$variant_about])* $variant,)+
        }

        impl $name {
            /// The name on the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }
    };
}

pub(super) use named;

named!(
    /// What a ticket is about.
    TicketType {
        /// Doors, keys and cards.
        Access "access",
        /// The account, invoices and payments.
        AccountAndBilling "account_and_billing",
        /// Bookings of rooms, desks and other resources.
        Bookings "bookings",
        /// Something at the location needs cleaning.
        Cleaning "cleaning",
        /// The internet connection or the network of the location.
        Internet "internet",
        /// Letters and packages that arrive or are sent.
        MailAndPackages "mail_and_packages",
        /// Noise, and the acoustics of rooms.
        NoiseAndAcoustics "noise_and_acoustics",
        /// Printers, and what is printed on them.
        Printing "printing",
        /// Something is broken and needs repair.
        RepairAndMaintenance "repair_and_maintenance",
        /// Heating, cooling and air.
        TemperatureAndVentilation "temperature_and_ventilation",
        /// The website or app of those who run the space.
        WebsiteAndApp "website_and_app",
        /// Somebody is harassed: a sensitive ticket, seen only with the scope `tickets:sensitive`.
        Harassment "harassment",
        /// Content that offends: a sensitive ticket, seen only with the scope `tickets:sensitive`.
        OffensiveContent "offensive_content",
        /// Anything that no other type describes.
        Other "other",
    }
);

named!(
    /// How much a ticket matters.
    #[derive(Default)]
    TicketPriority {
        /// It can wait; to be solved within 2,400 minutes of business hours by default.
        Low "low",
        /// The priority unless one is given; to be solved within 1,440 minutes of business hours by default.
        #[default]
        Normal "normal",
        /// It goes before others; to be solved within 480 minutes of business hours by default.
        High "high",
        /// It cannot wait; to be solved within 240 minutes of business hours by default.
        Urgent "urgent",
    }
);

impl TicketType {
    /// Every type that a ticket can have.
    pub const ALL: [Self; 14] = [
        Self::Access,
        Self::AccountAndBilling,
        Self::Bookings,
        Self::Cleaning,
        Self::Internet,
        Self::MailAndPackages,
        Self::NoiseAndAcoustics,
        Self::Printing,
        Self::RepairAndMaintenance,
        Self::TemperatureAndVentilation,
        Self::WebsiteAndApp,
        Self::Harassment,
        Self::OffensiveContent,
        Self::Other,
    ];

    /// Whether only trusted people see it: both name somebody who is said to have done wrong.
    #[must_use]
    pub const fn is_sensitive(self) -> bool {
        matches!(self, Self::Harassment | Self::OffensiveContent)
    }

    /// Whether a blocked member may ask for it: why they are blocked, what they owe, and whatever is done to them.
    #[must_use]
    pub const fn is_open_to_blocked(self) -> bool {
        matches!(self, Self::AccountAndBilling) || self.is_sensitive()
    }
}

impl TicketPriority {
    /// Every priority, from the least to the most urgent.
    pub const ALL: [Self; 4] = [Self::Low, Self::Normal, Self::High, Self::Urgent];

    /// How long a ticket takes at most, in minutes of business hours.
    #[must_use]
    pub const fn minutes(self, minutes: &ResolutionMinutes) -> u32 {
        match self {
            Self::Low => minutes.low,
            Self::Normal => minutes.normal,
            Self::High => minutes.high,
            Self::Urgent => minutes.urgent,
        }
    }
}
