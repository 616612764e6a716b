export const title = 'a ticket is moved by keyboard and by mouse, a refused move goes back and says why, and others’ moves appear';

export default async function ticketsBoard({ enter, api, until, assert, accessible }) {
  const mark = Date.now().toString(36);
  const place = (await api('GET', '/locations')).find(({ is_active: isActive }) => isActive);
  const [owner] = await api('GET', '/members?role=owner');
  const make = (subject, more = {}) => api('POST', '/tickets', { location_id: place.id, requester_id: owner.id, type: 'cleaning', subject: `${subject} ${mark}`, description: 'Crumbs.', ...more });
  const kept = await make('Kept', { assignee_id: owner.id });
  const alone = await make('Alone');
  const other = await make('Other');
  const page = await enter(`#/tickets?location=${place.id}&q=${mark}`);
  const at = (state, { id }) => page.locator(`[data-state="${state}"] [data-ticket="${id}"]`);
  const status = async ({ id }) => (await api('GET', `/tickets/${id}`)).status;
  await at('new', kept).waitFor();
  await accessible(page);

  // By keyboard alone: the list of places to move to is opened, gone through and chosen.
  await at('new', kept).getByRole('button', { name: /^Move/ }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await at('in_progress', kept).waitFor();
  await until(async () => (await status(kept)) === 'in_progress', 'the service knows it');
  await until(() => page.evaluate((id) => document.activeElement?.closest('[data-ticket]')?.dataset.ticket === id, kept.id), 'the focus went along');

  // By mouse, to a column that takes two steps.
  await at('new', alone).dragTo(page.locator('[data-state="pending"]'));
  await at('pending', alone).waitFor();
  await until(async () => (await status(alone)) === 'pending', 'the service knows it, too');

  // Solving needs somebody who takes care: it goes back.
  await at('pending', alone).getByRole('button', { name: /^Move/ }).click();
  await at('pending', alone).getByRole('button', { name: 'Solved' }).click();
  await page.locator('.notice.bad').waitFor();
  await at('pending', alone).waitFor();
  assert.equal(await status(alone), 'pending');

  // Somebody else moves one.
  await api('POST', `/tickets/${other.id}/start`);
  await until(() => at('in_progress', other).count(), 'a move of somebody else appears', 8);

  await at('pending', alone).locator('.as-link').click();
  await page.getByLabel('Assigned to').selectOption({ label: [owner.name, owner.surname].join(' ') });
  await page.getByLabel('Answer').fill('We come today.');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('.comment', { hasText: 'We come today.' }).waitFor();
  await accessible(page);
  await page.getByRole('button', { name: 'Move to: Solved' }).click();
  await until(async () => (await status(alone)) === 'solved', 'it is solved');
  await page.keyboard.press('Escape');
  await at('solved', alone).waitFor();
}
