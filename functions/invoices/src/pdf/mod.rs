//! Invoices as pages to read and print: drawn here, in letters of Noto Sans, which has those of Latin, Greek and Cyrillic
//! scripts. A letter of another script is an empty box.

mod canvas;
mod file;
mod font;
mod invoice;
mod sheet;
mod units;

pub use self::invoice::invoice;
