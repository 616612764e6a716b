export const title = 'renewals are all that will be invoiced: what is past due, begins later or comes after a pause too, each on its day';

/** What is asked of the rule, which needs no page: a subscription with some of its fields. */
const CASES = [
  ['active', { current_period_end: '2026-12-10' }, '2026-12-10'], ['past due', { status: 'past_due', current_period_end: '2026-12-10' }, '2026-12-10'],
  ['scheduled', { status: 'scheduled', start_date: '2026-12-07' }, '2026-12-07'], ['scheduled with a trial', { status: 'scheduled', start_date: '2026-12-01', trial_end_date: '2026-12-14' }, '2026-12-15'],
  ['in advance', { current_period_end: '2026-12-10', invoice_days_in_advance: 5 }, '2026-12-05'], ['in advance and invoiced', { current_period_end: '2026-12-01', invoice_days_in_advance: 14 }, '2026-12-18'],
  ['after a pause', { status: 'paused', current_period_end: '2026-12-10', pause: { behaviour: 'void', from: '2026-11-10', until: '2027-01-10' } }, '2027-01-10'],
  ['until somebody resumes', { status: 'paused', current_period_end: '2026-12-10', pause: { behaviour: 'void', from: '2026-11-10', until: null } }, null],
  ['a pause whose dues are drafts', { status: 'paused', current_period_end: '2026-12-10', pause: { behaviour: 'draft', from: '2026-11-10', until: null } }, '2026-12-10'],
  ['a pause that is over by then', { status: 'paused', current_period_end: '2026-12-10', pause: { behaviour: 'void', from: '2026-11-10', until: '2026-12-10' } }, '2026-12-10'],
  ['ends before', { current_period_end: '2026-12-10', end_date: '2026-12-09' }, null], ['ends with its period', { current_period_end: '2026-12-10', cancel_at_period_end: true }, null], ['ends later', { current_period_end: '2026-12-10', end_date: '2026-12-10' }, '2026-12-10'],
  ['the end of a short month', { current_period_end: '2026-01-31', invoice_days_in_advance: 30 }, '2026-01-29', '2026-01-05'],
];

export default async function renewals({ enter, api, until, assert, accessible }) {
  const mark = Date.now().toString(36);
  const place = (await api('GET', '/locations?per_page=100')).find(({ name }) => name === 'Keizersgracht');
  const today = new Date().toLocaleDateString('sv', { timeZone: place.time_zone });
  const later = (days) => new Date(Date.parse(`${today}T12:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
  const plan = await api('POST', '/memberships', { location_id: place.id, currency: 'EUR', name: `Plan ${mark}`, price: 10, cycle: 'monthly' });
  const make = (name) => api('POST', '/members', { email: `${name.toLowerCase()}.${mark}@example.com`, name, surname: mark, location_ids: [place.id] });
  const [soon, far] = [await make('Soon'), await make('Far')];
  await api('POST', '/subscriptions', { customer_id: soon.id, membership_plan_id: plan.id, start_date: later(10) });
  await api('POST', '/subscriptions', { customer_id: far.id, membership_plan_id: plan.id, start_date: later(60) });
  const due = (await api('GET', `/subscriptions?location_id=${place.id}&status=past_due&limit=100`)).filter(({ current_period_end: end, cancel_at_period_end: ends }) => !ends && Date.parse(end) < Date.parse(later(30)));
  assert.ok(due.length > 0, 'some are past due');

  const page = await enter('#/money?tab=run');
  await page.locator('.location-choice select').selectOption(place.id);
  await page.getByText('Renewals of the next 31 days').click();
  const lines = page.locator('details .run-line');
  await lines.filter({ hasText: `Soon ${mark}` }).getByText('Scheduled').waitFor();
  await until(async () => (await lines.filter({ hasText: 'Past due' }).count()) === due.length, `${due.length} that are past due renew`);
  assert.equal(await lines.filter({ hasText: `Far ${mark}` }).count(), 0);
  await accessible(page);

  const found = await page.evaluate(async (cases) => {
    const { nextInvoice } = await import(document.querySelector('script[type=module]').src.replace('app/main.js', 'screens/money/renewal-days.js'));
    return cases.map(([, fields, , now = '2026-11-27']) => nextInvoice({ status: 'active', cycle: 'monthly', invoice_days_in_advance: 0, end_date: null, pause: null, ...fields }, now, (instant) => instant));
  }, CASES);
  assert.deepEqual(CASES.map(([name], index) => [name, found[index]]), CASES.map(([name, , day]) => [name, day]));
}
