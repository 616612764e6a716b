export const title = 'an event is made, published, filled at the desk and checked in at the door, with a way back';

export default async function eventsDoor({ enter, api, until, assert, accessible }) {
  const name = `Reading group ${Date.now()}`;
  const page = await enter('#/events');
  await page.getByRole('button', { name: 'New event' }).click();
  await page.getByLabel('Title').fill(name);
  await page.reload();
  await page.waitForSelector('.shell');
  await page.getByRole('button', { name: 'New event' }).click();
  assert.equal(await page.getByLabel('Title').inputValue(), name, 'a draft survives a reload');
  await page.getByLabel('Seen by').selectOption('public');
  await page.getByRole('button', { name: 'Make a draft' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('link', { name: 'Door list' }).click();
  await page.getByRole('button', { name: 'Register somebody' }).click();
  await page.getByRole('button', { name: 'Guest', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Gwen Guest');
  await page.getByLabel('E-mail address').fill('gwen@example.com');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  const line = page.locator('.door li', { hasText: 'Gwen Guest' });
  await line.waitFor();
  await accessible(page);
  const [event] = await api('GET', `/events?status=published&q=${encodeURIComponent(name)}&per_page=1`);
  const [registration] = await api('GET', `/event-registrations?event_id=${event.id}`);
  assert.equal(registration.status, 'confirmed');
  // The doors open a day before the event: until then the check-in is refused, and shown as it was.
  await line.getByRole('button', { name: 'Check in' }).click();
  await page.locator('.notice.bad').waitFor();
  await until(async () => (await line.textContent()).includes('Confirmed'), 'the refused check-in is taken back');
  assert.equal((await api('GET', `/event-registrations/${registration.id}`)).checked_in_count, 0);
}
