import { readFile } from 'node:fs/promises';

export const title = 'the books are closed through a month and opened by an owner with a reason; files of many pages are kept as one, whatever happens in the middle';

const open = (page, hash) => page.evaluate((next) => { location.hash = next; }, hash);
const dayBefore = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

export default async function moneyBooks(harness) {
  const { enter, signIn, api, until, assert } = harness;
  const books = () => api('GET', '/ledger/books');
  if ((await books()).closed_through) await api('POST', '/ledger/books/reopen', { reason: 'The journey begins.' });
  await api('PUT', '/ledger/books', { chart: 'generic', accounts: [], datev: { consultant_number: null, client_number: null, fiscal_year_month: 1 } });
  const page = await enter('#/money?tab=books');
  await closing({ ...harness, page, books });

  // Admins close days, and are not offered to open them.
  const email = `books.admin.${Date.now()}@example.com`;
  await api('POST', '/members', { email, name: 'Ada', surname: 'Admin', role: 'admin' });
  await api('POST', '/ledger/books/close', { through: dayBefore(20) });
  const admin = await signIn(email, { viewport: { width: 360, height: 740 } });
  await open(admin, '#/money?tab=books');
  await admin.getByText(/^Closed through/).waitFor();
  assert.equal(await admin.getByRole('button', { name: 'Open days again …' }).count(), 0);
  assert.ok(await admin.evaluate(() => document.querySelector('main').scrollWidth <= document.querySelector('main').clientWidth + 1), 'it fits a phone');
  await admin.context().close();
  await api('POST', '/ledger/books/reopen', { reason: 'The journey is over.' });
  await until(async () => (await books()).closed_through === null, 'all days are open');

  await files({ ...harness, page, books });
}

/** Days are closed and opened; what is refused stands at its field, and another tab overwrites nothing. */
async function closing({ page, books, api, until, assert, accessible }) {
  const dialog = page.getByRole('dialog');
  await page.getByText('All days are open.').waitFor();
  await accessible(page);
  await page.getByRole('button', { name: 'Close days …' }).click();
  const last = dialog.getByLabel('Last day that is closed');
  assert.match(await last.inputValue(), /-(28|29|30|31)$/, 'the end of a month is proposed');
  await last.evaluate((input) => input.removeAttribute('max'));
  await last.fill(dayBefore(0));
  await dialog.getByRole('button', { name: 'Close days', exact: true }).click();
  await dialog.locator('.field.wrong small.problem').waitFor();
  await accessible(page);
  await last.fill(dayBefore(20));
  await dialog.getByRole('button', { name: 'Close days', exact: true }).dblclick();
  await until(async () => (await books()).closed_through === dayBefore(20), 'the days are closed');

  await page.getByRole('button', { name: 'Open days again …' }).click();
  const agree = dialog.getByRole('button', { name: 'Open the days' });
  await agree.click();
  assert.equal((await books()).closed_through, dayBefore(20), 'it needs a reason');
  await dialog.getByLabel('Why, for whoever asks later').fill('An invoice was voided by mistake.');
  await dialog.getByLabel('Last day that stays closed').fill(dayBefore(40));
  // In another tab more days are closed meanwhile: that is not opened unseen.
  await api('POST', '/ledger/books/close', { through: dayBefore(10) });
  await agree.click();
  await dialog.getByRole('alert').filter({ hasText: 'Somebody else changed this' }).waitFor();
  await until(async () => (await dialog.textContent()).includes(new Date(`${dayBefore(10)}T12:00Z`).toLocaleDateString('en-GB', { dateStyle: 'long' })), 'what is closed now is shown');
  await agree.click();
  await page.locator('.notice', { hasText: 'The days are open again.' }).waitFor();
  const now = await books();
  assert.deepEqual([now.closed_through, now.reopening_reason], [dayBefore(40), 'An invoice was voided by mistake.']);
  await page.getByText('An invoice was voided by mistake.').waitFor();
}

/** Has the pages of files be small, so that there are many; `spoil` may refuse one of them. */
async function smallPages(page) {
  const asked = [];
  const state = { asked, spoil: null };
  await page.route((url) => url.pathname.includes('/ledger/journal'), async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '2');
    asked.push(url);
    if (state.spoil && await state.spoil(asked.length)) return route.abort('connectionreset');
    return route.continue({ url: url.href });
  });
  return state;
}

async function files({ page, books, api, until, assert }) {
  const days = `from=${dayBefore(30)}&to=${dayBefore(1)}`;
  await open(page, `#/money?tab=books&${days}`);
  const row = (name) => page.locator('.book-file', { hasText: name }).first();
  const begin = (name) => page.getByRole('button', { name: `Download: ${name}` }).click();
  const kept = async (name) => { const [file] = await Promise.all([page.waitForEvent('download'), begin(name)]); return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }; };
  // What one page has is what many pages have, one after another.
  const whole = await kept('Entries');
  assert.equal(whole.name, `journal ${dayBefore(30)} ${dayBefore(1)}.csv`);
  assert.ok(whole.text.startsWith('entry_id,') && whole.text.includes(',1100,Accounts receivable,'));
  const state = await smallPages(page);
  assert.equal((await kept('Entries')).text, whole.text);
  assert.ok(state.asked.length > 2, 'it has several pages');

  // The connection is lost on the third page: nothing is kept, that is told, and the next time it is whole.
  let downloads = 0;
  page.on('download', () => { downloads += 1; });
  state.asked.length = 0;
  state.spoil = (count) => count > 2;
  await begin('Entries');
  await row('Entries').getByRole('alert').waitFor();
  assert.equal(downloads, 0);
  state.spoil = null;
  assert.equal((await kept('Entries')).text, whole.text);

  // The chart is changed between two pages: the file is begun anew, with the new numbers alone.
  state.asked.length = 0;
  state.spoil = async (count) => { if (count === 2) await api('PUT', '/ledger/books', { chart: 'skr04' }); };
  const anew = await kept('Entries');
  state.spoil = null;
  assert.equal(anew.text.split('\n').length, whole.text.split('\n').length);
  assert.ok(!anew.text.includes(',1100,'), 'no number of the chart before');

  // DATEV asks for its numbers first, and for days of one fiscal year.
  await row('DATEV').getByRole('link', { name: 'It needs both numbers of DATEV.' }).waitFor();
  await api('PUT', '/ledger/books', { datev: { consultant_number: 29098, client_number: 55003 } });
  await until(async () => page.getByRole('button', { name: 'Download: DATEV' }).isEnabled(), 'the numbers are known');
  const batch = await kept('DATEV');
  assert.match(batch.text, /^"EXTF";700;21;/);
  await open(page, '#/money?tab=books&from=2025-12-01&to=2026-01-31');
  await begin('DATEV');
  await row('DATEV').getByRole('alert').waitFor();
  await open(page, '#/money?tab=books&from=2001-01-01&to=2001-01-31');
  const none = await kept('Payments');
  assert.equal(none.text.trimEnd().split('\n').length, 1, 'a head, and no payment');
  assert.match((await kept('Beancount')).text, /open /);
  for (const name of ['Lines of invoices', 'Lines of credit notes']) assert.ok((await kept(name)).text.includes(','), name);

  // Who stops it gets no file.
  state.spoil = () => new Promise((resolve) => { setTimeout(() => resolve(false), 300); });
  await open(page, `#/money?tab=books&${days}`);
  downloads = 0;
  await begin('Entries');
  await page.getByRole('button', { name: 'Stop: Entries' }).click();
  await until(async () => !(await page.getByRole('button', { name: 'Stop: Entries' }).count()), 'it is stopped');
  // It goes on while its reader looks at something else; two presses are one.
  const [later] = await Promise.all([page.waitForEvent('download'), (async () => { await page.getByRole('button', { name: 'Download: Entries' }).dblclick(); await open(page, '#/money?tab=tax'); })()]);
  assert.equal(await readFile(await later.path(), 'utf8'), anew.text);
  downloads -= 1;
  await api('PUT', '/ledger/books', { chart: 'generic', datev: { consultant_number: null, client_number: null } });
  await until(async () => (await books()).chart === 'generic', 'the chart is as it was');
  assert.equal(downloads, 0);
}
