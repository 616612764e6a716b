import { placeIn } from '../today.mjs';

export const title = 'a company owes its tax itself, by a number whose form is right and from another country, and its invoice says so; a member is exempt for a reason';

export default async function taxStatus({ enter, api, until, assert, accessible }) {
  const mark = Date.now().toString(36);
  const place = await placeIn(api, 'Europe/Amsterdam');
  const company = await api('POST', '/companies', { location_id: place.id, name: `Papier ${mark}` });
  const page = await enter(`#/person/${company.id}`);
  const dialog = page.getByRole('dialog');
  const edit = () => page.getByRole('button', { name: 'Edit', exact: true }).click();
  const save = () => dialog.getByRole('button', { name: 'Save' }).click();
  const wrong = (label) => dialog.locator('.field.wrong', { has: page.getByText(label, { exact: true }) }).locator('small.problem').waitFor();
  const tax = dialog.getByLabel('Tax', { exact: true });

  await edit();
  await tax.selectOption('reverse_charge');
  await save();
  await wrong('Tax number');
  await dialog.getByLabel('Tax number').fill('DE136695976');
  await save();
  await wrong('Country');
  await dialog.getByLabel('Country').fill('NL');
  await save();
  await dialog.locator('.field.wrong').first().waitFor();
  await accessible(page);
  await dialog.getByLabel('Country').fill('DE');
  await save();
  await until(async () => (await api('GET', `/companies/${company.id}`)).tax_status === 'reverse_charge', 'it owes its tax itself');
  const facts = page.locator('.facts').first();
  await facts.getByText('Reverse charge').waitFor();
  assert.match(await facts.textContent(), /DE136695976 Form checked/);

  const draft = await api('POST', '/invoices', { customer_id: company.id, location_id: place.id, items: [{ description: 'Desk', quantity: 1, unit_amount: 100, tax_rate: 21 }] });
  const invoice = await api('POST', `/invoices/${draft.id}/issue`);
  assert.equal(invoice.total, 100);
  await page.evaluate((id) => { location.hash = `#/money?tab=invoices&invoice=${id}`; }, invoice.id);
  await page.locator('.invoice-paper tfoot').getByText('Reverse charge').waitFor();

  // A member is exempt; another status takes its place, and somebody else's change is kept.
  const member = await api('POST', '/members', { email: `exempt.${mark}@example.com`, name: 'Ezra', surname: `Exempt ${mark}`, location_ids: [place.id] });
  await page.evaluate((id) => { location.hash = `#/person/${id}`; }, member.id);
  await page.getByRole('heading', { name: `Ezra Exempt ${mark}` }).waitFor();
  await edit();
  await dialog.getByText('For invoices').click();
  await tax.selectOption('exempt');
  await save();
  assert.equal((await api('GET', `/members/${member.id}`)).tax_status, 'standard', 'a reason is needed');
  await dialog.getByLabel('Why they are exempt, as documents say it').fill('Article 151');
  await api('PUT', `/members/${member.id}`, { phone: '+31 20 555 0101' });
  await save();
  await dialog.getByRole('button', { name: 'Take theirs, and keep what I typed' }).click();
  await save();
  const exempt = await until(async () => { const now = await api('GET', `/members/${member.id}`); return now.tax_status === 'exempt' && now; }, 'the member is exempt');
  assert.deepEqual([exempt.tax_exemption_reason, exempt.phone], ['Article 151', '+31 20 555 0101']);
  await page.locator('.facts').first().getByText('Article 151').waitFor();
}
