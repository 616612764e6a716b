import { aRoom, dayAhead } from '../today.mjs';

export const title = 'dialogs of the timeline, which come after the first screen, are there when they are asked for; where they cannot be loaded that is told, and the page is read again';

export default async function dialogsLater({ enter, assert, api }) {
  const room = await aRoom(api, 'Later room');
  // What keeps the pages would answer before anything can be held.
  const page = await enter('#/desk', { serviceWorkers: 'block' });
  let refused = 0;
  const isMake = (url) => url.pathname.endsWith('/screens/today/make.js');
  await page.route(isMake, (route) => { refused += 1; return route.abort('internetdisconnected'); });
  await page.evaluate((hash) => { location.hash = hash; }, `#/today?day=${dayAhead(2)}`);
  await page.locator('.timeline', { hasText: room.name }).waitFor();
  const begin = page.locator('.today-head').getByRole('button', { name: 'Book', exact: true });
  await begin.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The service cannot be reached.').waitFor();
  assert.ok(refused > 0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.unroute(isMake);
  await begin.click();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.timeline', { hasText: room.name }).waitFor();
  await begin.click();
  await page.getByRole('dialog', { name: 'New booking' }).waitFor();
}
