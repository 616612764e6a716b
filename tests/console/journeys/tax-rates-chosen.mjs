import { placeIn } from '../today.mjs';

export const title = 'a tax rate is chosen for an event, an option of a product and a line of a draft, and taken away again';

/** The rate, and something of each kind that may have it. */
async function prepare(api) {
  const mark = Date.now().toString(36);
  const place = await placeIn(api, 'Europe/Amsterdam');
  const rate = await api('POST', '/tax-rates', { name: `Culture ${mark}`, values: [{ from: '2019-01-01', percent: 7 }] });
  const category = await api('POST', '/shop-categories', { location_id: place.id, name: `Cups ${mark}` });
  const product = await api('POST', '/shop-products', { location_id: place.id, category_id: category.id, kind: 'goods', title: `Cup ${mark}`, visibility: 'public', refund_policy: 'until_in_progress', options: [{ title: 'White', price: 12.5 }, { title: 'Blue', price: 13, sku: `B-${mark}`, max_per_order: 3 }] });
  const member = await api('POST', '/members', { email: `cup.${mark}@example.com`, name: 'Cuno', surname: `Cup ${mark}`, location_ids: [place.id] });
  const draft = await api('POST', '/invoices', { customer_id: member.id, location_id: place.id, pending_items: false, items: [{ description: 'Poster', quantity: 1, unit_amount: 100 }] });
  return { mark, place, rate, product, draft };
}

export default async function taxRatesChosen({ enter, api, until, assert, accessible }) {
  const { mark, place, rate, product, draft } = await prepare(api);
  const page = await enter('#/events');
  await page.locator('.location-choice select').selectOption(place.id);
  const open = (hash) => page.evaluate((next) => { location.hash = next; }, hash);
  const dialog = page.locator('dialog').last();
  const choice = dialog.getByLabel('Tax rate', { exact: true });
  const save = dialog.getByRole('button', { name: 'Save', exact: true });

  await page.getByRole('button', { name: 'New event' }).click();
  await dialog.getByLabel('Title').fill(`Reading ${mark}`);
  await until(async () => (await choice.locator('option', { hasText: `Culture ${mark} · 7 %` }).count()) === 1, 'the rate can be chosen');
  await choice.selectOption(rate.id);
  await accessible(page);
  await page.reload();
  await page.getByRole('button', { name: 'New event' }).click();
  await until(async () => (await choice.inputValue()) === rate.id, 'what was chosen survives a reload');
  await dialog.getByRole('button', { name: 'Make a draft' }).click();
  const event = await until(async () => (await api('GET', `/events?location_id=${place.id}&limit=100`)).find(({ title: of }) => of === `Reading ${mark}`), 'the event is made');
  assert.deepEqual([event.tax_rate_id, event.tax_rate], [rate.id, null]);
  await page.getByRole('button', { name: 'Edit' }).click();
  await choice.selectOption('');
  await dialog.getByLabel('Tax in percent').fill('9.5');
  await save.click();
  await until(async () => { const now = await api('GET', `/events/${event.id}`); return now.tax_rate_id === null && now.tax_rate === 9.5; }, 'the event has a plain percent');

  await open('#/orders?tab=products');
  const options = async () => (await api('GET', `/shop-products/${product.id}`)).options;
  const before = await options();
  await page.getByRole('button', { name: `Change: Cup ${mark}, Blue` }).click();
  const blue = dialog.getByRole('group', { name: 'Blue' });
  await blue.getByLabel('Tax rate', { exact: true }).selectOption(rate.id);
  await blue.getByLabel('Price in EUR').fill('-1');
  await accessible(page);
  await page.reload();
  await page.getByRole('button', { name: `Change: Cup ${mark}, Blue` }).click();
  assert.equal(await blue.getByLabel('Price in EUR').inputValue(), '-1', 'what was typed survives a reload');
  await blue.getByLabel('Price in EUR').fill('13.005');
  await save.click();
  await blue.locator('.field.wrong', { hasText: 'Price in EUR' }).locator('small.problem').waitFor();
  await blue.getByLabel('Price in EUR').fill('14');
  await save.click();
  await page.locator('.row', { hasText: `Cup ${mark}, Blue` }).getByText(`Culture ${mark}`).waitFor();
  assert.deepEqual(await options(), [before[0], { ...before[1], price: 14, tax_rate_id: rate.id }]);

  await open(`#/money?tab=drafts&invoice=${draft.id}`);
  const item = async () => (await api('GET', `/invoices/${draft.id}`)).items[0];
  await page.getByRole('button', { name: 'Change line: Poster' }).click();
  await choice.selectOption(rate.id);
  assert.equal(await dialog.getByLabel('Tax in percent').count(), 0, 'the rate says the percent');
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await until(async () => { const now = await item(); return now.tax_rate_id === rate.id && now.tax_rate === 7; }, 'the line has the rate');
  await page.getByRole('button', { name: 'Change line: Poster' }).click();
  await choice.selectOption('');
  await dialog.getByLabel('Tax in percent').fill('21');
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await until(async () => { const now = await item(); return now.tax_rate_id === null && now.tax_rate === 21; }, 'the line has a plain percent');
  await page.getByRole('button', { name: 'Add a line' }).click();
  await dialog.getByLabel('What').fill('Catalogue');
  await dialog.getByLabel('Each, in EUR').fill('20');
  await choice.selectOption(rate.id);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await until(async () => (await api('GET', `/invoices/${draft.id}`)).items.some((one) => one.description === 'Catalogue' && one.tax_rate_id === rate.id), 'the new line has the rate');
}
