// How soon the first screen can be used, on a CPU that is slowed four times: node measure-start.mjs MODULES CHROMIUM [VISITS].
// It can be used from when its buttons are in the page and no task over 50 ms follows for half a second; then `/` is pressed.
// The service is named by the environment; answers-kept.mjs may stand before it, so that the console alone is measured.
import { createRequire } from 'node:module';
import { makeHarness } from './harness.mjs';
import { processorTimes } from './processor.mjs';

const [modules, executablePath, visits = '5'] = process.argv.slice(2);
const require = createRequire(`${modules}/`);
const { chromium } = require('playwright-core');
const { AxeBuilder } = require('@axe-core/playwright');
const { COLONNADE_BASE_URL: base, COLONNADE_CLIENT_ID: id, COLONNADE_CLIENT_SECRET: secret } = process.env;
const origin = base.replace(/\/v1$/, '');
const { enter, browser } = await makeHarness({ chromium, AxeBuilder, executablePath, origin, client: { id, secret } });
const QUIET_MS = 500;

/** Notes when the first button of the screen is there, all long tasks, and how long the search takes to open after its key. */
function watch() {
  Object.assign(window, { longTasks: [], buttonsAt: 0, answer: 0 });
  new PerformanceObserver((list) => { window.longTasks.push(...list.getEntries().map(({ startTime, duration }) => [startTime, startTime + duration])); }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    if (document.querySelector('.today-head .button.primary')) window.buttonsAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  addEventListener('keydown', ({ timeStamp }) => {
    const wait = () => {
      if (document.querySelector('.search-dialog[open]')) window.answer = performance.now() - timeStamp;
      else requestAnimationFrame(wait);
    };
    wait();
  });
}

/** The first instant from which nothing long happens for a while; 0 as long as there is none. @param {number} quiet */
function usable(quiet) {
  let from = window.buttonsAt;
  if (!from) return 0;
  for (const [start, end] of window.longTasks) if (end > from && start < from + quiet) from = end;
  return performance.now() - from > quiet && from;
}

/** Visits the page in a new window of a browser. */
async function visit(context) {
  const page = await context.newPage();
  await page.addInitScript(watch);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const sinceBegin = await processorTimes(session);
  await page.goto(`${origin}/#/today`, { waitUntil: 'commit' });
  const at = await (await page.waitForFunction(usable, QUIET_MS)).jsonValue();
  const { all } = await sinceBegin();
  await page.keyboard.press('/');
  await page.waitForFunction(() => window.answer);
  const shown = await page.evaluate(() => ({ buttons: window.buttonsAt, answer: window.answer, tasks: window.longTasks.length }));
  return { ...shown, at, processor: all };
}

const middle = (values) => Math.round([...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]);
const first = (await enter('#/today')).context();
let state = await first.storageState();
const kinds = { 'nothing kept by the browser': [], 'visited before': [] };
for (let number = 0; number < Number(visits); number += 1) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', timezoneId: 'Europe/Amsterdam', storageState: state });
  kinds['nothing kept by the browser'].push(await visit(context));
  await context.pages()[0].waitForLoadState('networkidle');
  kinds['visited before'].push(await visit(context));
  state = await context.storageState();
  await context.close();
}
for (const [kind, all] of Object.entries(kinds)) {
  const of = (name) => all.map((one) => one[name]);
  console.log(`${kind}: usable after ${middle(of('at'))} ms (best ${Math.round(Math.min(...of('at')))}), buttons after ${middle(of('buttons'))} ms, ${middle(of('processor'))} ms of the processor, ${middle(of('tasks'))} tasks over 50 ms; search opens ${middle(of('answer'))} ms after its key`);
}
await browser.close();
