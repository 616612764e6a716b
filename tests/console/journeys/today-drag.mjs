import { aMember, aRoom, dayAhead, draw, pointAt } from '../today.mjs';

export const title = 'bookings are made, moved to another room and lengthened by drawing, with price and policy before';

export default async function todayDrag({ enter, api, until, assert, accessible }) {
  const day = dayAhead(3);
  const [first, second, member] = await Promise.all([aRoom(api, 'Drag room'), aRoom(api, 'Drop room', { requires_approval: true }), aMember(api, 'Dora')]);
  const page = await enter(`#/today?day=${day}&resource=${first.id}`);
  await page.getByLabel('Find a resource').fill('room');
  const bar = (room) => page.locator(`[data-row="${room.id}"] .entry`);
  await page.locator(`[data-row="${second.id}"]`).waitFor();
  const at = (room, hour) => pointAt(page, room.id, hour);

  await draw(page, await at(first, 9), await at(first, 10));
  await page.fill('dialog[open] .customer-field input', member.email);
  await page.click('.candidates [role=option]');
  await page.waitForSelector('.price .total');
  assert.match(await page.locator('.price').textContent(), /24\.20.*Free to cancel/s);
  await page.getByLabel('What it is for').fill('<img src=x onerror=alert(1)> workshop');
  await page.click('dialog[open] button[type=submit]');
  await until(async () => /09:00 to 10:(00|15)/.test(await bar(first).getAttribute('aria-label')), 'the booking is shown');
  await until(async () => (await bar(first).getAttribute('aria-label')).startsWith('<img src=x onerror=alert(1)> workshop · Dora Timeline,'), 'with title and name as they are');

  await draw(page, { ...await at(first, 9), x: (await at(first, 9)).x + 20 }, { ...await at(second, 11), x: (await at(second, 11)).x + 20 });
  await page.waitForSelector('dialog[open] .price .total');
  await until(async () => (await page.locator('.price').textContent()).includes('Waits for approval'), 'what becomes of it is told');
  assert.match(await bar(second).getAttribute('class'), /proposed/);
  await accessible(page);
  await page.click('dialog[open] button[type=submit]');
  await until(async () => (await bar(second).getAttribute('aria-label')).includes('Waits for approval'), 'it is in the other room');
  assert.equal(await bar(first).count(), 0);
  const [moved] = await api('GET', `/bookings?resource_id=${second.id}`);

  await page.waitForFunction(() => !document.querySelector('dialog[open]'));
  const edge = await bar(second).boundingBox();
  await draw(page, { x: edge.x + edge.width - 3, y: edge.y + 8 }, { ...await at(second, 14), y: edge.y + 8 });
  await until(async () => /60\.50|66\.55|72\.60/.test(await page.locator('.price .total').textContent()), 'the price of the longer time');
  await page.click('dialog[open] button[type=submit]');
  await until(async () => (await api('GET', `/bookings/${moved.id}`)).end_time > moved.end_time, 'it is longer');

  await page.waitForFunction(() => !document.querySelector('dialog[open]'));
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await until(async () => (await api('GET', `/bookings/${moved.id}`)).end_time === moved.end_time, 'and shorter again');
}
