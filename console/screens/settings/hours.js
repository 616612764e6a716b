// Opening hours as people think of them: spans of each weekday.

/** @typedef {{weekday: string, opens: string, closes: string}} Span */

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** What a new location begins with. @returns {Span[]} */
export const OFFICE_HOURS = () => WEEKDAYS.slice(0, 5).map((weekday) => ({ weekday, opens: '09:00', closes: '18:00' }));

/** Spans of a day with their places in the list, by which the API names what is wrong. @param {Span[]} spans @param {string} weekday */
export const spansOf = (spans, weekday) => spans.map((span, index) => ({ ...span, index })).filter((span) => span.weekday === weekday);

/** @param {Span[]} spans @param {number} index @param {Partial<Span>} changes */
export const withSpan = (spans, index, changes) => spans.map((span, place) => (place === index ? { ...span, ...changes } : span));

/** @param {Span[]} spans @param {number} index */
export const withoutSpan = (spans, index) => spans.filter((_, place) => place !== index);

/** One more span of a day, after the last one of the day; days stay in order. @param {Span[]} spans @param {string} weekday @returns {Span[]} */
export function withAnother(spans, weekday) {
  const own = spansOf(spans, weekday);
  const last = own.at(-1);
  const begin = last ? Math.min(minutesOf(last.closes) + 60, 22 * 60) : 9 * 60;
  const added = { weekday, opens: timeOf(begin), closes: timeOf(last ? Math.min(begin + 180, 24 * 60) : 18 * 60) };
  const all = [...spans, added];
  return WEEKDAYS.flatMap((day) => all.filter((span) => span.weekday === day));
}

/** The hours of one day for other days too. @param {Span[]} spans @param {string} from @param {string[]} to */
export function copied(spans, from, to) {
  const own = spans.filter(({ weekday }) => weekday === from);
  return WEEKDAYS.flatMap((day) => (to.includes(day) ? own.map((span) => ({ ...span, weekday: day })) : spans.filter(({ weekday }) => weekday === day)));
}

/** @param {string} time */
export function minutesOf(time) {
  const [hours, minutes] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** @param {number} minutes */
export const timeOf = (minutes) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Where a span stands in the picture of its day, in percent; what crosses midnight ends at its right edge. @param {Span} span */
export function barOf({ opens, closes }) {
  const [from, to] = [minutesOf(opens), minutesOf(closes)];
  const end = to <= from ? 24 * 60 : to;
  return { left: `${(from / 1_440) * 100}%`, width: `${((end - from) / 1_440) * 100}%` };
}

/** Whether a span ends on the day after. @param {Span} span */
export const crossesMidnight = ({ opens, closes }) => minutesOf(closes) <= minutesOf(opens);

/** Days of equal hours that follow each other, such as Mon–Fri 09:00–18:00. @param {Span[]} spans @returns {{from: string, to: string, spans: Span[]}[]} */
export function runsOf(spans) {
  const runs = /** @type {{from: string, to: string, key: string, spans: Span[]}[]} */ ([]);
  for (const weekday of WEEKDAYS) {
    const own = spans.filter((span) => span.weekday === weekday);
    const key = own.map(({ opens, closes }) => `${opens}-${closes}`).join();
    const last = runs.at(-1);
    if (last?.key === key) last.to = weekday;
    else runs.push({ from: weekday, to: weekday, key, spans: own });
  }
  return runs.filter(({ spans: own }) => own.length);
}
