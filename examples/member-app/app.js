// Members sign in, book a room and cancel. The token is a variable; what outlasts a reload is a cookie no script can read.
const { api, clientId, publishableKey } = window.COLONNADE ?? {};
const tabs = new BroadcastChannel('colonnade');
const alone = (act) => navigator.locks.request('colonnade', act);
const by = (id) => document.getElementById(id);
let session = null; // {token, member_id}
let signIn = null; // {id, code}: the sign-in that was begun, with its code if a link brought it
let [bookings, names, zone, searches] = [[], {}, 'UTC', 0];

async function read(response) {
  const body = await response.json().catch(() => ({}));
  if (response.ok) return body;
  const { message = 'the service gave no reason', details } = body.error ?? {};
  throw Object.assign(new Error(message), { status: response.status, reason: details?.reason, wait: response.headers.get('Retry-After') });
}
const as = (bearer) => ({ 'X-Client-ID': clientId, Authorization: `Bearer ${bearer}` });
const on401 = (act) => (refusal) => refusal.status === 401 ? act() : Promise.reject(refusal);
// When no answer comes, the same request again; the same key keeps it from being done twice.
async function send(bearer, method, path, body, key = crypto.randomUUID()) {
  const headers = as(bearer);
  if (method === 'POST') Object.assign(headers, { 'Content-Type': 'application/json', 'Idempotency-Key': key });
  const ask = () => fetch(api + path, { method, headers, body: body && JSON.stringify(body) });
  return read(await ask().catch(ask));
}
function call(method, path, body, used = session, key = crypto.randomUUID()) {
  const again = () => renew(used).then(() => send(session?.token, method, path, body, key));
  return send(used?.token, method, path, body, key).catch(on401(again));
}
// The first hundred: for more, follow `pagination.next_cursor`.
const list = (path, query) => call('GET', `${path}?${new URLSearchParams({ ...query, limit: 100 })}`);
// What is done with the cookie, outside of /v1. `keepalive`: its new value is kept even if the page goes meanwhile.
async function cookie(what, token) {
  const request = { method: 'POST', credentials: 'include', keepalive: true, headers: token && as(token) };
  return (await read(await fetch(api.replace(/\/v1$/, `/auth/${what}`), request))).data;
}
// A refresh token works once, and its second use ends the sign-in: one tab at a time renews, and tells the others.
const renew = (used) => alone(async () => {
  if (session !== used) return;
  await cookie('refresh').then(adopt, (refusal) => {
    if (refusal.status === 401) adopt(null);
    throw refusal;
  });
});
function adopt(next, isOurs = true) {
  const isSame = next?.member_id === session?.member_id;
  session = next;
  if (isOurs) tabs.postMessage(next);
  if (!isSame) guarded(show);
}
tabs.onmessage = ({ data }) => adopt(data, false);
function make(tag, content, ...children) {
  const made = Object.assign(document.createElement(tag), content);
  return made.append(...children), made;
}
const quiet = (tag, textContent) => make(tag, { className: 'quiet', textContent });
const money = (amount, currency) => new Intl.NumberFormat([], { style: 'currency', currency }).format(amount);
const clock = (time, timeZone) => new Date(time).toLocaleTimeString([], { timeZone, timeStyle: 'short' });
const span = ({ start_time: start, end_time: end, time_zone: timeZone = zone }) =>
  new Intl.DateTimeFormat([], { timeZone, dateStyle: 'full', timeStyle: 'short' })
    .formatRange(new Date(start), new Date(end));
function say(problem, news = '') {
  (by('dialog').open ? by('dialog').querySelector('.problem') : by('problem')).textContent = problem;
  by('news').textContent = news;
}
// Refusals are sentences for people, but that they begin small and have instants as programs write them.
const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`
  .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => clock(time, zone));
function words({ status, message, wait }) {
  if (!status) return 'The service cannot be reached. Try again.';
  if (status === 401) return 'You are signed out. Sign in to go on.';
  return `${sentence(message)}${wait ? ` Try again in ${Math.ceil(wait / 60)} min.` : ''} (${status})`;
}
const guarded = (act) => Promise.resolve().then(act).catch((error) => {
  if (!error.status) console.error(error);
  say(words(error));
});
// A second press while the first is under way does nothing.
const on = (target, type, act) => target.addEventListener(type, async (event) => {
  event.preventDefault();
  const pressed = event.submitter ?? target;
  if (pressed.ariaBusy) return;
  pressed.ariaBusy = 'true';
  say('');
  await guarded(act);
  pressed.ariaBusy = null;
});
function step(name) {
  for (const form of by('sign-in').querySelectorAll('form')) form.hidden = form.id !== name;
  by(name).querySelector('input, button').focus();
}
async function show() {
  by('dialog').close();
  by('sign-in').hidden = !!session;
  by('app').hidden = by('sign-out').hidden = !session;
  for (const id of ['who', 'rooms', 'mine']) by(id).replaceChildren();
  if (!session) return step(signIn?.code ? 'confirm' : 'ask');
  by('title').focus();
  const [{ data: me }, places, mine] = await Promise.all([call('GET', `/members/${session.member_id}`),
    list('/locations'), list('/bookings', { ends_from: new Date().toISOString() })]);
  const { location: place, day } = by('search').elements;
  by('who').textContent = `${me.name} ${me.surname}`;
  place.replaceChildren(...places.data.map(({ id, name }) => new Option(name, id, false, id === me.location_ids[0])));
  day.value ||= new Date(Date.now() + 86_400_000).toLocaleDateString('sv');
  bookings = mine.data;
  await Promise.all([search(), showMine()]);
}
async function search() {
  const { location: place, type, day, minutes } = Object.fromEntries(new FormData(by('search')));
  if (!place || !day) return;
  const asked = ++searches;
  // Fourteen hours more on both sides: the location's day is among them in whatever time zone it is.
  const at = (hours) => new Date(Date.parse(day) + hours * 3_600_000).toISOString();
  const query = { location_id: place, type, from: at(-14), to: at(38), duration_minutes: minutes };
  const [rooms, { data }] = await Promise.all([list('/availability', query), call('GET', `/locations/${place}`)]);
  if (asked !== searches) return;
  zone = data.time_zone;
  const isOfDay = (time) => new Date(time).toLocaleDateString('sv', { timeZone: zone }) === day;
  by('rooms').replaceChildren(...rooms.data.map((room) => card(room, room.start_times.filter(isOfDay), minutes)));
  if (!rooms.data.length) by('rooms').append(quiet('li', 'There are no rooms of this kind.'));
}
function card({ resource_id, name, capacity }, times, minutes) {
  const start = make('select', {}, ...times.map((time) => new Option(clock(time, zone), time)));
  const pick = make('div', {}, make('label', {}, 'Start ', start), make('button', { textContent: 'See price' }));
  const form = make('form', { ariaLabel: name }, make('h3', { textContent: name }),
    quiet('p', capacity ? `Up to ${capacity} people` : 'Any number of people'),
    times.length ? pick : quiet('p', 'Nothing is free on this day.'));
  on(form, 'submit', () => offer(name, { resource_id, start_time: start.value, payment_source: 'invoice',
    end_time: new Date(Date.parse(start.value) + minutes * 60_000).toISOString() }));
  return make('li', { className: 'card' }, form);
}
async function showMine() {
  const open = bookings.filter(({ status }) => ['confirmed', 'pending'].includes(status));
  open.sort((one, other) => one.start_time.localeCompare(other.start_time));
  by('mine').replaceChildren(...await Promise.all(open.map(line)));
  if (!open.length) by('mine').append(quiet('li', 'You have no bookings.'));
}
async function line(booking) {
  const id = booking.resource_id;
  const name = await (names[id] ??= call('GET', `/resources/${id}`).then(({ data }) => data.name, () => 'A room'));
  const cancel = make('button', { type: 'button', textContent: 'Cancel', ariaLabel: `Cancel ${name}` });
  on(cancel, 'click', () => takeBack(name, booking));
  return make('li', { className: 'card' }, make('h3', { textContent: name }),
    quiet('p', `${span(booking)}${booking.status === 'pending' ? ', waits for approval' : ''}`),
    make('b', { textContent: money(booking.total_amount, booking.currency) }), cancel);
}

// By its `quote_id` the booking is made at the price that was shown, or refused.
async function offer(name, wanted) {
  const { data: quote } = await call('POST', '/bookings/quote', wanted);
  const { price_breakdown: price, currency, total_amount: total } = quote;
  const lines = [['Price', price.subtotal], ...price.discount_lines.map((line) => [line.description, -line.amount]),
    ...price.tax_lines.map((line) => [`Tax ${line.rate} %${line.inclusive ? ', included' : ''}`, line.amount]),
    ['Total, on your invoice', total]].map(([label, amount]) => [label, money(amount, currency)]);
  const label = `${quote.outcome === 'pending' ? 'Ask for it' : 'Book'} for ${money(total, currency)}`;
  ask(name, span(wanted), lines, label, 'Booked', () => call('POST', '/bookings', { ...wanted, quote_id: quote.id }));
}
async function takeBack(name, booking) {
  const { data: { fee, currency } } = await call('POST', `/bookings/${booking.id}/quote-cancel`);
  ask(name, span(booking), [['Cancelling costs', money(fee, currency)]], 'Cancel booking', 'Cancelled', () =>
    call('POST', `/bookings/${booking.id}/cancel`, {}));
}
function ask(name, time, lines, label, done, act) {
  by('dialog-title').textContent = name;
  by('dialog-time').textContent = time;
  by('lines').replaceChildren(...lines.map(([term, textContent]) => make('div', {}, make('dt', { textContent: term }), make('dd', { textContent }))));
  by('agree').textContent = label;
  by('dialog').agreed = async () => {
    const { data: changed } = await act();
    bookings = [...bookings.filter(({ id }) => id !== changed.id), changed];
    by('dialog').close();
    by('title').focus();
    say('', `${done}: ${name}, ${time}.`);
    await Promise.all([showMine(), search()]);
  };
  by('dialog').showModal();
  say('');
}

async function complete(code) {
  const prove = (second) => send(publishableKey, 'POST', `/sign-ins/${signIn.id}/complete`, { code, ...second });
  // Who has an authenticator is asked for a code of it as well.
  const { data } = await prove().catch((refusal) => refusal.reason === 'second_factor_required'
    ? prove({ second_factor_code: prompt('Code of your authenticator app') ?? '' }) : Promise.reject(refusal));
  signIn = null;
  await alone(() => cookie('remember', data.token)).finally(() => adopt(data));
}
on(by('ask'), 'submit', async () => {
  const email = by('ask').elements.email.value;
  const letter = { email, return_to: location.origin + location.pathname };
  signIn = (await send(publishableKey, 'POST', '/sign-ins', letter)).data;
  by('address').textContent = email;
  step('prove');
});
on(by('prove'), 'submit', () => complete(by('prove').elements.code.value));
on(by('confirm'), 'submit', () => complete(signIn.code));
on(by('again'), 'click', () => step('ask'));
on(by('sign-out'), 'click', () => alone(() => cookie('sign-out').catch(on401(() => {}))).then(() => adopt(null)));
on(by('dialog'), 'submit', () => by('dialog').agreed());
on(by('close'), 'click', () => by('dialog').close());
by('search').addEventListener('change', () => guarded(search));

// A link from a letter is only shown: who opens it presses the button, which mail scanners do not.
async function start() {
  const link = new URLSearchParams(location.hash.slice(1));
  if (!link.has('sign_in')) return renew(null).catch(on401(show));
  signIn = { id: link.get('sign_in'), code: link.get('code') };
  history.replaceState(null, '', location.pathname);
  await show();
}
addEventListener('hashchange', () => location.hash && guarded(start));
guarded(api ? start : () => say('config.js is missing: README.md says how it is made.'));
