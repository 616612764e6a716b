// Makes a location with very many rooms and a full day of bookings: node many-rooms.mjs [ROOMS] [BOOKINGS OF EACH]. The
// service, begun with --empty, is named by the environment. Prints the location and the day.
import { pathToFileURL } from 'node:url';

const HOUR = 3_600_000;
const KINDS = ['meeting_room', 'phone_booth', 'office', 'studio', 'conference_room'];
const AT_ONCE = 4;

/** Calls the API of the service that the environment names; the data of the answer. @param {Record<string, any>} environment */
export function clientOf({ COLONNADE_BASE_URL: base, COLONNADE_CLIENT_ID: id, COLONNADE_CLIENT_SECRET: secret }) {
  const headers = { Authorization: `Bearer ${secret}`, 'X-Client-ID': id, 'Content-Type': 'application/json' };
  return async (/** @type {string} */ method, /** @type {string} */ path, /** @type {any} */ body) => {
    const answer = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).data;
  };
}

/** Does all of it, some at a time. @template T @param {T[]} all @param {(one: T, index: number) => Promise<any>} work */
export async function several(all, work) {
  const results = [];
  const queue = all.map((one, index) => async () => { results[index] = await work(one, index); });
  await Promise.all(Array.from({ length: AT_ONCE }, async () => { while (queue.length) await queue.shift()(); }));
  return results;
}

/** @param {(method: string, path: string, body?: any) => Promise<any>} api */
export const makePlace = (api) => api('POST', '/locations', {
  name: `The Block ${Date.now()}`, time_zone: 'Europe/Amsterdam', currency: 'EUR',
  address: { line1: 'Quay 1', line2: '', city: 'Amsterdam', state: '', postal_code: '1011 AA', country_code: 'NL' },
});

/** @param {(method: string, path: string, body?: any) => Promise<any>} api */
export async function makeRooms(api, rooms = 332, each = 5) {
  const place = await makePlace(api);
  const customers = await several(Array.from({ length: 60 }), (_, index) =>
    api('POST', '/members', { name: 'Person', surname: `${index + 1}`, email: `person.${index}.${Date.now()}@example.com` }));
  const resources = await several(Array.from({ length: rooms }), (_, index) => api('POST', '/resources', {
    location_id: place.id, name: `Room ${String(index + 1).padStart(3, '0')}`, type: KINDS[index % KINDS.length], capacity: 4,
  }));
  const day = new Date(Date.now() + 7 * 24 * HOUR).toISOString().slice(0, 10);
  const wanted = resources.flatMap((resource, room) => Array.from({ length: each }, (_, turn) => ({ resource, room, turn })));
  await several(wanted, ({ resource, room, turn }) => {
    const start = Date.parse(`${day}T07:00Z`) + (turn * 2 + (room % 4) / 4) * HOUR;
    return api('POST', '/bookings', {
      resource_id: resource.id, customer_id: customers[(room + turn * 7) % customers.length].id, title: turn % 2 ? 'Meeting' : '',
      start_time: new Date(start).toISOString(), end_time: new Date(start + HOUR * (1 + (turn % 2) / 2)).toISOString(),
    });
  });
  return { location_id: place.id, day, rooms, bookings: wanted.length };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [rooms, each] = process.argv.slice(2).map(Number);
  console.log(JSON.stringify(await makeRooms(clientOf(process.env), rooms || undefined, each || undefined)));
}
