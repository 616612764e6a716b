import { readFile } from 'node:fs/promises';

export const title = 'figures on the page are those of the API, each with its rule, and the revenue of all time is the trial balance’s';

export default async function figures({ enter, api, until, assert, accessible }) {
  const page = await enter('#/figures?tab=revenue&at=all');
  const card = (term) => page.locator('.totals > div', { has: page.locator('dt', { hasText: new RegExp(`^${term}$`) }) });
  await page.waitForSelector('.totals');
  const [from, to] = await page.locator('input[type=date]').evaluateAll((inputs) => inputs.map(({ value }) => value));
  const revenue = await api('GET', `/reports/revenue?interval=month&from=${from}&to=${to}`);
  const format = (amount, currency) => new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount);
  assert.equal(await card('Revenue').locator('dd').first().textContent(), format(revenue.total.revenue, revenue.currency));
  await card('Revenue').locator('summary').click();
  assert.equal(await card('Revenue').locator('.rule p').textContent(), revenue.rules.find(({ figure }) => figure === 'revenue').rule);
  const cells = await page.locator('.plain-table tbody tr td:nth-child(2)').allTextContents();
  assert.deepEqual(cells, revenue.periods.map((period) => format(period.revenue, revenue.currency)));
  await accessible(page);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
  assert.match(download.suggestedFilename(), /^revenue .*\.csv$/);

  const days = Array.from({ length: 3 }, (_, ago) => { const year = new Date().getUTCFullYear() - ago; return [`${year}-01-01`, `${year}-12-31`]; });
  const years = await Promise.all(days.map(([first, last]) => api('GET', `/reports/revenue?interval=month&from=${first}&to=${last}`)));
  const cents = (amount) => Math.round(amount * 100);
  const { accounts } = await api('GET', '/ledger/trial-balance');
  const booked = accounts.filter(({ account, currency }) => account === 'revenue' && currency === revenue.currency).reduce((sum, { balance }) => sum + cents(balance), 0);
  assert.equal(years.reduce((sum, { total }) => sum + cents(total.revenue), 0), booked);

  await page.getByRole('link', { name: 'Occupancy' }).click();
  await page.waitForSelector('.heat');
  await page.locator('.figures-bar label', { hasText: 'Period' }).locator('select').selectOption('before');
  const [first, last] = await until(() => page.locator('input[type=date]').evaluateAll((inputs) => inputs.map(({ value }) => value)).then((values) => values[0].endsWith('-01') && values), 'the month before is asked for');
  const { by_hour: hours, total } = await api('GET', `/reports/occupancy?from=${first}&to=${last}`);
  await until(async () => (await card('Bookings').locator('dd').first().textContent()) === new Intl.NumberFormat('en-GB').format(total.bookings), 'its bookings are shown');
  const shown = await page.locator('.heat tbody tr').first().locator('td:not(.day-sum)').allTextContents();
  const open = hours.filter((hour) => hour.bookable_minutes || hour.booked_minutes).map(({ hour }) => hour);
  const monday = hours.slice(Math.min(...open), Math.max(...open) + 1);
  assert.deepEqual(shown, monday.map((hour) => (hour.bookable_minutes || hour.occupancy_percent ? String(Math.round(hour.occupancy_percent ?? 0)) : 'closed')));
  assert.equal(await page.locator('.heat tbody tr').count(), 7);
  await accessible(page);

  await inOtherLanguages({ enter, api, until, assert });
}

const LANGUAGES = ['de', 'es', 'fr', 'ja', 'nl', 'pt'];
const wordsIn = async (language) => JSON.parse(await readFile(new URL(`../../../console/languages/${language}.json`, import.meta.url), 'utf8'));
const named = (figure) => figure.charAt(0).toUpperCase() + figure.slice(1).replaceAll('_', ' ');

/** Rules and names of all figures are in the reader's language; a month that is over is named. */
async function inOtherLanguages({ enter, api, until, assert }) {
  const reports = await Promise.all(['occupancy', 'revenue', 'recurring-revenue', 'churn'].map((name) => api('GET', `/reports/${name}?from=2026-06-01&to=2026-06-30`)));
  const rules = reports.flatMap((report) => report.rules);
  for (const language of LANGUAGES) {
    const words = await wordsIn(language);
    const missing = rules.flatMap(({ figure, rule }) => [named(figure), rule]).filter((sentence) => !words[sentence]);
    assert.deepEqual(missing, [], language);
  }
  const german = await wordsIn('de');
  const page = await enter('#/figures?tab=churn&at=all&from=2026-06-01&to=2026-06-30', { locale: 'de-DE' });
  const [rule] = reports[3].rules.filter(({ figure }) => figure === 'churn_percent');
  await until(async () => (await page.locator('main details.rules').textContent()).includes(german[rule.rule]), 'the rule is in German');
  assert.match(await page.locator('.totals').textContent(), /Abwanderung im Juni 2026/);
}
