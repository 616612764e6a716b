import { placeIn } from '../today.mjs';

export const title = 'the chart of accounts: another chart, own accounts before it, a cost centre and the numbers of DATEV; what is there twice is refused at its account; nobody overwrites another';

export default async function settingsBooks({ enter, api, until, assert, accessible }) {
  const place = await placeIn(api, 'Europe/Amsterdam');
  const books = () => api('GET', '/ledger/books');
  const reset = () => api('PUT', '/ledger/books', { chart: 'generic', accounts: [], cost_centres: [], datev: { consultant_number: null, client_number: null, fiscal_year_month: 1 } });
  await reset();
  const page = await enter('#/settings?section=books');
  const main = page.locator('main');
  const save = () => main.getByRole('button', { name: 'Save', exact: true }).click();
  const accounts = main.locator('.own-account');
  const rows = main.getByRole('region', { name: 'All accounts' }).locator('tbody tr');
  await rows.first().waitFor();
  await accessible(page);

  await main.getByLabel('Chart', { exact: true }).selectOption('skr03');
  for (const [at, number] of ['8401', '8402'].entries()) {
    await main.getByRole('button', { name: 'Add an account' }).click();
    await accounts.nth(at).getByLabel('Number', { exact: true }).fill(number);
    await accounts.nth(at).getByLabel('Name', { exact: true }).fill('Rooms 19 %');
    await accounts.nth(at).getByLabel('Only for').selectOption('booking');
    await accounts.nth(at).getByLabel('At percent').fill('19');
  }
  await accounts.nth(0).getByLabel('Posting key').fill('0040');
  await save();
  await accounts.nth(1).locator('.problem').waitFor();
  await accessible(page);
  await accounts.nth(1).getByLabel('Of the journal').selectOption('cash');
  assert.equal(await accounts.nth(1).getByLabel('At percent').count(), 0, 'cash is of no kind and rate');
  // Somebody else sets the numbers of DATEV meanwhile.
  await api('PUT', '/ledger/books', { datev: { consultant_number: 29098, client_number: 55003 } });
  await save();
  await main.getByRole('button', { name: 'Take theirs, and keep what I typed' }).click();
  await until(async () => (await main.getByLabel('Number of the tax adviser').inputValue()) === '29098', 'theirs is in the form');
  await main.getByLabel(place.name, { exact: true }).fill('not possible!');
  await save();
  assert.equal((await books()).chart, 'generic');
  await main.getByLabel(place.name, { exact: true }).fill('AMS-1');
  await main.getByLabel('The fiscal year begins with').selectOption('4');
  await save();
  await page.locator('.notice', { hasText: 'The books are changed.' }).waitFor();
  const now = await books();
  assert.deepEqual([now.chart, now.cost_centres, now.datev], ['skr03', [{ location_id: place.id, code: 'AMS-1' }], { consultant_number: 29098, client_number: 55003, fiscal_year_month: 4 }]);
  assert.deepEqual(now.accounts.map((one) => [one.account, one.kind, one.tax_rate, one.number, one.posting_key]), [['revenue', 'booking', 19, '8401', '0040'], ['cash', null, null, '8402', '']]);
  await until(async () => /^8401.*Own.*Revenue · Booking · 19 %.*0040$/.test(await rows.first().textContent()), 'own accounts stand first');

  await accounts.nth(1).getByRole('button', { name: 'Take account 8402 away' }).click();
  await save();
  await until(async () => (await books()).accounts.length === 1 && !(await main.locator('.save-bar').count()), 'one is taken away');
  await page.locator('.notice', { hasText: 'The books are changed.' }).last().getByRole('button', { name: 'Undo' }).click();
  await until(async () => (await books()).accounts.length === 2, 'and is there again');
  await reset();
  await until(async () => (await main.getByLabel('Chart', { exact: true }).inputValue()) === 'generic', 'what others change appears');
}
