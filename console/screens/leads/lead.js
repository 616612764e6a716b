// One lead: what comes next, tours, notes, what is known of it, and what may be done with it now.
import { html, useState } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { locations, zone } from '../../app/place.js';
import { showChanged, useRecord } from '../../app/records.js';
import { remove } from '../../app/request.js';
import { link } from '../../app/route.js';
import { dayOf, showDay, showInstant } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Badge, Button, Facts, Status } from '../../ui/controls.js';
import { Confirm, Dialog } from '../../ui/dialog.js';
import { Conflict, useEditing } from '../../ui/editing.js';
import { FormProblem, Input } from '../../ui/form.js';
import { Read } from '../../ui/states.js';
import { EditLead, useOwners } from './lead-form.js';
import { dueWords, reasonName, sourceName, stageName, today, wantedOf } from './lead-words.js';
import { TYPES, change, move } from './move.js';
import { isOver, targetsOf, toneOf } from './stages.js';
import { Tours } from './tours.js';

const stepOf = (/** @type {any} */ { next_step, next_step_on }) => ({ next_step, next_step_on: next_step_on ?? '' });
const sentStep = (/** @type {any} */ { next_step, next_step_on }) => ({ next_step: next_step.trim(), next_step_on: next_step_on || null });

/** What is to be done next, written where it is read. @param {{lead: any}} props */
function NextStep({ lead }) {
  const editing = useEditing({ path: `/leads/${lead.id}`, record: lead, values: stepOf, request: sentStep, done: t('The next step is noted.'), types: TYPES, name: 'lead.step' });
  const { form, isDirty, isConflict } = editing;
  const due = dueWords(lead);
  const finish = () => change(lead, { next_step: '', next_step_on: null }, t('It is done. What comes next?'));
  return html`<section aria-label=${t('Next step')}><div class="head-line"><h3>${t('Next step')}</h3>${due && html`<${Badge} tone=${toneOf(lead, today())}>${due}<//>`}</div>
    <form onSubmit=${form.submit} class="next-step"><${Conflict} editing=${editing} /><div class="fields"><${Input} form=${form} name="next_step" label=${t('What')} maxlength="200" autocomplete="off" /><${Input} form=${form} name="next_step_on" type="date" label=${t('To be done by')} /></div>
      ${!isConflict && html`<${FormProblem} form=${form} fields=${['next_step', 'next_step_on']} />`}
      ${isDirty ? html`<${Button} kind="primary" type="submit" busy=${form.isBusy}>${t('Save')}<//>` : lead.next_step && html`<${Button} icon="check" act=${finish}>${t('Done')}<//>`}</form></section>`;
}

const notesOf = (/** @type {any} */ { notes }) => ({ notes });

/** @param {{lead: any}} props */
function Notes({ lead }) {
  const editing = useEditing({ path: `/leads/${lead.id}`, record: lead, values: notesOf, request: notesOf, done: t('The notes are changed.'), types: TYPES, name: 'lead.notes' });
  const { form, isDirty, isConflict } = editing;
  return html`<section aria-label=${t('Notes')}><h3>${t('Notes')}</h3><form onSubmit=${form.submit}><${Conflict} editing=${editing} />
    <${Input} form=${form} name="notes" type="textarea" label=${t('For those who run the place')} maxlength="5000" />${!isConflict && html`<${FormProblem} form=${form} fields=${['notes']} />`}
    ${isDirty && html`<${Button} kind="primary" type="submit" busy=${form.isBusy}>${t('Save the notes')}<//>`}</form></section>`;
}

/** @param {{label: string, value: string, options: {value: string, label: string}[], choose: (value: string) => any, disabled?: boolean}} props */
const Pick = ({ label, value, options, choose, disabled }) => html`<label class="pick"><small>${label}</small><select value=${value} disabled=${disabled} onChange=${(/** @type {any} */ event) => { const next = event.target.value; event.target.value = value; choose(next); }}>
  ${options.map((one) => html`<option key=${one.value} value=${one.value} selected=${one.value === value}>${one.label}</option>`)}</select></label>`;

/** @param {{lead: any}} props */
function Picks({ lead }) {
  const owners = useOwners(lead.location_id, lead);
  const stages = [lead.stage, ...targetsOf(lead.stage)].map((value) => ({ value, label: stageName(value) }));
  const give = (/** @type {string} */ id) => change(lead, { owner_id: id || null }, id ? t('Somebody else takes care of it now.') : t('Nobody takes care of it now.'));
  return html`<div class="picks"><${Pick} label=${t('Stage')} value=${lead.stage} options=${stages} choose=${(/** @type {string} */ to) => move(lead, to)} disabled=${lead.stage === 'won'} />
    <${Pick} label=${t('Taken care of by')} value=${lead.owner_id ?? ''} options=${owners} choose=${give} disabled=${isOver(lead)} /></div>`;
}

/** What it became. @param {{lead: any}} props */
function Became({ lead }) {
  const { member_id: member, registration_id: registration, contract_id: contract } = lead;
  if (!member && !registration && !contract) return null;
  return html`<p class="became">${member && html`<a class="button" href=${link('person', member)}>${t('The member')}</a>`}${registration && html`<a class="button" href=${link('registrations', '', { registration })}>${t('The registration')}</a>`}
    ${contract && html`<a class="button" href=${link('contracts', '', { tab: 'all', contract })}>${t('The contract')}</a>`}</p>`;
}

/** @param {{lead: any}} props */
const About = ({ lead }) => html`<${Facts} pairs=${[
  [t('State'), html`<${Status} status=${lead.stage} label=${stageName(lead.stage)} />`], [t('Since'), html`<time>${showInstant(lead.stage_changed_at, zone.value)}</time>`], [t('Why it is lost'), lead.lost_reason && [reasonName(lead.lost_reason), lead.lost_text].filter(Boolean).join(': ')],
  [t('Company'), lead.company_name && html`<bdi>${lead.company_name}</bdi>`], [t('E-mail address'), lead.email && html`<a href=${`mailto:${lead.email}`}>${lead.email}</a>`], [t('Telephone'), lead.phone && html`<a href=${`tel:${lead.phone.replaceAll(/[^+\d]/g, '')}`}>${lead.phone}</a>`],
  [t('How they came'), [sourceName(lead.source), lead.source_text].filter(Boolean).join(': ')], [t('What they want'), wantedOf(lead)], [t('Location'), locations.value.find(({ id }) => id === lead.location_id)?.name], [t('Asked first'), html`<time>${showDay(dayOf(lead.created_at, zone.value), { dateStyle: 'medium' })}</time>`],
]} />`;

/** @param {{lead: any, open: (what: string) => void}} props */
const Actions = ({ lead, open }) => html`<div class="lead-actions">
  ${!isOver(lead) && html`<${Button} kind="primary" act=${() => move(lead, 'won')}>${t('Becomes a customer …')}<//><${Button} act=${() => open('edit')}>${t('Edit')}<//><${Button} act=${() => move(lead, 'lost')}>${t('Nothing comes of it …')}<//>`}
  ${lead.stage === 'lost' && html`<${Button} kind="primary" act=${() => move(lead, 'contacted')}>${t('Take it up again')}<//>`}<${Button} kind="danger" act=${() => open('delete')}>${t('Delete …')}<//></div>`;

/** @param {{lead: any, close: () => void, leave: () => void}} props */
const Deletion = ({ lead, close, leave }) => html`<${Confirm} title=${t('Delete {name}?', { name: lead.name })} label=${t('Delete for good')} close=${close}
  agree=${async () => { if (await act({ send: () => remove(`/leads/${lead.id}`), types: TYPES, done: t('The lead is deleted.'), show: () => showChanged(lead.id, () => null) })) leave(); }}>
  <p>${t('Everything about the person goes with it. What it became stays, and so do its tours.')}</p><//>`;

/** @param {{id: string, close: () => void}} props */
export function LeadPage({ id, close }) {
  const lead = useRecord(`/leads/${id}`, { expand: 'membership_plan,owner,resource' });
  const [open, setOpen] = useState('');
  const done = () => setOpen('');
  return html`<${Dialog} title=${lead.data?.name ?? t('Lead')} close=${close} class="wide lead-dialog"><${Read} of=${lead}>${(/** @type {any} */ data) => html`<div class="lead-page">
      <div class="stack">${!isOver(data) && html`<${NextStep} lead=${data} />`}<${Tours} lead=${data} /><${Notes} lead=${data} /></div>
      <aside><${Became} lead=${data} /><${Picks} lead=${data} /><${About} lead=${data} /><${Actions} lead=${data} open=${setOpen} /></aside></div>
    ${open === 'edit' && html`<${EditLead} lead=${data} close=${done} />`}${open === 'delete' && html`<${Deletion} lead=${data} close=${done} leave=${close} />`}`}<//><//>`;
}
