// Who it is: name, state, ways to reach them, what may be done, and the facts at a glance.
import { html, useState } from '../../vendor/preact.js';
import { nameOf, useCustomerName } from '../../app/names.js';
import { locations, mayChange } from '../../app/place.js';
import { link } from '../../app/route.js';
import { t, word } from '../../app/words.js';
import { Badge, Button, Status } from '../../ui/controls.js';
import { Actions } from './actions.js';
import { Avatar, Photograph } from './avatar.js';
import { EditCompany, EditMember } from './edit.js';
import { Glance, Presence } from './glance.js';

/** @param {{id: string}} props */
const CompanyLink = ({ id }) => html`<a href=${link('person', id)}>${useCustomerName(id) || '…'}</a>`;

/** An address of another program only where it is one: nothing that people typed becomes a program. @param {{of: any}} props */
const Contacts = ({ of }) => html`<p class="contacts">
  ${of.status !== 'deleted' && (of.email || of.billing_email) && html`<a href=${`mailto:${encodeURIComponent(of.email || of.billing_email).replaceAll('%40', '@')}`}>${of.email || of.billing_email}</a>`}
  ${of.phone && html`<a href=${`tel:${of.phone.replace(/[^+\d]/g, '')}`}>${of.phone}</a>`}
  ${(of.location_ids ?? []).map((/** @type {string} */ id) => html`<span key=${id} dir="auto">${locations.value.find((one) => one.id === id)?.name}</span>`)}
  ${of.type === 'member' && (of.company_ids ?? []).map((/** @type {string} */ id) => html`<${CompanyLink} key=${id} id=${id} />`)}</p>`;

const stateOf = (/** @type {any} */ of) => (of.status === 'deleted' ? html`<${Status} status="archived" label=${of.type === 'company' ? t('Deleted') : t('Anonymised')} />` : html`<${Status} status=${of.status} />`);

/** What is carried out in steps after the request, or was refused. @param {{operation: any}} props */
function Operation({ operation }) {
  if (!operation || operation.status === 'succeeded') return null;
  if (operation.failure) return html`<p class="problem" role="alert">${t('It was not finished: {reason}', { reason: operation.failure.message ?? operation.failure.code ?? '' })}</p>`;
  return html`<p role="status" class="quiet">${t('{done} of {total} steps are done.', { done: operation.done, total: operation.total })}</p>`;
}

/** @param {{of: any, record: any, isCompany: boolean}} props */
export function Header({ of, record, isCompany }) {
  const [isEditing, setEditing] = useState(false);
  return html`<header class="person-head"><div class="person-name">
      ${record?.photo_key ? html`<${Photograph} of=${record} />` : html`<${Avatar} of=${of} size="large" />`}
      <div class="person-words"><h1 dir="auto">${nameOf(of) || t('Nobody’s name')}</h1>
        <div class="across marks">${stateOf(of)}${isCompany ? html`<${Badge}>${t('Company')}<//>` : of.role && of.role !== 'member' && html`<${Badge} tone="info">${word(of.role)}<//>`}
          ${!isCompany && of.status !== 'deleted' && html`<${Presence} id=${of.id} />`}</div>
        <${Contacts} of=${of} /></div></div>
    ${record && record.status !== 'deleted' && mayChange(record) && html`<div class="person-actions no-print"><${Button} kind="primary" act=${() => { setEditing(true); }}>${t('Edit')}<//><${Actions} record=${record} isCompany=${isCompany} /></div>`}
    <${Operation} operation=${record?.operation} /></header>
    <${Glance} of=${of} isCompany=${isCompany} />
    ${isEditing && html`<${isCompany ? EditCompany : EditMember} record=${record} close=${() => setEditing(false)} />`}`;
}
