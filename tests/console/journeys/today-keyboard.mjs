import { aRoom, aMember, dayAhead } from '../today.mjs';

export const title = 'a booking is made, moved and cancelled in the timeline by keyboard alone';

export default async function todayKeyboard({ enter, api, until, assert, accessible }) {
  const day = dayAhead(2);
  const [room, member] = await Promise.all([aRoom(api, 'Keyboard room'), aMember(api)]);
  const page = await enter(`#/today?day=${day}&resource=${room.id}`);
  const focused = () => page.evaluate(() => { const at = document.activeElement; return at?.getAttribute('aria-label') ?? (at?.matches('button, a') ? at.textContent : ''); });
  const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key); };
  const tabTo = async (words) => until(async () => { if ((await focused()).includes(words)) return true; await press('Tab'); return false; }, `the focus comes to ${words}`);

  await until(async () => (await focused()).startsWith(`${room.name}, free from`), 'the cursor is at the room');
  await press('Home');
  for (let step = 0; step < 20; step += 1) await press('ArrowRight');
  await until(async () => (await focused()).includes('free from 10:00'), 'the cursor is at ten');
  await press('Enter');
  await page.waitForSelector('dialog[open] .customer-field input:focus');
  await page.keyboard.type(member.email);
  await page.waitForSelector('.candidates [role=option]');
  await press('Enter');
  await page.waitForSelector('.price .total');
  assert.match(await page.locator('.price').textContent(), /Total.*24\.20.*Confirmed at once.*Free to cancel/s);
  await accessible(page);
  await tabTo('Back');
  await press('Tab', 'Enter');
  const bar = page.locator(`[data-row="${room.id}"] .entry`);
  await bar.waitFor();
  assert.match(await bar.getAttribute('aria-label'), /10:00 to 11:00/);
  const [made] = await api('GET', `/bookings?resource_id=${room.id}`);

  await until(async () => (await focused()).includes('10:00 to 11:00') || (await press('ArrowRight', 'ArrowLeft'), false), 'the cursor is on the booking');
  await press('m');
  await page.waitForSelector('dialog[open] .price .total');
  const from = page.getByLabel('From', { exact: true });
  await until(async () => { if (await from.evaluate((field) => field === document.activeElement)) return true; await press('Tab'); return false; }, 'the focus comes to the time');
  await press('ArrowUp');
  await until(async () => await from.inputValue() === '11:00', 'the hour is another one');
  await tabTo('Back');
  await press('Tab', 'Enter');
  const [moved] = await until(async () => { const found = await api('GET', `/bookings?resource_id=${room.id}`); return found[0]?.version > 1 && found; }, 'the booking has moved');
  assert.equal(Date.parse(moved.start_time) - Date.parse(made.start_time), 3_600_000);

  await until(async () => (await focused()).includes(member.name), 'the focus is on the booking again');
  await press('Enter');
  await page.waitForSelector('dialog[open] .booking .actions');
  await accessible(page);
  await tabTo('Cancel…');
  await press('Enter');
  await until(async () => (await page.locator('.cancel').textContent()).includes('costs nothing'), 'what it costs is told');
  await tabTo('Cancel the booking');
  await press('Enter');
  await until(async () => (await api('GET', `/bookings/${moved.id}`)).status === 'cancelled', 'it is cancelled');
  await until(async () => !await bar.count(), 'and gone from the timeline');
  await accessible(page);
}
