import { readFile } from 'node:fs/promises';

export const title = 'the return of tax has what the API reports, by month and rate, of quarters and years of the calendar, in each currency; its file is kept';

export default async function taxReturn({ enter, api, until, assert, accessible }) {
  const page = await enter('#/money?tab=tax');
  const query = () => page.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.split('?')[1])));
  const card = page.locator('.card', { hasText: 'Return of tax' });
  const euro = (value) => new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }).format(value);
  await card.getByText('Together').waitFor();
  await accessible(page);
  await page.getByLabel('Period').selectOption('year');
  const { from, to } = await until(async () => { const asked = await query(); return asked.from && asked; }, 'the year is asked for');
  assert.match(`${from} ${to}`, /^(\d{4})-01-01 \1-12-31$/);
  const report = await api('GET', `/reports/tax?from=${from}&to=${to}&currency=EUR`);
  await until(async () => (await card.locator('tfoot tr').last().textContent()).endsWith(euro(report.tax)), 'all tax of the year stands below');
  assert.equal(await card.locator('tbody tr', { hasText: 'Nothing' }).count(), report.periods.filter(({ by_rate: rates }) => !rates.length).length);
  const months = report.periods.flatMap(({ by_rate: rates }) => rates.map(({ taxable }) => euro(taxable)));
  assert.deepEqual(await card.locator('tbody tr td:nth-child(3)').allTextContents(), months);

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
  assert.equal(file.suggestedFilename(), `tax ${from} ${to} EUR.csv`);
  assert.ok((await readFile(await file.path(), 'utf8')).includes(String(report.by_rate[0].tax_rate)));

  // A quarter has three months; where nothing was taxed that is said.
  await page.getByLabel('Period').selectOption('last-quarter');
  await until(async () => { const asked = await query(); return [1, 4, 7, 10].includes(Number(asked.from.slice(5, 7))) && Number(asked.to.slice(5, 7)) === Number(asked.from.slice(5, 7)) + 2; }, 'a quarter of the calendar is asked for');
  await page.evaluate(() => { location.hash = '#/money?tab=tax&from=2001-01-01&to=2001-03-31'; });
  await until(async () => (await card.locator('tbody tr', { hasText: 'Nothing' }).count()) === 3, 'three months without tax');
  await page.getByLabel('To').fill('2002-06-30');
  await page.locator('.problem-box').waitFor();
  await page.getByLabel('Currency').selectOption('JPY');
  await page.getByLabel('To').fill('2001-01-31');
  await until(async () => (await card.locator('tfoot tr').last().textContent()).includes('¥0'), 'nought in the other currency');
}
