export const title = 'in another language the first screen has its words from a file of its own, at most 150 kB with all that it is; what comes later waits for the others, and is in English where they cannot be read';

const BYTES_MAX = 150_000;

/** Sentences that stand there in English although there is another word for them. @param {any} page @param {Record<string, string>} words */
const english = (page, words) => page.evaluate((known) => {
  const texts = [];
  const walker = document.createTreeWalker(document.querySelector('.shell'), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode.textContent.trim());
  for (const one of document.querySelectorAll('.shell [aria-label]')) texts.push(one.getAttribute('aria-label'));
  // Languages stand there by their own names.
  return [...new Set(texts)].filter((text) => text !== 'English').filter((text) => known[text] && known[text] !== text);
}, words);

export default async function firstWords({ enter, browser, origin, until, assert }) {
  const words = await (await fetch(`${origin}/console/now/languages/ja.json`)).json();
  const storageState = await (await enter('#/today')).context().storageState();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'ja-JP', timezoneId: 'Europe/Amsterdam', serviceWorkers: 'block', storageState });
  const page = await context.newPage();
  const files = [];
  page.on('requestfinished', (request) => { if (/^\/(console\/.*)?$/.test(new URL(request.url()).pathname)) files.push(request); });
  // The whole file is not answered before that is wanted: at first it cannot be read at all.
  let answer = () => {};
  let asked = 0;
  const isWhole = (url) => url.pathname.endsWith('/languages/ja.json');
  await page.route(isWhole, async (route) => {
    asked += 1;
    const isThere = await new Promise((resolve) => { answer = resolve; });
    return isThere ? route.continue() : route.abort('internetdisconnected');
  });
  await page.goto(`${origin}/#/today`);
  await page.locator('.today[aria-busy=false]').waitFor();
  assert.deepEqual(await english(page, words), [], 'the first screen');
  const sizes = await Promise.all(files.map(async (request) => (await request.sizes()).responseBodySize));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`       ${files.length} files, ${total} bytes`);
  assert.ok(files.length > 20 && total <= BYTES_MAX, `${total} bytes`);

  const open = (hash) => page.evaluate((next) => { location.hash = next; }, hash);
  await open('#/desk');
  await until(() => asked === 1, 'the other words are asked for');
  await page.locator('main .loading').waitFor();
  answer(false);
  await page.locator('main.screen-desk h1').waitFor();
  await open('#/people');
  await until(() => asked === 2, 'they are asked for once more');
  answer(true);
  await page.locator('main.screen-people h1', { hasText: words.People }).waitFor();
  await open('#/desk');
  await page.locator('main.screen-desk h1', { hasText: words.Desk }).waitFor();
  assert.equal(asked, 2, 'all words are there by now');
}
