import { atOwnPlace } from '../own-place.mjs';

export const title = 'members of another system are imported from a file: columns are guessed, rows checked, refused ones told by line and column, corrected, and their plans begun';

export default (harness) => atOwnPlace(harness, 'Import', (place) => importMembers(harness, place));

async function importMembers({ enter, api, until, assert, accessible }, place) {
  const mark = Date.now().toString(36);
  const plan = await api('POST', '/memberships', { location_id: place.id, name: `Flex ${mark}`, cycle: 'monthly', price: 120, currency: 'GBP' });
  const days = [40, 41].map((ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10));
  const file = [
    'Vorname;Nachname;E-Mail;Standort;Plan;Bemerkung',
    `Ida;Import;ida.${mark}@example.com;${place.name};Flex ${mark};"Likes; windows"`,
    `Olaf;Ohne;;${place.name};Flex ${mark};`,
    `Paul;Papier;paul.${mark}@example.com;;;`,
    `Ida;Again;ida.${mark}@example.com;${place.name};;`,
  ].join('\r\n');
  const upload = (content, name = 'members.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  const page = await enter('#/today');
  await page.evaluate((id) => { localStorage.setItem('colonnade.location', id); location.hash = '#/people'; }, place.id);
  await page.reload();
  await page.getByRole('link', { name: 'Import …' }).click();
  const main = page.getByRole('main');
  await main.getByLabel('Drop a file here, or choose one').setInputFiles(upload(file));

  // Each column is for what its heading says; what none is like is a choice.
  const column = (name) => main.getByLabel(`What “${name}” is for`);
  await column('Vorname').waitFor();
  const chosen = Object.fromEntries(await Promise.all(['Vorname', 'Nachname', 'E-Mail', 'Standort', 'Plan', 'Bemerkung'].map(async (name) => [name, await column(name).inputValue()])));
  assert.deepEqual(chosen, { Vorname: 'name', Nachname: 'surname', 'E-Mail': 'email', Standort: 'location_ids', Plan: '', Bemerkung: '' });
  await column('Bemerkung').selectOption('metadata.bemerkung');
  await accessible(page);

  // What is chosen survives a reload.
  await page.reload();
  assert.equal(await column('Bemerkung').inputValue(), 'metadata.bemerkung');

  // Checked first: the address that is missing is told by line, and nothing is stored.
  await main.getByRole('button', { name: 'Check the rows' }).click();
  await main.getByText('1 row would be refused.').waitFor();
  await until(async () => (await main.locator('.import-rows tbody tr').first().innerText()).startsWith('3'), 'the line is told');
  assert.equal((await api('GET', `/members?q=${`ida.${mark}`}`)).length, 0);
  await accessible(page);

  await main.getByRole('button', { name: 'Import 4 rows' }).click();
  await main.getByText('2 rows were refused').waitFor();
  const said = (await main.locator('.import-rows tbody').innerText()).split('\n').map((line) => line.split('\t'));
  assert.deepEqual(said.map(([line]) => line), ['3', '5']);
  await accessible(page);
  const [ida] = await api('GET', `/members?email=ida.${mark}@example.com`);
  assert.deepEqual([ida.name, ida.surname, ida.location_ids, ida.metadata], ['Ida', 'Import', [place.id], { bemerkung: 'Likes; windows' }]);
  const [paul] = await api('GET', `/members?email=paul.${mark}@example.com`);
  assert.deepEqual(paul.location_ids, [place.id], 'rows that name no location get the one that was chosen');

  // What was refused is a file with the reason in each line.
  const arriving = page.waitForEvent('download');
  await main.getByRole('button', { name: 'Download what was refused' }).click();
  const refused = await (await (await arriving).createReadStream()).toArray();
  const lines = Buffer.concat(refused).toString().split('\n');
  assert.ok(lines[0].includes('Vorname,Nachname,E-Mail') && lines[0].includes('What is wrong') && lines[1].startsWith('Olaf,Ohne,,') && lines.filter(Boolean).length === 3, lines.join('\n'));

  // They are corrected in place, and only they are imported.
  await main.getByRole('button', { name: 'Correct those rows' }).click();
  await main.getByText('Paste or change the table').click();
  const table = main.getByLabel('Table', { exact: true });
  const before = await table.inputValue();
  assert.ok(before.includes('Olaf') && !before.includes('Paul'));
  await table.fill(before.replace('Olaf,Ohne,,', `Olaf,Ohne,olaf.${mark}@example.com,`).replace(`Ida,Again,ida.${mark}@`, `Ina,Again,ina.${mark}@`));
  await main.getByRole('button', { name: 'Check the rows' }).click();
  await main.getByText('All rows look good.').waitFor();
  await main.getByRole('button', { name: 'Import 2 rows' }).click();
  await main.getByText('2 rows were imported.').waitFor();
  assert.equal((await api('GET', `/members?email=olaf.${mark}@example.com`)).length, 1);

  // Their plans begin from a table with as many rows.
  await main.getByRole('link', { name: 'Begin their plans …' }).click();
  await main.getByLabel('Drop a file here, or choose one').setInputFiles(upload(`Name,Plan,From\nOlaf,Flex ${mark},${days[0]}\nIna,flex ${mark},${days[1]}\n`));
  assert.deepEqual([await column('Plan').inputValue(), await column('From').inputValue()], ['membership_plan_id', 'start_date']);
  await main.getByRole('button', { name: 'Check the rows' }).click();
  await main.getByText('All rows look good.').waitFor();
  await main.getByRole('button', { name: 'Import 2 rows' }).click();
  await main.getByText('2 rows were imported.').waitFor();
  const [ina] = await api('GET', `/members?email=ina.${mark}@example.com`);
  const [subscription] = await api('GET', `/subscriptions?customer_id=${ina.id}`);
  assert.deepEqual([subscription.membership_plan_id, subscription.start_date], [plan.id, days[1]]);

  // A refused table is told at once; the list of members comes back as a file.
  await page.evaluate(() => { location.hash = '#/settings?section=imports'; });
  await main.getByRole('link', { name: 'Plans of imported members' }).first().waitFor();
  await accessible(page);
  const list = page.waitForEvent('download');
  await main.getByLabel('Location').selectOption(place.id);
  await main.getByRole('button', { name: 'Members as CSV' }).click();
  const members = Buffer.concat(await (await (await list).createReadStream()).toArray()).toString();
  assert.ok(members.startsWith('id,name,surname') && members.includes(`ida.${mark}@example.com`) && members.trim().split('\n').length === 5, members);

  // What is changed in that file comes back by its ids; what is only to be read is left out by itself.
  await main.getByRole('button', { name: 'Import a table' }).click();
  await main.getByLabel('What it has').selectOption('member_changes');
  const records = members.trim().split('\n');
  const at = records[0].trim().split(',').indexOf('phone');
  const changed = records.map((line) => { const cells = line.trim().split(','); if (line.includes(`ida.${mark}@`)) cells[at] = '+351 21 000'; return cells.join(','); });
  await main.getByLabel('Drop a file here, or choose one').setInputFiles(upload(changed.join('\n')));
  assert.deepEqual([await column('id').inputValue(), await column('phone').inputValue(), await column('status').inputValue()], ['path.id', 'phone', '']);
  await main.getByRole('button', { name: 'Check the rows' }).click();
  await main.getByText('All rows look good.').waitFor();
  await main.getByRole('button', { name: 'Import 4 rows' }).click();
  await main.getByText('4 rows were imported.').waitFor();
  assert.equal((await api('GET', `/members/${ida.id}`)).phone, '+351 21 000');
}
