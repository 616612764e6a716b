export const title = 'QR codes before a camera: a visitor, a ticket, the same ticket again, and no camera at all';

const minutes = (count) => new Date(Date.now() + count * 60_000).toISOString();

/** A picture of the API, as it stands on a telephone. */
async function picture(origin, path) {
  const { COLONNADE_CLIENT_ID: id, COLONNADE_CLIENT_SECRET: secret } = process.env;
  const answer = await fetch(`${origin}/v1${path}`, { headers: { Authorization: `Bearer ${secret}`, 'X-Client-ID': id } });
  return answer.text();
}

/** Puts a film in the place of the camera: `show` holds a picture before it. */
async function placeCamera(page) {
  await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 860, height: 540 });
    const context = canvas.getContext('2d');
    let image = null;
    setInterval(() => {
      context.fillStyle = 'gray';
      context.fillRect(0, 0, 860, 540);
      if (image) context.drawImage(image, 60, 40, 740, 460);
    }, 60);
    globalThis.hold = async (svg) => {
      const next = svg && Object.assign(new Image(), { src: URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })) });
      await next?.decode();
      image = next;
    };
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(15);
  });
  return (svg) => page.evaluate((text) => globalThis.hold(text), svg);
}

async function prepare(api) {
  const [place] = (await api('GET', '/locations')).filter(({ name }) => name === 'Keizersgracht');
  const mark = Date.now().toString(36);
  const host = await api('POST', '/members', { email: `host.${mark}@example.com`, name: 'Hedda', surname: mark, location_ids: [place.id] });
  const visit = await api('POST', '/visitor-visits', { location_id: place.id, host_id: host.id, expected_at: minutes(0), visitor: { name: 'Otto', surname: `Scanned${mark}` } });
  const event = await api('POST', '/events', { location_id: place.id, title: `Reading ${mark}`, start_time: minutes(-1), end_time: minutes(60), registration_closes_at: minutes(50), visibility: 'public', capacity: 5 });
  await api('POST', `/events/${event.id}/publish`, {});
  const ticket = await api('POST', '/event-registrations', { event_id: event.id, quantity: 1, guest: { name: `Paula ${mark}`, email: `paula.${mark}@example.com` } });
  return { mark, visit, ticket };
}

export default async function deskQr({ enter, api, until, assert, accessible, origin }) {
  const { mark, visit, ticket } = await prepare(api);
  const page = await enter('#/desk', { viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.waitForSelector('.people li');
  const hold = await placeCamera(page);
  await page.click('.find .scan');
  const said = (tone, text) => page.locator(`.scanner .outcome.${tone}`, { hasText: text }).waitFor();
  await hold(await picture(origin, `/visitor-visits/${visit.id}/badge.svg`));
  await said('good', `Otto Scanned${mark}`);
  assert.equal((await api('GET', `/visitor-visits/${visit.id}`)).status, 'checked_in');

  const svg = await picture(origin, `/event-registrations/${ticket.id}/ticket.svg`);
  await hold(svg);
  await said('good', `Paula ${mark}`);
  await accessible(page);
  assert.equal((await api('GET', `/event-registrations/${ticket.id}`)).checked_in_count, 1);

  // The code typed once more is refused, with the time of this place and not in the API's words for it.
  await page.fill('.typed-code input', ticket.ticket_code);
  await page.keyboard.press('Enter');
  await said('bad', `Paula ${mark}`);
  const refusal = await page.locator('.scanner .outcome p').textContent();
  assert.match(refusal, /come already/);
  assert.doesNotMatch(refusal, /\dT\d/);
  await page.fill('.typed-code input', 'nonsense');
  await page.keyboard.press('Enter');
  await said('bad', 'This is no code');
  await page.locator('dialog header button').click();

  // Without a camera the dialog says what to do, and the code can be typed.
  await page.evaluate(() => { navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError')); });
  await page.click('.find .scan');
  await page.getByText('The camera is not allowed for this page').waitFor();
  await until(() => page.locator('.typed-code input').isVisible(), 'the code can be typed');
}
