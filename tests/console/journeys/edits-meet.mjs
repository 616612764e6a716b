export const title = 'of two who change a record, the second sends only what they typed: a draft, its line, a floor, an event and the words of a booking keep what the first wrote';

export default async function editsMeet({ enter, api, until, assert, accessible }) {
  const mark = Date.now().toString(36);
  const place = (await api('GET', '/locations?per_page=100')).find(({ is_active: isActive, currency }) => isActive && currency === 'EUR');
  const member = await api('POST', '/members', { email: `edits.${mark}@example.com`, name: 'Edda', surname: `Edit ${mark}`, location_ids: [place.id] });
  const draft = await api('POST', '/invoices', { customer_id: member.id, location_id: place.id, items: [{ description: 'Locker', quantity: 1, unit_amount: 30 }] });
  const line = draft.items[0].id;
  const page = await enter(`#/money?tab=invoices&invoice=${draft.id}`);
  await page.locator('.location-choice select').selectOption(place.id);
  const form = page.locator('dialog').last();
  const save = () => form.getByRole('button', { name: /^(Save|Change)$/ }).click();
  const told = form.getByRole('alert').filter({ hasText: 'Somebody else changed this meanwhile' });
  // Theirs are read first: what is saved before is refused once more.
  const takeTheirs = async () => { await form.getByRole('button', { name: 'Take theirs, and keep what I typed' }).click(); await told.waitFor({ state: 'detached' }); };
  const closed = (count) => until(async () => (await page.locator('dialog').count()) === count, 'it is saved');
  const invoice = page.locator('.invoice');

  await invoice.getByRole('button', { name: 'Change', exact: true }).click();
  await form.getByLabel('Note to the customer').fill('Thank you');
  await api('PUT', `/invoices/${draft.id}`, { discount_amount: 4, purchase_order: 'PO-77' });
  await save();
  await told.waitFor();
  await accessible(page);
  assert.equal((await api('GET', `/invoices/${draft.id}`)).memo, '');
  // What was typed survives a reload, and is still about the version that it was typed for.
  await page.reload();
  await invoice.getByRole('button', { name: 'Change', exact: true }).click();
  await told.waitFor();
  await takeTheirs();
  await until(async () => (await form.getByLabel('Their order').inputValue()) === 'PO-77', 'theirs is in the form');
  assert.equal(await told.count(), 0);
  await save();
  await closed(1);
  const both = await api('GET', `/invoices/${draft.id}`);
  assert.deepEqual([both.memo, both.discount_amount, both.purchase_order], ['Thank you', 4, 'PO-77']);

  await invoice.getByRole('button', { name: 'Change line: Locker' }).click();
  await form.getByLabel('Quantity').fill('2');
  await api('PUT', `/invoice-items/${line}`, { unit_amount: 25, tax_rate: 9 });
  await save();
  await told.waitFor();
  await takeTheirs();
  await until(async () => (await form.getByLabel(/^Each, in/).inputValue()) === '25', 'their price is in the form');
  await save();
  await closed(1);
  const item = await api('GET', `/invoice-items/${line}`);
  assert.deepEqual([item.quantity, item.unit_amount, item.tax_rate], [2, 25, 9]);

  // A change of others that is seen before the save is not taken for one's own.
  const event = await api('POST', '/events', { title: `Fair ${mark}`, location_id: place.id, start_time: '2027-03-05T17:00:00Z', end_time: '2027-03-07T20:00:00Z' });
  await page.evaluate((id) => { location.hash = `#/events?tab=drafts&event=${id}`; }, event.id);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await form.getByLabel('Description').fill('All weekend');
  await api('PUT', `/events/${event.id}`, { title: `Bazaar ${mark}` });
  await page.getByRole('dialog', { name: `Bazaar ${mark}` }).waitFor();
  await told.waitFor();
  await takeTheirs();
  await save();
  await closed(1);
  const now = await api('GET', `/events/${event.id}`);
  assert.deepEqual([now.title, now.description, now.end_time], [`Bazaar ${mark}`, 'All weekend', '2027-03-07T20:00:00.000Z']);

  const floor = await api('POST', '/floors', { location_id: place.id, name: `Attic ${mark}`, level: 9 });
  await page.evaluate(() => { location.hash = '#/settings?section=floors'; });
  await page.getByRole('button', { name: `Edit ${floor.name}` }).click();
  await form.getByLabel('Level').fill('7');
  await api('PUT', `/floors/${floor.id}`, { name: `Loft ${mark}` });
  await save();
  await told.waitFor();
  await takeTheirs();
  await save();
  await closed(0);
  const loft = await api('GET', `/floors/${floor.id}`);
  assert.deepEqual([loft.name, loft.level], [`Loft ${mark}`, 7]);

  const room = await api('POST', '/resources', { name: `Room ${mark}`, type: 'meeting_room', location_id: place.id });
  const booking = await api('POST', '/bookings', { customer_id: member.id, resource_id: room.id, start_time: '2027-03-05T10:00:00Z', end_time: '2027-03-05T11:00:00Z', payment_source: 'none' });
  await page.evaluate((id) => { location.hash = `#/today?day=2027-03-05&booking=${id}`; }, booking.id);
  await form.getByLabel('Notes for the people who run the place').fill('A screen');
  await api('PUT', `/bookings/${booking.id}`, { title: 'Interview' });
  await page.getByRole('dialog', { name: 'Interview' }).waitFor();
  await told.waitFor();
  await takeTheirs();
  await save();
  await until(async () => (await api('GET', `/bookings/${booking.id}`)).notes === 'A screen', 'the notes are saved');
  assert.equal((await api('GET', `/bookings/${booking.id}`)).title, 'Interview');
}
