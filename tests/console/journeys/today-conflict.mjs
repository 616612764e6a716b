import { aMember, aRoom, dayAhead, draw, pointAt } from '../today.mjs';

export const title = 'of two people who move bookings to the same time, the second one is told why not, and what is free';

export default async function todayConflict({ enter, api, until, assert, accessible }) {
  const day = dayAhead(4);
  const [room, ana, ben] = await Promise.all([aRoom(api, 'Conflict room'), aMember(api, 'Ana'), aMember(api, 'Ben')]);
  const book = (member, hour) => api('POST', '/bookings', { resource_id: room.id, customer_id: member.id, title: member.name, start_time: `${day}T${hour}:00:00Z`, end_time: `${day}T${hour + 1}:00:00Z` });
  const [early, late] = [await book(ana, 10), await book(ben, 13)];
  const open = async () => {
    const page = await enter(`#/today?day=${day}&resource=${room.id}`);
    await page.locator(`[data-row="${room.id}"] .entry`).nth(1).waitFor();
    return page;
  };
  const [one, other] = [await open(), await open()];
  const bar = (page, booking) => page.locator(`[data-key^="booking-${booking.id}"]`);
  const free = (await pointAt(one, room.id, 9)).x - (await pointAt(one, room.id, 8)).x;
  /** Draws a booking by hours to the right. */
  const drag = async (page, booking, hours) => {
    const { x, y, width, height } = await bar(page, booking).boundingBox();
    const from = { x: x + width / 2, y: y + height / 2 };
    await draw(page, from, { x: from.x + hours * free, y: from.y });
    await page.waitForSelector('dialog[open] .price .total');
  };
  const left = async (page, booking) => (await bar(page, booking).evaluate((node) => node.style.left));

  await drag(one, early, 2);
  const before = await left(other, late);
  await drag(other, late, -1);
  assert.notEqual(await left(other, late), before);
  await one.click('dialog[open] button[type=submit]');
  await until(async () => (await api('GET', `/bookings/${early.id}`)).version > early.version, 'the first one has moved');
  await other.click('dialog[open] button[type=submit]');
  const why = await other.locator('dialog[open] [role=alert]').textContent();
  const clock = (instant) => new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Amsterdam', timeStyle: 'short' }).format(new Date(instant));
  const taken = await api('GET', `/bookings/${early.id}`);
  assert.ok(why.includes(`${room.name} is taken from ${clock(taken.start_time)} to ${clock(taken.end_time)}. The booking stays where it was.`), why);
  await until(async () => await left(other, late) === before, 'the booking is where it was');
  await until(() => other.locator('.free .chips button').count(), 'what is free is offered');
  await accessible(other);
  await until(async () => (await left(other, early)) !== (await left(other, late)) && bar(other, early).count(), 'the change of the first one appears');

  const [chosen] = await other.locator('.free .chips').first().locator('button').allTextContents();
  await other.click(`.free .chips button:has-text("${chosen}")`);
  await until(async () => !await other.locator('dialog[open] [role=alert]').count(), 'the reason is over');
  await other.waitForSelector('.price[aria-busy=false] .status');
  await other.click('dialog[open] button[type=submit]');
  await until(async () => clock((await api('GET', `/bookings/${late.id}`)).start_time) === chosen, 'it is where it was free');

  // Undo is refused where the old time was taken meanwhile: that is told.
  await api('POST', '/bookings', { resource_id: room.id, customer_id: ana.id, title: 'Faster', start_time: late.start_time, end_time: late.end_time });
  await other.locator('.notice').getByRole('button', { name: 'Undo' }).click();
  await other.locator('.notice.bad', { hasText: 'It is not taken back.' }).waitFor();
}
