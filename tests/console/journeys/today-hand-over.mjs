import { aMember, aRoom, dayAhead } from '../today.mjs';

export const title = 'a booking, and a series of more than one request, are handed over from the booking’s panel: its price, who pays and what is given back stand there before';

const hour = (day, time) => `${day}T${time}:00.000Z`;

export default async function handOver({ enter, signIn, api, until, assert, accessible }) {
  const room = await aRoom(api, 'Handed');
  const [from, to] = [await aMember(api, 'Greta'), await aMember(api, 'Hugo')];
  const day = dayAhead(2);
  const booking = await api('POST', '/bookings', { customer_id: from.id, resource_id: room.id, start_time: hour(day, '09:00'), end_time: hour(day, '11:00'), title: 'Board', payment_source: 'invoice', override: true });
  const page = await enter(`#/today?day=${day}&booking=${booking.id}`);
  const dialog = page.locator('dialog');
  const pick = async (member) => {
    await dialog.getByRole('combobox', { name: 'Who gets it' }).fill(member.email);
    await dialog.locator('.candidates [role=option]').first().click();
  };
  await dialog.getByRole('button', { name: 'Hand over…' }).click();
  await dialog.getByText('What it costs is shown when it is known who gets it.').waitFor();
  assert.ok(await dialog.locator('[type=submit]').isDisabled(), 'nothing is handed over before its price is known');
  await pick(to);
  const price = dialog.getByRole('status');
  await price.getByText('Price for them').waitFor();
  await price.getByText(/Hugo Timeline pays: .*40\.00 on the next invoice/).waitFor();
  await price.getByText(/Given back: .*40\.00 of the invoice/).waitFor();
  await dialog.getByLabel('Payment').selectOption('none');
  await until(async () => /Price for them\s*€0\.00/.test(await price.innerText()) || !(await price.innerText()).includes('on the next invoice'), 'another way to pay has another price');
  await dialog.getByLabel('Payment').selectOption('');
  await price.getByText(/on the next invoice/).waitFor();
  await dialog.getByLabel('Reason').fill('They swap.');
  await accessible(page);
  assert.equal((await api('GET', `/bookings/${booking.id}`)).status, 'confirmed', 'nothing is done before it is sent');
  await dialog.getByRole('button', { name: 'Hand over to Hugo Timeline' }).click();
  await page.getByText('It is handed over.').waitFor();
  const before = await api('GET', `/bookings/${booking.id}`);
  const after = await api('GET', `/bookings/${before.handed_over_to_id}`);
  assert.deepEqual([before.status, before.cancellation_comment, after.customer_id, after.start_time, after.total_amount], ['cancelled', 'They swap.', to.id, booking.start_time, 48.4]);
  await dialog.locator('.who').getByText('Hugo Timeline').waitFor();
  await dialog.getByText('Taken over').waitFor();

  // A refusal is told before, and nothing can be sent then.
  await dialog.getByRole('button', { name: 'Hand over…' }).click();
  await pick(to);
  await price.locator('.problem').waitFor();
  assert.ok(await dialog.locator('[type=submit]').isDisabled(), 'nobody hands over to whoever has it');
  await page.keyboard.press('Escape');

  await series({ page, dialog, pick, api, until, assert, accessible }, room, from, to);

  // Whoever runs some locations hands nothing over.
  const email = `hand.${Date.now()}@example.com`;
  await api('POST', '/members', { email, name: 'Mia', role: 'manager', location_ids: [room.location_id] });
  const managers = await signIn(email);
  await managers.evaluate((hash) => { location.hash = hash; }, `#/today?day=${day}&booking=${after.id}`);
  await managers.locator('dialog').getByRole('button', { name: 'Cancel…' }).waitFor();
  assert.equal(await managers.locator('dialog').getByRole('button', { name: 'Hand over…' }).count(), 0);
}

/** A series of 23 bookings: 20 with one request, and the others with the next. */
async function series({ page, dialog, pick, api, until, assert, accessible }, room, from, to) {
  const first = dayAhead(3, 3);
  const made = await api('POST', '/booking-series', { customer_id: from.id, resource_id: room.id, first_start_time: hour(first, '12:00'), duration_minutes: 60, rule: { frequency: 'daily', interval: 1, count: 24 }, payment_source: 'invoice', override: true });
  const ids = (await until(async () => { const one = await api('GET', `/booking-series/${made.id}`); return one.status === 'active' && one; }, 'the series is made')).booking_ids;
  const bookingOf = (index) => api('GET', `/bookings/${ids[index]}`);
  await page.evaluate((hash) => { location.hash = hash; }, `#/today?day=${first}&booking=${ids[1]}`);
  await dialog.getByText('Series').first().waitFor();
  await dialog.getByRole('button', { name: 'Hand over…' }).click();
  await dialog.getByLabel('Which of its series').selectOption('this_and_following');
  await pick(to);
  await until(async () => (await dialog.locator('.breakdown tr').count()) === 21, 'the price of each is shown');
  await dialog.getByText('3 more follow after these.').waitFor();
  // On weekends it is closed: that is told, and nothing is sent until somebody says that it may be.
  await dialog.locator('.breakdown .problem').getByText('It is outside the opening hours.').first().waitFor();
  assert.ok(await dialog.locator('[type=submit]').isDisabled(), 'what would be refused is not sent');
  await dialog.getByLabel('Hand it over all the same').check();
  await dialog.locator('.breakdown .total').getByText(/484\.00/).waitFor();
  await accessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const extra = await dialog.evaluate((node) => node.scrollWidth - node.clientWidth);
  assert.ok(extra <= 1, `${extra} wider than a phone`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Hand 20 bookings over' }).click();
  await dialog.getByText('20 bookings were handed over.').waitFor();
  // The others have their price shown, too.
  await until(async () => (await dialog.locator('.breakdown tr').count()) === 4, 'the price of the others is shown');
  await dialog.getByRole('button', { name: 'Hand 3 bookings over' }).click();
  await page.getByText('23 bookings were handed over.').waitFor();
  assert.equal((await bookingOf(0)).status, 'confirmed', 'the one before stays');
  for (const index of [1, 20, 23]) assert.equal((await api('GET', `/bookings/${(await bookingOf(index)).handed_over_to_id}`)).customer_id, to.id);
}
