//! Thousandths of a point, in which everything is measured, and the size of a page in them.

/// Width of an A4 page.
pub const WIDTH: i64 = 595_276;
/// Height of an A4 page.
pub const HEIGHT: i64 = 841_890;

/// A number of thousandths as PDF has it.
pub fn decimal(thousandths: i64) -> String {
    let sign = if thousandths < 0 { "-" } else { "" };
    let size = thousandths.unsigned_abs();
    format!("{sign}{}.{:03}", size / 1_000, size % 1_000)
}
