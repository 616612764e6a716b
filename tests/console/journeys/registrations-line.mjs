export const title = 'registrations go along the line of stages: approved at once, refused with a reason, declined, invited, and imported';

export default async function registrationsLine({ enter, api, until, assert, accessible }) {
  const number = Date.now();
  const place = await api('POST', '/locations', { name: `Line ${number}`, time_zone: 'Europe/Lisbon', currency: 'EUR' });
  const plan = await api('POST', '/memberships', { location_id: place.id, name: `Flex ${number}`, cycle: 'monthly', price: 120, currency: 'EUR', max_subscribers: 1 });
  const register = (name, more = {}) => api('POST', '/member-registrations', { location_id: place.id, name, email: `${name.toLowerCase().replaceAll(/\W/g, '')}.${number}@example.com`, ...more });
  const [wanda, full] = [await register('Wanda Wait', { membership_plan_id: plan.id, message: '<img src=x onerror=alert(1)>' }), await register('Fritz Full', { membership_plan_id: plan.id })];
  await register('Nora No');
  const page = await enter('#/today');
  await page.evaluate((id) => { localStorage.setItem('colonnade.location', id); location.hash = '#/registrations'; }, place.id);
  await page.reload();
  const stage = (name) => page.getByRole('region', { name });
  await stage('Waiting for approval').getByText('Wanda Wait').waitFor();
  await accessible(page);

  await page.getByRole('button', { name: 'Approve Wanda Wait' }).click();
  await page.getByRole('dialog').getByText('€120.00 a month').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await stage('Members now').getByText('Wanda Wait').waitFor();
  await until(async () => (await api('GET', `/member-registrations/${wanda.id}`)).subscription_id, 'the subscription has begun');

  // The only seat is taken: the card goes back, with the reason.
  await page.getByRole('button', { name: 'Approve Fritz Full' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await page.locator('.notice.bad').waitFor();
  await stage('Waiting for approval').getByText('Fritz Full').waitFor();
  assert.equal((await api('GET', `/member-registrations/${full.id}`)).status, 'pending');

  await page.getByRole('button', { name: 'Decline Nora No' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await stage('Came to nothing').getByText('Nora No').waitFor();
  await register('Olga Other');
  await stage('Waiting for approval').getByText('Olga Other').waitFor();

  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ivo Invited');
  await page.getByRole('dialog').getByLabel('E-mail address').fill(`ivo.${number}@example.com`);
  await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click();
  await stage('Invited').getByText('Ivo Invited').waitFor();

  await page.getByRole('button', { name: 'Import …' }).click();
  await page.getByLabel('Table').fill(`name;email;membership_plan_id\nIda Import;ida.${number}@example.com;\nBad Line;nothing;\nOdd Plan;odd.${number}@example.com;01990000-0000-7000-8000-000000000000`);
  await page.getByText('1 line has something wrong in it.').waitFor();
  await page.getByRole('button', { name: 'Import 3 lines' }).click();
  await page.getByText('1 new, 0 there already, 2 refused').waitFor();
  await page.getByRole('button', { name: 'Correct those that were refused' }).click();
  assert.ok(!(await page.getByLabel('Table').inputValue()).includes('Ida Import'));
  await page.keyboard.press('Escape');
  await stage('Waiting for approval').getByText('Ida Import').waitFor();
  await page.getByRole('searchbox').fill('ida');
  await until(async () => (await page.locator('.registration').count()) === 1, 'the search narrows the line');
}
