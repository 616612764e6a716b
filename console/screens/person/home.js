// The location that a customer belongs to, of which currency and days are.
import { locations, place } from '../../app/place.js';

/** The chosen location if it is one of theirs, or their first. @param {any} of */
export const homeOf = (of) => {
  const own = locations.value.filter(({ id }) => of.location_ids?.includes(id) || of.location_id === id);
  return own.find(({ id }) => id === place.value?.id) ?? own[0] ?? place.value;
};
