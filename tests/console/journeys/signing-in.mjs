export const title = 'who is signed in stays so over a reload, and nobody is after signing out';

export default async function signingIn({ enter, until, assert, accessible }) {
  const page = await enter('#/today');
  assert.equal(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }).includes('colt_') || document.cookie !== ''), false);
  await page.reload();
  await page.waitForSelector('.shell');
  await page.keyboard.press('/');
  await page.fill('.search-dialog input', 'Bakker');
  await until(() => page.locator('#found [role=option]', { hasText: 'Ann Bakker' }).count(), 'a member is found');
  await page.keyboard.press('Escape');
  await page.click('.account summary');
  await page.click('.account button:last-of-type');
  await page.waitForSelector('.sign-in form');
  await accessible(page);
  await page.reload();
  await page.waitForSelector('.sign-in form');
}
