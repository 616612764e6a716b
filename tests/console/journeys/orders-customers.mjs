export const title = 'the basket of one customer is never in the order of another: it survives a reload, and goes with who goes back';

export default async function ordersCustomers({ enter, api, until, assert }) {
  const mark = Date.now().toString(36);
  const places = (await api('GET', '/locations?per_page=100')).filter(({ currency }) => currency === 'EUR').map(({ id }) => id);
  const category = (await api('GET', '/shop-categories?per_page=100&is_active=true')).find(({ location_id: at }) => places.includes(at));
  const name = `Flask ${mark}`;
  await api('POST', '/shop-products', { location_id: category.location_id, category_id: category.id, kind: 'goods', title: name, visibility: 'public', options: [{ title: 'Blue', price: 9 }] });
  const make = (first) => api('POST', '/members', { email: `${first.toLowerCase()}.${mark}@example.com`, name: first, surname: `Order ${mark}`, location_ids: [category.location_id] });
  const [anton, berta] = [await make('Anton'), await make('Berta')];
  const page = await enter('#/orders');
  await page.locator('.location-choice select').selectOption(category.location_id);
  const sale = page.locator('dialog');
  const quantity = page.getByLabel(`Quantity of ${name}`);
  const show = (hash) => page.evaluate((next) => { location.hash = next; }, hash);

  await show(`#/desk`);
  await show(`#/orders?customer=${anton.id}`);
  await sale.getByText(`Anton Order ${mark}`).waitFor();
  await quantity.fill('3');
  await page.reload();
  await sale.getByText(`Anton Order ${mark}`).waitFor();
  await until(async () => (await quantity.inputValue()) === '3', 'the basket survives a reload');
  // Without going back the desk sells to somebody else.
  await show('#/desk');
  await show(`#/orders?customer=${berta.id}`);
  await sale.getByText(`Berta Order ${mark}`).waitFor();
  assert.equal(await quantity.inputValue(), '');
  await quantity.fill('1');
  await sale.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'New order' }).click();
  await page.getByRole('combobox', { name: 'Customer' }).waitFor();
  assert.equal(await quantity.inputValue(), '', 'who goes back sells nothing, and the next order is for somebody else');
  await page.keyboard.press('Escape');
  await show('#/desk');
  await show(`#/orders?customer=${berta.id}`);
  await sale.getByText(`Berta Order ${mark}`).waitFor();
  assert.equal(await quantity.inputValue(), '');
}
