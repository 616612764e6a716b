export const title = 'a session that ends in the middle leads to the sign-in, and what was typed is there afterwards';

export default async function sessionEnds({ enter, until, assert, origin }) {
  const page = await enter('#/people');
  await page.waitForSelector('main h1');
  await page.evaluate(() => sessionStorage.setItem('colonnade.draft.test', '{"name":"Ada"}'));
  // The service is asked as it would be after the end: by a token and a cookie that it does not know.
  await page.context().clearCookies();
  await page.route(`${origin}/v1/**`, (route) => {
    const { authorization, ...headers } = route.request().headers();
    return route.continue({ headers: { ...headers, authorization: `${authorization}x` } });
  });
  await page.waitForSelector('.sign-in form');
  assert.equal(await page.evaluate(() => sessionStorage.getItem('colonnade.draft.test')), '{"name":"Ada"}');
  await page.unroute(`${origin}/v1/**`);
  await page.click('button.enter');
  await page.waitForSelector('.shell');
  assert.ok(await until(() => page.evaluate(() => location.hash.startsWith('#/people')), 'the same screen is shown'));
  assert.equal(await page.evaluate(() => sessionStorage.getItem('colonnade.draft.test')), '{"name":"Ada"}');
}
