export const title = 'month end: what waits becomes a draft that is changed and issued, its PDF opens, a payment is recorded, and the invoice’s life says so';

export default async function monthEnd({ enter, api, until, assert, accessible }) {
  const place = (await api('GET', '/locations?per_page=100')).find(({ is_active: isActive, currency }) => isActive && currency === 'EUR');
  const member = await api('POST', '/members', { email: `month.${Date.now()}@example.com`, name: 'Mona', surname: `Month ${Date.now()}`, location_ids: [place.id] });
  await api('POST', '/invoice-items', { customer_id: member.id, location_id: place.id, description: 'Printing', unit_amount: 12.5, quantity: 2 });
  const page = await enter('#/money?tab=run');
  await page.locator('.location-choice select').selectOption(place.id);
  const [upcoming] = (await api('GET', `/invoices/upcoming?customer_id=${member.id}`)).invoices;
  const euros = (amount) => new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }).format(amount);
  const waiting = page.locator('.run-line', { hasText: member.surname }).first();
  await until(async () => (await waiting.textContent()).includes(euros(upcoming.total)), 'what would be invoiced is what the API computes');
  await waiting.getByRole('button', { name: 'Make a draft' }).click();
  await page.locator('.run-line', { hasText: member.surname }).getByRole('link', { name: 'Look at the draft' }).click();
  const invoice = page.locator('.invoice');
  await invoice.locator('tr', { hasText: 'Printing' }).waitFor();
  await accessible(page);

  await invoice.getByRole('button', { name: 'Add a line' }).click();
  await page.getByLabel('What', { exact: true }).fill('<b>Coffee</b>');
  await page.getByLabel(/^Each, in/).fill('4');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await invoice.locator('tr', { hasText: '<b>Coffee</b>' }).waitFor();
  await invoice.getByRole('button', { name: 'Issue', exact: true }).click();
  await invoice.getByRole('button', { name: 'Record a payment' }).click();
  const [issued] = await api('GET', `/invoices?customer_id=${member.id}`);
  const amount = page.getByLabel(/^Amount in/);
  assert.equal(Number(await amount.inputValue()), issued.amount_due);
  await amount.fill('10');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await invoice.locator('.life li', { hasText: /10\.00 by Bank transfer/ }).waitFor();
  await invoice.locator('.life li', { hasText: 'It was issued.' }).filter({ hasText: 'Ann Bakker' }).waitFor();
  const paid = await api('GET', `/invoices/${issued.id}`);
  assert.equal(paid.amount_paid, 10);
  await until(async () => (await invoice.locator('tfoot tr', { hasText: 'Open' }).textContent()).includes(euros(paid.amount_due)), 'what is open is what the API says');

  const [download] = await Promise.all([page.waitForEvent('download'), invoice.getByRole('button', { name: 'PDF' }).click()]);
  assert.equal(download.suggestedFilename(), `${issued.number}.pdf`);
  const stream = await download.createReadStream();
  const [head] = await stream.take(1).toArray();
  assert.equal(head.subarray(0, 5).toString(), '%PDF-');
  await page.keyboard.press('Escape');
  await page.getByRole('table', { name: 'Issued today' }).getByText(issued.number).waitFor();
}
