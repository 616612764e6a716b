export const title = 'the evacuation list is there without a network, also after a reload, and goes with signing out';

export default async function deskOffline({ enter, api, until, assert, accessible }) {
  const [place] = (await api('GET', '/locations')).filter(({ name }) => name === 'Keizersgracht');
  const mark = Date.now().toString(36);
  const member = await api('POST', '/members', { email: `safe.${mark}@example.com`, name: 'Sigrid', surname: `Safe${mark}`, phone: '+31 20 555 0199', location_ids: [place.id] });
  await api('POST', '/day-pass-transactions', { customer_id: member.id, type: 'admin_allocation', amount: 1 });
  await api('POST', '/check-ins', { member_id: member.id, location_id: place.id });

  const page = await enter('#/desk?page=evacuation');
  await page.locator('.evacuation').getByText(`Sigrid Safe${mark}`).waitFor();
  await page.getByText('Kept in this browser', { exact: true }).waitFor();
  await until(() => page.evaluate(async () => (await navigator.serviceWorker.ready) && (await (await caches.open('colonnade-pages')).keys()).some(({ url }) => url.endsWith('/offline.js'))), 'the pages are kept');
  await accessible(page);

  await page.context().setOffline(true);
  assert.equal(await page.evaluate(() => fetch('/console/never-read.js').then(({ status }) => status, () => 'no answer')), 'no answer');
  await page.reload();
  await page.locator('.kept-page .evacuation').getByText(`Sigrid Safe${mark}`).waitFor();
  assert.match(await page.locator('.as-of').textContent(), /Keizersgracht, as of .*\d:\d\d/);
  assert.match(await page.locator('.kept-page [role=alert]').textContent(), /cannot be reached/);
  await accessible(page);

  // With the network the console goes on by itself.
  await page.context().setOffline(false);
  await page.waitForSelector('.shell');
  await page.click('.account summary');
  await page.click('.account button:last-of-type');
  await page.waitForSelector('.sign-in form');
  assert.equal(await page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('evacuation')).length), 0);
}
