// How a place scrolls: five seconds of the wheel to and fro, the tasks longer than 50 ms meanwhile, and what is in the page.
import { processorTasks, processorTimes } from './processor.mjs';

const SECONDS = 5;

/** Begins to note tasks longer than 50 ms, as whoever looks at the page bears them. @param {any} page */
const watchTasks = (page) => page.evaluate(() => {
  window.longTasks = [];
  window.taskWatch ??= new PerformanceObserver((list) => { window.longTasks.push(...list.getEntries().map(({ duration }) => duration)); });
  window.taskWatch.observe({ type: 'longtask' });
});

/** @param {any} page @param {any} session @param {{place: string, row: string}} what selectors of the place that scrolls, and of its rows */
export async function scrolled(page, session, { place, row }) {
  await watchTasks(page);
  const [times, tasks] = [await processorTimes(session), await processorTasks(session)];
  const { x, y } = await page.locator(place).boundingBox();
  await page.mouse.move(x + 500, y + 300);
  const end = Date.now() + SECONDS * 1_000;
  let [down, wheels] = [1, 0];
  while (Date.now() < end) {
    await page.mouse.wheel(0, 240 * down);
    wheels += 1;
    const atEnd = await page.evaluate((/** @type {string} */ of) => {
      const { scrollTop, clientHeight, scrollHeight } = document.querySelector(of);
      return scrollTop + clientHeight >= scrollHeight - 2 ? 1 : scrollTop < 2 ? -1 : 0;
    }, place);
    if (atEnd) down = -atEnd;
  }
  const [own, long] = [await times(), await tasks()];
  const shown = await page.evaluate((/** @type {any} */ of) => ({
    tasks: window.longTasks, rows: document.querySelectorAll(of.row).length, elements: document.querySelectorAll(`${of.place} *`).length,
  }), { place, row });
  return { ...shown, wheels, own, long };
}

/** What was found, as lines for people. @param {any} found */
export const told = ({ tasks, rows, elements, wheels, own, long }) => `  ${rows} rows and ${elements} elements in the page; in ${SECONDS} s of scrolling, ${wheels} turns of the wheel:
  ${tasks.length} tasks over 50 ms, longest ${Math.round(Math.max(0, ...tasks))} ms; by the processor's time ${long.long}, longest ${long.longest} ms
  ${own.all} ms of the processor, ${(own.all / wheels).toFixed(1)} ms for a turn: scripts ${own.scripts} ms, layout ${own.layout} ms`;
