// The map of a week: which hours are shown, and when it is fullest. No page here.

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const OFFICE = [8, 18];

/** First and last hour in which anything can be booked or was; usual hours where nothing is. @param {any[]} cells */
export function hoursShown(cells) {
  const used = cells.filter((cell) => cell.bookable_minutes || cell.booked_minutes).map(({ hour }) => hour);
  const [first, last] = used.length ? [Math.min(...used), Math.max(...used)] : OFFICE;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** The hour of the week with the highest occupancy, or nothing. @param {any[]} cells */
export const fullest = (cells) => cells.filter(({ occupancy_percent: percent }) => percent).sort((one, other) => other.occupancy_percent - one.occupancy_percent)[0] ?? null;

/** Share of booked in bookable minutes of some cells, in percent; null where nothing can be booked. @param {any[]} cells */
export function shareOf(cells) {
  const sum = (/** @type {string} */ field) => cells.reduce((total, cell) => total + cell[field], 0);
  const bookable = sum('bookable_minutes');
  return bookable ? Math.round((1_000 * sum('booked_minutes')) / bookable) / 10 : null;
}
