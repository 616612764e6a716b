// All bookings that begin on the days from the first to the second argument, as CSV.

import { Client } from "./colonnade.js";

const COLUMNS = ["id", "start_time", "end_time", "status", "resource_id", "customer_id", "total_amount", "currency"] as const;
type Booking = Record<(typeof COLUMNS)[number], string | number>;

const [first, last] = process.argv.slice(2);
if (!first || !last) throw new Error("nightly-export FIRST-DAY LAST-DAY");
console.log(COLUMNS.join(","));
for await (const booking of new Client().every<Booking>("/bookings", { start_date: first, end_date: last })) {
  console.log(COLUMNS.map((column) => booking[column]).join(","));
}
