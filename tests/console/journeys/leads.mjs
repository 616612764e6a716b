import { atOwnPlace } from '../own-place.mjs';

export const title = 'a lead goes from the first contact over a tour to a contract, another one is won as a member, a third is lost and taken up again';

export default (harness) => atOwnPlace(harness, 'Leads', (place) => leads(harness, place));

async function leads({ enter, api, until, assert, accessible, signIn }, place) {
  const mark = Date.now().toString(36);
  const plan = await api('POST', '/memberships', { location_id: place.id, name: `Team desk ${mark}`, cycle: 'monthly', price: 250, currency: 'GBP' });
  const [owner] = await api('GET', '/members?role=owner');
  const template = await api('POST', '/contract-templates', { title: `Membership agreement ${mark}`, location_id: place.id, body: 'Agreement with {{customer.name}}.' });
  const page = await enter('#/today');
  await page.evaluate((id) => { localStorage.setItem('colonnade.location', id); location.hash = '#/leads'; }, place.id);
  await page.reload();
  const dialog = (name) => page.getByRole('dialog', { name, exact: true });
  const column = (stage) => page.locator(`[data-stage="${stage}"]`);
  const leadOf = async (name) => (await api('GET', `/leads?location_id=${place.id}`)).find((one) => one.name === name);
  await page.getByText('No leads yet.').waitFor();
  await accessible(page);

  // The first contact. What was typed survives a reload, and a refusal stands at its field.
  await page.locator('.head-line').getByRole('button', { name: 'New lead' }).click();
  const made = dialog('New lead');
  await made.getByLabel('Name', { exact: true }).fill(`Vera Lang ${mark}`);
  await made.getByLabel('Company').fill('Lang Architects');
  await page.reload();
  await page.locator('.head-line').getByRole('button', { name: 'New lead' }).click();
  assert.equal(await made.getByLabel('Name', { exact: true }).inputValue(), `Vera Lang ${mark}`);
  await accessible(page);
  await made.getByLabel('E-mail address').fill(`${'v'.repeat(65)}@lang.example`);
  await made.getByRole('button', { name: 'Make the lead' }).click();
  await until(() => made.locator('[aria-invalid=true]').count(), 'the address is refused at its field');
  await made.getByLabel('E-mail address').fill(`vera.${mark}@lang.example`);
  await made.getByLabel('How they came').selectOption('referral');
  await made.getByLabel('The same in words').fill('Ann Bakker');
  await made.getByLabel('Membership plan').selectOption({ label: plan.name });
  await made.getByLabel('Desks').fill('4');
  await made.getByLabel('From', { exact: true }).fill('2031-03-01');
  await made.getByLabel('Next step').fill('Send the floor plan');
  await made.getByRole('button', { name: 'Make the lead' }).click();
  const vera = dialog(`Vera Lang ${mark}`);
  await vera.getByText('4 desks').waitFor();
  assert.deepEqual((({ source, source_text, desk_count, owner_id }) => ({ source, source_text, desk_count, owner_id }))(await leadOf(`Vera Lang ${mark}`)), { source: 'referral', source_text: 'Ann Bakker', desk_count: 4, owner_id: owner.id });
  await accessible(page);

  // The next step is done, and another one is noted.
  await vera.getByRole('button', { name: 'Done', exact: true }).click();
  await until(async () => !(await leadOf(`Vera Lang ${mark}`)).next_step, 'the step is done');
  await until(async () => (await vera.getByLabel('What', { exact: true }).inputValue()) === '', 'nothing stands there');
  await vera.getByLabel('What', { exact: true }).fill('Make an offer');
  await vera.getByRole('button', { name: 'Save', exact: true }).click();
  await until(async () => (await leadOf(`Vera Lang ${mark}`)).next_step === 'Make an offer', 'the next step is noted');

  // A tour is a visit with a host, and brings the lead on.
  await vera.getByRole('button', { name: 'Plan a tour' }).click();
  await dialog('Plan a tour').getByLabel('At', { exact: true }).fill('11:00');
  await accessible(page);
  await dialog('Plan a tour').getByRole('button', { name: 'Plan it' }).click();
  await vera.getByRole('region', { name: 'Tours' }).getByText('Expected').waitFor();
  const toured = await until(async () => { const now = await leadOf(`Vera Lang ${mark}`); return now.stage === 'tour_scheduled' && now; }, 'the tour brings it on');
  const visit = await api('GET', `/visitor-visits/${toured.tour_visit_ids[0]}`);
  assert.deepEqual([visit.visitor.email, visit.host_id, visit.expected_at.slice(11, 16)], [`vera.${mark}@lang.example`, owner.id, '11:00']);
  await page.keyboard.press('Escape');

  // By keyboard alone to the next stage; back by “Undo”, and there again by mouse.
  const card = (stage) => column(stage).locator(`[data-lead="${toured.id}"]`);
  await card('tour_scheduled').getByRole('button', { name: /^Move/ }).focus();
  await page.keyboard.press('Enter');
  await card('tour_scheduled').getByRole('button', { name: 'Offer made' }).press('Enter');
  await card('offer_made').waitFor();
  await until(() => page.evaluate((id) => document.activeElement?.closest('[data-lead]')?.dataset.lead === id, toured.id), 'the focus went along');
  await until(async () => (await leadOf(`Vera Lang ${mark}`)).stage === 'offer_made', 'the service knows it');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await card('tour_scheduled').waitFor();
  await until(async () => (await leadOf(`Vera Lang ${mark}`)).stage === 'tour_scheduled', 'it is undone');
  await page.waitForTimeout(300);
  await card('tour_scheduled').dragTo(column('offer_made'));
  await until(async () => (await leadOf(`Vera Lang ${mark}`)).stage === 'offer_made', 'the mouse brings it on');

  // A contract of what the lead knows.
  await card('offer_made').getByRole('button', { name: `Vera Lang ${mark}`, exact: true }).click();
  await vera.getByRole('button', { name: 'Becomes a customer …' }).click();
  const won = dialog(`Vera Lang ${mark} becomes a customer`);
  await won.getByText('The draft of a contract').click();
  assert.equal(await won.getByLabel('From', { exact: true }).inputValue(), '2031-03-01');
  await accessible(page);
  await won.getByLabel('Template').selectOption({ label: template.title });
  await won.getByRole('button', { name: 'It is won' }).click();
  await vera.getByRole('link', { name: 'The contract' }).waitFor();
  const contract = await api('GET', `/contracts/${(await leadOf(`Vera Lang ${mark}`)).contract_id}`);
  assert.deepEqual([contract.status, contract.start_date, contract.items[0].membership_plan_id, contract.items[0].quantity], ['draft', '2031-03-01', plan.id, 4]);
  await vera.getByRole('link', { name: 'The contract' }).click();
  await page.getByRole('dialog').getByText('2031').first().waitFor();

  // Somebody without an address becomes nobody: it says so, and the address is added on the way.
  const tom = await api('POST', '/leads', { name: `Tom Vos ${mark}`, location_id: place.id, phone: '+31 6 555 0144', next_step: 'Call', next_step_on: '2020-01-01' });
  const lost = await api('POST', '/leads', { name: `Lia Lost ${mark}`, location_id: place.id, email: `lia.${mark}@example.com`, stage: 'contacted' });
  await page.evaluate(() => { location.hash = '#/leads'; });
  await column('new').getByText(`Tom Vos ${mark}`).waitFor();
  await column('new').getByText('Late since').waitFor();
  await page.locator(`[data-lead="${tom.id}"]`).getByRole('button', { name: /^Move/ }).click();
  await page.locator(`[data-lead="${tom.id}"]`).getByRole('button', { name: 'Won' }).click();
  const winning = dialog(`Tom Vos ${mark} becomes a customer`);
  await winning.getByText('The lead has no e-mail address').waitFor();
  await winning.getByRole('button', { name: 'Edit the lead' }).click();
  await dialog('Edit the lead').getByLabel('E-mail address').fill(`tom.${mark}@example.com`);
  await dialog('Edit the lead').getByRole('button', { name: 'Save' }).click();
  await winning.getByRole('button', { name: 'It is won' }).click();
  await dialog(`Tom Vos ${mark}`).getByRole('link', { name: 'The member' }).waitFor();
  const { member_id: member } = await api('GET', `/leads/${tom.id}`);
  assert.equal((await api('GET', `/members/${member}`)).phone, '+31 6 555 0144');
  await page.keyboard.press('Escape');

  // Lost for a reason, and taken up again. Search narrows the board.
  await page.getByRole('searchbox').fill('lia');
  await until(async () => (await page.locator('.lead').count()) === 1, 'the search narrows the board');
  await page.locator(`[data-lead="${lost.id}"]`).dragTo(column('lost'));
  await dialog(`Nothing comes of Lia Lost ${mark}`).getByLabel('Why').selectOption('price');
  await dialog(`Nothing comes of Lia Lost ${mark}`).getByRole('button', { name: 'It is lost' }).click();
  await column('lost').getByText('Too dear').waitFor();
  assert.equal((await api('GET', `/leads/${lost.id}`)).lost_reason, 'price');
  await column('lost').getByRole('button', { name: `Lia Lost ${mark}`, exact: true }).click();
  await dialog(`Lia Lost ${mark}`).getByRole('button', { name: 'Take it up again' }).click();
  await until(async () => (await api('GET', `/leads/${lost.id}`)).stage === 'contacted', 'it is talked to again');
  await dialog(`Lia Lost ${mark}`).getByRole('button', { name: 'Delete …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
  await page.getByText('Nobody is found.').waitFor();

  // Found from anywhere.
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('combobox', { name: 'Search' }).fill(`tom vos ${mark}`);
  await page.getByRole('option', { name: /Lead$/ }).click();
  await dialog(`Tom Vos ${mark}`).waitFor();

  // Who runs the location works with its leads, and makes no contract.
  const manager = await api('POST', '/members', { name: 'Mara', surname: mark, email: `mara.${mark}@example.com`, role: 'manager', location_ids: [place.id] });
  await api('POST', '/leads', { name: `Nia New ${mark}`, location_id: place.id, email: `nia.${mark}@example.com`, owner_id: manager.id });
  const own = await signIn(`mara.${mark}@example.com`);
  await own.getByRole('link', { name: 'Leads' }).click();
  await own.getByRole('button', { name: 'Mine' }).click();
  await own.locator('.lead', { hasText: `Nia New ${mark}` }).getByRole('button', { name: /^Move/ }).click();
  await own.locator('.lead', { hasText: `Nia New ${mark}` }).getByRole('button', { name: 'Won' }).click();
  await own.getByRole('dialog').getByText('An invitation').click();
  assert.equal(await own.getByText('The draft of a contract').count(), 0);
  await own.getByRole('dialog').getByRole('button', { name: 'It is won' }).click();
  await own.getByRole('dialog').getByRole('link', { name: 'The registration' }).waitFor();
}
