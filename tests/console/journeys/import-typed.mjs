import { atOwnPlace } from '../own-place.mjs';

export const title = 'dates and numbers are imported as people type them: what each is read as stands there before, and what could be two things is asked';

export default (harness) => atOwnPlace(harness, 'Typed', (place) => importTyped(harness, place));

const upload = (lines) => ({ name: 'table.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) });

async function importTyped({ enter, api, until, assert, accessible }, place) {
  const mark = Date.now().toString(36);
  const page = await enter('#/today');
  await page.evaluate((id) => localStorage.setItem('colonnade.location', id), place.id);
  await page.reload();
  const main = page.getByRole('main');
  const begin = async (collection, lines) => {
    await page.evaluate((what) => { location.hash = `#/settings?section=imports&tab=new&collection=${what}`; }, collection);
    await main.getByLabel('What it has').selectOption(collection);
    await main.getByLabel('Drop a file here, or choose one').setInputFiles(upload(lines));
  };
  const written = (kind, name) => main.getByLabel(`How ${kind} of “${name}” are written`);
  const check = main.getByRole('button', { name: 'Check the rows' });
  const send = async (rows) => {
    await check.click();
    await main.getByText('All rows look good.').waitFor();
    await main.getByRole('button', { name: `Import ${rows} rows` }).click();
    await main.getByText(`${rows} rows were imported.`).waitFor();
  };
  const lead = async (name) => (await api('GET', `/leads?q=${encodeURIComponent(`${name} ${mark}`)}`))[0];

  // 1 February or 2 January: nobody knows, so it is asked, and nothing can be sent before.
  await begin('leads', ['Name;From;To be done by;Desks', `Ada ${mark};01/02/2027;31.12.2026;1.000`, `Ben ${mark};03/04/2027;1.1.27;12`]);
  await main.getByText('Say first how the columns are written that are marked above.').waitFor();
  assert.equal(await check.count(), 0, 'what could be two things is not sent');
  await main.getByText('“31.12.2026” is read as 31 December 2026').waitFor();
  await main.getByText('“1.1.27” is read as 1 January 2027').waitFor();
  await main.getByText('“1.000” is read as 1,000').waitFor();
  const options = await written('dates', 'From').locator('option').allInnerTexts();
  assert.deepEqual(options.slice(1), ['The day first: “01/02/2027” is 1 February 2027', 'The month first: “01/02/2027” is 2 January 2027']);
  await accessible(page);
  await written('dates', 'From').selectOption('mdy');
  await main.getByText('“01/02/2027” is read as 2 January 2027').waitFor();
  // What was said survives a reload.
  await page.reload();
  assert.equal(await written('dates', 'From').inputValue(), 'mdy');
  await send(2);
  const [ada, ben] = [await lead('Ada'), await lead('Ben')];
  assert.deepEqual([ada.wanted_start, ada.next_step_on, ada.desk_count, ben.wanted_start, ben.next_step_on], ['2027-01-02', '2026-12-31', 1000, '2027-03-04', '2027-01-01']);

  // One cell that can be read in one way only says how its column is written; what is no date is told by its line.
  await begin('leads', ['Name,From', `Cleo ${mark},12/31/2026`, `Dan ${mark},01/02/2027`, `Eve ${mark},soon`, `Fay ${mark},2027-05-06`]);
  await main.getByText('“01/02/2027” is read as 2 January 2027').waitFor();
  await main.getByText('“soon” in line 4').waitFor();
  assert.equal(await written('dates', 'From').inputValue(), 'mdy');
  await check.click();
  await main.getByText('1 row would be refused.').waitFor();
  await main.getByRole('button', { name: 'Import 4 rows' }).click();
  await main.getByText('Partly refused').waitFor();
  assert.deepEqual([(await lead('Cleo')).wanted_start, (await lead('Dan')).wanted_start, (await lead('Fay')).wanted_start], ['2026-12-31', '2027-01-02', '2027-05-06']);
  // The row that was refused is corrected as it was typed, and its column is written as in the whole file.
  await main.getByRole('button', { name: 'Correct those rows' }).click();
  await main.getByText('Paste or change the table').click();
  const table = main.getByLabel('Table', { exact: true });
  assert.ok((await table.inputValue()).includes('soon'));
  await table.fill((await table.inputValue()).replace('soon', '03/02/2027'));
  await main.getByText('“03/02/2027” is read as 2 March 2027').waitFor();
  await check.click();
  await main.getByRole('button', { name: 'Import 1 row' }).click();
  await main.getByText('1 row was imported.').waitFor();
  assert.equal((await lead('Eve')).wanted_start, '2027-03-02');

  // Numbers: 1.234 alone could be two things, beside 1.234,56 it is one.
  await begin('resources', ['Name;Type;Capacity;Tax in percent;Price of a day at the most', `Hall ${mark};event space;12;19,5 %;1.234`, `Loft ${mark};studio;8;7;2.345`]);
  await main.getByText('“19,5 %” is read as 19.5').waitFor();
  assert.equal(await check.count(), 0);
  await written('numbers', 'Price of a day at the most').selectOption('.');
  await main.getByText('Say first how the columns').waitFor({ state: 'detached' });
  await begin('resources', ['Name;Type;Capacity;Tax in percent;Price of a day at the most', `Hall ${mark};event space;12;19,5 %;"1.234,56"`, `Loft ${mark};studio;8;7;€ 1.234`]);
  await main.getByText('“1.234,56” is read as 1,234.56').waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  const extra = await page.evaluate(() => { const room = document.querySelector('main'); return room.scrollWidth - room.clientWidth; });
  assert.ok(extra <= 1, `${extra} wider than a phone`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await send(2);
  const rooms = await api('GET', `/resources?location_id=${place.id}&per_page=100`);
  const of = (name) => rooms.find((one) => one.name === `${name} ${mark}`);
  assert.deepEqual([of('Hall').tax_rate, of('Hall').price_cap_per_day, of('Loft').price_cap_per_day], [19.5, 1234.56, 1234]);

  // Day and time are those of the location's clock.
  const host = await api('POST', '/members', { name: 'Host', surname: mark, email: `host.${mark}@example.com`, location_ids: [place.id] });
  await begin('visits', ['Name;Arrival;host_id', `Guest ${mark};31.12.2026 14:30;${host.id}`, `Other ${mark};1.1.2027 9.15 Uhr;${host.id}`]);
  await main.getByText(/“31\.12\.2026 14:30” is read as 31 Dec 2026, 14:30/).waitFor();
  await send(2);
  await until(async () => (await api('GET', `/visitor-visits?location_id=${place.id}&per_page=100`)).map(({ expected_at: at }) => at).sort().join() === '2026-12-31T14:30:00.000Z,2027-01-01T09:15:00.000Z', 'they are expected at those hours in Lisbon');
}
