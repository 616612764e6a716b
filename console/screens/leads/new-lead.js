// A new lead: the first contact, and what comes next.
import { html } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { me, place } from '../../app/place.js';
import { invalidate, useRecord } from '../../app/records.js';
import { post } from '../../app/request.js';
import { ask, link } from '../../app/route.js';
import { t } from '../../app/words.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { LEAD_FIELDS, LeadFields, requestOf, valuesOf } from './lead-form.js';
import { stageName } from './lead-words.js';
import { TYPES } from './move.js';
import { OPEN, isOver } from './stages.js';

/** What is filled in. @param {any} values */
const sent = ({ stage, next_step, next_step_on, notes, ...values }) => Object.fromEntries(Object.entries({ ...requestOf(values), stage, next_step: next_step.trim(), next_step_on, notes }).filter(([, value]) => value !== '' && value !== null));

/** That somebody with this address asked before: several leads may have it. @param {{email: string}} props */
function Before({ email }) {
  const isWhole = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email);
  const found = useRecord(isWhole ? '/leads' : null, { email, location_id: place.value?.id, limit: 5 });
  const one = found.data?.find((/** @type {any} */ lead) => !isOver(lead)) ?? found.data?.[0];
  return one && html`<p class="lead-before" role="status">${t('There is a lead with this address: {name}, {stage}.', { name: one.name, stage: stageName(one.stage) })} <a href=${link('leads', '', { lead: one.id })}>${t('Open')}</a></p>`;
}

/** @param {{close: () => void}} props */
export function NewLead({ close }) {
  const form = useForm({
    initial: /** @type {any} */ ({ ...valuesOf({ location_id: place.value?.id, source: 'other', owner_id: me.value?.id }), stage: 'new', next_step: '', next_step_on: '', notes: '' }), draft: `new-lead.${place.value?.id}`,
    send: (values, key) => post('/leads', sent(values), { key }),
    done: ({ data }) => { invalidate(TYPES); tell(t('The lead is made.')); close(); ask({ lead: data.id }); },
  });
  const stages = OPEN.map((value) => ({ value, label: stageName(value) }));
  return html`<${Dialog} title=${t('New lead')} close=${close} class="lead-form"><form onSubmit=${form.submit}><${Before} email=${form.values.email.trim()} /><${LeadFields} form=${form} />
    <div class="fields"><${Input} form=${form} name="stage" label=${t('Stage')} options=${stages} /><${Input} form=${form} name="next_step" label=${t('Next step')} maxlength="200" autocomplete="off" /><${Input} form=${form} name="next_step_on" type="date" label=${t('To be done by')} /></div>
    <${Input} form=${form} name="notes" type="textarea" label=${t('Notes')} maxlength="5000" />
    <${FormProblem} form=${form} fields=${[...LEAD_FIELDS, 'stage', 'next_step', 'next_step_on', 'notes']} /><${FormActions} form=${form} label=${t('Make the lead')} close=${close} /></form><//>`;
}
