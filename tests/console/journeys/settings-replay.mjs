import { createServer } from 'node:http';

export const title = 'an endpoint is sent what happens at chosen locations; what its program missed is counted, sent again by range and kind, and said how it ended';

/** Another program, which notes the events that are sent to it, and answers as it is told. */
async function receiver() {
  const heard = [];
  const program = { heard, status: 204, url: '', close: () => {} };
  const server = createServer((request, answer) => {
    let body = '';
    request.on('data', (part) => { body += part; });
    request.on('end', () => { heard.push(JSON.parse(body)); answer.writeHead(program.status); answer.end(); });
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  server.unref();
  return Object.assign(program, { url: `http://127.0.0.1:${server.address().port}/hook`, close: () => server.close() });
}

export default async function settingsReplay({ enter, api, until, assert, accessible }) {
  const number = Date.now();
  const [here, there] = (await api('GET', '/locations?per_page=100')).filter(({ is_active: isActive }) => isActive);
  const made = [];
  const room = async (place, name) => { const one = await api('POST', '/resources', { name: `${name} ${number}`, type: 'studio', location_id: place.id }); made.push(one); return one; };
  // Before there is an endpoint: nothing of it was ever to be sent there.
  const mine = await room(here, 'Missed');
  const other = await room(there, 'Elsewhere');
  await until(async () => (await api('GET', '/event-log?per_page=50')).some(({ object_id: id }) => id === mine.id), 'it is in the event log');
  const program = await receiver();
  const page = await enter('#/settings?section=webhooks');
  const dialog = page.getByRole('dialog');
  const present = async () => (await api('GET', '/webhook-endpoints?per_page=100')).find((one) => one.url === program.url);
  const heardOf = (one) => program.heard.filter(({ data }) => data.object?.id === one.id).length;

  await page.getByRole('button', { name: 'New endpoint …' }).click();
  await dialog.getByLabel('Address').fill(program.url);
  await dialog.getByLabel('Types of events').fill('resource.*\nplan.*');
  await dialog.getByLabel(here.name, { exact: true }).check();
  await accessible(page);
  await page.getByRole('button', { name: 'Make an endpoint' }).click();
  await dialog.getByText('Plan.* names only records without a location').waitFor();
  await dialog.getByLabel('Types of events').fill('resource.*');
  await page.getByRole('button', { name: 'Make an endpoint' }).click();
  await page.getByText('This is shown only now').waitFor();
  await page.keyboard.press('Escape');
  assert.deepEqual((await present()).location_ids, [here.id]);
  await page.locator('.facts').getByText(here.name, { exact: true }).waitFor();

  // What is wrong with a range stands at its field, and nothing can be sent meanwhile.
  await page.getByRole('button', { name: 'Send a range again …' }).click();
  await dialog.getByText(/^\d[\d,]* events?$/).first().waitFor();
  await dialog.getByLabel('Only these types').fill('invoice.paid');
  await dialog.locator('textarea[aria-invalid=true]').waitFor();
  assert.ok(await dialog.locator('[type=submit]').isDisabled(), 'a type that the endpoint does not list is not sent');
  await dialog.getByLabel('Only these types').fill('resource.created');
  await dialog.getByLabel('To, or until now', { exact: true }).fill(await dialog.getByLabel('From', { exact: true }).inputValue());
  await dialog.locator('[aria-invalid=true]').waitFor();
  await dialog.getByLabel('To, or until now', { exact: true }).fill('');
  await dialog.getByRole('radio', { name: 'Only what was never to be sent there' }).check();
  // How many there are is said before anything is sent.
  const counted = await until(async () => Number(/^Send (?:up to )?(\d+) event/.exec(await dialog.locator('[type=submit]').innerText())?.[1]), 'the events are counted');
  assert.ok(counted >= 2, `${counted} events`);
  assert.equal(program.heard.length, 0);
  await accessible(page);
  await dialog.locator('[type=submit]').click();
  const replayed = page.locator('.replay');
  await replayed.getByText(/events? (was|were) sent again\.$/).waitFor();
  await until(() => heardOf(mine) === 1, 'what was missed arrives');
  assert.equal(heardOf(other), 0, 'what is at another location does not');
  const { replay } = await present();
  assert.deepEqual([replay.status, replay.which, replay.event_types.join(), replay.total], ['succeeded', 'missing', 'resource.created', replay.done]);
  await replayed.getByText('Only what was never to be sent there').waitFor();
  await accessible(page);

  // A program that breaks: its deliveries say why, and what was not taken is sent again when it is mended.
  program.status = 500;
  const broken = await room(here, 'Broken');
  await until(() => heardOf(broken) === 1, 'it is tried');
  await page.reload();
  await page.locator('.table .row').filter({ hasText: 'resource.created' }).filter({ hasText: 'Answer 500' }).first().waitFor();
  await page.getByRole('button', { name: 'Disable it' }).click();
  await page.getByText('Nothing is sent to an endpoint that is disabled.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Send a range again …' }).count(), 0);
  await page.getByRole('button', { name: 'Enable it again' }).click();
  program.status = 204;
  await page.getByRole('button', { name: 'Send a range again …' }).click();
  await dialog.getByRole('radio', { name: 'All of them' }).check();
  await dialog.getByLabel('Only these types').fill('resource.created');
  await until(async () => /^Send/.test(await dialog.locator('[type=submit]').innerText()) && dialog.locator('[type=submit]').isEnabled(), 'they are counted');
  await dialog.locator('[type=submit]').click();
  await until(() => heardOf(broken) === 2 && heardOf(mine) === 2, 'all of them arrive');
  await until(async () => (await present()).replay.status === 'succeeded' && (await replayed.innerText()).includes('All of them'), 'its end is told');

  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel(there.name, { exact: true }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await until(async () => (await present()).location_ids.length === 2, 'another location is added');
  await page.setViewportSize({ width: 360, height: 740 });
  const extra = await page.evaluate(() => { const main = document.querySelector('main'); return main.scrollWidth - main.clientWidth; });
  assert.ok(extra <= 1, `${extra} wider than a phone`);
  await api('DELETE', `/webhook-endpoints/${(await present()).id}`);
  for (const one of made) await api('DELETE', `/resources/${one.id}`);
  program.close();
}
