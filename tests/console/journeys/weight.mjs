export const title = 'the first screen is at most 150 kB, compressed';

const BYTES_MAX = 150_000;

export default async function weight({ browser, origin, assert }) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const files = [];
  page.on('requestfinished', (request) => { if (new URL(request.url()).pathname.match(/^\/(console\/.*)?$/)) files.push(request); });
  await page.goto(origin);
  await page.click('button.enter');
  await page.waitForSelector('.shell h1');
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all(files.map(async (request) => (await request.sizes()).responseBodySize));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`       ${files.length} files, ${total} bytes`);
  assert.ok(files.length > 20, `only ${files.length} files were counted`);
  assert.ok(total <= BYTES_MAX, `${total} bytes`);
}
