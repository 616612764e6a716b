export const title = 'overdue: who is late and at which reminder; one is paid, one is given up after a question, a refusal is told and taken back';

/** An invoice that was due on the day before. */
async function late(api, place, surname) {
  const member = await api('POST', '/members', { email: `${surname.toLowerCase().replace(/\W/g, '.')}@example.com`, name: 'Lena', surname, location_ids: [place.id] });
  const today = new Date().toLocaleDateString('sv', { timeZone: place.time_zone });
  const invoice = await api('POST', '/invoices', { customer_id: member.id, location_id: place.id, due_date: today, reminder_days: [0, 5], items: [{ description: 'Locker', quantity: 1, unit_amount: 30 }] });
  return { member, invoice: await api('POST', `/invoices/${invoice.id}/issue`) };
}

export default async function overdue({ enter, api, until, assert, accessible }) {
  const place = (await api('GET', '/locations?per_page=100')).find(({ is_active: isActive, currency }) => isActive && currency === 'EUR');
  const shown = (await api('GET', `/invoices?overdue=true&location_id=${place.id}&limit=100`)).sort((one, other) => other.overdue_days - one.overdue_days);
  const number = Date.now();
  const own = [await late(api, place, `Late ${number}`), await late(api, place, `Later ${number}`)];
  const page = await enter('#/money?tab=overdue');
  await page.locator('.location-choice select').selectOption(place.id);
  const rows = page.getByRole('table', { name: 'Overdue invoices' }).locator('.row:not(.head)');
  await until(async () => (await rows.count()) > 0, 'there are overdue invoices');
  const first = rows.first();
  const days = Math.max(...shown.map((one) => one.overdue_days));
  assert.ok((await first.textContent()).includes(`${days} days`), 'the latest stands first');
  assert.match(await first.textContent(), /step \d of \d|next on|no reminders are set|no more reminders/);
  await accessible(page);
  await page.getByRole('navigation', { name: 'How late' }).getByRole('link', { name: /^1 to 30 days/ }).click();
  const some = shown.filter((one) => one.overdue_days <= 30).length;
  await until(async () => (await page.locator('.chip[aria-current] .count').textContent()) === String(some), 'the chosen days have their number');

  // An invoice that is not late yet is paid from its own page: too much is refused at its field.
  await page.evaluate((id) => { location.hash = `#/money?tab=overdue&invoice=${id}`; }, own[0].invoice.id);
  const invoice = page.locator('.invoice');
  await invoice.getByRole('button', { name: 'Record a payment' }).click();
  const amount = page.getByLabel(/^Amount in/);
  await amount.fill('9999');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.locator('.field.wrong', { has: amount }).locator('small.problem').waitFor();
  await page.getByLabel('What is too much').selectOption('balance');
  await amount.fill(String(own[0].invoice.amount_due));
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await invoice.locator('.facts', { hasText: 'Paid' }).waitFor();
  assert.equal((await api('GET', `/invoices/${own[0].invoice.id}`)).status, 'paid');

  await page.evaluate((id) => { location.hash = `#/money?tab=overdue&invoice=${id}`; }, own[1].invoice.id);
  await page.getByRole('dialog', { name: `Invoice ${own[1].invoice.number}` }).getByRole('button', { name: 'Void', exact: true }).click();
  // Somebody else records a payment meanwhile: a paid invoice is not voided.
  await api('POST', `/invoices/${own[1].invoice.id}/pay`, { method: 'cash', amount: 5 });
  await page.getByRole('button', { name: 'Void the invoice' }).click();
  await page.locator('.notice.bad').waitFor();
  await invoice.locator('.facts', { hasText: 'Partially paid' }).waitFor();
  await page.keyboard.press('Escape');

  const [giveUp] = shown.filter((one) => one.overdue_days <= 30).sort((one, other) => one.amount_due - other.amount_due);
  if (!giveUp) return;
  await page.getByRole('button', { name: `More for ${giveUp.number}` }).click();
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('dialog', { name: `Give invoice ${giveUp.number} up?` }).getByRole('button', { name: 'Give up' }).click();
  await until(async () => !(await page.getByRole('button', { name: `More for ${giveUp.number}` }).count()), 'it is overdue no more');
  assert.equal((await until(async () => { const now = await api('GET', `/invoices/${giveUp.id}`); return now.status !== 'issued' && now; }, 'it is given up')).status, 'uncollectible');
}
