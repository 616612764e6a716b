// What may be done with a customer as a whole: block, export, end sessions, archive, anonymise, delete.
import { html, useState } from '../../vendor/preact.js';
import { act, tell } from '../../app/act.js';
import { nameOf } from '../../app/names.js';
import { isAdmin } from '../../app/place.js';
import { showChanged } from '../../app/records.js';
import { getAll, post } from '../../app/request.js';
import { plural, t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Confirm } from '../../ui/dialog.js';
import { Ending } from './ending.js';
import { exportMember } from './export.js';

/** @param {any} member */
const block = (member) => act({
  send: () => post(`/members/${member.id}/block`), types: ['member'], done: t('{name} is blocked.', { name: nameOf(member) }), undo: () => post(`/members/${member.id}/unblock`),
  show: () => showChanged(member.id, (one) => ({ ...one, status: 'blocked', blocked: true })),
});
/** @param {any} member */
const unblock = (member) => act({
  send: () => post(`/members/${member.id}/unblock`), types: ['member'], done: t('{name} may act again.', { name: nameOf(member) }), undo: () => post(`/members/${member.id}/block`),
  show: () => showChanged(member.id, (one) => ({ ...one, status: 'active', blocked: false })),
});
/** @param {any} member */
const endSessions = (member) => act({ send: () => post('/sessions/end-all', { member_id: member.id }), types: [], done: t('{name} is signed out everywhere within a minute.', { name: nameOf(member) }) });
/** @param {any} company */
const restore = (company) => act({
  send: () => post(`/companies/${company.id}/restore`), types: ['company'], done: t('{name} is active again.', { name: nameOf(company) }),
  show: () => showChanged(company.id, (one) => ({ ...one, status: 'active' })),
});

/** @param {any} member */
async function download(member) {
  tell(t('The export is put together …'));
  const missing = await exportMember(member, getAll);
  if (missing.length) tell(plural(missing.length, 'One section may not be read by you and is left out.', '{count} sections may not be read by you and are left out.'), { isProblem: true });
}

/** @param {{record: any, open: (what: string) => void}} props */
const MemberChoices = ({ record, open }) => html`
  ${isAdmin.value && html`<li><button type="button" onClick=${() => download(record)}>${t('Export everything about them')}</button></li>
  <li><button type="button" onClick=${() => open('sessions')}>${t('Sign out everywhere')}</button></li>`}
  ${record.status === 'blocked' ? html`<li><button type="button" onClick=${() => unblock(record)}>${t('Unblock')}</button></li>` : html`<li><button type="button" onClick=${() => open('block')}>${t('Block …')}</button></li>`}
  ${isAdmin.value && html`<li><button type="button" class="problem" onClick=${() => open('anonymise')}>${t('Anonymise …')}</button></li><li><button type="button" class="problem" onClick=${() => open('delete')}>${t('Delete …')}</button></li>`}`;

/** @param {{record: any, open: (what: string) => void}} props */
const CompanyChoices = ({ record, open }) => html`
  ${record.status === 'archived' ? html`<li><button type="button" onClick=${() => restore(record)}>${t('Restore')}</button></li>` : html`<li><button type="button" onClick=${() => open('archive')}>${t('Archive …')}</button></li>`}
  <li><button type="button" class="problem" onClick=${() => open('delete-company')}>${t('Delete …')}</button></li>`;

/** A short list of what else may be done, which closes with the choice, with Escape, and when the focus goes. @param {{label: string, children?: any}} props */
export function More({ label, children }) {
  const [isOpen, setOpen] = useState(false);
  const leave = (/** @type {any} */ event) => { if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false); };
  const keys = (/** @type {any} */ event) => {
    if (event.key === 'Escape' && isOpen) { event.stopPropagation(); setOpen(false); event.currentTarget.querySelector('button').focus(); }
  };
  return html`<div class="more-menu" onFocusOut=${leave} onKeyDown=${keys}><${Button} icon="more" label=${label} aria-expanded=${String(isOpen)} act=${() => { setOpen(!isOpen); }} />
    ${isOpen && html`<ul class="plain sheet" onClick=${() => setOpen(false)}>${children}</ul>`}</div>`;
}

/** @param {{record: any, isCompany: boolean}} props */
export function Actions({ record, isCompany }) {
  const [asked, setAsked] = useState('');
  const close = () => setAsked('');
  const name = nameOf(record);
  // Archiving a company reaches bookings anywhere: that is not for those who run some locations.
  if (isCompany && !isAdmin.value) return null;
  return html`<${More} label=${t('More')}>${isCompany ? html`<${CompanyChoices} record=${record} open=${setAsked} />` : html`<${MemberChoices} record=${record} open=${setAsked} />`}<//>
    ${asked === 'block' && html`<${Confirm} title=${t('Block {name}?', { name })} label=${t('Block')} close=${close} agree=${() => block(record)}>
      <p>${t('Blocked people book nothing, order nothing and are signed out. What they have stays: bookings, plan and invoices.')}</p><//>`}
    ${asked === 'sessions' && html`<${Confirm} title=${t('Sign {name} out everywhere?', { name })} label=${t('Sign out everywhere')} close=${close} agree=${() => endSessions(record)}>
      <p>${t('On every device, within a minute. They can sign in again.')}</p><//>`}
    ${['anonymise', 'delete', 'archive', 'delete-company'].includes(asked) && html`<${Ending} what=${asked} record=${record} close=${close} />`}`;
}
