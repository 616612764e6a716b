import { refuse } from '../network.mjs';

export const title = 'refusals are in the reader’s language, with what is exact in the sentence of the API';

export default async function refusalsSaid({ enter, api, until }) {
  const [known] = await api('GET', '/members?role=owner');
  const page = await enter('#/people', { locale: 'de-DE' });
  const dialog = page.locator('dialog[open]');
  await page.locator('.head-line button.primary').click();
  await dialog.locator('input[type=email]').fill(known.email);
  await dialog.locator('input').first().fill('Ada');
  await dialog.locator('button[type=submit]').click();
  await dialog.locator('.problem', { hasText: 'So etwas gibt es schon. (' }).waitFor();
  await page.keyboard.press('Escape');

  const { stop } = await refuse(page, 'GET', '/v1/companies', { status: 500 });
  await page.evaluate(() => { location.hash = '#/people?tab=companies'; });
  await page.locator('main [role=alert]', { hasText: 'Im Dienst ist etwas schiefgegangen.' }).waitFor();
  await stop();
  await page.locator('main [role=alert] button').click();
  await until(async () => !await page.locator('main [role=alert]').count(), 'it is read when it is tried again');
}
