//! Bookings by local day, hour and type of resource.

pub mod booked_hours;
pub mod booking_account;
pub mod booking_sums;

use crate::account::Book;

/// Accounts of bookings, and rows by place and local day.
pub const BOOK: Book = Book { accounts: "figures-booking", rows: "figures-occupancy" };

/// What is counted of a type of resource and a day beside its hours. The digits are stored, so they never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Bookings that begin on the day and stand.
    Bookings,
    /// Bookings that were to begin on the day and were cancelled.
    CancelledBookings,
    /// Minutes of them.
    CancelledMinutes,
    /// Bookings to which nobody came.
    NoShowBookings,
    /// Minutes of them.
    NoShowMinutes,
}

impl Measure {
    /// Its digit in the name of a cell.
    #[must_use]
    pub const fn digit(self) -> char {
        match self {
            Self::Bookings => '0',
            Self::CancelledBookings => '1',
            Self::CancelledMinutes => '2',
            Self::NoShowBookings => '3',
            Self::NoShowMinutes => '4',
        }
    }
}
