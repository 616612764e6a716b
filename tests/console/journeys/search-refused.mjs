import { refuse } from '../network.mjs';

export const title = 'a search that was refused says so and offers nothing instead; where the service says to wait, it is asked again';

export default async function searchRefused({ enter, api, assert, accessible }) {
  const mark = Date.now().toString(36);
  await api('POST', '/members', { email: `sought.${mark}@example.com`, name: 'Sought', surname: `Somebody${mark}` });
  const page = await enter('#/desk');
  const words = `Somebody${mark}`;
  const field = page.locator('.finder input');
  const option = page.locator('.finder [role=option]');
  await field.waitFor();

  // Asked too often: it is asked again after the time that the answer names.
  const busy = await refuse(page, 'GET', '/v1/members', { status: 429, code: 'rate_limited', headers: { 'Retry-After': '0' } }, 2);
  await field.fill(words);
  await option.filter({ hasText: words }).first().waitFor();
  assert.equal(busy.refused(), 2);
  await busy.stop();

  // Refused for good: nobody is offered to be registered a second time.
  await field.fill('');
  const broken = await refuse(page, 'GET', '/v1/members', { status: 500 });
  await field.fill(words);
  await page.locator('main [role=alert]', { hasText: 'It could not be looked for.' }).waitFor();
  assert.equal(await option.count(), 0);
  await field.fill('');

  await page.locator('h1').first().click();
  await page.keyboard.press('/');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await dialog.locator('input').fill(words);
  await dialog.locator('[role=alert]', { hasText: 'It could not be looked for.' }).waitFor();
  assert.ok(!(await dialog.textContent()).includes('Nothing was found'));
  await accessible(page);
  await broken.stop();
  await dialog.locator('input').fill(`${words} `);
  await dialog.locator('input').fill(words);
  await dialog.locator('[role=option]', { hasText: words }).click();
  await page.getByRole('heading', { level: 1, name: `Sought ${words}` }).waitFor();

  // A tile says that it could not be read, and not that there is none.
  const tickets = await refuse(page, 'GET', '/v1/tickets', { status: 500 });
  await page.reload();
  await page.locator('.glance', { hasText: 'Could not be read' }).waitFor();
  await tickets.stop();
}
