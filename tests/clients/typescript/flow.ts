// A location, a member, a room and a booking; the conflict of a second booking; two pages by cursor. There is no cast
// here: what the generated client knows must suffice.
import {
  createBooking,
  createLocation,
  createMember,
  createResource,
  listMembers,
  type ApiError,
  type ListMembersData,
} from './generated';
import { client } from './generated/client.gen';

function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
}

/** What an answer must have; a refusal ends the program with its words. */
function data<Body>(answer: { data?: Body | undefined; error?: ApiError | undefined }): Body {
  if (answer.data === undefined) throw new Error(answer.error?.error.message ?? 'no answer');
  return answer.data;
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`it does not hold that ${what}`);
}

async function members(query: NonNullable<ListMembersData['query']>) {
  const page = data(await listMembers({ query }));
  const pagination = page.pagination;
  if (!('next_cursor' in pagination)) throw new Error('the cursor scheme was chosen');
  return { ids: page.data.map((member) => member.id), next: pagination.next_cursor, total: pagination.total_count };
}

async function main(): Promise<void> {
  const secret = variable('COLONNADE_CLIENT_SECRET');
  const clientId = variable('COLONNADE_CLIENT_ID');
  client.setConfig({
    baseUrl: variable('COLONNADE_BASE_URL'),
    auth: (scheme) => (scheme.scheme === 'bearer' ? secret : clientId),
  });

  const location = data(
    await createLocation({
      body: {
        name: 'Typewriter Hall',
        time_zone: 'Europe/Amsterdam',
        currency: 'EUR',
        opening_hours: [{ weekday: 'monday', opens: '08:00', closes: '20:00' }],
      },
    }),
  ).data;
  const people = [];
  for (const name of ['Ann', 'Ben', 'Cleo']) {
    const email = `${name.toLowerCase()}@typescript.example`;
    people.push(data(await createMember({ body: { name, email, location_ids: [location.id] } })).data);
  }
  const [ann, ben] = people;
  if (ann === undefined || ben === undefined) throw new Error('there are three');
  const room = data(
    await createResource({ body: { location_id: location.id, name: 'Quiet room', type: 'meeting_room', capacity: 4 } }),
  ).data;

  // The first Monday at least a week from now, in the forenoon.
  const day = new Date(Date.now() + 7 * 86_400_000);
  while (day.getUTCDay() !== 1) day.setUTCDate(day.getUTCDate() + 1);
  const at = (hour: number) => `${day.toISOString().slice(0, 10)}T${String(hour).padStart(2, '0')}:00:00Z`;
  const wish = { resource_id: room.id, customer_id: ann.id, start_time: at(9), end_time: at(11) };
  const booking = data(await createBooking({ body: wish, headers: { 'Idempotency-Key': `${room.id}-first` } })).data;
  check(booking.status === 'confirmed', 'a new booking is confirmed');
  check(booking.cancellation_reason === null, 'a booking that stands has no reason of a cancellation');

  const second = await createBooking({ body: { ...wish, customer_id: ben.id, start_time: at(10), end_time: at(12) } });
  check(second.response?.status === 409, 'the second booking is refused');
  check(second.error?.error.code === 'booking_conflict', 'the time is taken');
  const conflict = second.error?.error.details?.conflicts?.[0];
  check(conflict?.start_time === booking.start_time, 'the answer tells which time is taken');

  const first = await members({ location_id: location.id, limit: 2 });
  const rest = await members({ location_id: location.id, limit: 2, cursor: first.next });
  check(first.total === 3 && first.ids.length === 2 && rest.ids.length === 1 && rest.next === '', 'two pages hold all');
  check(new Set([...first.ids, ...rest.ids]).size === 3, 'no member is on both pages');
  console.log(`TypeScript: booked ${booking.id}, met the conflict, read ${first.total} members on two pages`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
