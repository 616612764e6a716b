import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';

export const title = 'an admin makes an endpoint of webhooks that hears, words a letter and releases an address, the owner makes a key; staff get a role, one policy is given to several resources';

const open = (page, hash) => page.evaluate((next) => { location.hash = next; }, hash);

/** A letter in words of the business, looked at before they are kept, and the way back. */
async function wordings(page, api, until) {
  const own = async () => (await api('GET', '/letter-templates?language=en')).find(({ letter }) => letter === 'booking_confirmed');
  await open(page, '#/settings?section=letters&tab=wording');
  await page.getByRole('button', { name: 'Booking confirmed' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Word it in another way' }).click();
  await dialog.getByLabel('Subject').fill('Yours: {{ resource }}');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('status').getByText('Yours:').waitFor();
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await until(own, 'the wording is kept');
  await dialog.getByRole('button', { name: 'Word it in another way' }).click();
  await dialog.getByRole('button', { name: 'Back to the wording that is shipped' }).click();
  await until(async () => !(await own()), 'the wording that is shipped is back');
  await page.keyboard.press('Escape');
}

/** An address that nothing is sent to, and its release. */
async function addresses(page, api, until, number) {
  const email = `gone.${number}@example.com`;
  const isThere = async () => (await api('GET', '/suppressed-addresses?per_page=100')).some((one) => one.email === email);
  await open(page, '#/settings?section=letters&tab=suppressed');
  await page.getByRole('button', { name: 'Add an address …' }).click();
  await page.getByRole('dialog').getByLabel('E-mail address').fill(email);
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await until(isThere, 'the address is added');
  await page.getByRole('button', { name: `Release ${email}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Release it' }).click();
  await until(async () => !(await isThere()), 'the address is released');
}

/** A key of a program, whose secret is shown once; and its end. */
async function keys(page, api, until, assert, number) {
  await open(page, '#/settings?section=access');
  await page.getByRole('button', { name: 'New key …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(`Tablet ${number}`);
  await dialog.getByLabel('Bookings').selectOption('read');
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  assert.match(await dialog.locator('.command pre').last().textContent(), /^cols_/);
  await page.keyboard.press('Escape');
  const made = async () => (await api('GET', '/api-clients?per_page=100')).find(({ name }) => name === `Tablet ${number}`);
  assert.deepEqual((await made()).scopes, ['bookings:read']);
  await page.getByRole('button', { name: `End Tablet ${number}` }).click();
  await dialog.getByRole('button', { name: 'End a key for good' }).click();
  await until(async () => (await made()).status === 'revoked', 'the key is ended');
}

/** Another program, which notes what is sent to it. */
async function receiver() {
  const heard = [];
  const server = createServer((request, answer) => {
    let body = '';
    request.on('data', (part) => { body += part; });
    request.on('end', () => { heard.push({ id: request.headers['webhook-id'], signature: request.headers['webhook-signature'], time: request.headers['webhook-timestamp'], body }); answer.end(); });
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  server.unref();
  return { heard, url: `http://127.0.0.1:${server.address().port}/hook`, close: () => server.close() };
}

/** Whether a secret signed a message, by the Standard Webhooks specification. */
function isSignedBy(secret, { id, time, body, signature }) {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return signature.split(' ').includes(`v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`);
}

/** An endpoint of webhooks from its making to its end. */
async function endpoints(page, { api, until, assert, accessible }) {
  const program = await receiver();
  const dialog = page.getByRole('dialog');
  const present = async () => (await api('GET', '/webhook-endpoints?per_page=100')).find((one) => one.url === program.url);
  const secretShown = async () => { const secret = await dialog.locator('.command pre').textContent(); await page.keyboard.press('Escape'); return secret; };
  await page.getByRole('button', { name: 'New endpoint …' }).click();
  await dialog.getByLabel('Address').fill(program.url);
  await dialog.getByLabel('Types of events').fill('booking.nonsense');
  await page.getByRole('button', { name: 'Make an endpoint' }).click();
  await dialog.locator('[aria-invalid=true]').waitFor();
  await dialog.getByLabel('Types of events').fill('invoice.*');
  await page.getByRole('button', { name: 'Make an endpoint' }).click();
  const first = await secretShown();
  assert.match(first, /^whsec_/);
  await page.getByText(`ends with ${(await present()).secret_last4}`).waitFor();
  assert.equal(await page.getByText(first).count(), 0);

  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Types of events').fill('invoice.*\nbooking.created');
  await dialog.getByLabel('Description').fill('Ledger');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await until(async () => (await present()).event_types.join() === 'invoice.*,booking.created', 'the types are changed');
  assert.equal((await present()).description, 'Ledger');

  await page.getByRole('button', { name: 'Send a test event' }).click();
  await until(() => program.heard.length === 1, 'the test event arrives');
  assert.ok(isSignedBy(first, program.heard[0]), 'the first secret signs');
  await page.getByRole('button', { name: 'Another signing secret' }).click();
  await dialog.getByRole('button', { name: 'Another signing secret' }).click();
  await page.getByText('This is shown only now').waitFor();
  const second = await secretShown();
  assert.notEqual(second, first);
  await page.locator('.table .as-link', { hasText: 'webhook_endpoint.tested' }).first().click();
  const delivery = page.getByRole('dialog', { name: 'webhook_endpoint.tested' });
  await delivery.getByRole('heading', { name: 'Attempts' }).waitFor();
  await accessible(page);
  await delivery.getByRole('button', { name: 'Send it again' }).click();
  await until(() => program.heard.length === 2, 'it arrives once more');
  assert.ok(isSignedBy(second, program.heard[1]) && isSignedBy(first, program.heard[1]), 'both secrets sign for a day');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Send again what failed' }).click();
  await page.getByText('0 deliveries are sent again.').waitFor();

  await page.getByRole('button', { name: 'Disable it' }).click();
  await page.getByText('Disabled: requested').waitFor();
  await page.getByRole('button', { name: 'Enable it again' }).click();
  await until(async () => (await present()).status === 'enabled', 'it is enabled again');
  await page.getByRole('button', { name: 'Delete it' }).click();
  await dialog.getByRole('button', { name: 'Delete it' }).click();
  await until(async () => !(await present()), 'it is deleted');
  program.close();
}

export default async function settingsWebhooks({ enter, signIn, api, until, assert, accessible }) {
  const number = Date.now();
  const [place] = (await api('GET', '/locations?per_page=100')).filter(({ is_active: isActive }) => isActive);
  // Whoever is an admin sees to webhooks and letters; keys are the owner's.
  const email = `ada.${number}@example.com`;
  await api('POST', '/members', { email, name: 'Ada', role: 'admin' });
  const admins = await signIn(email);
  await open(admins, '#/settings?section=webhooks');
  await endpoints(admins, { api, until, assert, accessible });
  await wordings(admins, api, until);
  await addresses(admins, api, until, number);
  await open(admins, '#/settings?section=access');
  await admins.getByText('Owners make and end them.').waitFor();
  await admins.context().close();
  const page = await enter('#/settings?section=access');
  await keys(page, api, until, assert, number);

  const rooms = [];
  for (const name of ['A', 'B']) rooms.push(await api('POST', '/resources', { name: `Policy ${name} ${number}`, type: 'studio', location_id: place.id }));
  await page.evaluate((id) => { localStorage.setItem('colonnade.location', id); location.hash = '#/settings?section=resources'; }, place.id);
  await page.reload();
  await page.waitForSelector('.shell');
  for (const room of rooms) await page.getByLabel(`Choose ${room.name}`).check();
  await page.getByRole('button', { name: 'One policy for them …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'How long' }).click();
  await dialog.getByLabel('At most').fill('120');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await until(async () => (await dialog.locator('.progress-list .good').count()) === 2, 'both are changed');
  for (const room of rooms) assert.equal((await api('GET', `/resources/${room.id}`)).max_minutes, 120);
  await page.keyboard.press('Escape');

  const member = await api('POST', '/members', { email: `staff.${number}@example.com`, name: 'Sanne', surname: `Staf ${number}`, location_ids: [place.id] });
  await page.evaluate(() => { location.hash = '#/settings?section=staff'; });
  await page.getByRole('button', { name: 'Add somebody' }).click();
  await page.getByLabel('E-mail address').fill(member.email);
  await page.getByLabel('Given name').fill('Sanne');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Give them a role …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await until(async () => (await api('GET', `/members/${member.id}`)).role === 'manager', 'the role is given');
  await page.getByRole('button', { name: 'Undo' }).click();
  await until(async () => (await api('GET', `/members/${member.id}`)).role === 'member', 'the role is taken back');
  for (const room of rooms) await api('DELETE', `/resources/${room.id}`);
}
