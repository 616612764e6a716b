// What journeys through the console need: a browser with somebody signed in, the API, and patience.
import assert from 'node:assert/strict';

/** @param {{chromium: any, AxeBuilder: any, executablePath: string, origin: string, client: {id: string, secret: string}}} given */
export async function makeHarness({ chromium, AxeBuilder, executablePath, origin, client }) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const problems = [];

  /** Calls the API as the demo's client; the data of the answer. */
  async function api(method, path, body) {
    const headers = { Authorization: `Bearer ${client.secret}`, 'X-Client-ID': client.id, 'Content-Type': 'application/json' };
    const answer = await fetch(`${origin}/v1${path}`, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text).data;
  }

  /** A new page, of which errors and broken policies are problems of the journey. */
  async function watched(context) {
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
    page.on('console', (message) => { if (message.text().includes('Content Security Policy')) problems.push(message.text()); });
    return page;
  }

  /** A page in which the demo's owner is signed in, at a screen such as `#/desk`. */
  async function enter(hash = '#/today', options = {}) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', timezoneId: 'Europe/Amsterdam', ...options });
    const page = await watched(context);
    await page.goto(origin);
    await page.click('button.enter');
    await page.waitForSelector('.shell');
    await page.evaluate((next) => { location.hash = next; }, hash);
    return page;
  }

  /** The newest code that a letter brought to this address. */
  async function codeFor(email) {
    const list = await (await fetch(`${origin}/mail`)).text();
    for (const [, number] of list.matchAll(/\/mail\/(\d+)'/g)) {
      const letter = await (await fetch(`${origin}/mail/${number}/source`)).text();
      const code = new RegExp(`^To:.*${email}`, 'mi').test(letter) && /(?<!\d)\d{6}(?!\d)/.exec(letter.split('\r\n\r\n').slice(1).join());
      if (code) return code[0];
    }
    return null;
  }

  /** A page in which the member with this address has signed in by a code. */
  async function signIn(email, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', timezoneId: 'Europe/Amsterdam', ...options });
    const page = await watched(context);
    await page.goto(origin);
    await signInAt(page, email);
    return page;
  }

  /** Another page of the same browser, such as a second tab. */
  async function alsoOpen(page, hash = '#/today') {
    const other = await watched(page.context());
    await other.goto(`${origin}/${hash}`);
    await other.waitForSelector('.shell');
    return other;
  }

  /** Signs a member in at a page that asks who is there. */
  async function signInAt(page, email) {
    await page.fill('input[name=email], input[type=email]', email);
    await page.click('.sign-in form button[type=submit]');
    await page.waitForSelector('input[autocomplete=one-time-code]');
    await page.fill('input[autocomplete=one-time-code]', await until(() => codeFor(email), `a code for ${email}`));
    await page.click('.sign-in form button[type=submit]');
    await page.waitForSelector('.shell');
  }

  /** Waits until `look` is true; what it threw or returned last is the reason why not. */
  async function until(look, what, seconds = 30) {
    const end = Date.now() + seconds * 1_000;
    let last;
    while (Date.now() < end) {
      try {
        last = await look();
        if (last) return last;
      } catch (error) { last = error; }
      await new Promise((resolve) => { setTimeout(resolve, 50); });
    }
    throw new Error(`${what}: ${last?.message ?? last}`);
  }

  /** Refuses what axe calls serious or critical. */
  async function accessible(page) {
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
    assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
  }

  return { browser, api, enter, codeFor, signIn, signInAt, alsoOpen, until, accessible, assert, origin, problems };
}
