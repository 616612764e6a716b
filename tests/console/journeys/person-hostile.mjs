export const title = 'hostile words of people are text on every page about them, and break no layout';

const CORPUS = [
  '<img src=x onerror="window.broken=1">', '"><script>window.broken=1</script>', "'-alert(1)-'", '${window.broken=1}', '{count} {name} {who}', 'javascript:window.broken=1',
  '=HYPERLINK("http://example.com")', 'ש\u05C1לום עולם', 'مرحبا', 'e\u0301\u0323\u0301\u0323\u0301'.repeat(6), 'W'.repeat(120), '👩‍👩‍👧‍👦🏳️‍🌈', 'a\u00A0b', '&lt;b&gt;&amp;',
];

export default async function personHostile({ enter, api, until, assert }) {
  const mark = Date.now().toString(36);
  const place = (await api('GET', '/locations')).find(({ is_active: isActive }) => isActive);
  const made = [];
  await Promise.all(CORPUS.map(async (name, index) => {
    const member = await api('POST', '/members', { email: `hostile.${mark}.${index}@example.com`, name, surname: `Z${mark}`, about: name, legal_name: name, location_ids: [place.id] });
    const ticket = await api('POST', '/tickets', { location_id: place.id, requester_id: member.id, type: 'other', subject: name.slice(0, 200), description: `${name}\n${name}`, tags: [name.slice(0, 30).replaceAll(',', '')] });
    await api('POST', `/tickets/${ticket.id}/comments`, { author_id: member.id, text: name });
    made.push({ member, ticket });
  }));
  const page = await enter(`#/people?q=Z${mark}`);
  const whole = async (what) => {
    assert.equal(await page.evaluate(() => window.broken), undefined, what);
    assert.equal(await page.locator('main img[src="x"], main script').count(), 0, what);
    const [needed, there] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(needed <= there, `${what}: ${needed} wide in ${there}`);
  };
  const show = (hash) => page.evaluate((next) => { location.hash = next; }, hash);
  const has = async (place, name) => (await page.locator(place).evaluateAll((all) => all.map((one) => one.textContent).join('\n'))).includes(name);
  await until(async () => (await page.locator('.table .rows .row').count()) === CORPUS.length, 'all of them are listed');
  for (const { member } of made) assert.ok(await has('.who', member.name), `${member.name} is in the list`);
  await whole('People');
  await page.setViewportSize({ width: 360, height: 740 });
  await whole('People on a phone');
  for (const { member } of made.filter((_, index) => index % 2 === 0)) {
    await show(`#/person/${member.id}`);
    await until(async () => (await has('h1', member.name)) && (await has('.overview', member.about)), `${member.name} has a page`);
    await whole(`Person ${member.name}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await show(`#/tickets?location=${place.id}`);
  for (const { ticket } of made) await until(() => has('.ticket', ticket.subject), `${ticket.subject} is on the board`);
  await whole('Tickets');
  for (const { ticket } of made.slice(0, 4)) {
    await show(`#/tickets?location=${place.id}&ticket=${ticket.id}`);
    await until(async () => (await has('.ticket-page .said', ticket.subject)) && (await has('dialog h2', ticket.subject)), `${ticket.subject} is shown`);
    await whole(`Ticket ${ticket.subject}`);
  }
}
