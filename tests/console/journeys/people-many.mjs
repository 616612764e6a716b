export const title = 'hundreds of people scroll with few lines in the page, are found by name, and a new one survives a reload before it is made';

export default async function peopleMany({ enter, api, until, assert, accessible }) {
  const mark = Date.now().toString(36);
  const place = (await api('GET', '/locations')).find(({ is_active: isActive }) => isActive);
  const make = (number) => api('POST', '/members', { email: `many.${mark}.${number}@example.com`, name: `Many${mark}`, surname: `Number ${number}`, location_ids: [place.id] });
  for (let first = 0; first < 140; first += 70) await Promise.all(Array.from({ length: 70 }, (_, index) => make(first + index)));
  const page = await enter('#/people');
  const dialog = page.locator('dialog');
  const rows = page.locator('.table .rows .row');
  await rows.first().waitFor();
  await accessible(page);

  const heights = () => page.evaluate(() => { const box = document.querySelector('.table .rows'); box.scrollTop = box.scrollHeight; return [box.scrollTop + box.clientHeight, box.scrollHeight]; });
  const total = Number(await page.locator('[role=status]', { hasText: 'people' }).textContent().then((text) => text.replace(/\D/g, '')));
  assert.ok(total > 200, `${total} people`);
  await until(async () => { await heights(); return await page.locator(`[aria-rowindex="${total + 1}"]`).count(); }, 'the last one is reached by scrolling');
  assert.ok(await rows.count() < 60, `${await rows.count()} lines are in the page`);

  // Beyond the first hundred, too, a change of somebody else appears, and nobody is thrown back.
  const far = page.locator('.table .row[aria-rowindex="132"]');
  await until(async () => { await page.evaluate(() => { document.querySelector('.table .rows').scrollTop = 128 * 52; }); return far.count(); }, 'a line beyond the first hundred is shown');
  const id = (await far.locator('a.whole-row').getAttribute('href')).split('/').at(-1);
  await api('PUT', `/members/${id}`, { surname: 'Renamed' });
  await until(async () => (await far.textContent()).includes('Renamed'), 'its new name appears', 10);
  await until(async () => { await heights(); return await page.locator(`[aria-rowindex="${total + 1}"]`).count(); }, 'the last one is still there');

  await page.fill('.people-filters input[type=search]', `many${mark} 77`);
  await until(async () => (await rows.count()) === 1 && (await rows.textContent()).includes('Number 77'), 'one is found by name');
  await page.fill('.people-filters input[type=search]', '');
  await page.selectOption('select[aria-label="All roles"]', 'owner');
  await until(async () => (await rows.count()) > 0 && (await rows.allTextContents()).every((text) => text.includes('Owner')), 'owners alone are listed');

  await page.getByRole('button', { name: 'New member' }).click();
  await dialog.getByLabel('Given name').fill('Ada');
  await dialog.getByLabel('E-mail address').fill('ann@example.com');
  await page.reload();
  await page.getByRole('button', { name: 'New member' }).click();
  assert.equal(await dialog.getByLabel('Given name').inputValue(), 'Ada');
  const [known] = await api('GET', '/members?role=owner');
  await dialog.getByLabel('E-mail address').fill(known.email);
  await page.getByRole('button', { name: 'Make the member' }).click();
  await page.waitForSelector('dialog .problem');
  assert.equal(await dialog.getByLabel('E-mail address').getAttribute('aria-invalid'), 'true');
  await dialog.getByLabel('E-mail address').fill(`ada.${mark}@example.com`);
  await page.getByRole('button', { name: 'Make the member' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ada' }).waitFor();
}
