export const title = 'a billing run makes the drafts of the location that it was begun at, whatever location is chosen meanwhile';

export default async function runPlace({ enter, api, until, assert }) {
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
  // The second draft waits until another location is shown.
  let asked = 0;
  let go;
  const isChosen = new Promise((resolve) => { go = resolve; });
  await page.route('**/v1/invoices', async (route) => {
    if (route.request().method() === 'POST') asked += 1;
    if (asked >= 2) await isChosen;
    await route.continue();
  });
  await page.getByRole('button', { name: /^Make \d+ drafts$/ }).click();
  await until(() => asked === 2, 'the second draft is under way');
  await choose(other);
  await page.locator('.run-progress', { hasText: `${place.name}: ` }).waitFor();
  go();
  await page.locator('.notice', { hasText: 'drafts are made' }).waitFor();
  for (const [index, member] of members.entries()) {
    const made = await api('GET', `/invoices?customer_id=${member.id}`);
    assert.deepEqual(made.map((one) => [one.location_id, one.currency, one.items.map(({ unit_amount: amount }) => amount)]), [[place.id, 'EUR', [11 + index]]]);
  }
}
