// Who may take care of tickets at a location: its managers, admins and owners.
import { nameOf } from '../../app/names.js';
import { ofTheirs } from '../../app/place.js';
import { useAll } from '../../app/records.js';

/** @param {string} location */
export function useTeam(location) {
  const read = [useAll('/members', { role: 'owner', ...ofTheirs() }), useAll('/members', { role: 'admin', ...ofTheirs() }), useAll('/members', { role: 'manager', ...ofTheirs() })];
  const all = read.flatMap(({ data }) => data ?? []);
  const may = all.filter((one) => one.status === 'active' && (one.role !== 'manager' || one.location_ids.includes(location)));
  return may.map((one) => ({ id: one.id, name: nameOf(one) })).sort((one, other) => one.name.localeCompare(other.name));
}
