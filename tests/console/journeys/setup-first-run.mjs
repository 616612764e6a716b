export const title = 'the set-up leads by keyboard from a location to the first member with a subscription, and knows what is there already';

export default async function setupFirstRun({ enter, api, until, assert, accessible }) {
  const number = Date.now();
  const page = await enter('#/setup?step=location', { locale: 'en-NZ', timezoneId: 'Pacific/Auckland' });
  await page.getByLabel('Name of the location').fill(`First ${number}`);
  assert.equal(await page.getByLabel('Time zone').inputValue(), 'Pacific/Auckland');
  assert.equal(await page.getByLabel('Currency').inputValue(), 'NZD');
  await page.reload();
  assert.equal(await page.getByLabel('Name of the location').inputValue(), `First ${number}`);
  await accessible(page);
  await page.getByLabel('Name of the location').press('Enter');

  await page.getByRole('heading', { name: 'What can be booked?' }).waitFor();
  const place = (await api('GET', '/locations?per_page=100')).find(({ name }) => name === `First ${number}`);
  assert.equal(place.opening_hours.length, 5);
  await page.getByLabel('Name in line 1').fill('Garden room');
  await page.getByLabel('Price an hour in line 1').fill('25');
  await page.getByLabel('Name in line 2').fill('Long table');
  await page.getByLabel('Name in line 3').fill('garden room');
  await page.getByLabel('Name in line 3').press('Enter');

  // The name is taken by the line above: that line stays, with the reason.
  await page.locator('.setup-rows .problem').waitFor();
  assert.equal(await page.locator('.setup-rows tbody tr').count(), 1);
  await page.getByLabel('Name in line 1').fill('Phone box');
  await page.getByLabel('Name in line 1').press('Enter');

  await page.getByRole('heading', { name: 'What do people subscribe to?' }).waitFor();
  const rooms = await api('GET', `/resources?location_id=${place.id}&per_page=100`);
  assert.deepEqual(rooms.map(({ name, units }) => `${name} ${units}`).sort(), ['Garden room 1', 'Long table 10', 'Phone box 1']);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await page.getByText('3 are there already:').waitFor();
  await page.getByRole('link', { name: 'Go on' }).click();
  await page.getByLabel('Name of the plan').fill('Flex desk');
  await page.getByLabel('Price in NZD').fill('300');
  await page.getByLabel('Price in NZD').press('Enter');

  await page.getByLabel('Given name').fill('Hana');
  await page.getByLabel('E-mail address').fill(`hana.${number}@example.com`);
  await page.getByLabel('E-mail address').press('Enter');
  await page.getByRole('heading', { name: 'Your house is ready' }).waitFor();
  const [member] = await api('GET', `/members?email=hana.${number}@example.com`);
  await until(async () => (await api('GET', `/subscriptions?customer_id=${member.id}`)).length === 1, 'the subscription is there');
  assert.equal(await page.locator('.setup-line .has').count(), 4);
  await accessible(page);
  await page.getByRole('link', { name: /Open Today/ }).click();
  await page.waitForSelector('main.screen-today');
}
