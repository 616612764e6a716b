// What journeys through the timeline share: rooms, people and days of their own.

/** A weekday that is some weeks ahead, wherever the day of the week is now. */
export function dayAhead(weeks, weekday = 2) {
  const day = new Date(Date.now() + weeks * 7 * 86_400_000);
  day.setUTCDate(day.getUTCDate() + ((weekday - day.getUTCDay() + 7) % 7));
  return day.toISOString().slice(0, 10);
}

/** The demo's location in a time zone. */
export async function placeIn(api, zone) {
  return (await api('GET', '/locations?limit=100')).find(({ time_zone: of, is_active: isActive }) => of === zone && isActive);
}

/** A room that nobody else uses, at the location where the console begins. */
export async function aRoom(api, name, others = {}) {
  const place = await placeIn(api, 'Europe/Amsterdam');
  return api('POST', '/resources', {
    location_id: place.id, type: 'meeting_room', name: `${name} ${Date.now() % 1_000_000}`,
    rates: [{ from_minutes: 0, flat_amount: 0, unit_amount: 20, per_minutes: 60, valid: null }], ...others,
  });
}

export const aMember = (api, name = 'Ines') => api('POST', '/members', { name, surname: 'Timeline', email: `timeline.${Date.now()}.${Math.floor(Math.random() * 1e6)}@example.com` });

/** Middle of a row's track at an instant, in the page. */
export async function pointAt(page, row, hour) {
  const tick = page.locator('.tick', { hasText: new RegExp(`^${String(hour).padStart(2, '0')}:00`) }).first();
  const [x, line] = await Promise.all([tick.evaluate((node) => node.getBoundingClientRect().left), page.locator(`[data-row="${row}"] .track`).evaluate((node) => { const { top, height } = node.getBoundingClientRect(); return top + height / 2; })]);
  return { x: x + 1, y: line };
}

/** Draws from one point to another as a hand does. */
export async function draw(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}
