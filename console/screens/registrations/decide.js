// Decisions about a registration, which show at once and are taken back with the reason when they are refused.
import { act } from '../../app/act.js';
import { showChanged } from '../../app/records.js';
import { post } from '../../app/request.js';
import { currentTime, text } from '../../app/time.js';
import { t } from '../../app/words.js';
import { statusAfter } from './stages.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['member_registration', 'member', 'subscription', 'invoice']);

/** @param {string} operation @param {string} name */
const said = (operation, name) => /** @type {Record<string, string>} */ ({
  approve: t('{name} is a member now.', { name }), reject: t('{name} is declined.', { name }), withdraw: t('The invitation of {name} is withdrawn.', { name }), resend: t('{name} is invited again.', { name }),
})[operation];

/** @param {any} registration @param {'approve' | 'reject' | 'withdraw' | 'resend'} operation */
export const decide = (registration, operation) => act({
  send: () => post(/** @type {any} */ (`/member-registrations/${registration.id}/${operation}`)), types: TYPES, done: said(operation, registration.name),
  show: () => showChanged(registration.id, (one) => ({ ...one, status: statusAfter(one.status, operation), decided_at: text(currentTime()) })),
});
