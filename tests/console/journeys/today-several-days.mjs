export const title = 'a booking of several days keeps its last day when the time of its end changes, and what ends in the repeated hour ends after it begins';

export default async function severalDays({ enter, api, until, assert, accessible }) {
  const mark = Date.now().toString(36);
  const place = (await api('GET', '/locations?per_page=100')).find(({ is_active: isActive, time_zone: zone }) => isActive && zone === 'Europe/Amsterdam');
  const hall = await api('POST', '/resources', { name: `Hall ${mark}`, type: 'event_space', location_id: place.id });
  const member = await api('POST', '/members', { email: `days.${mark}@example.com`, name: 'Dora', surname: `Days ${mark}`, location_ids: [place.id] });
  const book = (start, end) => api('POST', '/bookings', { customer_id: member.id, resource_id: hall.id, start_time: start, end_time: end, payment_source: 'none', override: true });
  const long = await book('2027-03-01T08:00:00Z', '2027-03-03T17:00:00Z');
  const page = await enter(`#/today?day=2027-03-01&booking=${long.id}`);
  await page.locator('.location-choice select').selectOption(place.id);
  const form = page.locator('dialog');
  const [day, from, to, last] = [form.getByLabel('Day', { exact: true }), form.getByLabel('From'), form.getByLabel('To', { exact: true }), form.getByLabel('Day of the end')];
  const move = async (id) => {
    await page.evaluate((booking) => { location.hash = `#/today?day=2027-03-01&booking=${booking}`; }, id);
    await form.getByRole('button', { name: 'Move…' }).click();
    await last.waitFor();
  };
  const lengthIs = (said) => until(async () => (await form.textContent()).includes(said), `it lasts ${said}`);

  await move(long.id);
  assert.deepEqual([await day.inputValue(), await last.inputValue()], ['2027-03-01', '2027-03-03']);
  // Each figure that is typed makes another time: the last day is the one that was said all the while.
  await to.fill('01:00');
  await to.fill('19:00');
  assert.equal(await last.inputValue(), '2027-03-03');
  await lengthIs('58 h');
  await accessible(page);
  await last.fill('2027-03-02');
  await lengthIs('34 h');
  await to.fill('08:00');
  await to.fill('20:00');
  await lengthIs('35 h');
  await form.getByLabel('Move it all the same').check();
  await form.getByRole('button', { name: 'Move', exact: true }).click();
  await until(async () => (await api('GET', `/bookings/${long.id}`)).end_time === '2027-03-02T19:00:00.000Z', 'it ends on the day that was chosen');

  // A time before the start is on the next day, and one after it on the first day again.
  const short = await book('2027-03-08T09:00:00Z', '2027-03-08T11:00:00Z');
  await move(short.id);
  await to.fill('01:00');
  assert.equal(await last.inputValue(), '2027-03-09');
  await to.fill('13:00');
  assert.equal(await last.inputValue(), '2027-03-08');
  await lengthIs('3 h');

  // From the second 02:30 of the night in which the clocks are turned back to 02:45 it is a quarter of an hour.
  const night = await book('2027-10-31T01:30:00Z', '2027-10-31T02:30:00Z');
  await page.keyboard.press('Escape');
  await move(night.id);
  assert.equal(await from.inputValue(), '02:30');
  await to.fill('02:45');
  await lengthIs('15 min');
  assert.equal(await last.inputValue(), '2027-10-31');
}
