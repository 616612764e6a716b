import { refuse } from '../network.mjs';
import { aMember, aRoom, dayAhead } from '../today.mjs';

export const title = 'typed words stay when they are refused, and go with the person: nobody else reads them in another tab';

const secret = 'Secret of Ann';

/** Notes of a booking that are refused are there after a reload. */
async function refusedNotes(page, { api, assert }) {
  const day = dayAhead(3, 3);
  const [room, member] = await Promise.all([aRoom(api, 'Words room'), aMember(api, 'Wim')]);
  const booking = await api('POST', '/bookings', { resource_id: room.id, customer_id: member.id, start_time: `${day}T10:00:00Z`, end_time: `${day}T11:00:00Z` });
  const { stop } = await refuse(page, 'PUT', `/bookings/${booking.id}`, { status: 409, code: 'conflict' });
  await page.evaluate((hash) => { location.hash = hash; }, `#/today?day=${day}&resource=${room.id}&booking=${booking.id}`);
  const notes = page.getByLabel('Notes for the people who run the place');
  await notes.fill('Two easels');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.words-form [role=alert]', { hasText: 'It is refused.' }).waitFor();
  await page.reload();
  assert.equal(await notes.inputValue(), 'Two easels');
  await stop();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.notice', { hasText: 'Saved' }).waitFor();
  assert.equal((await api('GET', `/bookings/${booking.id}`)).notes, 'Two easels');
}

export default async function typedWords(harness) {
  const { enter, alsoOpen, signInAt, api, until, assert } = harness;
  const page = await enter('#/today');
  await refusedNotes(page, harness);

  const mark = Date.now();
  const other = await api('POST', '/members', { email: `other.${mark}@example.com`, name: 'Otto', surname: 'Other', role: 'admin' });
  const member = await aMember(api, 'Gift');
  const second = await alsoOpen(page, `#/person/${member.id}?tab=money`);
  const give = second.getByRole('button', { name: 'Give credits' });
  const reason = second.locator('dialog').getByLabel('Reason');
  await give.click();
  await reason.fill(secret);
  await second.waitForFunction((words) => JSON.stringify(sessionStorage).includes(words), secret);
  await page.evaluate(() => { location.hash = '#/desk'; });
  await page.waitForSelector('.screen-desk h1');
  await page.click('.account summary');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await second.waitForSelector('.sign-in form');
  assert.ok(!(await second.evaluate(() => JSON.stringify(sessionStorage))).includes(secret));

  // A tab that did not hear of it does not show them, either.
  await second.evaluate((words) => { sessionStorage.setItem('colonnade.reader', 'somebody'); sessionStorage.setItem('colonnade.draft.test', JSON.stringify(words)); }, secret);
  await signInAt(second, other.email);
  await until(async () => !(await second.evaluate(() => JSON.stringify(sessionStorage))).includes(secret), 'words of somebody else are forgotten');
  await give.click();
  assert.equal(await reason.inputValue(), '');
}
