export const title = 'every screen is free of serious findings of axe, in light, in dark and on a phone, and nothing is wider than the page';

const SCREENS = ['today', 'desk', 'people', 'money', 'tickets', 'orders', 'contracts', 'leads', 'registrations', 'events', 'figures', 'settings', 'setup'];

export default async function everyScreen({ enter, api, until, accessible, assert }) {
  const [member] = await api('GET', '/members?per_page=1');
  for (const options of [{}, { colorScheme: 'dark', viewport: { width: 360, height: 740 } }]) {
    const page = await enter('#/today', { reducedMotion: 'reduce', ...options });
    for (const screen of [...SCREENS, `person/${member.id}`]) {
      await page.evaluate((hash) => { location.hash = hash; }, `#/${screen}`);
      await page.waitForSelector(`main.screen-${screen.split('/')[0]} h1`);
      await until(async () => !(await page.locator('main .loading').count()), `${screen} is read`);
      await accessible(page);
      const [shown, wide] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
      assert.ok(wide <= shown, `${screen} is ${wide} wide in a page of ${shown}`);
      const main = await page.evaluate(() => { const { scrollWidth, clientWidth } = document.querySelector('main'); return scrollWidth - clientWidth; });
      assert.ok(main <= 1, `${screen} is ${main} wider than its place at ${shown}`);
    }
    await page.context().close();
  }
}
