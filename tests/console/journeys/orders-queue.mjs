export const title = 'an order is made at the desk by keyboard at the price of the API and paid, begun, handed over and taken back in part';

export default async function ordersQueue({ enter, api, until, assert, accessible }) {
  const places = (await api('GET', '/locations?per_page=100')).filter(({ currency }) => currency === 'EUR').map(({ id }) => id);
  const category = (await api('GET', '/shop-categories?per_page=100&is_active=true')).find(({ location_id: at }) => places.includes(at));
  const name = `Mug ${Date.now()}`;
  const product = await api('POST', '/shop-products', { location_id: category.location_id, category_id: category.id, kind: 'goods', title: name, visibility: 'public', refund_policy: 'until_in_progress', options: [{ title: 'White', price: 12.5, stock_tracked: true, allow_backorder: false, low_stock_level: 2 }] });
  await api('POST', `/shop-products/${product.id}/stock-adjustments`, { option_id: product.options[0].id, quantity: 4 });
  const member = await api('POST', '/members', { email: `mug.${Date.now()}@example.com`, name: 'Otto', surname: `Order ${Date.now()}`, location_ids: [category.location_id] });

  const page = await enter('#/orders');
  await page.locator('.location-choice select').selectOption(category.location_id);
  await page.getByRole('heading', { name: 'In progress' }).waitFor();
  await accessible(page);
  await page.getByRole('button', { name: 'New order' }).click();
  await page.getByRole('combobox', { name: 'Customer' }).fill(member.surname);
  await page.getByRole('option', { name: new RegExp(member.surname) }).waitFor();
  await page.keyboard.press('Enter');
  const find = page.getByLabel('Find a product; Enter takes it');
  for (const taken of ['1', '2', '3']) {
    await find.fill(name);
    await until(async () => (await page.locator('.sale-lines li').count()) === 1, 'the product is found');
    await find.press('Enter');
    await until(async () => (await page.getByLabel(`Quantity of ${name}`).inputValue()) === taken, `${taken} are taken`);
  }
  const preview = await api('POST', '/shop-orders/preview', { location_id: category.location_id, customer_id: member.id, payment_source: 'external', items: [{ product_id: product.id, option_id: product.options[0].id, quantity: 3 }] });
  const total = new Intl.NumberFormat('en-GB', { style: 'currency', currency: preview.currency }).format(preview.total);
  await page.getByText(`Total: ${total}`).waitFor();
  await accessible(page);
  await page.getByRole('button', { name: 'Order', exact: true }).click();
  const told = await page.locator('.notice', { hasText: 'is made' }).textContent();
  const [, number] = /Order (\d+)/.exec(told);
  const card = page.locator('.order', { hasText: member.surname }).filter({ hasText: `No. ${number}` });
  await card.getByRole('button', { name: 'Start' }).click();
  await card.getByRole('button', { name: 'Hand over' }).click();
  await card.getByRole('button', { name: 'Take back' }).click();
  await page.getByLabel(name).fill('1');
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await card.getByText('1 came back').waitFor();
  const [order] = await api('GET', `/shop-orders?customer_id=${member.id}`);
  assert.deepEqual([order.status, order.payment_status, order.items[0].returned_quantity, order.total], ['completed', 'partially_refunded', 1, preview.total]);

  await page.getByRole('link', { name: 'Stock', exact: true }).click();
  await page.getByRole('button', { name: 'To be ordered' }).click();
  await page.getByRole('button', { name: `Change: ${name}` }).click();
  await page.getByLabel('More or less').fill('10');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await until(async () => !(await page.getByRole('button', { name: `Change: ${name}` }).count()), 'there is enough again');
  const { stock } = await api('GET', `/shop-products/${product.id}`);
  assert.equal(stock[0].stock_on_hand, 12);
}
