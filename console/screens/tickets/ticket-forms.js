// Forms about a ticket: its words, and when its resource cannot be booked.
import { html } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { locations, zone } from '../../app/place.js';
import { invalidate } from '../../app/records.js';
import { post } from '../../app/request.js';
import { currentTime, dayOf, instantOf, text, timeOf } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Confirm, Dialog } from '../../ui/dialog.js';
import { Conflict, useEditing } from '../../ui/editing.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { TYPES, closing, moveAtOnce } from './move.js';

/** Asks before a ticket is closed, from wherever that was chosen. */
export function ClosingQuestion() {
  const ticket = closing.value;
  const close = () => { closing.value = null; };
  if (!ticket) return null;
  return html`<${Confirm} title=${t('Close #{number}?', { number: ticket.number })} label=${t('Close it for good')} close=${close} agree=${() => moveAtOnce(ticket, 'closed')}>
    <p>${t('A closed ticket is not reopened; another one can follow it. Solved tickets close by themselves after some days.')}</p><//>`;
}

const wordsOf = (/** @type {any} */ { subject, tags }) => ({ subject, tags: tags.join(', ') });
const saidBy = (/** @type {any} */ { subject, tags }) => ({ subject, tags: tags.split(',').map((/** @type {string} */ one) => one.trim()).filter(Boolean) });

/** @param {{ticket: any, close: () => void}} props */
export function EditWords({ ticket, close }) {
  const editing = useEditing({ path: `/tickets/${ticket.id}`, record: ticket, values: wordsOf, request: saidBy, done: t('It is changed.'), types: TYPES, name: 'ticket', close });
  const { form, isConflict } = editing;
  return html`<${Dialog} title=${t('Edit the ticket')} close=${close}><form onSubmit=${form.submit}><${Conflict} editing=${editing} /><${Input} form=${form} name="subject" label=${t('Subject')} maxlength="200" />
    <${Input} form=${form} name="tags" label=${t('Tags')} hint=${t('With commas between them')} />${!isConflict && html`<${FormProblem} form=${form} fields=${['subject', 'tags']} />`}<${FormActions} form=${form} label=${t('Save')} close=${close} /></form><//>`;
}

/** @param {{ticket: any, close: () => void}} props */
export function BlockResource({ ticket, close }) {
  const its = locations.value.find(({ id }) => id === ticket.location_id)?.time_zone ?? zone.value;
  const { start_time: from = text(currentTime()), end_time: to = text(currentTime() + 4 * 3_600_000) } = ticket.maintenance_block ?? {};
  const form = useForm({
    initial: { from_day: dayOf(from, its), from_time: timeOf(from, its), to_day: dayOf(to, its), to_time: timeOf(to, its) }, draft: `block.${ticket.id}`,
    send: (values, key) => post(`/tickets/${ticket.id}/block`, { start_time: text(instantOf(values.from_day, values.from_time, its)), end_time: text(instantOf(values.to_day, values.to_time, its)) }, { key }),
    done: () => { invalidate(TYPES); tell(t('It cannot be booked for that time.')); close(); },
  });
  const at = (/** @type {string} */ field) => ({ ...form, problemOf: () => form.problemOf(field) });
  return html`<${Dialog} title=${t('Take out of use')} close=${close}><form onSubmit=${form.submit}><p>${t('Nobody can book it for that time. What is booked already is in the way. Solving the ticket frees it.')}</p>
    <div class="fields"><${Input} form=${at('start_time')} name="from_day" type="date" label=${t('From')} required /><${Input} form=${form} name="from_time" type="time" label=${t('At')} required />
      <${Input} form=${at('end_time')} name="to_day" type="date" label=${t('Until')} required /><${Input} form=${form} name="to_time" type="time" label=${t('At')} required /></div>
    <${FormProblem} form=${form} fields=${['start_time', 'end_time']} /><${FormActions} form=${form} label=${t('Take out of use')} close=${close} /></form><//>`;
}
