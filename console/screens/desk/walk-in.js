// Somebody whom nobody expected: a visitor of a member, or a guest who works here for a day.
import { html, useRef, useState } from '../../vendor/preact.js';
import { isAdmin, place } from '../../app/place.js';
import { invalidate } from '../../app/records.js';
import { post } from '../../app/request.js';
import { text } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Choice } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { admitMember, sayVisitor } from './admit.js';
import { MemberField } from './host.js';
import { isOnBlocklist, sentenceOf } from './refusals.js';

/** @typedef {import('./data.js').Day} Day */
/** @typedef {{day: Day, visitor: any, close: () => void}} Props */

const FIELDS = ['visitor.name', 'visitor.email', 'visitor.phone', 'host_id', 'agreement_accepted'];

/** @param {any} values @param {string} key @param {number} now */
async function makeVisit(values, key, now) {
  const { contact_id: contact, name, surname, company_name: company, email, phone, host, reason } = values;
  const visitor = { name, surname, company_name: company, email, phone };
  const who = contact ? { contact_id: contact } : { visitor };
  const { data } = await post('/visitor-visits', { location_id: place.value.id, host_id: host?.id ?? '', expected_at: text(now), reason, ...who }, { key });
  return data;
}

/** Registers a visitor and lets them in. @param {Props} props */
function VisitorForm({ day, visitor, close }) {
  const agreement = place.value.visitor_settings?.agreement;
  // A visit that was made stays made when checking in is refused: the repeat goes on from there.
  const made = useRef(/** @type {any} */ (null));
  const begun = useRef(day.now);
  const form = useForm({
    draft: 'desk.walk-in',
    initial: { contact_id: '', name: '', surname: '', company_name: '', email: '', phone: '', host: /** @type {any} */ (null), reason: '', isAccepted: false, ...visitor },
    send: async (values, key) => {
      made.current ??= await makeVisit(values, key, begun.current);
      return post(`/visitor-visits/${made.current.id}/check-in`, agreement ? { agreement_accepted: values.isAccepted } : {});
    },
    done: ({ data }) => { invalidate(['visitor_visit']); sayVisitor(data); close(); },
  });
  const fill = (/** @type {any} */ changes) => { form.set(changes); };
  const isKnown = Boolean(form.values.contact_id);
  return html`<form onSubmit=${form.submit}>
    ${isKnown ? html`<p class="across"><strong><bdi>${form.values.name} ${form.values.surname}</bdi></strong> <span class="quiet">${form.values.company_name || form.values.email}</span></p>` : html`<div class="fields">
      <${Problems} form=${form} name="name" path="visitor.name" label=${t('Name')} required autofocus /><${Problems} form=${form} name="surname" path="visitor.surname" label=${t('Surname')} />
      <${Problems} form=${form} name="company_name" path="visitor.company_name" label=${t('Company')} /><${Problems} form=${form} name="email" path="visitor.email" type="email" label=${t('E-mail address')} />
      <${Problems} form=${form} name="phone" path="visitor.phone" type="tel" label=${t('Telephone')} /></div>`}
    <${MemberField} label=${t('Host')} person=${form.values.host} present=${day.present} choose=${(/** @type {any} */ host) => fill({ host })} problem=${form.refusal && !form.values.host ? t('Whom do they visit?') : form.problemOf('host_id')} />
    <${Input} form=${form} name="reason" label=${t('Reason of the visit')} />
    ${agreement && html`<blockquote>${agreement}</blockquote><${Input} form=${form} name="isAccepted" type="checkbox" required label=${t('The visitor accepts the agreement')} />`}
    ${isOnBlocklist(form.refusal) ? html`<p class="problem" role="alert">${sentenceOf(form.refusal)}</p>` : html`<${FormProblem} form=${form} fields=${FIELDS} />`}
    <${FormActions} form=${form} close=${close} label=${t('Register and check in')} /></form>`;
}

/** An input whose problem the API names by a path. @param {any} props */
const Problems = ({ form, path, ...others }) => html`<${Input} ...${others} form=${{ ...form, problemOf: () => form.problemOf(path) ?? form.problemOf(path.split('.').pop()) }} />`;

/** Somebody new becomes a member without a plan, with a day pass. @param {{visitor: any, close: () => void}} props */
function DayGuestForm({ visitor, close }) {
  const made = useRef(/** @type {any} */ ({ member: null, hasPass: false }));
  const form = useForm({
    draft: 'desk.day-guest',
    initial: { person: /** @type {any} */ (null), name: '', surname: '', email: '', hasPaid: false, ...(visitor?.contact_id ? {} : visitor) },
    send: async ({ person, name, surname, email, hasPaid }, key) => {
      made.current.member ??= person ?? (await post('/members', { name, surname, email, location_ids: [place.value.id] }, { key: `${key}-member` }).then(({ data }) => ({ id: data.id, name: `${name} ${surname}`.trim() })));
      const body = { customer_id: made.current.member.id, type: 'purchase_allocation', amount: 1, location_id: place.value.id, reason: t('Paid at the desk.') };
      if (hasPaid && !made.current.hasPass) { await post('/day-pass-transactions', body, { key: `${key}-pass` }); made.current.hasPass = true; }
      return made.current.member;
    },
    done: (member) => { invalidate(['member', 'day_pass_transaction']); close(); admitMember(member); },
  });
  const { person } = form.values;
  return html`<form onSubmit=${form.submit}>
    <${MemberField} label=${t('Somebody we know')} person=${person} present=${[]} choose=${(/** @type {any} */ chosen) => form.set({ person: chosen })} hint=${person ? '' : t('Leave it empty for somebody new.')} />
    ${!person && html`<div class="fields"><${Input} form=${form} name="name" label=${t('Name')} required /><${Input} form=${form} name="surname" label=${t('Surname')} />
      <${Input} form=${form} name="email" type="email" label=${t('E-mail address')} required hint=${t('They can book by themselves later.')} /></div>`}
    <${Input} form=${form} name="hasPaid" type="checkbox" label=${t('They paid for a day pass at the desk')} hint=${t('One pass for this location is added and used. Without it a plan, a booking of today or a pass that they have admits them.')} />
    <${FormProblem} form=${form} fields=${['name', 'surname', 'email']} /><${FormActions} form=${form} close=${close} label=${t('Check in')} /></form>`;
}

/** @param {Props} props */
export function WalkIn({ day, visitor, close }) {
  const [kind, setKind] = useState('visitor');
  const options = [{ value: 'visitor', label: t('Visits somebody') }, { value: 'guest', label: t('Works here for a day') }];
  return html`<${Dialog} title=${t('Walk-in')} close=${close} class="walk-in">
    ${isAdmin.value && html`<p><${Choice} label=${t('Why they come')} value=${kind} options=${options} choose=${setKind} /></p>`}
    ${kind === 'visitor' ? html`<${VisitorForm} day=${day} visitor=${visitor} close=${close} />` : html`<${DayGuestForm} visitor=${visitor} close=${close} />`}<//>`;
}
