// A lead is lost, for a reason.
import { html } from '../../vendor/preact.js';
import { act, tell } from '../../app/act.js';
import { invalidate } from '../../app/records.js';
import { post } from '../../app/request.js';
import { t } from '../../app/words.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { lostReasons } from './lead-words.js';
import { TYPES } from './move.js';

/** @param {{lead: any, close: () => void}} props */
export function LoseLead({ lead, close }) {
  const form = useForm({
    initial: { lost_reason: '', lost_text: '' }, draft: `lose-lead.${lead.id}`,
    send: (values, key) => post(`/leads/${lead.id}/lose`, values, { key }),
    done: () => {
      invalidate(TYPES);
      tell(t('{name} is lost.', { name: lead.name }), { undo: () => act({ send: () => post(`/leads/${lead.id}/reopen`), types: TYPES, done: t('{name} is talked to again.', { name: lead.name }) }) });
      close();
    },
  });
  return html`<${Dialog} title=${t('Nothing comes of {name}', { name: lead.name })} close=${close}><form onSubmit=${form.submit}>
    <p>${t('Its next step is gone with that. It can be taken up again later.')}</p>
    <${Input} form=${form} name="lost_reason" label=${t('Why')} options=${[{ value: '', label: t('Choose a reason') }, ...lostReasons()]} required />
    <${Input} form=${form} name="lost_text" label=${t('The same in words')} maxlength="200" autocomplete="off" />
    <${FormProblem} form=${form} fields=${['lost_reason', 'lost_text']} /><${FormActions} form=${form} label=${t('It is lost')} close=${close} /></form><//>`;
}
