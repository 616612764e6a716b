import { atOwnPlace } from '../own-place.mjs';

export const title = 'a long import is stopped in the middle and goes on with what was not run; a file that is too large for a request is taken in parts, whose lines are those of the file';

const ROWS = 300;

export default (harness) => atOwnPlace(harness, 'Long', (place) => importStopped(harness, place));

async function importStopped({ enter, api, until, assert, accessible }, place) {
  const mark = Date.now().toString(36);
  const file = (content) => ({ name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  const page = await enter('#/today');
  await page.evaluate((id) => { localStorage.setItem('colonnade.location', id); location.hash = '#/settings?section=imports&tab=new&collection=leads'; }, place.id);
  await page.reload();
  const main = page.getByRole('main');
  const drop = (content) => main.getByLabel('Drop a file here, or choose one').setInputFiles(file(content));

  // What is no table, and what is there twice, is told before anything is sent.
  await drop('Name,E-mail\n');
  await main.getByText('There are no rows below the headings.').waitFor();
  await drop(`Name,Contact\n${'Ann,ann@example.com\n'}`);
  await main.getByLabel('What “Contact” is for').selectOption('name');
  await main.getByText('Another column is for that already.').waitFor();
  await main.getByRole('button', { name: 'Check the rows' }).click();
  await main.locator('[role=alert]').waitFor();
  await accessible(page);

  // In parts: the second one has the lines of the file.
  const long = Array.from({ length: 4_000 }, (_, index) => `Lead ${index},${index === 3_999 ? 'x'.repeat(220) : `"Wants a desk, and a window to the garden, ${index}"`}`);
  await drop(`Name,Notes\n${long.join('\n')}\n`);
  const part = main.getByLabel('Part of the file');
  await part.selectOption({ index: 1 });
  await main.getByLabel('What “Notes” is for').selectOption('next_step');
  await main.getByRole('button', { name: 'Check the rows' }).click();
  await main.getByText('1 row would be refused.').waitFor();
  await until(async () => (await main.locator('.import-rows tbody tr').first().innerText()).startsWith('4001'), 'the line is that of the file');
  await accessible(page);
  await main.getByRole('button', { name: 'Discard' }).click();

  // Stopped in the middle.
  await main.getByRole('button', { name: 'Import a table' }).click();
  await main.getByLabel('What it has').selectOption('leads');
  await drop(`Name,Notes\n${Array.from({ length: ROWS }, (_, index) => `Stop ${mark} ${index},Row ${index}`).join('\n')}\n`);
  await main.getByRole('button', { name: 'Check the rows' }).click();
  await main.getByText('All rows look good.').waitFor();
  await main.getByRole('button', { name: /^Import \d/ }).click();
  await main.getByRole('progressbar').waitFor();
  await main.getByRole('button', { name: 'Stop …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click();
  await main.getByText('Cancelled', { exact: true }).waitFor();
  const stopped = (await api('GET', '/imports?limit=1'))[0];
  assert.ok(stopped.status === 'cancelled' && stopped.rows_done < ROWS, `${stopped.status} after ${stopped.rows_done} rows`);
  await until(async () => Number(await main.locator('.facts div', { hasText: 'Not run' }).locator('dd').innerText()) > 0, 'what was not run is told');
  await accessible(page);

  // What was not run is run; what was stays once.
  await until(async () => {
    if (await main.getByRole('button', { name: 'Run those rows again' }).count()) await main.getByRole('button', { name: 'Run those rows again' }).click({ timeout: 1_000 });
    return (await api('GET', '/imports?limit=1'))[0].repeats_id === stopped.id;
  }, 'the rest is run, once the rows that were under way have ended', 40);
  await until(async () => (await api('GET', '/imports?limit=1'))[0].status === 'succeeded', 'the rest has been run', 90);
  await main.getByText(/rows were imported/).waitFor();
  const last = (await api('GET', '/imports?limit=1'))[0];
  assert.equal(last.rows_total + (await api('GET', `/imports/${stopped.id}`)).succeeded, ROWS);
}
