export const title = 'a contract is drafted, issued and signed on paper; what it says appears by itself when another changes it';

export default async function contractsLife({ enter, api, until, accessible }) {
  const page = await enter('#/contracts?tab=drafts');
  const location = await page.locator('.location-choice select').inputValue();
  const template = (await api('GET', '/contract-templates?per_page=100')).find((one) => one.is_active && !one.file_key && [null, location].includes(one.location_id));
  const name = `Locker agreement ${Date.now()}`;
  await page.getByRole('button', { name: 'New contract' }).click();
  await page.getByLabel('Template').selectOption(template.id);
  await page.getByRole('combobox', { name: 'Customer' }).fill('Bakker');
  await page.getByRole('option', { name: /Ann Bakker/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByLabel('Title').fill(name);
  await page.getByLabel('How it is signed').selectOption('manual');
  await page.getByLabel('What is charged').fill('Locker');
  await page.getByLabel('Price').fill('10');
  await accessible(page);
  await page.getByRole('button', { name: 'Make a draft' }).click();
  await page.getByRole('button', { name: 'Issue', exact: true }).click();
  await page.getByRole('button', { name: 'Signed on paper' }).click();
  await until(() => page.locator('.contract', { hasText: 'Completed' }).count(), 'the trail says that all have signed');
  const contract = (await api('GET', '/contracts?per_page=5&order=desc')).find(({ title }) => title === name);
  await api('POST', `/contracts/${contract.id}/serve-notice`, {});
  await until(() => page.locator('.contract', { hasText: 'Notice served' }).count(), 'the notice that another served appears');
}
