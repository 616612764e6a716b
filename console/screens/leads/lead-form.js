// Fields of a lead: who it is, how they came, what they want, and who takes care.
import { html } from '../../vendor/preact.js';
import { nameOf } from '../../app/names.js';
import { locations, me } from '../../app/place.js';
import { useAll } from '../../app/records.js';
import { t } from '../../app/words.js';
import { Dialog } from '../../ui/dialog.js';
import { Conflict, useEditing } from '../../ui/editing.js';
import { FormActions, FormProblem, Input } from '../../ui/form.js';
import { useTeam } from '../tickets/team.js';
import { ownerOf } from './card.js';
import { sources } from './lead-words.js';
import { TYPES } from './move.js';

const TEXTS = ['name', 'company_name', 'email', 'phone', 'source', 'source_text', 'location_id'];
const NULLABLE = ['membership_plan_id', 'resource_id', 'wanted_start', 'owner_id'];
export const LEAD_FIELDS = [...TEXTS, ...NULLABLE, 'desk_count'];

/** What the fields show of a lead. @param {any} lead */
export const valuesOf = (lead) => ({
  ...Object.fromEntries(TEXTS.map((name) => [name, lead[name] ?? ''])), ...Object.fromEntries(NULLABLE.map((name) => [name, lead[name] ?? ''])), desk_count: String(lead.desk_count ?? ''),
});

/** What the fields stand for. @param {any} values */
export const requestOf = (values) => ({
  ...Object.fromEntries(TEXTS.map((name) => [name, values[name].trim()])), ...Object.fromEntries(NULLABLE.map((name) => [name, values[name] || null])), desk_count: values.desk_count === '' ? null : Number(values.desk_count),
});

/** Who may take care of leads of a location, and who does. @param {string} location @param {any} [lead] */
export function useOwners(location, lead) {
  const team = useTeam(location);
  const all = [{ value: '', label: t('Nobody') }, ...team.map(({ id, name }) => ({ value: id, label: id === me.value?.id ? t('{name} (you)', { name }) : name }))];
  const known = (/** @type {string | null | undefined} */ id) => !id || all.some(({ value }) => value === id);
  if (!known(me.value?.id)) all.push({ value: me.value.id, label: t('{name} (you)', { name: nameOf(me.value) }) });
  if (!known(lead?.owner_id)) all.push({ value: lead.owner_id, label: ownerOf(lead) });
  return all;
}

/** A choice among records, with the one that is chosen although it is in no list any more. @param {any} list @param {string} chosen @param {string} name */
const named = (list, chosen, name) => {
  const all = (list.data ?? []).map((/** @type {any} */ one) => ({ value: one.id, label: one.name }));
  return [{ value: '', label: t('Nothing is said') }, ...all, ...(chosen && !all.some((/** @type {any} */ { value }) => value === chosen) ? [{ value: chosen, label: name || '…' }] : [])];
};

/** @param {{form: any, lead?: any}} props */
export function LeadFields({ form, lead }) {
  const { location_id: at, membership_plan_id: plan, resource_id: resource } = form.values;
  const plans = useAll(at ? '/memberships' : null, { location_id: at });
  const resources = useAll(at ? '/resources' : null, { location_id: at });
  const owners = useOwners(at, lead);
  const places = locations.value.map(({ id, name }) => ({ value: id, label: name }));
  // Owner, plan and resource are of the location.
  const goTo = (/** @type {any} */ event) => form.set({ location_id: event.target.value, membership_plan_id: '', resource_id: '', owner_id: form.values.owner_id === me.value?.id ? me.value.id : '' });
  return html`<div class="fields"><${Input} form=${form} name="name" label=${t('Name')} required maxlength="200" autocomplete="off" /><${Input} form=${form} name="company_name" label=${t('Company')} maxlength="200" autocomplete="off" />
      <${Input} form=${form} name="email" type="email" label=${t('E-mail address')} maxlength="200" autocomplete="off" /><${Input} form=${form} name="phone" type="tel" label=${t('Telephone')} maxlength="200" autocomplete="off" />
      <${Input} form=${form} name="source" label=${t('How they came')} options=${sources()} /><${Input} form=${form} name="source_text" label=${t('The same in words')} maxlength="200" hint=${t('Who sent them, which advertisement')} autocomplete="off" /></div>
    <fieldset class="group-box"><legend>${t('What they want')}</legend><div class="fields">
      ${places.length > 1 && html`<${Input} form=${form} name="location_id" label=${t('Location')} options=${places} onChange=${goTo} />`}
      <${Input} form=${form} name="membership_plan_id" label=${t('Membership plan')} options=${named(plans, plan, lead?.expanded?.membership_plan?.name)} />
      <${Input} form=${form} name="resource_id" label=${t('Room or desk')} options=${named(resources, resource, lead?.expanded?.resource?.name)} />
      <${Input} form=${form} name="desk_count" type="number" min="1" max="1000" label=${t('Desks')} /><${Input} form=${form} name="wanted_start" type="date" label=${t('From')} /></div></fieldset>
    <${Input} form=${form} name="owner_id" label=${t('Taken care of by')} options=${owners} />`;
}

/** @param {{lead: any, close: () => void}} props */
export function EditLead({ lead, close }) {
  const editing = useEditing({ path: `/leads/${lead.id}`, record: lead, values: valuesOf, request: requestOf, done: t('The lead is changed.'), types: TYPES, name: 'lead', close });
  const { form, isConflict } = editing;
  return html`<${Dialog} title=${t('Edit the lead')} close=${close} class="lead-form"><form onSubmit=${form.submit}><${Conflict} editing=${editing} /><${LeadFields} form=${form} lead=${lead} />
    ${!isConflict && html`<${FormProblem} form=${form} fields=${LEAD_FIELDS} />`}<${FormActions} form=${form} label=${t('Save')} close=${close} /></form><//>`;
}
