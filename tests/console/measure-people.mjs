// How fast the list of very many members is shown and scrolled to its end, on this machine and on a CPU that is slowed four
// times: node measure-people.mjs MODULES CHROMIUM. The service, named by the environment, has them of many-people.mjs.
import { createRequire } from 'node:module';
import { loadavg } from 'node:os';
import { makeHarness } from './harness.mjs';
import { processorTimes } from './processor.mjs';
import { scrolled, told } from './scrolling.mjs';

const [modules, executablePath] = process.argv.slice(2);
const require = createRequire(`${modules}/`);
const { chromium } = require('playwright-core');
const { AxeBuilder } = require('@axe-core/playwright');
const { COLONNADE_BASE_URL: base, COLONNADE_CLIENT_ID: id, COLONNADE_CLIENT_SECRET: secret } = process.env;
const { enter, browser } = await makeHarness({ chromium, AxeBuilder, executablePath, origin: base.replace(/\/v1$/, ''), client: { id, secret } });
const PLACE = '.table .rows';
const what = { place: PLACE, row: `${PLACE} > .row` };

/** Opens the list and tells after how many milliseconds people are in the page. */
const shown = (page) => page.evaluate((row) => new Promise((resolve) => {
  const began = performance.now();
  const look = () => (document.querySelector(row) ? resolve(performance.now() - began) : requestAnimationFrame(look));
  location.hash = '#/people';
  look();
}), what.row);

/** Searches for a name and tells after how many milliseconds somebody found is in the page. */
const found = (page, name) => page.evaluate(({ words, row }) => new Promise((resolve) => {
  const field = document.querySelector('.people-filters input[type=search]');
  const began = performance.now();
  const look = () => (document.querySelector(row)?.textContent.includes(words) && document.querySelectorAll(row).length === 1 ? resolve(performance.now() - began) : requestAnimationFrame(look));
  field.value = words;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  look();
}), { words: name, row: what.row });

/** Goes to the end again and again, until the last one is in the page. */
const toTheEnd = (page) => page.evaluate(({ place, row }) => new Promise((resolve) => {
  const began = performance.now();
  let most = 0;
  const go = () => {
    const [box, table] = [document.querySelector(place), document.querySelector('.table')];
    const rows = document.querySelectorAll(row);
    most = Math.max(most, rows.length);
    if (rows[rows.length - 1]?.getAttribute('aria-rowindex') === table.getAttribute('aria-rowcount')) resolve({ time: performance.now() - began, most, count: Number(table.getAttribute('aria-rowcount')) - 1 });
    else { box.scrollTop = box.scrollHeight; requestAnimationFrame(go); }
  };
  go();
}), what);

const whole = (value) => Math.round(value);
for (const slowed of [1, 4]) {
  const page = await enter('#/desk');
  page.setDefaultTimeout(120_000);
  await page.waitForSelector('main h1');
  await page.waitForLoadState('networkidle');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowed });
  const since = await processorTimes(session);
  const first = await shown(page);
  const own = await since();
  const wheel = await scrolled(page, session, what);
  const sinceWheel = await processorTimes(session);
  const end = await toTheEnd(page);
  const toEnd = await sinceWheel();
  const atEnd = await scrolled(page, session, what);
  const search = await found(page, '7777');
  console.log(slowed > 1 ? `CPU slowed ${slowed} times, load ${loadavg()[0].toFixed(1)}:` : `CPU as it is, load ${loadavg()[0].toFixed(1)}:`);
  console.log(`  first people after ${whole(first)} ms, ${own.all} ms of the processor; one found by words after ${whole(search)} ms`);
  console.log(told(wheel));
  console.log(`  the last of ${end.count} people after ${(end.time / 1_000).toFixed(1)} s, ${toEnd.all} ms of the processor, at most ${end.most} rows in the page; from there`);
  console.log(told(atEnd));
  await page.context().close();
}
await browser.close();
