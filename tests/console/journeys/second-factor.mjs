import { createHmac } from 'node:crypto';

export const title = 'staff whose role requires a second factor set up an app first, and sign in with it from then on';

/** The code that an app with this key shows now (RFC 6238). */
function codeOf(key) {
  const bits = [...key].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const tag = createHmac('sha1', bytes).update(step).digest();
  return String((tag.readUInt32BE(tag[19] & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

export default async function secondFactor({ api, signIn, enter, codeFor, until, assert, accessible }) {
  const name = `Fatou ${Date.now()}`;
  const email = `${name.replace(' ', '-')}@example.com`;
  await api('POST', '/members', { email, name, role: 'admin' });
  const page = await signIn(email);
  await api('PUT', '/merchant', { sign_in_settings: { second_factor_roles: ['admin'] } });
  try {
    await page.reload();
    await page.getByRole('button', { name: 'Set up an app' }).click();
    await accessible(page);
    const picture = page.locator('img.qr-code');
    assert.ok(await picture.evaluate((image) => image.naturalWidth > 100));
    const key = (await page.locator('.command pre').textContent()).trim();
    await page.fill('input[autocomplete=one-time-code]', '000000');
    await page.getByRole('button', { name: 'Switch it on' }).click();
    await page.waitForSelector('[aria-invalid]');
    await page.fill('input[autocomplete=one-time-code]', codeOf(key));
    await page.getByRole('button', { name: 'Switch it on' }).click();
    await page.getByRole('button', { name: 'I have kept them' }).waitFor();
    const codes = (await page.locator('.command pre').textContent()).trim().split('\n');
    assert.equal(codes.length, 10);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.waitForSelector('.shell');
    await page.click('.account summary');
    await page.getByRole('button', { name: 'Sign out' }).click();
    const before = await codeFor(email);
    await page.fill('input[type=email]', email);
    await page.click('.sign-in form button[type=submit]');
    await page.waitForSelector('input[autocomplete=one-time-code]');
    const code = await until(async () => { const newest = await codeFor(email); return newest !== before && newest; }, 'another code by e-mail');
    await page.fill('input[autocomplete=one-time-code]', code);
    await page.click('.sign-in form button[type=submit]');
    await page.getByLabel('Code of the app').fill(codes[0]);
    await accessible(page);
    await page.click('.sign-in form button[type=submit]');
    await page.waitForSelector('.shell');
    const owner = await enter('#/settings?section=staff');
    await owner.getByRole('button', { name: `Remove the app of ${name}` }).click();
    await owner.getByRole('button', { name: 'Remove it' }).click();
    await until(async () => !(await owner.getByRole('button', { name: `Remove the app of ${name}` }).count()), 'the app is removed');
  } finally {
    await api('PUT', '/merchant', { sign_in_settings: { second_factor_roles: [] } });
  }
}
