// Bookings that began on an earlier day and still go on. The API looks through at most a thousand to find them, so a full
// month is asked for in parts, and only asked for again by every change where there are any.
import { useEffect } from '../../vendor/preact.js';
import { useAll } from '../../app/records.js';
import { getAll } from '../../app/request.js';
import { addDays, text } from '../../app/time.js';

/** The longest booking: one that began so many days before may still go on. */
export const LONGEST_DAYS = 31;
const AGAIN_MS = 600_000;

/** @param {string} from @param {string} to */
const daysBetween = (from, to) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** @type {import('../../app/records.js').Reader} */
async function inParts(path, query) {
  const { start_date: from, end_date: to } = query;
  try {
    return await getAll(path, query);
  } catch (refusal) {
    const isTooMany = /** @type {any} */ (refusal).status === 422;
    if (!isTooMany || from === to) throw refusal;
  }
  // Where the last day alone is too full, there is no use in asking for the others.
  const middle = addDays(from, Math.floor(daysBetween(from, to) / 2));
  const last = await inParts(path, { ...query, start_date: addDays(middle, 1) }, () => {});
  return [...await inParts(path, { ...query, end_date: middle }, () => {}), ...last];
}

/** @param {string | null} location null as long as nothing shall be read @param {string} day @param {number} from */
export function useEarlier(location, day, from) {
  const query = { location_id: location, start_date: addDays(day, -LONGEST_DAYS), end_date: addDays(day, -1), ends_from: text(from) };
  const list = useAll(location ? '/bookings' : null, query, inParts);
  const { entry, data } = list;
  useEffect(() => { if (entry) entry.types = data?.length ? ['booking'] : []; }, [entry, data]);
  useEffect(() => {
    const timer = setInterval(() => list.again(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [entry]);
  return list;
}
