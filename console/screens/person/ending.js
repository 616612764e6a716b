// The end of a customer: archived, anonymised or deleted. What stands on them is named, with what can be decided about it.
import { html, useState } from '../../vendor/preact.js';
import { act, reasonOf, tell } from '../../app/act.js';
import { nameOf } from '../../app/names.js';
import { zone } from '../../app/place.js';
import { invalidate } from '../../app/records.js';
import { post, remove } from '../../app/request.js';
import { go, link } from '../../app/route.js';
import { showInstant } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { Glance } from './glance.js';

/** What each end says of itself, and how it is sent. @param {string} what @param {string} name */
const words = (what, name) => /** @type {Record<string, {title: string, label: string, text: string, done: string}>} */ (/** @type {any} */ ({
  anonymise: { title: t('Anonymise {name}?', { name }), label: t('Anonymise for good'), done: t('The member is anonymised.'),
    text: t('Name, address, telephone, photograph and everything that was written about the person go, for good. Invoices and payments stay, without a name. This cannot be undone.') },
  delete: { title: t('Delete {name}?', { name }), label: t('Delete for good'), done: t('The member is deleted.'),
    text: t('The person is anonymised and leaves all lists. Invoices and payments stay, without a name. This cannot be undone.') },
  archive: { title: t('Archive {name}?', { name }), label: t('Archive'), done: t('The company is archived.'),
    text: t('It keeps its members, gets no new ones, and nothing new can be sold to it until it is restored.') },
  'delete-company': { title: t('Delete {name}?', { name }), label: t('Delete for good'), done: t('The company is deleted.'),
    text: t('It leaves all lists. Documents keep its name. This cannot be undone.') },
}))[what];

const isMember = (/** @type {string} */ what) => what === 'anonymise' || what === 'delete';

/** @param {string} what @param {any} record @param {Record<string, string | undefined>} decided */
function send(what, record, decided) {
  const path = `/${isMember(what) ? 'members' : 'companies'}/${record.id}`;
  if (what === 'delete' || what === 'delete-company') return remove(/** @type {any} */ (path), decided);
  const query = new URLSearchParams(/** @type {[string, string][]} */ (Object.entries(decided).filter(([, value]) => value))).toString();
  return post(/** @type {any} */ (`${path}/${what}${query && `?${query}`}`));
}

/** Where something that stands in the way is looked at. @param {any} one @param {string} customer */
function placeOf(one, customer) {
  const tab = { booking: 'bookings', subscription: 'plan', invoice: 'money', invoice_item: 'money', ticket: 'tickets', contract: 'files', resource_assignment: 'plan' }[/** @type {string} */ (one.kind)];
  return tab ? link('person', customer, { tab }) : '';
}

/** The refusal, each reason and each record that stands in the way. @param {{refusal: any, record: any, close: () => void}} props */
function Refused({ refusal, record, close }) {
  const reasons = [...new Set((refusal.problems ?? []).map((/** @type {any} */ one) => one.message))];
  const obstacles = refusal.details?.in_use ?? [];
  return html`<div class="refused" role="alert"><p class="problem"><strong>${t('This is refused:')}</strong></p>
    <ul>${(reasons.length ? reasons : [reasonOf(refusal)]).map((reason) => html`<li key=${reason}>${reason}</li>`)}</ul>
    ${obstacles.length > 0 && html`<ul>${obstacles.map((/** @type {any} */ one) => {
      const label = t('{what} of {day}', { what: word(one.kind), day: showInstant(one.start_time, zone.value) });
      const to = placeOf(one, record.id);
      return html`<li key=${one.id}>${to ? html`<a href=${to} onClick=${close}>${label}</a>` : label}</li>`;
    })}</ul>`}</div>`;
}

/** @param {{what: string, record: any, close: () => void}} props */
export function Ending({ what, record, close }) {
  const [refusal, setRefusal] = useState(/** @type {any} */ (null));
  const [bookings, setBookings] = useState('');
  const [assignments, setAssignments] = useState(false);
  const { title, label, text, done } = words(what, nameOf(record));
  const agree = async () => {
    try {
      await send(what, record, { on_future_bookings: bookings || undefined, on_assignments: assignments ? 'end' : undefined });
    } catch (problem) {
      setRefusal(problem);
      return;
    }
    invalidate(['member', 'company', 'booking', 'resource_assignment']);
    tell(done, { undo: what === 'archive' ? () => act({ send: () => post(`/companies/${record.id}/restore`), types: ['company'], done: t('Undone') }) : undefined });
    close();
    if (what.startsWith('delete')) go('people', '', isMember(what) ? {} : { tab: 'companies' });
  };
  return html`<${Dialog} title=${title} close=${close}><p>${text}</p><p class="quiet">${t('What stands on them now:')}</p><div onClick=${(/** @type {any} */ event) => { if (event.target.closest('a')) close(); }}><${Glance} of=${record} isCompany=${!isMember(what)} /></div>
    <label class="field"><span>${t('Bookings that are still to come')}</span><select value=${bookings} onChange=${(/** @type {any} */ event) => setBookings(event.target.value)}>
      <option value="">${t('Refuse while there are any')}</option><option value="keep">${t('Keep them')}</option><option value="cancel">${t('Cancel them')}</option></select></label>
    <label class="check"><input type="checkbox" checked=${assignments} onChange=${() => setAssignments(!assignments)} /> <span>${t('End what is assigned: offices, desks, parking spaces')}</span></label>
    ${refusal && html`<${Refused} refusal=${refusal} record=${record} close=${close} />`}
    <div class="actions"><${Button} act=${close}>${t('Back')}<//><${Button} kind="danger" act=${agree}>${label}<//></div><//>`;
}
