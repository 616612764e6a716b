// What was said about a ticket, what is said next, and what happened to it.
import { html, useState } from '../../vendor/preact.js';
import { me, zone } from '../../app/place.js';
import { invalidate, useAll } from '../../app/records.js';
import { post } from '../../app/request.js';
import { showInstant } from '../../app/time.js';
import { plural, t, word } from '../../app/words.js';
import { Badge } from '../../ui/controls.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { Read } from '../../ui/states.js';
import { Avatar } from '../person/avatar.js';
import { TYPES, stateName } from './move.js';
import { useWho } from './who.js';

/** @param {{comment: any, requester: string}} props */
function Comment({ comment, requester }) {
  const name = useWho(comment.author_id, comment.ticket_id);
  const of = comment.internal ? 'internal' : comment.author_id === requester ? 'theirs' : 'ours';
  return html`<li class=${`comment ${of}`}><${Avatar} of=${{ name }} size="small" /><div><p class="by"><strong dir="auto">${name}</strong> <small><time>${showInstant(comment.created_at, zone.value)}</time></small>${comment.internal && html` <${Badge} tone="waiting">${t('Only for the team')}<//>`}</p>
    <p class="said" dir="auto">${comment.text || t('This was removed.')}</p>${comment.attachments.length > 0 && html`<small>${plural(comment.attachments.length, '{count} file', '{count} files')}</small>`}</div></li>`;
}

/** @param {{ticket: any}} props */
function Answer({ ticket }) {
  const isRequester = ticket.requester_id === me.value.id;
  const form = useForm({
    initial: { text: '', internal: false }, draft: `comment.${ticket.id}`,
    send: ({ text, internal }, key) => post(`/tickets/${ticket.id}/comments`, { author_id: me.value.id, text, ...(internal && { internal: true }) }, { key }),
    done: () => { form.set({ text: '' }); invalidate(TYPES); },
  });
  return html`<form class=${`answer ${form.values.internal ? 'internal' : ''}`} onSubmit=${form.submit}>
    <${Input} form=${form} name="text" type="textarea" label=${form.values.internal ? t('Note for the team') : t('Answer')} required />
    <${FormProblem} form=${form} fields=${['text']} />
    <${FormActions} form=${form} label=${form.values.internal ? t('Note it') : t('Send')}>${!isRequester && html`<${Input} form=${form} name="internal" type="checkbox" label=${t('Only for the team')} />`}<span class="spring" /><//></form>`;
}

/** @param {{ticket: any}} props */
export function Conversation({ ticket }) {
  const comments = useAll(`/tickets/${ticket.id}/comments`);
  return html`<${Read} of=${comments} lines=${2}>${(/** @type {any[]} */ all) => html`<ol class="plain comments" aria-label=${t('Conversation')}>${all.map((comment) => html`<${Comment} key=${comment.id} comment=${comment} requester=${ticket.requester_id} />`)}</ol>`}<//>
    ${ticket.status !== 'closed' && html`<${Answer} key=${ticket.id} ticket=${ticket} />`}`;
}

/** @param {any} entry @param {string} who @param {string} name who takes care since */
function sentence(entry, who, name) {
  const values = { who, from: word(entry.from), to: word(entry.to) };
  return /** @type {Record<string, () => any>} */ ({
    created: () => t('{who} made the ticket', values), comment: () => (entry.internal ? t('{who} left a note for the team', values) : t('{who} answered', values)),
    status_changed: () => t('{who}: {from} became {to}', { who, from: stateName(entry.from), to: stateName(entry.to) }), priority_changed: () => t('{who} changed the priority from {from} to {to}', values), type_changed: () => t('{who} changed what it is about from {from} to {to}', values),
    assignee_changed: () => (entry.to ? t('{who} assigned it to {name}', { who, name }) : t('{who} assigned it to nobody', values)),
    subject_changed: () => t('{who} changed the subject', values), tags_changed: () => t('{who} changed the tags', values), blocked: () => t('{who} took the resource out of use', values), unblocked: () => t('{who} put the resource back in use', values),
  })[entry.kind]?.() ?? word(entry.kind);
}

/** @param {{entry: any}} props */
function Entry({ entry }) {
  const id = entry.author_id ?? (entry.actor?.type === 'member' ? entry.actor.id : null);
  const [name, assignee] = [useWho(id), useWho(entry.kind === 'assignee_changed' ? entry.to : null)];
  const who = id ? name : entry.actor?.type === 'schedule' ? t('The schedule') : t('A program');
  return html`<li>${sentence(entry, who, assignee)} <small><time>${showInstant(entry.at, zone.value)}</time></small></li>`;
}

/** @param {{ticket: any}} props */
export function Activity({ ticket }) {
  const [isOpen, setOpen] = useState(false);
  const entries = useAll(isOpen ? `/tickets/${ticket.id}/activity` : null);
  return html`<details class="activity" onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}><summary>${t('What happened')}</summary>
    ${isOpen && html`<${Read} of=${entries} lines=${3}>${(/** @type {any[]} */ all) => html`<ol class="plain">${all.map((entry) => html`<${Entry} key=${entry.id} entry=${entry} />`)}</ol>`}<//>`}</details>`;
}
