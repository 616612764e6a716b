import { aRoom } from '../today.mjs';

export const title = 'settings: what is being typed into prices, steps of a policy and days of reminders survives a reload; text of twice the size overflows nowhere';

const SECTIONS = ['business', 'locations', 'resources', 'floors', 'memberships', 'plans', 'tax', 'books', 'staff', 'letters', 'webhooks', 'imports', 'imports&tab=new', 'access'];

/** Types into a field as a hand does, so that it is not left, and reads the page again. */
async function typeAndReload(page, field, text) {
  await field.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await page.reload();
  await page.waitForSelector('.section form');
}

export default async function settingsTyped({ enter, api, until, assert, accessible }) {
  const room = await aRoom(api, 'Typed', { cancellation_policy: { free_minutes: 0, member_ladder: [{ minutes_before: 1_440, fee_percent: 50 }], public_ladder: [] } });
  const stored = () => api('GET', `/resources/${room.id}`);
  const page = await enter(`#/settings?section=resources&id=${room.id}`);
  const price = page.getByLabel('by the time').first();
  const hours = page.getByLabel('Hours before the start').first();
  const fee = page.getByLabel('Fee in percent').first();
  await typeAndReload(page, price, '27.50');
  assert.equal(await price.inputValue(), '27.50', 'a price');
  await typeAndReload(page, hours, '1.5');
  assert.equal(await hours.inputValue(), '1.5', 'hours');
  await typeAndReload(page, fee, '0.5');
  assert.deepEqual([await price.inputValue(), await hours.inputValue(), await fee.inputValue()], ['27.50', '1.5', '0.5']);
  // A field that is emptied is neither nought nor forgotten: the page asks for it.
  await typeAndReload(page, price, '');
  await page.keyboard.press('Escape');
  await price.fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  assert.ok(await price.evaluate((field) => field.matches(':invalid')), 'an empty price is not sent');
  await price.fill('28.50');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await until(async () => { const { rates, cancellation_policy: { member_ladder: ladder } } = await stored(); return rates[0].unit_amount === 28.5 && ladder[0].minutes_before === 90 && ladder[0].fee_percent === 0.5; }, 'what was typed is stored as numbers');
  await until(async () => !(await page.locator('.save-bar').count()), 'nothing is left to save');

  const before = (await api('GET', '/merchant')).invoice_settings.reminder_days;
  await page.evaluate(() => { location.hash = '#/settings?section=business'; });
  const days = page.getByLabel('Reminders, in days from when they are due');
  await days.waitFor();
  await typeAndReload(page, days, '-2, 8, ');
  assert.equal(await days.inputValue(), '-2, 8, ');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await until(async () => (await api('GET', '/merchant')).invoice_settings.reminder_days.join() === '-2,8', 'the days are stored');
  await api('PUT', '/merchant', { invoice_settings: { reminder_days: before } });
  await large({ enter, api, until, assert, accessible }, room);
}

/** Text of twice the size, on a desk and on a phone. */
async function large({ enter, api, until, assert, accessible }, room) {
  const idOf = async (path) => (await api('GET', `${path}?per_page=1`))[0]?.id;
  const pages = [...SECTIONS, `resources&id=${room.id}`, `locations&id=${room.location_id}`, `memberships&id=${await idOf('/memberships')}`, `plans&id=${await idOf('/plans')}`];
  const wide = [];
  for (const viewport of [{ width: 1280, height: 800 }, { width: 360, height: 740 }]) {
    const page = await enter('#/settings?section=business', { viewport, reducedMotion: 'reduce' });
    for (const section of pages) {
      await page.evaluate((next) => { location.hash = `#/settings?section=${next}`; document.documentElement.style.fontSize = '200%'; }, section);
      await until(async () => (await page.locator('.section h2').count()) && !(await page.locator('.section .loading').count()), `${section} is read`);
      const over = await page.evaluate(() => {
        const main = document.querySelector('main');
        const beyond = [...main.querySelectorAll('.section *')].find((one) => one.getBoundingClientRect().right > main.getBoundingClientRect().right + 1);
        return main.scrollWidth > main.clientWidth + 1 && `${main.scrollWidth} of ${main.clientWidth}, ${beyond?.tagName}.${beyond?.className} ${beyond?.textContent.slice(0, 40)}`;
      });
      if (over) wide.push(`${viewport.width} ${section}: ${over}`);
    }
    await accessible(page);
  }
  assert.deepEqual(wide, []);
}
