export const title = 'walk-ins: a visitor who accepts the agreement and waits for the host, one from the blocklist, a request at the door, a guest for a day';

async function prepare(api) {
  const [place] = (await api('GET', '/locations')).filter(({ time_zone: zone }) => zone === 'Asia/Tokyo');
  const mark = Date.now().toString(36);
  const host = await api('POST', '/members', { email: `hana.${mark}@example.com`, name: 'Hana', surname: `Host${mark}`, location_ids: [place.id] });
  const contact = await api('POST', '/visitor-contacts', { location_id: place.id, name: 'Boris', email: `boris.${mark}@example.com` });
  await api('POST', `/visitor-contacts/${contact.id}/block`, {});
  return { place, mark, host };
}

export default async function deskWalkIn({ enter, api, until, assert, accessible }) {
  const { place, mark, host } = await prepare(api);
  const page = await enter('#/desk');
  const { keyboard } = page;
  await page.locator('.location-choice select').selectOption(place.id);
  await page.locator('.side.here .choice').waitFor();
  const here = page.locator('.side.here');
  const said = (tone, text) => page.locator(`.outcome.${tone}`, { hasText: text }).waitFor();
  const dialog = page.locator('dialog.walk-in');

  // Nobody of this name is known: the field leads to the form, by keyboard alone.
  await page.locator('.finder input').focus();
  await keyboard.type(`Nanami New${mark}`);
  await page.locator('.finder [role=option][aria-selected=true]', { hasText: `Walk-in: Nanami New${mark}` }).waitFor();
  await keyboard.press('Enter');
  await dialog.waitFor();
  assert.equal(await dialog.getByLabel('Surname').inputValue(), `New${mark}`);
  await accessible(page);
  await dialog.getByRole('combobox', { name: 'Host' }).focus();
  await keyboard.type(`hana host${mark}`);
  await dialog.locator('[role=option]', { hasText: `Hana Host${mark}` }).waitFor();
  await keyboard.press('Enter');
  await dialog.getByText('Change').waitFor();
  await dialog.getByRole('checkbox').focus();
  await keyboard.press('Space');
  await keyboard.press('Enter');
  await said('good', `Nanami New${mark}`);
  const row = here.locator('li', { hasText: `Nanami New${mark}` });
  await row.getByText('Host is asked').waitFor();
  await row.getByRole('button', { name: 'Goes in' }).focus();
  await keyboard.press('Enter');
  await row.getByText('May go in').waitFor();

  // Somebody from the blocklist is refused in words of the desk; what was typed survives a reload of the page.
  await page.evaluate(() => document.activeElement?.blur());
  await keyboard.press('w');
  await dialog.waitFor();
  await dialog.getByLabel('Name', { exact: true }).fill('Boris');
  await dialog.getByLabel('E-mail address').fill(`boris.${mark}@example.com`);
  await page.reload();
  await page.locator('.side.here .choice').waitFor();
  await page.evaluate(() => document.activeElement?.blur());
  await keyboard.press('w');
  assert.equal(await dialog.getByLabel('E-mail address').inputValue(), `boris.${mark}@example.com`);
  await dialog.getByRole('combobox', { name: 'Host' }).fill(`hana host${mark}`);
  await dialog.locator('[role=option]', { hasText: `Hana Host${mark}` }).click();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Register and check in' }).click();
  await dialog.getByRole('alert').getByText('blocklist').waitFor();
  await keyboard.press('Escape');

  // Somebody at the door asks for the host, and is let in.
  await api('POST', '/visitor-requests', { location_id: place.id, host_id: host.id, visitor: { name: `Dora ${mark}` }, message: 'I am downstairs' });
  await page.getByRole('button', { name: `Let in: Dora ${mark}` }).click();
  await page.getByRole('button', { name: 'Accepted: check in' }).click();
  await said('good', `Dora ${mark}`);

  // Somebody new works here for a day.
  await page.evaluate(() => document.activeElement?.blur());
  await keyboard.press('w');
  await dialog.getByRole('button', { name: 'Works here for a day' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Gus');
  await dialog.getByLabel('Surname').fill(`Guest${mark}`);
  await dialog.getByLabel('E-mail address').fill(`gus.${mark}@example.com`);
  await dialog.getByLabel('They paid for a day pass').check();
  await dialog.getByRole('button', { name: 'Check in' }).click();
  await said('good', 'Admitted by a day pass');
  await until(() => here.getByText(`Gus Guest${mark}`).count(), 'the guest is here');
}
