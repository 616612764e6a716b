export const title = 'figures of a location are in its currency at first, and say in which others there are some';

export default async function figuresCurrencies({ enter, api, until, assert, accessible }) {
  const mark = Date.now().toString(36);
  const tokyo = (await api('GET', '/locations?per_page=100')).find(({ is_active: isActive, currency }) => isActive && currency === 'JPY');
  const plan = await api('POST', '/memberships', { location_id: tokyo.id, currency: 'JPY', name: `Desk ${mark}`, price: 30_000, cycle: 'monthly' });
  const member = await api('POST', '/members', { email: `yen.${mark}@example.com`, name: 'Yuki', surname: `Yen ${mark}`, location_ids: [tokyo.id] });
  const today = new Date().toLocaleDateString('sv', { timeZone: tokyo.time_zone });
  await api('POST', '/subscriptions', { customer_id: member.id, membership_plan_id: plan.id, start_date: today });
  const query = `from=${today.slice(0, 8)}01&to=${today}&location_id=${tokyo.id}&currency=JPY`;
  const last = await until(async () => { const { months } = await api('GET', `/reports/recurring-revenue?${query}`); return months.at(-1).recurring_revenue_at_end && months.at(-1); }, 'the subscription is counted', 60);
  const page = await enter(`#/figures?tab=recurring&at=${tokyo.id}`);
  const first = page.locator('.totals dd').first();
  const yen = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'JPY' }).format(last.recurring_revenue_at_end);
  await until(async () => (await first.textContent()) === yen, `Tokyo’s recurring revenue is ${yen}`);
  await page.getByRole('link', { name: 'Revenue', exact: true }).click();
  await until(async () => (await first.textContent()).includes('¥'), 'Tokyo’s revenue is in yen');
  await page.getByRole('link', { name: 'Recurring revenue' }).click();
  await until(async () => (await first.textContent()) === yen, 'it is in yen');

  await page.locator('.figures-bar label', { hasText: 'Location' }).locator('select').selectOption('all');
  await page.getByText('Figures in EUR alone. There are others in').waitFor();
  await accessible(page);
  await page.getByRole('group', { name: 'Currency' }).getByRole('button', { name: 'JPY' }).click();
  await until(async () => (await first.textContent()).includes('¥'), 'the yen of all locations are shown');
  await page.locator('.figures-bar label', { hasText: 'Location' }).locator('select').selectOption({ label: 'Keizersgracht' });
  await until(async () => (await first.textContent()).includes('€'), 'another location has its own currency again');
  assert.equal(await page.locator('.problem-box').count(), 0);
}
