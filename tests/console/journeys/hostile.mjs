import { HOSTILE as NAMES } from '../corpus.mjs';

export const title = 'hostile names are text on every screen, and break no layout';

export default async function hostile({ enter, api, until, assert }) {
  const place = (await api('GET', '/locations?per_page=100')).find(({ is_active: isActive }) => isActive);
  const number = Date.now();
  let person;
  let lead;
  for (const [index, name] of NAMES.entries()) {
    const member = await api('POST', '/members', { email: `hostile.${number}.${index}@example.com`, name, surname: name, location_ids: [place.id] });
    person ??= member.id;
    await api('POST', '/companies', { name: `${name} ${number}`, location_id: place.id });
    await api('POST', '/resources', { name: `${name} ${number}`, type: 'meeting_room', location_id: place.id });
    await api('POST', '/tickets', { type: 'other', description: name, location_id: place.id, requester_id: member.id });
    lead = (await api('POST', '/leads', { name, company_name: name, source_text: name, next_step: name, notes: name, location_id: place.id })).id;
    const start = new Date(number + 5 * 86_400_000 + index * 3_600_000).toISOString();
    await api('POST', '/events', { title: name, location_id: place.id, start_time: start, end_time: new Date(Date.parse(start) + 3_600_000).toISOString() });
    await api('POST', '/visitor-visits', { location_id: place.id, visitor: { name, email: `guest.${number}.${index}@example.com` }, host_id: member.id, expected_at: start });
  }
  const page = await enter('#/today');
  await page.evaluate((id) => localStorage.setItem('colonnade.location', id), place.id);
  await page.reload();
  await page.waitForSelector('.shell');
  let dialogs = 0;
  page.on('dialog', (dialog) => { dialogs += 1; dialog.dismiss(); });
  for (const screen of ['today', 'desk', 'people', `person/${person}`, 'tickets', 'orders', 'contracts', 'leads', `leads?lead=${lead}`, 'registrations', 'events?tab=drafts', 'settings', 'money', 'figures']) {
    await page.evaluate((hash) => { location.hash = hash; }, `#/${screen}`);
    await page.waitForSelector(`main.screen-${screen.split(/[/?]/)[0]} h1`);
    await until(async () => !(await page.locator('main .loading').count()), `${screen} is read`);
    assert.equal(await page.evaluate(() => document.querySelectorAll('main img[src="x"], main script').length), 0, screen);
    const extra = await page.evaluate(() => { const main = document.querySelector('main'); return main.scrollWidth - main.clientWidth; });
    assert.ok(extra <= 1, `${screen} is ${extra} wider than its place`);
  }
  assert.equal(dialogs, 0);
}
