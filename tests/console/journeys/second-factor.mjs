import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { loseAnswers } from '../network.mjs';

export const title = 'staff whose role requires a second factor set up an app first, keep its recovery codes before anything goes on, and sign in with it from then on; codes that were lost are made anew';

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
    const list = page.getByRole('group', { name: 'Recovery codes' });
    await list.waitFor();
    await accessible(page);
    const codes = (await list.textContent()).trim().split('\n');
    assert.equal(codes.length, 10);
    // Nothing goes on before they are kept, and no storage of the browser has them.
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('alert').filter({ hasText: 'Say first that you have them' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Sign out' }).count(), 0);
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Keep as a file' }).click()]);
    assert.ok((await readFile(await file.path(), 'utf8')).includes(codes.join('\n')));
    assert.ok(await page.getByLabel('I have them').isChecked());
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    assert.ok(codes.every((code) => !stored.includes(code)));
    await page.getByRole('button', { name: 'Go on' }).click();
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
    await lostCodes({ page, code: codes[1], until, assert, accessible });
    const owner = await enter('#/settings?section=staff');
    await owner.getByRole('button', { name: `Remove the app of ${name}` }).click();
    await owner.getByRole('button', { name: 'Remove it' }).click();
    await until(async () => !(await owner.getByRole('button', { name: `Remove the app of ${name}` }).count()), 'the app is removed');
  } finally {
    await api('PUT', '/merchant', { sign_in_settings: { second_factor_roles: [] } });
  }
}

/** Who reads the page again before the codes are kept is asked first, and told afterwards; so is who never saw them. */
async function lostCodes({ page, code, until, assert, accessible }) {
  const own = page.getByRole('dialog', { name: 'Second factor' });
  const list = own.getByRole('group', { name: 'Recovery codes' });
  const told = page.locator('.codes-owed');
  const renewed = async (open, by) => {
    await open();
    await own.getByRole('button', { name: 'New recovery codes …' }).click();
    await page.getByLabel('A code of the app, or a recovery code').fill(by);
    await page.getByRole('button', { name: 'Make new codes' }).click();
  };
  const fromMenu = async () => { await page.click('.account summary'); await page.getByRole('button', { name: 'Second factor …' }).click(); };
  assert.equal(await told.count(), 0);
  await renewed(fromMenu, 'not a code');
  await page.waitForSelector('[aria-invalid]');
  await page.getByLabel('A code of the app, or a recovery code').fill(code);
  await page.getByRole('button', { name: 'Make new codes' }).click();
  await list.waitFor();
  const [first] = (await list.textContent()).trim().split('\n');
  await page.keyboard.press('Escape');
  await own.getByRole('alert').filter({ hasText: 'Say first that you have them' }).waitFor();
  const asked = page.waitForEvent('dialog').then(async (dialog) => { assert.equal(dialog.type(), 'beforeunload'); await dialog.accept(); });
  await Promise.all([asked, page.reload()]);
  await told.getByText('Your recovery codes were shown once').waitFor();
  await accessible(page);
  // The answer with the next ones gets lost: they are not shown again, and that is said.
  const { stop } = await loseAnswers(page, 'POST', '/recovery-codes', 1);
  await renewed(() => told.getByRole('button', { name: 'Make new ones …' }).click(), first);
  await own.getByRole('alert').waitFor();
  await stop();
  await page.reload();
  await told.waitFor();
  await told.getByRole('button', { name: 'I have them' }).click();
  await until(async () => !(await told.count()), 'it is told no more');
}
