export const title = 'signing out without a network ends the session here, says that the service does not know yet, and tells it later';

export default async function signOutOffline({ enter, assert, origin }) {
  const page = await enter('#/desk');
  // A request that outlives its page passes by what holds the others, so that it fails where it is made.
  let isReached = false;
  await page.exposeFunction('isReached', () => isReached);
  const lose = () => {
    const send = window.fetch;
    window.fetch = async (address, options) => {
      if (String(address) === '/auth/sign-out' && !await window.isReached()) throw new TypeError('Failed to fetch');
      return send(address, options);
    };
  };
  await page.addInitScript(lose);
  await page.evaluate(lose);
  await page.waitForSelector('main h1');
  await page.click('.account summary');
  await page.getByRole('button', { name: 'Sign out' }).click();
  const told = page.locator('.sign-in [role=alert]', { hasText: 'The service could not be told yet' });
  await told.waitFor();

  // The cookie is still there, but nobody comes in by it.
  await page.reload();
  await told.waitFor();
  assert.equal(await page.locator('.shell').count(), 0);
  isReached = true;
  await told.waitFor({ state: 'detached' });
  assert.deepEqual((await page.context().cookies(origin)).filter(({ value }) => value).map(({ name }) => name), []);
  await page.reload();
  await page.waitForSelector('.sign-in form');
}
