import { atOwnPlace } from '../own-place.mjs';

export const title = 'a product is made with its category, gets another option and is taken out of the shop; a package of credits is sold; who runs a location sees neither tax rates nor what they may not change';

export default (harness) => atOwnPlace(harness, 'Shop', (place) => ordersProducts(harness, place));

async function ordersProducts({ enter, signIn, api, until, assert, accessible }, place) {
  const mark = Date.now().toString(36);
  const page = await enter('#/orders?tab=products');
  await page.locator('.location-choice select').selectOption(place.id);
  const dialog = page.getByRole('dialog').last();
  const productOf = async (title) => (await api('GET', `/shop-products?location_id=${place.id}&limit=100`)).find((one) => one.title === title);
  await page.getByText('The shop has no products yet.').waitFor();
  await page.getByRole('button', { name: 'New product' }).click();
  await dialog.getByLabel('Title').fill(`Flat white ${mark}`);
  await dialog.getByLabel('Category').selectOption('new');
  await dialog.getByLabel('Name of the category').fill(`Coffee ${mark}`);
  await dialog.getByLabel('Price in GBP').fill('3.505');
  await page.reload();
  await page.getByRole('button', { name: 'New product' }).click();
  assert.equal(await dialog.getByLabel('Title').inputValue(), `Flat white ${mark}`, 'what was typed survives a reload');
  await accessible(page);

  // Refused at its field; the category that was made is not made again.
  await dialog.getByRole('button', { name: 'Make the product' }).click();
  await dialog.locator('.field.wrong', { hasText: 'Price in GBP' }).locator('small.problem').waitFor();
  await dialog.getByLabel('Price in GBP').fill('3.5');
  await dialog.getByText('Number, stock, limits').click();
  await dialog.getByLabel('Its stock is counted').check();
  await dialog.getByLabel('Low from').fill('5');
  await dialog.getByRole('button', { name: 'Make the product' }).click();
  await page.getByRole('row', { name: `Flat white ${mark}` }).waitFor();
  const made = await productOf(`Flat white ${mark}`);
  assert.deepEqual(made.options.map(({ price, stock_tracked: counted, low_stock_level: low, tax_rate: tax }) => [price, counted, low, tax]), [[3.5, true, 5, null]]);
  assert.equal((await api('GET', `/shop-categories?location_id=${place.id}`)).length, 1);

  // Another option; the first one keeps its id, and so its stock.
  await page.getByRole('button', { name: `Change: Flat white ${mark}` }).click();
  await dialog.getByRole('button', { name: 'Add an option' }).click();
  await dialog.getByLabel('Name', { exact: true }).nth(0).fill('Small');
  await dialog.getByLabel('Name', { exact: true }).nth(1).fill('Large');
  await dialog.getByLabel('Price in GBP').nth(1).fill('4.5');
  await dialog.getByLabel('Who may order it').selectOption('public');
  await accessible(page);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('row', { name: `Flat white ${mark}, Large` }).waitFor();
  const changed = await productOf(`Flat white ${mark}`);
  assert.deepEqual([changed.visibility, changed.options.map(({ title, price }) => [title, price]), changed.options[0].id], ['public', [['Small', 3.5], ['Large', 4.5]], made.options[0].id]);

  // A package of credits, in the category that is there.
  await page.getByRole('button', { name: 'New product' }).click();
  await dialog.getByLabel('Title').fill(`Ten credits ${mark}`);
  await dialog.getByLabel('What it is').selectOption('credit_package');
  await dialog.getByLabel('Category').selectOption({ label: `Coffee ${mark}` });
  await dialog.getByLabel('How many').fill('10');
  await dialog.getByLabel('They expire').selectOption('90');
  await dialog.getByLabel('Price in GBP').fill('90');
  await dialog.getByRole('button', { name: 'Make the product' }).click();
  await page.getByRole('row', { name: `Ten credits ${mark}` }).waitFor();
  assert.deepEqual((await productOf(`Ten credits ${mark}`)).grants, [{ type: 'credits', amount: 10, duration_days: 90 }]);

  await page.getByRole('button', { name: `Change: Ten credits ${mark}` }).click();
  await dialog.getByRole('button', { name: 'Archive …' }).click();
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click();
  await until(async () => !(await page.getByRole('row', { name: `Ten credits ${mark}` }).count()), 'it is out of the shop');

  // Who runs the location: no button that would be refused, and a word in place of tax rates that they may not read.
  const rate = await api('POST', '/tax-rates', { name: `Reduced ${mark}`, values: [{ from: '2019-01-01', percent: 7 }] });
  await api('PUT', `/shop-products/${made.id}`, { options: changed.options.map((one) => ({ ...one, tax_rate_id: rate.id })) });
  await api('POST', '/events', { location_id: place.id, title: `Taxed ${mark}`, start_time: new Date(Date.now() + 7 * 86_400_000).toISOString(), end_time: new Date(Date.now() + 7 * 86_400_000 + 3_600_000).toISOString(), tax_rate_id: rate.id });
  await api('POST', '/members', { name: 'Manu', surname: mark, email: `manu.${mark}@example.com`, role: 'manager', location_ids: [place.id] });
  const own = await signIn(`manu.${mark}@example.com`);
  await own.evaluate(() => { location.hash = '#/orders?tab=products'; });
  await own.getByRole('row', { name: `Flat white ${mark}, Small` }).getByText('A tax rate of its own').waitFor();
  assert.deepEqual([await own.getByRole('button', { name: 'New product' }).count(), await own.getByRole('button', { name: /^Change:/ }).count()], [0, 0]);
  await own.evaluate(() => { location.hash = '#/events?tab=drafts'; });
  await own.getByText(`Taxed ${mark}`).click();
  await own.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click();
  await own.getByText('A tax rate applies that an admin chose').waitFor();
  assert.equal(await own.getByLabel('Tax rate', { exact: true }).count(), 0);
}
