export const title = 'who may not come in is told why, with the way on: blocked, booked elsewhere, checked in elsewhere';

const minutes = (count) => new Date(Date.now() + count * 60_000).toISOString();

export default async function deskRefused({ enter, api, assert }) {
  const places = await api('GET', '/locations');
  const [here] = places.filter(({ name }) => name === 'Keizersgracht');
  const [other] = places.filter(({ name }) => name === 'Shoreditch');
  const mark = Date.now().toString(36);
  const member = (name, surname) => api('POST', '/members', { email: `${name}.${mark}@example.com`.toLowerCase(), name, surname: `${surname}${mark}`, location_ids: [here.id] });
  const [blocked, booked, elsewhere] = [await member('Bo', 'Blocked'), await member('Wanda', 'Wrong'), await member('Elke', 'Elsewhere')];
  await api('POST', `/members/${blocked.id}/block`, {});
  const room = await api('POST', '/resources', { location_id: other.id, name: `Loft ${mark}`, type: 'meeting_room', capacity: 2 });
  await api('POST', '/bookings', { resource_id: room.id, customer_id: booked.id, start_time: minutes(-1), end_time: minutes(20), override: true, payment_source: 'none' });
  await api('POST', '/day-pass-transactions', { customer_id: elsewhere.id, type: 'admin_allocation', amount: 2 });
  await api('POST', '/check-ins', { member_id: elsewhere.id, location_id: other.id });

  const page = await enter('#/desk');
  const take = async (words, name) => {
    await page.fill('.finder input', words);
    await page.locator('.finder [role=option][aria-selected=true] bdi', { hasText: name }).waitFor();
    await page.press('.finder input', 'Enter');
  };
  const said = (tone, text) => page.locator(`.outcome.${tone}`, { hasText: text }).waitFor();
  await take(`bo blocked${mark}`, `Bo Blocked${mark}`);
  await said('bad', 'They are blocked');
  await take(`wanda wrong${mark}`, `Wanda Wrong${mark}`);
  await said('bad', 'They have a booking at Shoreditch');
  await take(`elke elsewhere${mark}`, `Elke Elsewhere${mark}`);
  await said('bad', 'They are checked in at Shoreditch');
  await page.getByRole('button', { name: 'Check out there, and in here' }).click();
  await said('good', `Elke Elsewhere${mark}`);
  const [open] = await api('GET', `/check-ins?member_id=${elsewhere.id}&open=true`);
  assert.equal(open.location_id, here.id);
}
