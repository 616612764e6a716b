import { aRoom } from '../today.mjs';

export const title = 'settings: one policy for several resources keeps what was typed over a reload and a refusal; small rests are written off by currency';

export default async function settingsKept({ enter, api, until, assert, accessible }) {
  const first = await aRoom(api, 'First');
  const second = await api('POST', '/resources', { location_id: first.location_id, name: 'Second room', type: 'meeting_room' });
  const page = await enter('#/settings?section=resources');
  await page.locator('.location-choice select').selectOption(first.location_id);
  const open = () => page.getByRole('button', { name: 'One policy for them …' }).click();
  const dialog = page.getByRole('dialog');
  await page.getByLabel(`Choose ${first.name}`, { exact: true }).check();
  await page.getByLabel('Choose Second room', { exact: true }).check();
  await open();
  await dialog.getByRole('button', { name: 'How long' }).click();
  await dialog.getByLabel('At most').fill('480');
  await page.reload();

  // The choice of resources is there after a reload, and what was typed.
  await open();
  assert.deepEqual([await dialog.getByRole('button', { name: 'How long' }).getAttribute('aria-pressed'), await dialog.getByLabel('At most').inputValue()], ['true', '480']);
  await accessible(page);

  // What was refused for one of them is typed no second time.
  await page.route(`**/v1/resources/${second.id}`, (route) => (route.request().method() === 'PUT' ? route.fulfill({ status: 422, contentType: 'application/json', body: JSON.stringify({ error: { code: 'rule_violation', message: 'the room is being changed', details: {} } }) }) : route.fallback()));
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.getByText('The room is being changed').waitFor();
  assert.equal((await api('GET', `/resources/${first.id}`)).max_minutes, 480);
  await page.reload();
  await open();
  assert.equal(await dialog.getByLabel('At most').inputValue(), '480', 'it is kept where one was refused');
  await page.unroute(`**/v1/resources/${second.id}`);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await until(async () => (await api('GET', `/resources/${second.id}`)).max_minutes === 480, 'both have it');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await open();
  await dialog.getByRole('button', { name: 'How long' }).click();
  assert.equal(await dialog.getByLabel('At most').inputValue(), '480', 'what is shown is what they have');
  await page.keyboard.press('Escape');

  const before = (await api('GET', '/merchant')).invoice_settings.write_off_up_to;
  await api('PUT', '/merchant', { invoice_settings: { write_off_up_to: [] } });
  await page.evaluate(() => { location.hash = '#/settings?section=business'; });
  const rests = page.getByRole('group', { name: 'Small rests' });
  await rests.getByText('Nothing is written off').waitFor();
  await rests.getByRole('button', { name: 'Add a currency' }).click();
  await rests.getByLabel('Largest rest in EUR').fill('0.50');
  await rests.getByRole('button', { name: 'Add a currency' }).click();
  await rests.getByLabel('Currency').nth(1).selectOption('EUR');
  await page.reload();
  assert.equal(await rests.getByLabel('Largest rest in EUR').first().inputValue(), '0.50', 'what was typed survives a reload');

  // Each currency once: the refusal stands where it is about.
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await rests.locator('li').nth(1).locator('.problem').waitFor();
  await accessible(page);
  await rests.getByLabel('Currency').nth(1).selectOption('USD');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await until(async () => JSON.stringify((await api('GET', '/merchant')).invoice_settings.write_off_up_to.map(({ currency, amount }) => [currency, amount])) === '[["EUR",0.5],["USD",1]]', 'both are stored');
  await api('PUT', '/merchant', { invoice_settings: { write_off_up_to: before } });
}
