import { loseAnswers } from '../network.mjs';
import { placeIn } from '../today.mjs';

export const title = 'a deposit comes back before the end: what is refunded, kept and set off is seen before, too much is refused at its field, it comes back once, and its refund names the credit note';

const today = (place) => new Date().toLocaleDateString('sv', { timeZone: place.time_zone });

/** Somebody with a desk for 300 and a deposit of 500, of whose invoice so much was paid. */
async function withDeposit(api, place, plan, name, paid) {
  const member = await api('POST', '/members', { email: `${name}.${Date.now()}@example.com`.toLowerCase(), name, surname: 'Deposit', location_ids: [place.id] });
  const subscription = await api('POST', '/subscriptions', { customer_id: member.id, membership_plan_id: plan.id, start_date: today(place) });
  const [invoice] = await api('GET', `/invoices?subscription_id=${subscription.id}&limit=10`);
  const payment = await api('POST', `/invoices/${invoice.id}/pay`, { amount: paid, method: 'bank_transfer' });
  return { member, subscription, invoice, payment };
}

export default async function deposit({ enter, alsoOpen, signIn, api, until, assert, accessible }) {
  const place = await placeIn(api, 'Europe/Amsterdam');
  const plan = await api('POST', '/memberships', { location_id: place.id, currency: 'EUR', name: `Desk with deposit ${Date.now()}`, price: 300, cycle: 'monthly', deposit_amount: 500, custom_tax_rate: true, tax_rate: 21 });
  const depositOf = async ({ subscription }) => (await api('GET', `/subscriptions/${subscription.id}`)).deposit;
  const open = (page, { member }) => page.evaluate((hash) => { location.hash = hash; }, `#/person/${member.id}?tab=plan`);
  const [one, two, three] = [await withDeposit(api, place, plan, 'Dora', 600), await withDeposit(api, place, plan, 'Dirk', 863), await withDeposit(api, place, plan, 'Dina', 863)];

  const page = await enter(`#/person/${one.member.id}?tab=plan`);
  const begin = (of = page) => of.getByRole('button', { name: 'Return the deposit …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Return the deposit' });
  const send = dialog.getByRole('button', { name: 'Return the deposit' });
  const outcome = dialog.getByRole('status');
  await begin();
  await until(async () => (await outcome.textContent()).includes('€263.00'), 'what is not paid is taken off the invoice');
  assert.match(await outcome.textContent(), /Held€500\.00.*€237\.00/s);
  await accessible(page);
  await dialog.getByLabel(/^Refunded, in/).fill('300');
  await outcome.getByText('More than was paid of it').waitFor();
  await send.click();
  await dialog.locator('.field.wrong', { hasText: 'Refunded' }).locator('small.problem').waitFor();
  await dialog.getByLabel(/^Refunded, in/).fill('100');
  await dialog.getByLabel(/^Kept, in/).fill('50');
  await send.click();
  assert.equal((await depositOf(one)).status, 'invoiced', 'what is kept needs a reason');
  // What was typed is there after a reload.
  await page.reload();
  await begin();
  await dialog.getByLabel('Why it is kept').fill('A key is missing.');
  await until(async () => (await outcome.textContent()).includes('€87.00'), 'the rest goes to the balance');
  await dialog.getByLabel('Why it is kept').press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('.notice', { hasText: '€100.00 are promised' }).waitFor();
  assert.deepEqual(await depositOf(one), { amount: 500, kept_amount: 50, status: 'returned' });
  await page.getByText('€50.00 kept').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Return the deposit …' }).count(), 0);
  const [note] = await api('GET', `/credit-notes?customer_id=${one.member.id}&limit=10`);
  assert.deepEqual([note.refund_amount, note.credit_amount + note.pre_payment_amount], [100, 400]);

  // The refund of the payment is for the note that promised it.
  const [payment] = (await api('GET', `/payment-transactions?customer_id=${one.member.id}&limit=10`)).filter(({ method }) => method === 'bank_transfer');
  await page.evaluate(() => { location.hash = '#/money?tab=payments'; });
  await page.locator('.table .row', { hasText: 'Dora Deposit' }).first().filter({ hasText: '€600.00' }).getByRole('button', { name: 'Refund' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund' });
  await until(async () => (await refund.getByLabel(/^Amount in/).inputValue()) === '100', 'what was promised is proposed');
  await refund.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.locator('.notice', { hasText: 'The refund is recorded' }).waitFor();
  const refunded = await api('GET', `/payment-transactions/${payment.id}`);
  assert.deepEqual(refunded.refunds.map((each) => [each.amount, each.credit_note_id]), [[100, note.id]]);
  assert.equal((await api('GET', `/invoices/${one.invoice.id}`)).status, 'paid', 'nothing is due again');

  // Two tabs, and two presses: it comes back once.
  await open(page, two);
  await begin();
  const other = await alsoOpen(page, `#/person/${two.member.id}?tab=plan`);
  await begin(other);
  await outcome.getByText('€500.00').first().waitFor();
  await send.dblclick();
  await page.locator('.notice', { hasText: 'The deposit is returned.' }).waitFor();
  await other.getByText('Nothing of it is held any more.').waitFor();
  assert.equal((await api('GET', `/credit-notes?customer_id=${two.member.id}&limit=10`)).length, 1);

  // Where no answer comes it is done once, and what stands there then says so.
  await open(page, three);
  const losing = await loseAnswers(page, 'POST', `/subscriptions/${three.subscription.id}/return-deposit`);
  await begin();
  await send.click();
  await until(async () => (await depositOf(three)).status === 'returned' && !(await page.getByRole('button', { name: 'Return the deposit …' }).count()), 'it is returned');
  await losing.stop();
  assert.equal((await api('GET', `/credit-notes?customer_id=${three.member.id}&limit=10`)).length, 1);

  await notForManagers({ signIn, api, place, of: await withDeposit(api, place, plan, 'Dunja', 863), open, assert });
}

/** Those who run a location see the plan, and are offered nothing that they may not do. */
async function notForManagers({ signIn, api, place, of, open, assert }) {
  const email = `deposit.manager.${Date.now()}@example.com`;
  await api('POST', '/members', { email, name: 'Maud', surname: 'Manager', role: 'manager', location_ids: [place.id] });
  const page = await signIn(email, { viewport: { width: 360, height: 740 } });
  await open(page, of);
  await page.getByText('€500.00').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Return the deposit …' }).count(), 0);
}
