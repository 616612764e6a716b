export const title = 'events and people at the door are found by typing letter by letter, also those beyond the first hundred and by the name of a member';

export default async function eventsSearch({ enter, api, until, assert, accessible }) {
  const mark = Date.now().toString(36);
  const place = (await api('GET', '/locations?per_page=100')).find(({ is_active: isActive }) => isActive);
  const start = new Date(Date.now() + 9 * 86_400_000).toISOString();
  const event = await api('POST', '/events', { title: `Concert ${mark}`, location_id: place.id, start_time: start, end_time: new Date(Date.parse(start) + 3_600_000).toISOString(), visibility: 'public', price: 0 });
  await api('POST', '/events', { title: `Concert of others`, location_id: place.id, start_time: start, end_time: new Date(Date.parse(start) + 3_600_000).toISOString() });
  await api('POST', `/events/${event.id}/publish`);
  const guest = (number) => api('POST', '/event-registrations', { event_id: event.id, guest: { name: `Guest ${String(number).padStart(3, '0')}`, email: `guest.${mark}.${number}@example.com` }, quantity: 1 });
  for (let first = 0; first < 105; first += 15) await Promise.all(Array.from({ length: 15 }, (_, index) => guest(first + index)));
  const member = await api('POST', '/members', { email: `door.${mark}@example.com`, name: 'Doris', surname: `Door${mark}`, location_ids: [place.id] });
  await api('POST', '/event-registrations', { event_id: event.id, customer_id: member.id, quantity: 1 });

  const page = await enter('#/events');
  await page.locator('.location-choice select').selectOption(place.id);
  const search = page.getByLabel('Search for events');
  await search.pressSequentially(`Concert ${mark}`);
  assert.equal(await search.inputValue(), `Concert ${mark}`);
  const rows = page.getByRole('table', { name: 'Events' }).locator('.row:not(.head)');
  await until(async () => (await rows.count()) === 1, 'one event is found');
  assert.equal(await page.locator('.problem-box').count(), 0);
  await rows.getByRole('link', { name: `Concert ${mark}` }).click();
  await page.getByRole('link', { name: 'Door list' }).click();
  const door = page.locator('.door li');
  await until(async () => (await door.count()) === 106, 'all who are registered are read');
  const find = page.getByLabel('Search at the door');
  await find.pressSequentially('Guest 104');
  assert.equal(await find.inputValue(), 'Guest 104');
  await until(async () => (await door.count()) === 1 && (await door.textContent()).includes('Guest 104'), 'who came after the first hundred is found');
  await accessible(page);
  await find.fill('');
  await find.pressSequentially(`door${mark}`);
  await until(async () => (await door.count()) === 1 && (await door.textContent()).includes('Doris'), 'a member is found by name');
  await find.fill('nobody of that name');
  await page.getByText('Nothing was found.').waitFor();
}
