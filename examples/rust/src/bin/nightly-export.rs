//! All bookings that begin on the days from the first to the second argument, as CSV.

use std::env;

use colonnade_examples::{Client, Fault};

const COLUMNS: [&str; 8] =
    ["id", "start_time", "end_time", "status", "resource_id", "customer_id", "total_amount", "currency"];

fn main() -> Result<(), Fault> {
    let mut arguments = env::args().skip(1);
    let (Some(first), Some(last)) = (arguments.next(), arguments.next()) else {
        return Err("nightly-export FIRST-DAY LAST-DAY".into());
    };
    println!("{}", COLUMNS.join(","));
    let query = format!("&start_date={first}&end_date={last}");
    for booking in Client::from_environment()?.every("/bookings", &query)? {
        let cell = |column: &&str| {
            let value = &booking[*column];
            value.as_str().map_or_else(|| value.to_string(), str::to_owned)
        };
        println!("{}", COLUMNS.iter().map(cell).collect::<Vec<_>>().join(","));
    }
    Ok(())
}
