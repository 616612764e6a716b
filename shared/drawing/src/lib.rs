//! Documents as pages to read and print: drawn here, in letters of Noto Sans, which has those of Latin, Greek and
//! Cyrillic scripts. A letter of another script is an empty box. Invoices and contracts are drawn by it.

mod canvas;
mod file;
mod font;
mod sheet;
mod units;
mod words;

pub use self::{
    canvas::{Place, Style},
    sheet::{LEFT, RIGHT, SMALL, STRONG, Sheet, TEXT, TITLE, line_height},
    words::{address, amount},
};
