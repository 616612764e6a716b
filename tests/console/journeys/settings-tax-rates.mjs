import { placeIn } from '../today.mjs';

export const title = 'a tax rate is made with its values from a day on, what is wrong stands at its value, of two who change it nobody overwrites the other; a location refers to it, also after it was deleted';

const open = (page, hash) => page.evaluate((next) => { location.hash = next; }, hash);

export default async function taxRates({ enter, api, until, assert, accessible }) {
  const mark = Date.now().toString(36);
  const name = `Sport ${mark}`;
  const place = await placeIn(api, 'Europe/Amsterdam');
  const page = await enter('#/settings?section=tax');
  const dialog = page.getByRole('dialog', { name: 'New tax rate' });
  const make = dialog.getByRole('button', { name: 'Make the tax rate' });
  const values = (of) => of.locator('.tax-value');
  const wrong = (of, place_, label) => values(of).nth(place_).locator('.field.wrong', { hasText: label }).locator('small.problem');

  await page.getByRole('button', { name: 'New tax rate' }).click();
  await dialog.getByLabel('Name').fill(name);
  await values(dialog).nth(0).getByLabel('From', { exact: true }).fill('2019-01-01');
  await values(dialog).nth(0).getByLabel('Percent').fill('0');
  await make.click();
  await wrong(dialog, 0, 'Percent').waitFor();
  await values(dialog).nth(0).getByLabel('Percent').fill('9.5');
  await dialog.getByRole('button', { name: 'Another value from a day on' }).click();
  const second = values(dialog).nth(1);
  await second.getByLabel('Category').selectOption('E');
  assert.equal(await second.getByLabel('Percent').count(), 0, 'what is exempt has no percent');
  await second.getByLabel('Why, as documents say it').fill('Article 132');
  await second.getByLabel('From', { exact: true }).fill('2018-01-01');
  await make.click();
  await wrong(dialog, 1, 'From').waitFor();
  await accessible(page);
  // What was typed survives a reload.
  await page.reload();
  await page.getByRole('button', { name: 'New tax rate' }).click();
  await second.getByLabel('From', { exact: true }).fill('2099-01-01');
  await make.dblclick();
  await page.getByRole('heading', { name }).waitFor();
  const all = async () => (await api('GET', '/tax-rates?per_page=100')).filter((one) => one.name === name);
  const [rate] = await until(async () => { const found = await all(); return found.length === 1 && found; }, 'it is made once');
  assert.deepEqual(rate.values, [{ from: '2019-01-01', percent: 9.5, category: 'S', exemption_reason: '' }, { from: '2099-01-01', percent: 0, category: 'E', exemption_reason: 'Article 132' }]);

  // Somebody else changes it meanwhile.
  const main = page.locator('main');
  await values(main).nth(0).getByLabel('Percent').fill('10');
  await api('PUT', `/tax-rates/${rate.id}`, { name: `${name} and play` });
  await main.getByRole('button', { name: 'Save', exact: true }).click();
  await main.getByRole('button', { name: 'Take theirs, and keep what I typed' }).click();
  await main.getByRole('button', { name: 'Save', exact: true }).click();
  await until(async () => { const now = await api('GET', `/tax-rates/${rate.id}`); return now.values[0].percent === 10 && now.name === `${name} and play`; }, 'both changes are kept');

  await open(page, `#/settings?section=locations&id=${place.id}`);
  await until(async () => (await page.getByLabel('Tax rate', { exact: true }).locator('option', { hasText: `${name} and play · 10 %` }).count()) === 1, 'the location may refer to it');
  await page.getByLabel('Tax rate', { exact: true }).selectOption(rate.id);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await until(async () => (await api('GET', `/locations/${place.id}`)).tax_rate_id === rate.id, 'the location refers to it');

  // A name that is taken is told; so is that what refers to a rate goes on.
  await open(page, '#/settings?section=tax');
  await page.locator('.items-list li', { hasText: `${name} and play` }).getByText('0 % · Exempt from tax from 1 Jan 2099').waitFor();
  await page.getByRole('button', { name: 'New tax rate' }).click();
  await dialog.getByLabel('Name').fill(`${name} and play`);
  await make.click();
  await dialog.locator('.problem').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.items-list a', { hasText: `${name} and play` }).click();
  await page.getByRole('button', { name: 'Delete …' }).click();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await until(async () => !(await api('GET', '/tax-rates?per_page=100')).some(({ id }) => id === rate.id), 'it is deleted');
  await open(page, `#/settings?section=locations&id=${place.id}`);
  await until(async () => (await page.getByLabel('Tax rate', { exact: true }).locator('option:checked').textContent()) === 'A tax rate that was deleted', 'the location still has it');
  await page.getByLabel('Tax rate', { exact: true }).selectOption('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await until(async () => (await api('GET', `/locations/${place.id}`)).tax_rate_id === null, 'the location refers to none');
  await onPhone({ enter, api, accessible, assert });
}

/** A very long name, and as many values, on a phone in the dark. */
async function onPhone({ enter, api, accessible, assert }) {
  const long = await api('POST', '/tax-rates', { name: `${'Ermäßigungsberechtigungsnachweis'.repeat(5)} ${Date.now()}`, values: [{ from: '2019-01-01', percent: 7 }, { from: '2020-07-01', percent: 0, category: 'AE', exemption_reason: 'העברת החיוב במס ללקוח' }] });
  const page = await enter('#/settings?section=tax', { viewport: { width: 360, height: 740 }, colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.locator('.items-list a', { hasText: 'Ermäßigung' }).first().waitFor();
  for (const hash of ['#/settings?section=tax', `#/settings?section=tax&id=${long.id}`]) {
    await open(page, hash);
    await page.getByText('Ermäßigung').first().waitFor();
    await accessible(page);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.querySelector('main').scrollWidth <= document.querySelector('main').clientWidth + 1), `${hash} is too wide`);
  }
  await api('DELETE', `/tax-rates/${long.id}`).catch(() => {});
}
