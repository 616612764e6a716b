export const title = 'a billing run makes the invoices of the location that it was begun at, whatever location is chosen meanwhile, as its preview says';

export default async function runPlace({ enter, api, until, assert, accessible }) {
  const mark = Date.now().toString(36);
  const places = (await api('GET', '/locations?per_page=100')).filter(({ is_active: isActive }) => isActive);
  const place = places.find(({ currency }) => currency === 'EUR');
  const other = places.find(({ id }) => id !== place.id);
  const members = [];
  for (const number of [1, 2, 3]) {
    const member = await api('POST', '/members', { email: `run.${mark}.${number}@example.com`, name: 'Rune', surname: `Run ${mark} ${number}`, location_ids: [place.id] });
    await api('POST', '/invoice-items', { customer_id: member.id, location_id: place.id, description: 'Printing', unit_amount: 10 + number, quantity: 1 });
    members.push(member);
  }
  const page = await enter('#/money?tab=run');
  const choose = (location) => page.locator('.location-choice select').selectOption(location.id);
  await choose(place);
  await page.getByRole('button', { name: 'Invoice all of them …' }).click();
  const expected = await api('POST', '/billing-runs/preview', { location_id: place.id });
  const dialog = page.getByRole('dialog');
  const euros = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }).format(expected.total);
  await until(async () => (await dialog.textContent()).includes(euros), 'the total is that of the API');
  await accessible(page);
  await dialog.getByLabel('Only what is for this day or before').fill('2001-01-01');
  await dialog.getByText('0 invoices', { exact: true }).waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Make 0 invoices' }).isDisabled(), true);
  await dialog.getByLabel('Only what is for this day or before').fill('');
  const make = dialog.getByRole('button', { name: new RegExp(`^Make ${expected.invoice_count} invoices?$`) });
  await until(() => make.isEnabled(), 'what waits is asked for again');
  const last = async () => (await api('GET', `/billing-runs?location_id=${place.id}`))[0];
  const before = (await last())?.id;
  await make.click();
  await choose(other);
  await until(async () => { const run = await last(); return run?.id !== before && run.status === 'succeeded'; }, 'the run ends');
  await choose(place);
  await page.locator('.run-progress', { hasText: 'The last run:' }).waitFor();
  const run = await last();
  assert.deepEqual([run.invoiced, run.refused], [run.expected, 0]);
  for (const [index, member] of members.entries()) {
    const made = await api('GET', `/invoices?customer_id=${member.id}`);
    assert.deepEqual(made.map((one) => [one.location_id, one.status, one.items.map(({ unit_amount: amount }) => amount)]), [[place.id, 'draft', [11 + index]]]);
  }
}
