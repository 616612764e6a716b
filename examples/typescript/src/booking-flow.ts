// Books a room four weeks from now, meets the conflict, and cancels.

import { Client, Page, Refused } from "./colonnade.js";

interface Named { id: string; name: string }
interface Booking { id: string; status: string; total_amount: number; currency: string }

const MINUTE = 60_000;
const api = new Client();

async function named(path: string, name: string, query: Record<string, string> = {}): Promise<Named> {
  for await (const one of api.every<Named>(path, query)) if (one.name === name) return one;
  throw new Error(`${path} has no ${name}`);
}

const location = await named("/locations", "Keizersgracht");
const room = await named("/resources", "Spinoza", { location_id: location.id, type: "meeting_room" });
const [ann] = (await api.get<Page<Named>>("/members", { email: "ann@example.com" })).data;

const today = new Date();
const untilWednesday = (3 - today.getUTCDay() + 7) % 7;
const day = new Date(today.getTime() + (untilWednesday + 28) * 24 * 60 * MINUTE).toISOString().slice(0, 10);
const free = await api.get<{ data: { start_times: string[] } }>(`/resources/${room.id}/availability`, {
  from: `${day}T00:00:00Z`, to: `${day}T23:59:59Z`, duration_minutes: "90",
});
const [start] = free.data.start_times;
if (!start || !ann) throw new Error("nothing is free, or Ann is gone");
const end = new Date(Date.parse(start) + 90 * MINUTE).toISOString();
const time = { resource_id: room.id, customer_id: ann.id, start_time: start, end_time: end };

const hold = await api.post<{ data: { id: string } }>("/booking-holds", time);
const { data: booking } = await api.post<{ data: Booking }>("/bookings", {
  ...time, hold_id: hold.data.id, title: "Planning", attendees: 3,
});
console.log(`booked: ${booking.status}, ${booking.total_amount} ${booking.currency}`);
try {
  await api.post("/bookings", time);
  throw new Error("booked twice");
} catch (refused) {
  if (!(refused instanceof Refused)) throw refused;
  console.log(`again: ${refused.code}`);
}
const cancelled = await api.post<{ data: Booking }>(`/bookings/${booking.id}/cancel`, {
  by: "customer", comment: "We meet elsewhere.",
});
console.log(`then: ${cancelled.data.status}`);
