// Names of what records refer to by id, read once and together as far as lists allow.
import { isAdmin } from './place.js';
import { useRecord } from './records.js';

/** A record that names somebody. @typedef {{type: string, id: string} | null} Naming */

/** @param {any} member */
export const nameOf = (member) => [member?.name, member?.surname].filter(Boolean).join(' ') || member?.email || '';

/**
 * How it is asked who somebody is. Those who run some locations are told of people who belong to none of theirs by a
 * record there that names them. @param {Naming} [by]
 */
export const askedBy = (by) => (by && !isAdmin.value ? { named_by_type: by.type, named_by: by.id } : {});

/** The name of a customer, a member or a company. @param {string | null | undefined} id @param {Naming} [by] a record that names them */
export function useCustomerName(id, by) {
  const { data: customer } = useRecord(id ? `/customers/${id}` : null, askedBy(by));
  return nameOf(customer);
}

/** @param {string | null | undefined} id */
export function useResourceName(id) {
  const { data } = useRecord(id ? `/resources/${id}` : null);
  return data?.name ?? '';
}
