export const title = 'opening hours are edited, survive a reload, are not overwritten by two people at once, and leaving asks';

export default async function settingsHours({ enter, api, until, assert, accessible }) {
  const made = await api('POST', '/locations', { name: `Hours ${Date.now()}`, time_zone: 'Europe/Lisbon', currency: 'EUR', opening_hours: [{ weekday: 'monday', opens: '09:00', closes: '18:00' }] });
  const stored = () => api('GET', `/locations/${made.id}`);
  const page = await enter(`#/settings?section=locations&id=${made.id}`);
  const monday = page.getByRole('group', { name: 'Monday' }).first();
  await monday.getByLabel('Monday opens at').fill('08:30');
  await monday.getByRole('button', { name: 'Same for Monday to Friday' }).click();
  await page.getByRole('button', { name: 'More hours on Saturday' }).click();
  await page.getByRole('group', { name: 'Changes that are not saved' }).waitFor();

  await page.reload();
  await page.waitForSelector('.shell');
  assert.equal(await page.getByLabel('Friday opens at').inputValue(), '08:30');
  await accessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await until(async () => (await stored()).opening_hours.length === 6, 'six spans are stored');
  assert.equal((await stored()).opening_hours[4].opens, '08:30');
  await until(async () => !(await page.locator('.save-bar').count()), 'nothing is left to save');

  // Somebody else changes the name while other hours are typed: it is told, and both stay.
  await page.getByLabel('Saturday closes at').fill('14:00');
  await api('PUT', `/locations/${made.id}`, { description: 'By somebody else' });
  await page.locator('.conflict').waitFor();
  await page.getByRole('button', { name: 'Take theirs, and keep what I typed' }).click();
  await until(async () => (await page.locator('.section textarea').first().inputValue()) === 'By somebody else', 'theirs is taken');
  assert.equal(await page.getByLabel('Saturday closes at').inputValue(), '14:00');
  await page.getByRole('button', { name: 'Save' }).click();
  await until(async () => { const { opening_hours: hours, description } = await stored(); return description === 'By somebody else' && hours[5].closes === '14:00'; }, 'both changes are stored');

  // What the API refuses stands at its span.
  await page.getByRole('button', { name: 'More hours on Monday' }).click();
  await page.getByLabel('Monday opens at').nth(1).fill('10:00');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.span.wrong .problem').waitFor();

  await page.getByRole('link', { name: 'Floors', exact: true }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await page.getByRole('button', { name: 'Throw it away' }).click();
  await page.getByRole('heading', { name: /^Floors of/ }).waitFor();
  assert.equal((await stored()).opening_hours.length, 6);
  await api('DELETE', `/locations/${made.id}`);
}
