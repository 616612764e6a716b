import { loseAnswers } from '../network.mjs';
import { aMember, aRoom, dayAhead, placeIn } from '../today.mjs';

export const title = 'what was done and whose answer was lost is done once: never told as undone, as refused, or as somebody else’s';

const UNKNOWN = 'it is not known whether this was done';

async function aDraft(api, member, place) {
  return api('POST', '/invoices', { customer_id: member.id, location_id: place.id, items: [{ description: 'Locker', quantity: 1, unit_amount: 30 }] });
}

export default async function lostAnswers({ enter, api, until, assert }) {
  const place = await placeIn(api, 'Europe/Amsterdam');
  const member = await aMember(api, 'Lost');
  const draft = await aDraft(api, member, place);
  const page = await enter(`#/money?tab=drafts&invoice=${draft.id}`);
  const invoice = page.locator('.invoice');
  const notices = page.locator('.notices');

  // A button: nobody knows, the record is read again, and the second time it is known.
  const issue = page.getByRole('button', { name: 'Issue', exact: true });
  const issuing = await loseAnswers(page, 'POST', `/invoices/${draft.id}/issue`);
  await issue.click();
  await page.locator('.notice.bad', { hasText: UNKNOWN }).waitFor();
  assert.ok(!(await notices.textContent()).includes('Nothing was changed'));
  await invoice.getByRole('button', { name: 'Record a payment' }).waitFor();
  await issuing.stop();

  // A form, closed and opened: with a note it is the same payment, which is told and not booked twice.
  const paid = async () => (await api('GET', `/invoices/${draft.id}`)).amount_paid;
  const pay = invoice.getByRole('button', { name: 'Record a payment' });
  const form = page.getByRole('dialog', { name: 'Record a payment' });
  const record = form.getByRole('button', { name: 'Record', exact: true });
  let paying = await loseAnswers(page, 'POST', `/invoices/${draft.id}/pay`);
  await pay.click();
  await form.getByLabel(/^Amount in/).fill('20');
  await record.click();
  await form.locator('[role=alert]', { hasText: UNKNOWN }).waitFor();
  assert.equal(await paid(), 20);
  await paying.stop();
  await form.getByRole('button', { name: 'Back' }).click();
  await pay.click();
  await form.getByLabel('Note').fill('at the desk');
  await record.click();
  await form.locator('[role=alert]', { hasText: 'What was sent before had been done after all' }).waitFor();
  assert.equal(await paid(), 20);

  // As it was, it is sent once more, and its answer comes.
  await form.getByLabel(/^Amount in/).fill('5');
  paying = await loseAnswers(page, 'POST', `/invoices/${draft.id}/pay`);
  await record.click();
  await form.locator('[role=alert]', { hasText: UNKNOWN }).waitFor();
  await paying.stop();
  await record.click();
  await notices.getByText('This had been done the first time. It was not done again.').waitFor();
  assert.equal(await paid(), 25);

  await lostInToday({ page, api, until, assert, member });
}

/** A change of a version, and what is deleted: the repeat is refused because the first one was done. */
async function lostInToday({ page, api, until, assert, member }) {
  const day = dayAhead(3);
  const room = await aRoom(api, 'Lost room');
  const booking = await api('POST', '/bookings', { resource_id: room.id, customer_id: member.id, title: 'Before', start_time: `${day}T10:00:00Z`, end_time: `${day}T11:00:00Z` });
  const block = await api('POST', '/calendar-blocks', { resource_id: room.id, kind: 'maintenance', reason: 'Paint', start_time: `${day}T13:00:00Z`, end_time: `${day}T14:00:00Z` });
  const saving = await loseAnswers(page, 'PUT', `/bookings/${booking.id}`, 1);
  await page.evaluate((hash) => { location.hash = hash; }, `#/today?day=${day}&resource=${room.id}&booking=${booking.id}`);
  await page.getByLabel('What it is for').fill('After');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.notice', { hasText: 'Saved' }).waitFor();
  assert.equal(saving.lost(), 1);
  assert.equal(await page.locator('.notice.bad', { hasText: 'Somebody else' }).count(), 0);
  const saved = await api('GET', `/bookings/${booking.id}`);
  assert.deepEqual([saved.title, saved.version], ['After', booking.version + 1]);
  await page.keyboard.press('Escape');

  const deleting = await loseAnswers(page, 'DELETE', `/calendar-blocks/${block.id}`, 1);
  await page.locator(`[data-key^="block-${block.id}"]`).click();
  await page.getByRole('button', { name: 'Delete the block' }).click();
  await page.locator('.notice', { hasText: 'The time is free again' }).getByRole('button', { name: 'Undo' }).waitFor();
  assert.equal(deleting.lost(), 1);
  await until(async () => !(await api('GET', `/calendar-blocks?resource_id=${room.id}`)).length, 'the block is gone');
  await deleting.stop();

  // Where no answer comes at all, what was typed is what the record has when it is read again, and nobody else's.
  const renaming = await loseAnswers(page, 'PUT', `/resources/${room.id}`);
  await page.evaluate((hash) => { location.hash = hash; }, `#/settings?section=resources&id=${room.id}`);
  await page.getByLabel('Name', { exact: true }).fill(`${room.name} found`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('main [role=alert]', { hasText: UNKNOWN }).waitFor();
  await until(async () => !await page.locator('.save-bar').count(), 'nothing is left to be saved');
  assert.equal(await page.locator('.conflict').count(), 0);
  await renaming.stop();
}
