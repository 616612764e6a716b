export const title = 'what is owed to a customer is seen, pays what is open, and is paid out or kept for a reason';

export default async function personBalance({ enter, api, until, assert, accessible }) {
  const mark = Date.now().toString(36);
  const place = (await api('GET', '/locations?per_page=100')).find(({ currency, is_active: isActive }) => isActive && currency === 'EUR');
  const member = await api('POST', '/members', { email: `balance.${mark}@example.com`, name: 'Olga', surname: `Owed ${mark}`, location_ids: [place.id] });
  const item = { description: 'Printing', unit_amount: 30, quantity: 1, tax_rate: 0 };
  const draft = await api('POST', '/invoices', { customer_id: member.id, location_id: place.id, items: [item] });
  await api('POST', `/invoices/${draft.id}/issue`, {});
  await api('POST', '/invoice-items', { ...item, customer_id: member.id, location_id: place.id, description: 'Sorry', unit_amount: -100 });
  const page = await enter(`#/person/${member.id}?tab=money`);
  const balance = page.locator('section.wallet').first();
  await until(async () => (await balance.textContent()).includes('70'), 'what is left of the credit is in the balance');
  assert.equal((await api('GET', `/invoices/${draft.id}`)).status, 'paid');

  const clear = async (fill) => {
    await balance.getByRole('button', { name: 'Clear the balance' }).click();
    const dialog = page.locator('dialog');
    await accessible(page);
    await fill(dialog);
    await dialog.getByRole('button', { name: 'Clear the balance' }).click();
    await until(async () => (await page.locator('dialog').count()) === 0, 'it is done');
  };
  await clear(async (dialog) => {
    await dialog.getByLabel('Amount in EUR').fill('60');
    await dialog.getByLabel('Reference').fill(`NL-${mark}`);
    await dialog.getByLabel('Reason').fill('Moves away');
  });
  await until(async () => (await balance.textContent()).includes('10'), 'the rest is left');
  await clear(async (dialog) => {
    await dialog.getByLabel('What becomes of it').selectOption('kept');
    assert.equal(await dialog.getByLabel('How it is paid').count(), 0);
    await dialog.getByLabel('Reason').fill('Lost a key');
  });
  await until(async () => (await balance.textContent()).includes('Nothing beyond invoices'), 'nothing is left');
  await page.getByText('Moves away').waitFor();
  const made = await api('GET', `/balance-clearings?customer_id=${member.id}`);
  assert.deepEqual(made.map((one) => [one.decision, one.amount, one.method, one.gateway_reference, one.reason]), [['kept', 10, null, '', 'Lost a key'], ['paid_out', 60, 'bank_transfer', `NL-${mark}`, 'Moves away']]);
}
