// One registration with all that it says, the question before a decision that is final, and a new invitation.
import { html } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { useCustomerName } from '../../app/names.js';
import { locations, place, zone } from '../../app/place.js';
import { invalidate, useAll, useRecord } from '../../app/records.js';
import { post } from '../../app/request.js';
import { link } from '../../app/route.js';
import { showInstant } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Button, Facts, Status } from '../../ui/controls.js';
import { Confirm, Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { Read } from '../../ui/states.js';
import { priceOf } from '../settings/membership-words.js';

/** @param {{id: string, decide: (registration: any, operation: any) => any, close: () => void}} props */
export function RegistrationPage({ id, decide, close }) {
  const registration = useRecord(`/member-registrations/${id}`);
  const { membership_plan_id: planId = null, company_id: companyId = null, decided_by: by = null, location_id: locationId } = registration.data ?? {};
  const plan = useRecord(planId ? `/memberships/${planId}` : null);
  const company = useRecord(companyId ? `/companies/${companyId}` : null);
  const decider = useCustomerName(/^[0-9a-f-]{36}$/.test(by ?? '') ? by : null);
  const at = (/** @type {string | null} */ instant) => instant && showInstant(instant, zone.value);
  const location = locations.value.find((one) => one.id === locationId)?.name;
  return html`<${Dialog} title=${registration.data?.name ?? t('Registration')} close=${close}><${Read} of=${registration} lines=${4}>${(/** @type {any} */ one) => html`
    ${one.message && html`<blockquote class="said" dir="auto">${one.message}</blockquote>`}
    <${Facts} pairs=${[[t('State'), html`<${Status} status=${one.status} />`], [t('E-mail address'), one.email], [t('Location'), location], [t('Plan'), plan.data && `${plan.data.name} – ${priceOf(plan.data.price, plan.data.currency, plan.data.cycle)}`], [t('Company'), company.data?.name], [t('How it came'), word(one.source)],
      [t('Came'), at(one.created_at)], [t('Invited'), at(one.invited_at)], [t('Ends by itself'), ['pending', 'invited'].includes(one.status) && at(one.expires_at)], [t('Decided'), at(one.decided_at)], [t('By'), decider]]} />
    <div class="actions">${one.member_id && html`<a class="button" href=${link('person', one.member_id)}>${t('Open their page')}</a>`}
      ${one.status === 'pending' && html`<${Button} kind="danger" act=${() => { close(); decide(one, 'reject'); }}>${t('Decline')}<//>`}
      ${(one.status === 'invited' || (one.status === 'expired' && one.source === 'invite')) && html`<${Button} act=${() => decide(one, 'resend')}>${t('Send the invitation again')}<//>`}
      ${one.status === 'invited' && html`<${Button} kind="danger" act=${() => { close(); decide(one, 'withdraw'); }}>${t('Withdraw')}<//>`}
      ${['pending', 'invited'].includes(one.status) && html`<${Button} kind="primary" act=${() => { close(); decide(one, 'approve'); }}>${one.status === 'invited' ? t('Make a member without waiting') : t('Approve')}<//>`}</div>`}<//><//>`;
}

/** Asks before what cannot be taken back. @param {{registration: any, operation: string, plan: any, agree: () => any, close: () => void}} props */
export function Question({ registration: { name }, operation, plan, agree, close }) {
  if (operation === 'approve') return html`<${Dialog} title=${t('Approve {name}?', { name })} close=${close}><p>${plan ? t('{name} becomes a member, and {plan} begins today: {price}.', { name, plan: plan.name, price: priceOf(plan.price, plan.currency, plan.cycle) }) : t('{name} becomes a member of the location.', { name })}</p>
    <div class="actions"><${Button} act=${close}>${t('Back')}<//><${Button} kind="primary" act=${async () => { close(); await agree(); }}>${t('Approve')}<//></div><//>`;
  const isReject = operation === 'reject';
  return html`<${Confirm} title=${isReject ? t('Decline {name}?', { name }) : t('Withdraw the invitation of {name}?', { name })} label=${isReject ? t('Decline') : t('Withdraw')} close=${close} agree=${agree}><p>${isReject ? t('They are told by a letter that does not say why. It cannot be taken back; they may register again.') : t('The link in their letter does not work any more.')}</p><//>`;
}

/** @param {{close: () => void}} props */
export function Invite({ close }) {
  const plans = useAll('/memberships', { location_id: place.value?.id });
  const form = useForm({
    initial: { name: '', email: '', membership_plan_id: '', message: '' }, draft: `registrations.invite.${place.value.id}`,
    send: (values, key) => post('/member-registrations', { ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')), location_id: place.value.id, source: 'invite' }, { key }),
    done: ({ data }) => { invalidate(['member_registration']); tell(t('{name} is invited.', { name: data.name })); close(); },
  });
  const options = [{ value: '', label: t('None') }, ...(plans.data ?? []).map((/** @type {any} */ plan) => ({ value: plan.id, label: `${plan.name} – ${priceOf(plan.price, plan.currency, plan.cycle)}` }))];
  return html`<${Dialog} title=${t('Invite somebody to {location}', { location: place.value?.name ?? '' })} close=${close}><form onSubmit=${form.submit}><${Input} form=${form} name="name" label=${t('Name')} required maxlength="200" autocomplete="off" /><${Input} form=${form} name="email" type="email" label=${t('E-mail address')} required autocomplete="off" />
    <${Input} form=${form} name="membership_plan_id" label=${t('Plan')} options=${options} /><${Input} form=${form} name="message" type="textarea" label=${t('Note')} />
    <${FormProblem} form=${form} fields=${['name', 'email', 'membership_plan_id', 'message']} /><${FormActions} form=${form} label=${t('Invite')} close=${close} /></form><//>`;
}
