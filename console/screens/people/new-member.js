// A new member: who it is, where, and in which language letters are.
import { html } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { place } from '../../app/place.js';
import { invalidate } from '../../app/records.js';
import { post } from '../../app/request.js';
import { go, link } from '../../app/route.js';
import { t } from '../../app/words.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, useForm } from '../../ui/form.js';
import { MEMBER_FIELDS, MemberFields, valuesOf } from '../person/member-form.js';

const SENT = ['name', 'surname', 'email', 'phone', 'role', 'locale', 'location_ids'];

/** @param {{close: () => void}} props */
export function NewMember({ close }) {
  const form = useForm({
    initial: valuesOf(null, place.value ? [place.value.id] : []), draft: 'new-member',
    send: (/** @type {Record<string, any>} */ values, key) => post('/members', Object.fromEntries(SENT.filter((name) => values[name] !== '').map((name) => [name, values[name]])), { key }),
    done: ({ data }) => { invalidate(['member']); tell(t('The member is made.')); close(); go('person', data.id); },
  });
  const existing = form.refusal?.details?.existing_id;
  return html`<${Dialog} title=${t('New member')} close=${close}><form onSubmit=${form.submit}>
    <${MemberFields} form=${form} isNew />
    ${existing && html`<p class="problem">${t('Somebody has this address already.')} <a href=${link('person', existing)}>${t('Open')}</a></p>`}
    <${FormProblem} form=${form} fields=${MEMBER_FIELDS} />
    <${FormActions} form=${form} label=${t('Make the member')} close=${close} /></form><//>`;
}
