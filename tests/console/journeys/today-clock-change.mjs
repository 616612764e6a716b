import { aMember, aRoom, placeIn } from '../today.mjs';

export const title = 'days of 25 and 23 hours in London, and Tokyo seen from Berlin, have the right times';

/** Last Sunday of a month that is yet to come, when European clocks change. */
function changeIn(month) {
  const now = new Date();
  const year = now.getUTCFullYear() + (now.getUTCMonth() + 1 >= month ? 1 : 0);
  const day = new Date(Date.UTC(year, month, 0));
  day.setUTCDate(day.getUTCDate() - day.getUTCDay());
  return day.toISOString().slice(0, 10);
}

export default async function todayClockChange({ enter, api, until, assert }) {
  const [autumn, spring] = [changeIn(10), changeIn(3)];
  const london = await placeIn(api, 'Europe/London');
  const tokyo = await placeIn(api, 'Asia/Tokyo');
  const [room, far, member] = await Promise.all([aRoom(api, 'Clock room', { location_id: london.id }), aRoom(api, 'Uhr room', { location_id: tokyo.id }), aMember(api, 'Cleo')]);
  const book = (resource, start, end) => api('POST', '/bookings', { resource_id: resource.id, customer_id: member.id, start_time: start, end_time: end, override: true });
  // From half past one in summer to half past one in winter is an hour.
  const [night, day, there] = await Promise.all([
    book(room, `${autumn}T00:30:00Z`, `${autumn}T01:30:00Z`), book(room, `${autumn}T14:00:00Z`, `${autumn}T15:00:00Z`), book(far, `${autumn}T05:00:00Z`, `${autumn}T06:00:00Z`),
  ]);
  const page = await enter(`#/today?day=${autumn}`, { timezoneId: 'Europe/Berlin' });
  const choose = (name) => page.selectOption('.location-choice select', { label: name });
  const ticks = () => page.locator('.tick').allTextContents();
  const bar = (booking) => page.locator(`[data-key^="booking-${booking.id}"]`);
  /** Hours from the left edge of the day to a booking's, as they are drawn. */
  const drawnAt = async (booking, hours) => Math.round(await bar(booking).evaluate((node) => parseFloat(node.style.left)) / 100 * hours * 100) / 100;

  await choose(london.name);
  await bar(day).waitFor();
  const long = await ticks();
  assert.equal(long.length, 25);
  assert.deepEqual(long.filter((text) => text.startsWith('01:00')), ['01:00', '01:00 GMT']);
  assert.match(await bar(day).getAttribute('aria-label'), /14:00 to 15:00/);
  assert.equal(await drawnAt(day, 25), 15);
  assert.match(await bar(night).getAttribute('aria-label'), /01:30 to 01:30/);
  assert.equal(await drawnAt(night, 25), 1.5);
  assert.match(await page.locator('.clock').textContent(), /Times are those of Europe\/London/);

  await bar(night).click();
  await page.click('dialog[open] .do button:has-text("Move…")');
  await page.waitForSelector('dialog[open] .when');
  assert.match(await page.locator('.when').textContent(), /The clocks change on this day: it has 25 hours\./);
  assert.deepEqual(await page.locator('.when select').evaluateAll((all) => all.slice(1).map((select) => select.selectedOptions[0].textContent)), ['the first one', 'the second one']);
  await page.keyboard.press('Escape');

  await page.evaluate((next) => { location.hash = `#/today?day=${next}`; }, spring);
  await until(async () => (await ticks()).length === 23, 'the day in spring has 23 hours');
  assert.equal((await ticks()).some((text) => text.startsWith('01:00')), false);

  await page.evaluate((next) => { location.hash = `#/today?day=${next}`; }, autumn);
  await choose(tokyo.name);
  await bar(there).waitFor();
  assert.equal((await ticks()).length, 24);
  assert.match(await bar(there).getAttribute('aria-label'), /14:00 to 15:00/);
  assert.equal(await drawnAt(there, 24), 14);
}
