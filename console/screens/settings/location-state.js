// Whether bookings are taken at a location, and its end.
import { html, useState } from '../../vendor/preact.js';
import { act, reasonOf, tell } from '../../app/act.js';
import { readPlace } from '../../app/place.js';
import { invalidate } from '../../app/records.js';
import { put, remove } from '../../app/request.js';
import { go } from '../../app/route.js';
import { showInstant } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Confirm, Dialog } from '../../ui/dialog.js';
import { Part } from './editing.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['location', 'booking', 'resource']);

/** Asks what becomes of what is booked, once the API says that something is. @param {{refusal: any, zone: string, decide: (what: 'keep' | 'cancel') => any, close: () => void}} props */
export const FutureBookings = ({ refusal, zone, decide, close }) => html`<${Dialog} title=${t('There are bookings to come')} close=${close}><p>${t('Something is booked, held or published here, now or later, such as:')}</p>
  <ul>${(refusal.details.in_use ?? []).map((/** @type {any} */ one) => html`<li key=${one.id}>${word(one.kind)}${one.start_time && html` · <time>${showInstant(one.start_time, zone)}</time>`}</li>`)}</ul>
  <div class="actions"><${Button} act=${close}>${t('Back')}<//><${Button} kind="danger" act=${async () => { await decide('cancel'); close(); }}>${t('Cancel them without a fee')}<//><${Button} kind="primary" act=${async () => { await decide('keep'); close(); }}>${t('Let them take place')}<//></div><//>`;

/** @param {{location: any}} props */
export function LocationState({ location }) {
  const [asked, setAsked] = useState(/** @type {any} */ (null));
  const [isLeaving, setLeaving] = useState(false);
  const done = (/** @type {string} */ text) => { invalidate(TYPES); readPlace(); tell(text); };
  const set = async (/** @type {boolean} */ isActive, what = '') => act({
    send: () => put(/** @type {any} */ (`/locations/${location.id}${what && `?on_future_bookings=${what}`}`), { is_active: isActive }), types: TYPES,
    refused: (refusal) => (refusal.code === 'in_use' && !what ? setAsked(refusal) : tell(reasonOf(refusal), { isProblem: true })),
  }).then((answer) => answer && done(isActive ? t('The location is active.') : t('The location is inactive.')));
  const archive = async () => { if (await act({ send: () => remove(`/locations/${location.id}`), types: TYPES })) { done(t('The location is archived.')); go('settings', '', { section: 'locations' }); } };
  return html`<${Part} title=${t('State')} note=${location.is_active ? t('While it is inactive, nothing is booked, made or published here.') : t('Nothing can be booked here now.')}>
    ${['queued', 'running'].includes(location.operation?.status) && html`<p role="status">${t('{done} of {total} bookings are cancelled.', { done: location.operation.done, total: location.operation.total })}</p>`}
    <div class="across"><${Button} act=${() => set(!location.is_active)}>${location.is_active ? t('Make it inactive') : t('Make it active')}<//><${Button} kind="danger" act=${() => setLeaving(true)}>${t('Archive')}<//></div>
    ${asked && html`<${FutureBookings} refusal=${asked} zone=${location.time_zone} decide=${(/** @type {string} */ what) => set(false, what)} close=${() => setAsked(null)} />`}
    ${isLeaving && html`<${Confirm} title=${t('Archive {name}?', { name: location.name })} label=${t('Archive')} close=${() => setLeaving(false)} agree=${archive}><p>${t('This is for good. It is refused while anything stands here: floors, resources, plans, companies, documents.')}</p><//>`}<//>`;
}
