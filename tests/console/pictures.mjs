// Takes a picture of each screen in light, dark and on a phone: node pictures.mjs MODULES CHROMIUM FOLDER
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { makeHarness } from './harness.mjs';

const [modules, executablePath, folder, ...wanted] = process.argv.slice(2);
const require = createRequire(`${modules}/`);
const { chromium } = require('playwright-core');
const { COLONNADE_BASE_URL: base, COLONNADE_CLIENT_ID: id, COLONNADE_CLIENT_SECRET: secret } = process.env;
const harness = await makeHarness({ chromium, AxeBuilder: null, executablePath, origin: base.replace(/\/v1$/, ''), client: { id, secret } });

const [member] = await harness.api('GET', '/members?per_page=1&q=Ngozi');
// A day on which people work.
const days = [1, 2, 3].map((ahead) => new Date(Date.now() + ahead * 86_400_000));
const day = days.find((one) => ![0, 6].includes(one.getUTCDay())).toISOString().slice(0, 10);
const screens = {
  today: `#/today?day=${day}`, desk: '#/desk', people: '#/people', person: `#/person/${member?.id}`, money: '#/money', tickets: '#/tickets', orders: '#/orders', contracts: '#/contracts?tab=active',
  leads: '#/leads', registrations: '#/registrations', events: '#/events', figures: '#/figures', settings: '#/settings', setup: '#/setup',
};
const looks = { light: {}, dark: { colorScheme: 'dark' }, phone: { viewport: { width: 390, height: 844 } } };
await mkdir(folder, { recursive: true });
for (const [name, hash] of Object.entries(screens).filter(([name]) => !wanted.length || wanted.includes(name))) {
  for (const [look, options] of Object.entries(looks)) {
    const page = await harness.enter(hash, { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
    await page.waitForSelector('main h1, main [role=grid]');
    await page.waitForLoadState('networkidle');
    await harness.until(async () => !(await page.locator('main .loading').count()), `${name} is read`);
    await page.screenshot({ path: `${folder}/${name}-${look}.png` });
    await page.context().close();
  }
}
await harness.browser.close();
