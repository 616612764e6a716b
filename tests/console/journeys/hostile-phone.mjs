import { ARABIC, GERMAN, HEBREW, records } from '../corpus.mjs';
import { atOwnPlace } from '../own-place.mjs';

export const title = 'names from right to left and words without end on every screen of a phone, in German: each is laid out in its own direction, and nothing is wider than its place';

export default (harness) => atOwnPlace(harness, `${ARABIC} ${GERMAN}`, (place) => hostilePhone(harness, place));

/** What is wrong with what is seen: text from right to left that is in no place of its own, and what stands beyond the edge. */
function look() {
  const rightToLeft = /[\u0590-\u08ff]/;
  const named = (node) => `${node.tagName.toLowerCase()}.${node.className.baseVal ?? node.className} in ${node.parentElement?.tagName.toLowerCase()}.${node.parentElement?.className}`;
  const wrong = new Set();
  const rooms = [...document.querySelectorAll('dialog[open]')].slice(-1).concat(document.querySelector('dialog[open]') ? [] : [document.querySelector('main'), document.querySelector('.bar')]);
  for (const room of rooms) {
    if (room.scrollWidth > room.clientWidth + 1) wrong.add(`${named(room)} is ${room.scrollWidth} wide in ${room.clientWidth}`);
    const walker = document.createTreeWalker(room, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const own = node.parentElement;
      if (own.closest('option, .hidden, script, style') || !rightToLeft.test(node.data) || !own.checkVisibility()) continue;
      if (!own.closest('[dir]:not(html), bdi') && !node.data.includes('\u2068')) wrong.add(`no direction of its own: ${named(own)}`);
    }
    for (const field of room.querySelectorAll('input:not([type=checkbox], [type=radio], [type=file]), textarea')) if (rightToLeft.test(field.value) && !field.closest('[dir]:not(html)')) wrong.add(`no direction of its own: field ${named(field)}`);
    const edge = room.getBoundingClientRect().right;
    const isCut = (one) => { for (let up = one.parentElement; up && up !== room; up = up.parentElement) if (getComputedStyle(up).overflowX !== 'visible') return true; return false; };
    for (const one of room.querySelectorAll('*')) if (one.checkVisibility() && one.getBoundingClientRect().right > edge + 1 && !isCut(one) && !one.closest('.hidden')) wrong.add(`beyond the edge: ${named(one)}`);
  }
  return [...wrong];
}

async function hostilePhone({ enter, api, until, assert, accessible }, place) {
  const mark = Date.now().toString(36);
  const named = [];
  for (const [index, name] of [ARABIC, HEBREW, GERMAN].entries()) named.push(await records(api, place, name, `${mark}${index}`));
  const page = await enter('#/today', { viewport: { width: 360, height: 740 }, locale: 'de-DE', reducedMotion: 'reduce' });
  await page.evaluate((id) => localStorage.setItem('colonnade.location', id), place.id);
  await page.reload();
  await page.waitForSelector('.shell');
  const wrong = [];
  const show = async (hash, open) => {
    await page.evaluate((next) => { location.hash = next; }, `#/${hash}`);
    await page.waitForSelector(`main.screen-${hash.split(/[/?]/)[0]} h1`);
    await until(async () => !(await page.locator('main .loading').count()), `${hash} is read`);
    await open?.();
    for (const one of await page.evaluate(look)) wrong.push(`${hash}: ${one}`);
  };
  const dialog = async () => { await page.locator('dialog[open]').waitFor(); await until(async () => !(await page.locator('dialog .loading').count()), 'the dialog is read'); };
  const screens = ['today', 'desk', 'people', 'tickets', 'orders', 'orders?tab=products', 'contracts', 'leads', 'registrations', 'events?tab=drafts', 'money', 'money?tab=invoices', 'money?tab=run', 'money?tab=overdue', 'money?tab=payments', 'figures', 'setup'];
  const sections = ['business', 'locations', 'resources', 'floors', 'memberships', 'plans', 'tax', 'books', 'staff', 'letters', 'webhooks', 'imports', 'access'];
  for (const screen of screens) await show(screen);
  for (const section of sections) await show(`settings?section=${section}`);
  await show(`settings?section=locations&id=${place.id}`);
  for (const { member, company, room, booking, ticket, lead, event, plan, catalogue, invoice, contract, day } of named) {
    await show(`today?day=${day}`);
    await show(`today?day=${day}&booking=${booking.id}`, dialog);
    for (const tab of ['overview', 'plan', 'bookings', 'money', 'tickets', 'letters', 'visitors', 'history']) await show(`person/${member.id}?tab=${tab}`);
    await show(`desk?day=${day}`);
    for (const tab of ['overview', 'members', 'money']) await show(`person/${company.id}?tab=${tab}`);
    await show(`tickets?ticket=${ticket.id}`);
    await show(`leads?lead=${lead.id}`);
    await show(`events?tab=drafts&event=${event.id}`);
    await show(`money?tab=invoices&invoice=${invoice.id}`);
    await show(`contracts?tab=all&contract=${contract.id}`);
    await show(`settings?section=resources&id=${room.id}`);
    await show(`settings?section=memberships&id=${plan.id}`);
    await show(`settings?section=plans&id=${catalogue.id}`);
  }
  // The timeline and the columns of tables, which a phone has not.
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const screen of [`today?day=${named[0].day}`, ...screens, 'settings?section=resources', 'settings?section=memberships']) await show(screen);
  await page.keyboard.press('/');
  await page.locator('.search-dialog input').fill(ARABIC.slice(0, 8));
  await page.locator('.search-dialog [role=option]').first().waitFor();
  wrong.push(...await page.evaluate(look));
  await page.keyboard.press('Escape');
  assert.ok(!wrong.length, `\n${[...new Set(wrong)].join('\n')}`);
  await accessible(page);
}
