export const title = 'what is owed is the sum of all invoices, a payment’s form has what is open now, a refund lowers what was paid this month, and a CSV says what it holds';

export default async function moneyOpen({ enter, api, until, assert, accessible }) {
  const mark = Date.now().toString(36);
  const place = (await api('GET', '/locations?per_page=100')).find(({ name }) => name === 'Keizersgracht');
  const euros = (amount) => new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }).format(amount);
  const owner = await api('POST', '/members', { email: `open.${mark}@example.com`, name: 'Oona', surname: `Open ${mark}`, location_ids: [place.id] });
  const issue = async () => {
    const { id } = await api('POST', '/invoices', { customer_id: owner.id, location_id: place.id, items: [{ description: 'Locker', quantity: 1, unit_amount: 100 }] });
    return api('POST', `/invoices/${id}/issue`);
  };
  const issued = [];
  for (let count = 0; count < 104; count += 8) issued.push(...await Promise.all(Array.from({ length: 8 }, issue)));
  const [first] = issued;
  const page = await enter(`#/person/${owner.id}?tab=money`);
  await page.locator('.location-choice select').selectOption(place.id);
  const owes = page.locator('.glance .tile', { hasText: 'Owes' });
  await until(async () => (await owes.textContent()).includes(euros(first.amount_due * issued.length)), 'all that is open is in the sum');

  // What was typed on the person's page is no part of the form of the invoice.
  const newest = await api('GET', `/invoices?customer_id=${owner.id}&limit=1`).then(([one]) => one);
  const form = page.locator('dialog').last();
  const amount = form.getByLabel(/^Amount in/);
  await page.getByRole('button', { name: `Paid: ${newest.number}` }).click();
  await amount.fill('50');
  await page.reload();
  await page.getByRole('button', { name: `Paid: ${newest.number}` }).click();
  await until(async () => (await amount.inputValue()) === '50', 'what was typed survives a reload');
  const show = (hash) => page.evaluate((next) => { location.hash = next; }, hash);
  await show(`#/money?tab=invoices&invoice=${newest.id}`);
  await page.locator('.invoice').getByRole('button', { name: 'Record a payment' }).click();
  assert.equal(Number(await amount.inputValue()), newest.amount_due);
  await amount.fill('20');
  await form.getByRole('button', { name: 'Back' }).click();
  await page.locator('.invoice').getByRole('button', { name: 'Record a payment' }).click();
  assert.equal(Number(await amount.inputValue()), newest.amount_due, 'who goes back records nothing');
  await amount.fill('21');
  // Somebody else records a part of it: what is open then is what the form begins with.
  await api('POST', `/invoices/${newest.id}/pay`, { method: 'cash', amount: 1 });
  await page.reload();
  await page.locator('.invoice').getByRole('button', { name: 'Record a payment' }).click();
  assert.equal(Number(await amount.inputValue()), newest.amount_due - 1);
  await form.getByRole('button', { name: 'Record', exact: true }).click();
  await page.locator('.invoice .facts', { hasText: 'Paid' }).waitFor();
  await page.keyboard.press('Escape');

  const month = new Date().toLocaleDateString('sv', { timeZone: place.time_zone }).slice(0, 8);
  const old = (await api('GET', `/payment-transactions?location_id=${place.id}&status=succeeded&to=${month}01T00:00:00Z&limit=100`)).find(({ method, amount: paid, currency }) => method !== 'balance' && paid > 30 && currency === 'EUR');
  await show('#/money');
  const paid = page.locator('.money-figures .card', { hasText: 'Paid this month' }).locator('strong');
  await until(async () => /\d/.test(await paid.textContent()), 'what was paid this month is known');
  const amountOf = (said) => Number(said.replace(/[^\d.-]/g, ''));
  const before = amountOf(await paid.textContent());
  await api('POST', `/payment-transactions/${old.id}/refund`, { amount: 12.34 });
  await until(async () => Math.round((before - amountOf(await paid.textContent())) * 100) === 1_234, 'a refund of an old payment is one of this month');
  await accessible(page);

  await show('#/money?tab=invoices');
  await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV of all locations' }).click()]);
  await page.locator('.notice', { hasText: 'invoices of all locations and in all states' }).waitFor();
  const last = new Date(Date.parse(`${month}01T12:00Z`) - 86_400_000).toISOString().slice(0, 10);
  const [asked] = await Promise.all([page.waitForRequest((request) => request.url().includes('/ledger/trial-balance?at=')), show(`#/money?tab=ledger&to=${last}`)]);
  const at = new URL(asked.url()).searchParams.get('at');
  const clock = new Date(Date.parse(at)).toLocaleString('sv', { timeZone: place.time_zone });
  assert.deepEqual([clock, at.slice(-5)], [`${last} 23:59:59`, '.999Z'], 'the balance of a day has nothing of the next');
  await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Entries of all locations as CSV' }).click()]);
}
