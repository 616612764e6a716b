export const title = 'a manager signs in by a code and runs one location: each screen of the menu, people, desk, an event’s door; nothing of others, and no screens that are for admins';

const minutes = (count) => new Date(Date.now() + count * 60_000).toISOString();

/** Records of this journey alone: people and a room of the location, and somebody of another one. */
async function prepare(api, place, elsewhere) {
  const mark = Date.now().toString(36);
  const member = (name, places) => api('POST', '/members', { email: `${name}.${mark}@example.com`.toLowerCase(), name, surname: `Mgr${mark}`, location_ids: places });
  const [here, there, guest] = [await member('Hanako', [place.id]), await member('Theo', [elsewhere.id]), await member('Gustav', [])];
  const room = await api('POST', '/resources', { location_id: place.id, name: `Room ${mark}`, type: 'meeting_room', capacity: 4 });
  const booking = { resource_id: room.id, customer_id: guest.id, start_time: minutes(-1), end_time: minutes(45), override: true, payment_source: 'none' };
  await api('POST', '/bookings', booking);
  const event = await api('POST', '/events', { location_id: place.id, title: `Tea ${mark}`, start_time: minutes(60), end_time: minutes(120), visibility: 'public', price: 0 });
  await api('POST', `/events/${event.id}/publish`);
  await api('POST', '/event-registrations', { event_id: event.id, customer_id: guest.id, quantity: 1 });
  return { mark, here, there, guest, room, event };
}

export default async function manager({ signIn, api, until, assert, accessible }) {
  const email = `mira.${Date.now()}@example.com`;
  const places = await api('GET', '/locations?per_page=100');
  const place = places.find(({ time_zone: zone }) => zone === 'Asia/Tokyo');
  const { mark, here, there, room, event } = await prepare(api, place, places.find(({ id, is_active: isActive }) => isActive && id !== place.id));
  await api('POST', '/members', { email, name: 'Mira', surname: 'Mori', role: 'manager', location_ids: [place.id] });
  const page = await signIn(email);
  assert.deepEqual(await page.locator('.location-choice option').allTextContents(), [place.name]);
  const menu = await page.locator('.menu a span').allTextContents();
  assert.ok(['Today', 'Desk', 'People', 'Registrations'].every((name) => menu.includes(name)) && !menu.includes('Money') && !menu.includes('Settings'), menu.join());
  await until(async () => (await page.locator('.clock').textContent()).includes('Asia/Tokyo'), 'the page says whose time it is');
  await accessible(page);
  const open = (hash) => page.evaluate((next) => { location.hash = next; }, hash);

  // Each screen of the menu has its lists: nothing that it asks is refused.
  const refused = [];
  page.on('response', (answer) => { if (answer.status() === 403) refused.push(`${answer.request().method()} ${answer.url()}`); });
  for (const name of menu) {
    await page.locator('.menu a', { hasText: name }).first().click();
    await page.locator('main h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await page.locator('main [role=alert]').count(), 0, `${name}: ${await page.locator('main').textContent()}`);
  }
  assert.deepEqual(refused, []);
  await page.locator('.menu a', { hasText: 'Today' }).first().click();
  await page.locator('.timeline', { hasText: room.name }).waitFor();

  // People: those of the location alone, and one of them is changed.
  await open('#/people');
  const rows = page.locator('.table .rows .row');
  await page.fill('.people-filters input[type=search]', `mgr${mark}`);
  await until(async () => (await rows.count()) === 1 && (await rows.textContent()).includes('Hanako'), 'one of three is of the location');
  await accessible(page);
  await open(`#/person/${here.id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Telephone').fill('+81 3 5550 1234');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await until(async () => (await api('GET', `/members/${here.id}`)).phone === '+81 3 5550 1234', 'the telephone number is changed');
  await open(`#/person/${there.id}`);
  await page.locator('.problem-box').waitFor();
  assert.equal(await page.getByText(`Theo Mgr${mark}`).count(), 0);

  // Desk: who booked there is named, although they belong to no location.
  await open('#/desk');
  await page.locator('.side.come').getByText(`Gustav Mgr${mark}`).first().waitFor();
  await page.locator('.finder input').fill(`hanako mgr${mark}`);
  await page.locator('.finder [role=option]', { hasText: 'hanako.' }).waitFor();

  // The door of an event.
  await open(`#/events?event=${event.id}&part=door`);
  const line = page.locator('.door li', { hasText: 'Gustav' });
  await line.getByRole('button', { name: 'Check in' }).click();
  await until(async () => (await api('GET', `/event-registrations?event_id=${event.id}`))[0].checked_in_count === 1, 'the guest is in');
  await accessible(page);
  assert.deepEqual(refused, []);
}
