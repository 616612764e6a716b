// Makes very many members: node many-people.mjs [MEMBERS]. The service, begun with --empty, is named by the environment.
import { pathToFileURL } from 'node:url';
import { clientOf, makePlace, several } from './many-rooms.mjs';

const GIVEN = ['Ada', 'Björn', 'Chloé', 'Daan', 'Élodie', 'Femke', 'Grace', 'Hiroshi', 'Inês', 'Jürgen'];
const FAMILY = ['de Vries', 'García', 'Jansen', 'Müller', 'Nakamura', 'Okafor', 'Rossi', 'Silva', 'Smith', 'Weber'];

/** @param {(method: string, path: string, body?: any) => Promise<any>} api */
export async function makePeople(api, count = 10_000) {
  await makePlace(api);
  const mark = Date.now().toString(36);
  await several(Array.from({ length: count }), (_, index) => api('POST', '/members', {
    name: GIVEN[index % GIVEN.length], surname: `${FAMILY[Math.floor(index / GIVEN.length) % FAMILY.length]} ${index + 1}`, email: `person.${mark}.${index + 1}@example.com`,
  }));
  return { members: count };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) console.log(JSON.stringify(await makePeople(clientOf(process.env), Number(process.argv[2]) || undefined)));
