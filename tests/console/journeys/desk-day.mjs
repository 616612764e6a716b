export const title = 'a day at the desk, by keyboard alone: a visitor by code, a member by name, a booking, a day pass, and out again';

const minutes = (count) => new Date(Date.now() + count * 60_000).toISOString();

/** Records of this journey alone. */
async function prepare(api) {
  const [place] = (await api('GET', '/locations')).filter(({ name }) => name === 'Keizersgracht');
  const mark = Date.now().toString(36);
  const member = (name) => api('POST', '/members', { email: `${name}.${mark}@example.com`.toLowerCase(), name, surname: `Deskman${mark}`, location_ids: [place.id] });
  const [admitted, booker, stranger] = [await member('Quirina'), await member('Bertil'), await member('Ulf')];
  await api('POST', '/day-pass-transactions', { customer_id: admitted.id, type: 'admin_allocation', amount: 2 });
  const room = await api('POST', '/resources', { location_id: place.id, name: `Room ${mark}`, type: 'meeting_room', capacity: 4, check_in: { enabled: true, opens_minutes: 15, auto_release_minutes: null } });
  const time = { start_time: minutes(-1), end_time: minutes(45), override: true, payment_source: 'none', attendees: 2 };
  const booking = await api('POST', '/bookings', { resource_id: room.id, customer_id: booker.id, ...time });
  return { place, mark, admitted, booker, stranger, booking };
}

export default async function deskDay({ enter, api, until, assert, accessible }) {
  const { place, mark, admitted, booker, stranger, booking } = await prepare(api);
  const page = await enter('#/desk');
  const { keyboard } = page;
  const here = page.locator('.side.here');
  const come = page.locator('.side.come');
  const said = (tone, text) => page.locator(`.outcome.${tone}`, { hasText: text }).waitFor();
  const option = (text) => page.locator('.finder [role=option][aria-selected=true]', { hasText: text }).waitFor();
  await until(() => page.evaluate(() => document.activeElement?.matches('.finder input')), 'the field has the focus');

  // A visitor who is announced meanwhile appears by himself, and comes with the code of the invitation.
  const visit = await api('POST', '/visitor-visits', { location_id: place.id, host_id: booker.id, expected_at: minutes(0), visitor: { name: 'Wouter', surname: `Guest${mark}` } });
  await come.getByText(`Wouter Guest${mark}`).waitFor();
  await keyboard.type(visit.code);
  await keyboard.press('Enter');
  await said('good', `Wouter Guest${mark}`);
  await here.getByText(`Wouter Guest${mark}`).waitFor();
  assert.equal(await come.getByText(`Wouter Guest${mark}`).count(), 0);
  assert.equal((await api('GET', `/visitor-visits/${visit.id}`)).status, 'checked_in');

  // A member comes, admitted by a day pass; and one whose booking has begun.
  await keyboard.type(`quirina deskman${mark}`);
  await option('Quirina');
  await keyboard.press('Enter');
  await said('good', 'day pass');
  await here.getByText(`Quirina Deskman${mark}`).waitFor();
  await keyboard.type(`bertil deskman${mark}`);
  await option(`Room ${mark}`);
  await keyboard.press('Enter');
  await said('good', `Checked in to Room ${mark}`);
  assert.ok((await api('GET', `/bookings/${booking.id}`)).checked_in_at);

  // Nothing admits this one: the refusal says so, and how to go on.
  await keyboard.type(`ulf deskman${mark}`);
  await option('Ulf');
  await keyboard.press('Enter');
  await said('bad', 'Nothing admits them today');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent.trim()), 'Day pass, paid at the desk');
  await accessible(page);
  await keyboard.press('Enter');
  await said('good', 'Admitted by a day pass');
  assert.equal((await api('GET', `/customers/${stranger.id}/balances`)).day_passes.total, 0);

  // Taken back, with the pass that it took.
  await page.locator('.outcome button', { hasText: 'Undo' }).focus();
  await keyboard.press('Enter');
  await said('good', 'the day pass with it');
  assert.equal((await api('GET', `/customers/${stranger.id}/balances`)).day_passes.total, 1);

  // They leave: the visitor by name, the member from the list, where arrows go from row to row.
  await page.evaluate(() => document.activeElement?.blur());
  await keyboard.press('f');
  await until(() => page.evaluate(() => document.activeElement?.matches('.finder input')), 'F leads to the field');
  await keyboard.type(`wouter guest${mark}`);
  await option('Check out');
  await keyboard.press('Enter');
  await until(async () => await here.getByText(`Wouter Guest${mark}`).count() === 0, 'the visitor is gone');
  await until(async () => (await api('GET', `/visitor-visits/${visit.id}`)).status === 'checked_out', 'the visitor is checked out');
  const first = here.locator('.people li button').last();
  await first.focus();
  for (let step = 0; step < 60; step += 1) {
    if (await page.evaluate((name) => document.activeElement?.getAttribute('aria-label')?.includes(name), `Quirina Deskman${mark}`)) break;
    await keyboard.press('ArrowUp');
  }
  await keyboard.press('Enter');
  await until(async () => !(await api('GET', `/check-ins?member_id=${admitted.id}&open=true`)).length, 'the member is checked out');

  // The day on paper has both lists, and nothing to press.
  await page.emulateMedia({ media: 'print' });
  assert.ok(await come.isVisible() && await here.isVisible() && await page.locator('.print-only').isVisible());
  assert.equal(await page.locator('main button:visible').count(), 0);
}
