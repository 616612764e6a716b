export const title = 'everything about a person is on a page, others’ changes appear, and of two editors the second is told';

export default async function personPage({ enter, api, until, assert, accessible }) {
  const mark = Date.now().toString(36);
  const [plan] = await api('GET', '/memberships');
  const member = await api('POST', '/members', { email: `page.${mark}@example.com`, name: 'Petronella', surname: `Page${mark}`, location_ids: [plan.location_id] });
  await api('POST', '/subscriptions', { customer_id: member.id, membership_plan_id: plan.id, start_date: new Date().toISOString().slice(0, 10) });
  await api('POST', '/credit-transactions', { customer_id: member.id, type: 'admin_allocation', amount: 7, reason: 'Welcome' });
  await api('POST', '/tickets', { location_id: plan.location_id, requester_id: member.id, type: 'internet', subject: 'Slow at noon', description: 'Every day.' });
  const page = await enter(`#/person/${member.id}`);
  const dialog = page.locator('dialog');
  const glance = page.locator('.glance');
  await until(async () => { const said = await glance.textContent(); return [plan.name, 'credits', 'Open tickets1'].every((word) => said.includes(word)); }, 'plan, credits and tickets are seen at a glance');
  await accessible(page);

  for (const [tab, word] of [['Plan', plan.name], ['Bookings', 'Nothing is booked'], ['Money', 'Welcome'], ['Tickets', 'Slow at noon'], ['Files', 'No contracts'], ['Visitors', 'Nobody visits'], ['History', 'A program made this member']]) {
    await page.getByRole('navigation', { name: 'About this customer' }).getByRole('link', { name: tab }).click();
    await until(async () => (await page.locator('.person-page').textContent()).includes(word), `${tab} says ${word}`);
    assert.equal(await page.locator('.problem-box').count(), 0);
  }

  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Telephone').fill('+31 20 555 0101');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.contacts', { hasText: '+31 20 555 0101' }).waitFor();
  assert.equal((await api('GET', `/members/${member.id}`)).phone, '+31 20 555 0101');

  await api('PUT', `/members/${member.id}`, { surname: `Changed${mark}` });
  await until(async () => (await page.locator('h1').textContent()).includes(`Changed${mark}`), 'a change of somebody else appears', 8);
  await until(async () => (await page.locator('.person-page').textContent()).includes(`Changed${mark}`), 'the history says it', 8);
  assert.ok((await page.locator('.changes').first().textContent()).includes(`Page${mark}`), 'with what it was before');

  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('About').fill('Likes the window.');
  await api('PUT', `/members/${member.id}`, { phone: '+31 20 555 0202' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').filter({ hasText: 'Somebody else changed this' }).waitFor();
  await accessible(page);
  assert.equal((await api('GET', `/members/${member.id}`)).about, '');
  await page.getByRole('button', { name: 'Take theirs, and keep what I typed' }).click();
  await until(async () => (await dialog.getByLabel('Telephone').inputValue()) === '+31 20 555 0202', 'theirs is in the form');
  assert.equal(await dialog.getByLabel('About').inputValue(), 'Likes the window.');
  await page.getByRole('button', { name: 'Save' }).click();
  await until(async () => (await page.locator('dialog').count()) === 0, 'it is saved');
  const both = await api('GET', `/members/${member.id}`);
  assert.deepEqual([both.about, both.phone], ['Likes the window.', '+31 20 555 0202']);

  await page.getByRole('button', { name: 'More', exact: true }).first().click();
  await page.getByRole('button', { name: 'Delete …' }).click();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await page.locator('.refused', { hasText: 'subscriptions that have not ended' }).waitFor();
}
