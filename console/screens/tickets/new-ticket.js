// A new ticket: who asks, about what, how urgent, and who takes care.
import { html } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { isAdmin, locations, place } from '../../app/place.js';
import { invalidate, useAll } from '../../app/records.js';
import { post } from '../../app/request.js';
import { go } from '../../app/route.js';
import { t, word } from '../../app/words.js';
import { CustomerField } from '../../ui/customer.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { useTeam } from './team.js';

const ORDINARY = ['access', 'account_and_billing', 'bookings', 'cleaning', 'internet', 'mail_and_packages', 'noise_and_acoustics', 'printing', 'repair_and_maintenance', 'temperature_and_ventilation', 'website_and_app', 'other'];
const SENSITIVE = ['harassment', 'offensive_content'];
/** What tickets can be about; the sensitive types are for those who see them. */
export const ticketTypes = () => (isAdmin.value ? [...ORDINARY, ...SENSITIVE] : ORDINARY);
export const priorities = ['low', 'normal', 'high', 'urgent'];

/** @param {string[]} values */
export const wordOptions = (values) => values.map((value) => ({ value, label: word(value) }));

/** @param {Record<string, any>} values */
const requestOf = ({ tags, ...values }) => ({
  ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
  ...(tags.trim() && { tags: tags.split(',').map((/** @type {string} */ one) => one.trim()).filter(Boolean) }),
});

/** @param {{requester?: string, follows?: any, close: () => void}} props */
export function NewTicket({ requester = '', follows, close }) {
  const form = useForm({
    initial: { requester_id: follows?.requester_id ?? requester, location_id: follows?.location_id ?? place.value?.id ?? '', type: follows?.type ?? 'other', priority: 'normal', subject: follows?.subject ?? '', description: '', resource_id: follows?.resource_id ?? '', assignee_id: '', tags: '' },
    draft: follows ? `follow.${follows.id}` : requester ? `new-ticket.${requester}` : 'new-ticket',
    send: (values, key) => post('/tickets', { ...requestOf(values), ...(follows && { follow_up_of: follows.id }) }, { key }),
    done: ({ data }) => { invalidate(['ticket']); tell(t('Ticket #{number} is made.', { number: data.number })); close(); if (follows) go('tickets', '', { ticket: data.id }); },
  });
  const { location_id: at } = form.values;
  const resources = useAll('/resources', { location_id: at });
  const team = useTeam(at);
  const none = (/** @type {string} */ label) => ({ value: '', label });
  const named = (/** @type {any[]} */ all) => all.map(({ id, name }) => ({ value: id, label: name }));
  return html`<${Dialog} title=${follows ? t('Follow up on #{number}', { number: follows.number }) : t('New ticket')} close=${close}><form onSubmit=${form.submit}>
    <${CustomerField} label=${t('Who asks')} value=${form.values.requester_id} choose=${(/** @type {string} */ id) => form.set({ requester_id: id })} problem=${form.problemOf('requester_id')} />
    <${Input} form=${form} name="subject" label=${t('Subject')} maxlength="200" autocomplete="off" />
    <${Input} form=${form} name="description" type="textarea" label=${t('What is the matter')} required />
    <div class="fields"><${Input} form=${form} name="type" label=${t('About')} options=${wordOptions(ticketTypes())} /><${Input} form=${form} name="priority" label=${t('Priority')} options=${wordOptions(priorities)} />
      <${Input} form=${form} name="location_id" label=${t('Location')} options=${named(locations.value)} onChange=${(/** @type {any} */ event) => form.set({ location_id: event.target.value, resource_id: '', assignee_id: '' })} />
      <${Input} form=${form} name="resource_id" label=${t('Resource')} options=${[none(t('None')), ...named(resources.data ?? [])]} />
      <${Input} form=${form} name="assignee_id" label=${t('Assigned to')} options=${[none(t('Nobody')), ...named(team)]} />
      <${Input} form=${form} name="tags" label=${t('Tags')} hint=${t('With commas between them')} /></div>
    <${FormProblem} form=${form} fields=${['requester_id', 'subject', 'description', 'type', 'priority', 'location_id', 'resource_id', 'assignee_id', 'tags']} />
    <${FormActions} form=${form} label=${t('Make the ticket')} close=${close} /></form><//>`;
}
