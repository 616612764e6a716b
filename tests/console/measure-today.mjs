// How fast the timeline of very many rooms is shown and scrolled, on this machine and on a CPU that is slowed four times: node
// measure-today.mjs MODULES CHROMIUM [MADE]. The service, begun with --empty, is named by the environment; MADE is what
// many-rooms.mjs printed, where rooms are made already. answers-kept.mjs may stand before the service.
import { createRequire } from 'node:module';
import { loadavg } from 'node:os';
import { makeHarness } from './harness.mjs';
import { makeRooms } from './many-rooms.mjs';
import { processorTimes } from './processor.mjs';
import { scrolled, told } from './scrolling.mjs';

const [modules, executablePath, given] = process.argv.slice(2);
const require = createRequire(`${modules}/`);
const { chromium } = require('playwright-core');
const { AxeBuilder } = require('@axe-core/playwright');
const { COLONNADE_BASE_URL: base, COLONNADE_CLIENT_ID: id, COLONNADE_CLIENT_SECRET: secret } = process.env;
const harness = await makeHarness({ chromium, AxeBuilder, executablePath, origin: base.replace(/\/v1$/, ''), client: { id, secret } });
const { api, enter, browser } = harness;

/** Shows the day and tells after how many milliseconds the rooms, and all bookings, are in the page. */
async function shown(page, { day, rooms: count }) {
  return page.evaluate(({ address, wanted }) => new Promise((resolve) => {
    const began = performance.now();
    const times = {};
    const look = () => {
      const lines = Number(document.querySelector('.timeline')?.getAttribute('aria-rowcount') ?? 0);
      if (!times.first && document.querySelector('.timeline .entry')) times.first = performance.now() - began;
      if (!times.rooms && lines > wanted) times.rooms = performance.now() - began;
      if (times.rooms && document.querySelector('.today')?.getAttribute('aria-busy') === 'false') resolve({ ...times, all: performance.now() - began });
      else requestAnimationFrame(look);
    };
    location.hash = address;
    look();
  }), { address: `#/today?day=${day}`, wanted: count });
}

/** Opens the day in a new window, and scrolls through it. */
async function measured(made, slowed) {
  const page = await enter('#/desk');
  await page.evaluate((location) => { localStorage.setItem('colonnade.location', location); location.hash = '#/desk'; }, made.location_id);
  await page.reload();
  await page.waitForSelector('main h1');
  await page.waitForLoadState('networkidle');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowed });
  const since = await processorTimes(session);
  const times = await shown(page, made);
  const own = await since();
  const scrolling = await scrolled(page, session, { place: '.timeline', row: '.timeline .line' });
  await page.context().close();
  return { times, own, scrolling };
}

const made = given ? JSON.parse(given) : await makeRooms(api);
console.log(`${made.rooms} rooms, ${made.bookings} bookings`);
const whole = (value) => Math.round(value);
for (const slowed of [1, 4]) {
  const { times, own, scrolling } = await measured(made, slowed);
  console.log(slowed > 1 ? `CPU slowed ${slowed} times, load ${loadavg()[0].toFixed(1)}:` : `CPU as it is, load ${loadavg()[0].toFixed(1)}:`);
  console.log(`  rooms shown after ${whole(times.rooms)} ms, first booking after ${whole(times.first)} ms, all bookings after ${whole(times.all)} ms; ${own.all} ms of the processor, scripts ${own.scripts} ms`);
  console.log(told(scrolling));
}
await browser.close();
