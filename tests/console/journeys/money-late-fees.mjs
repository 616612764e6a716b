export const title = 'late fees: a location’s rule is set, an invoice keeps it; they are stopped for a reason, also from the list of late ones, and go on; what was charged stands there, and what waits is forgiven';

/** A location whose invoices nobody else looks at, and a customer there. */
async function alone(api) {
  const mark = Date.now().toString(36);
  const place = await api('POST', '/locations', { name: `Late ${mark}`, time_zone: 'Europe/Madrid', currency: 'EUR', tax_rate: 0 });
  const rate = await api('POST', '/tax-rates', { name: `Damages ${mark}`, values: [{ from: '2019-01-01', percent: 0, category: 'E', exemption_reason: 'Damages' }] });
  const member = await api('POST', '/members', { email: `late.${mark}@example.com`, name: 'Lale', surname: `Late ${mark}`, location_ids: [place.id] });
  return { place, rate, member };
}

/** What only weeks bring about: the answer says that these items were charged. */
const charged = (page, id, items) => page.route((url) => url.pathname === `/v1/invoices/${id}`, async (route) => {
  if (route.request().method() !== 'GET') return route.fallback();
  const response = await route.fetch();
  const body = await response.json();
  Object.assign(body.data.late_fees, { charged: 24.95, uncharged: 0.66, item_ids: [...items.map((item) => item.id), crypto.randomUUID()] });
  return route.fulfill({ response, json: body });
});

export default async function lateFees({ enter, api, until, assert, accessible }) {
  const { place, rate, member } = await alone(api);
  const page = await enter(`#/settings?section=locations&id=${place.id}`);
  const open = (hash) => page.evaluate((next) => { location.hash = next; }, hash);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await page.getByText('Nothing is charged without a fee and interest.').waitFor();
  await page.getByLabel('Fee in EUR, once').fill('15.001');
  await page.getByLabel('Interest a year in percent').fill('9.5');
  await page.getByLabel('Days of grace').fill('3');
  await save.click();
  await page.locator('.field.wrong', { has: page.getByLabel('Fee in EUR, once') }).locator('small.problem').waitFor();
  await page.reload();
  await page.getByLabel('Fee in EUR, once').fill('15');
  assert.equal(await page.getByLabel('Interest a year in percent').inputValue(), '9.5', 'what was typed survives a reload');
  await page.getByLabel('At most, in percent of the invoice').fill('40');
  await page.getByLabel('Tax rate of late fees').selectOption(rate.id);
  await accessible(page);
  await save.click();
  const rule = { grace_days: 3, fixed_fee: 15, yearly_interest_percent: 9.5, cap_percent: 40, tax_rate_id: rate.id };
  await until(async () => { assert.deepEqual((await api('GET', `/locations/${place.id}`)).late_fees, rule); return true; }, 'the location has the rule');

  const draft = await api('POST', '/invoices', { customer_id: member.id, location_id: place.id, items: [{ description: 'Locker', quantity: 1, unit_amount: 1_000 }] });
  const invoice = await api('POST', `/invoices/${draft.id}/issue`);
  await open(`#/money?tab=invoices&invoice=${invoice.id}`);
  const part = page.locator('.late-fees');
  for (const said of ['€15.00', '9.5 %', '40 % of the total', 'Nothing was charged yet.']) await part.getByText(said, { exact: true }).waitFor();
  await accessible(page);
  const fees = async () => (await api('GET', `/invoices/${invoice.id}`)).late_fees;
  await part.getByRole('button', { name: 'Stop late fees …' }).click();
  const dialog = page.getByRole('dialog', { name: `Stop late fees of ${invoice.number}` });
  await dialog.getByLabel('Reason').fill('The locker <b>was</b> broken');
  await page.reload();
  await part.getByRole('button', { name: 'Stop late fees …' }).click();
  assert.equal(await dialog.getByLabel('Reason').inputValue(), 'The locker <b>was</b> broken');
  await dialog.getByRole('button', { name: 'Stop late fees' }).dblclick();
  await part.getByText('The locker <b>was</b> broken').waitFor();
  const stopped = await fees();
  assert.ok(stopped.stopped_at && stopped.next_charge_at === null);
  assert.equal(await part.getByRole('button', { name: 'Stop late fees …' }).count(), 0);
  await part.getByRole('button', { name: 'Resume late fees' }).click();
  await until(async () => (await fees()).stopped_at === null, 'days count again');
  await part.getByRole('button', { name: 'Stop late fees …' }).waitFor();

  await fromList({ page, open, api, until }, invoice, fees);
  await open(`#/money?tab=invoices&invoice=${invoice.id}`);
  await part.getByRole('button', { name: 'Resume late fees' }).click();

  // A charge that waits is forgiven; one that stands on an invoice leads there; of one that was deleted is told.
  const item = (description, others) => api('POST', '/invoice-items', { description, quantity: 1, unit_amount: 9.95, kind: 'late_fee', ...others });
  const other = await api('POST', '/invoices', { customer_id: member.id, location_id: place.id, pending_items: false });
  const items = [await item('Interest that is billed', { invoice_id: other.id }), await item('Interest that waits', { customer_id: member.id, location_id: place.id })];
  await charged(page, invoice.id, items);
  await page.reload();
  const charges = part.locator('.late-charges li');
  await until(async () => (await charges.count()) === 2, 'both charges stand there');
  await charges.filter({ hasText: 'Interest that is billed' }).getByRole('link', { name: 'Draft' }).waitFor();
  for (const said of ['€24.95', '€0.66', '1 charge was deleted since.']) await part.getByText(said, { exact: true }).waitFor();
  await accessible(page);
  await part.getByRole('button', { name: 'Delete: Interest that waits' }).click();
  await page.getByRole('dialog', { name: 'Delete this charge?' }).getByRole('button', { name: 'Delete', exact: true }).click();
  await until(async () => !(await api('GET', `/invoice-items?ids=${items[1].id}`)).length, 'it is deleted');
  await part.getByText('2 charges were deleted since.').waitFor();
  await onPhone({ enter, accessible, assert }, invoice, place);
  // Other journeys begin at a location that is active.
  await api('PUT', `/locations/${place.id}`, { is_active: false });
}

/** Among the late ones, where only days bring it: the answer says so. */
async function fromList({ page, open, api, until }, { id, number }, fees) {
  const isLate = (url) => url.pathname === '/v1/invoices' && url.searchParams.get('overdue') === 'true';
  await page.route(isLate, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const invoice = await api('GET', `/invoices/${id}`);
    return route.fulfill({ response, json: { ...body, data: [{ ...invoice, overdue: true, overdue_days: 5 }] } });
  });
  const more = async () => { await page.getByRole('button', { name: `More for ${number}` }).click(); return page.getByRole('dialog', { name: `Invoice ${number}` }); };
  await open('#/money?tab=overdue');
  await (await more()).getByRole('button', { name: 'Stop late fees' }).click();
  await page.getByRole('dialog', { name: `Stop late fees of ${number}` }).getByRole('button', { name: 'Stop late fees' }).click();
  await until(async () => (await fees()).stopped_at, 'they are stopped without a reason');
  // The sheet is about the invoice as the list had it when it was opened.
  await until(async () => {
    const sheet = await more();
    await sheet.getByRole('button', { name: 'Give up' }).waitFor();
    const isOffered = await sheet.getByRole('button', { name: 'Stop late fees' }).count();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    return !isOffered;
  }, 'they are stopped once');
  await page.unroute(isLate);
}

/** On a phone in the dark, from the settings to the invoice. */
async function onPhone({ enter, accessible, assert }, invoice, place) {
  const page = await enter(`#/money?tab=invoices&invoice=${invoice.id}`, { viewport: { width: 360, height: 740 }, colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.locator('.late-fees').waitFor();
  await accessible(page);
  assert.ok(await page.locator('dialog.invoice-dialog').evaluate((node) => node.scrollWidth <= node.clientWidth + 1), 'the invoice is too wide');
  await page.evaluate((id) => { location.hash = `#/settings?section=locations&id=${id}`; }, place.id);
  await page.getByLabel('Tax rate of late fees').waitFor();
  await accessible(page);
  assert.ok(await page.evaluate(() => document.querySelector('main').scrollWidth <= document.querySelector('main').clientWidth + 1), 'the settings are too wide');
}
