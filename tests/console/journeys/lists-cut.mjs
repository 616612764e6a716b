export const title = 'where a list is longer than it is read, the page says so, and no more once it needs that list no longer';

export default async function listsCut({ enter, api }) {
  const [invoice] = await api('GET', '/invoices?status=issued&limit=1');
  const page = await enter('#/people');
  let pages = 0;
  // A list without an end: every page has a next one.
  await page.route((url) => url.pathname === '/v1/invoices' && url.searchParams.get('overdue') === 'true', (route) => {
    pages += 1;
    const data = Array.from({ length: 100 }, (_, index) => ({ ...invoice, id: `${invoice.id.slice(0, -7)}${String(pages * 100 + index).padStart(7, '0')}`, overdue: true, overdue_days: 3 }));
    return route.fulfill({ json: { data, pagination: { has_more: true, next_cursor: `page-${pages}`, total_count: 20_000 }, meta: { timestamp: new Date().toISOString() } } });
  });
  const told = page.locator('[role=status]', { hasText: 'has more than 10,000 records' });
  await page.evaluate(() => { location.hash = '#/money?tab=overdue'; });
  await told.waitFor();
  await page.evaluate(() => { location.hash = '#/people'; });
  await told.waitFor({ state: 'detached' });
}
