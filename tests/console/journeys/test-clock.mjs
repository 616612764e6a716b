export const title = 'where the clock of the service is ahead, Today, Money and Figures are of its day';

const AHEAD_MS = 75 * 86_400_000;

/** Has answers say an instant that is months ahead, as those of a sandbox do whose test clock was advanced. */
const advance = (page) => page.route((url) => url.pathname.startsWith('/v1/'), async (route) => {
  if (route.request().method() !== 'GET') return route.fallback();
  const response = await route.fetch();
  if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
  const body = await response.json();
  const timestamp = new Date(Date.parse(body.meta.timestamp) + AHEAD_MS).toISOString();
  return route.fulfill({ response, json: { ...body, meta: { ...body.meta, timestamp } } });
});

export default async function testClock({ enter, until }) {
  const page = await enter('#/people');
  await page.waitForSelector('main h1');
  await advance(page);
  const day = new Date(Date.now() + AHEAD_MS).toLocaleDateString('sv', { timeZone: 'Europe/Amsterdam' });
  const [year, month, date] = day.split('-');
  const named = `${Number(date)} ${new Date(`${day}T12:00Z`).toLocaleDateString('en-GB', { month: 'short', timeZone: 'UTC' })} ${year}`;
  const open = (hash) => page.evaluate((next) => { location.hash = next; }, hash);
  const days = () => page.locator('main input[type=date]').evaluateAll((fields) => fields.map(({ value }) => value));

  await open('#/today');
  await until(async () => (await page.locator('.today').textContent()).includes(named), `Today is ${named}`);
  await open('#/figures');
  await until(async () => (await days()).includes(day), 'figures end on that day');
  await open('#/money?tab=ledger');
  await until(async () => (await days()).some((one) => one.startsWith(`${year}-${month}`)), 'the ledger is of that month');
}
