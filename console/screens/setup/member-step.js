// Step 4: the first member, with a subscription from a day on.
import { html, useState } from '../../vendor/preact.js';
import { reasonOf, tell } from '../../app/act.js';
import { nameOf } from '../../app/names.js';
import { place, zone } from '../../app/place.js';
import { invalidate } from '../../app/records.js';
import { get, post } from '../../app/request.js';
import { link } from '../../app/route.js';
import { currentTime, dayOf } from '../../app/time.js';
import { t } from '../../app/words.js';
import { FormProblem, Input, useForm } from '../../ui/form.js';
import { priceOf } from '../settings/membership-words.js';
import { StepActions, StepHead } from './step.js';

/** Makes the member, or takes the one that was made when the subscription was refused. @param {any} values @param {string} known */
async function memberFor({ name, surname, email }, known) {
  if (known) return (await get(/** @type {any} */ (`/members/${known}`))).data;
  return (await post('/members', { name, ...(surname && { surname }), email, location_ids: [place.value.id] })).data;
}

/** @param {{plans: any[], next: () => void}} props */
export function MemberStep({ plans, next }) {
  const [made, setMade] = useState(/** @type {any} */ (null));
  const form = useForm({
    initial: { name: '', surname: '', email: '', plan: /** @type {string | null} */ (null), start_date: dayOf(currentTime(), zone.value) }, draft: `setup.member.${place.value.id}`,
    send: async (values, key) => {
      const member = await memberFor(values, made?.id);
      setMade(member);
      if (plan) await post('/subscriptions', { customer_id: member.id, membership_plan_id: plan, start_date: values.start_date }, { key });
      return member;
    },
    done: (member) => { invalidate(['member', 'subscription']); tell(t('{name} is a member now.', { name: nameOf(member) })); next(); },
  });
  // The plan of the step before is read a moment after this form is shown: until somebody chooses, it is the first one.
  const plan = form.values.plan ?? plans[0]?.id ?? '';
  const existing = form.refusal?.details?.existing_id;
  const options = [{ value: '', label: t('No plan yet') }, ...plans.map((one) => ({ value: one.id, label: `${one.name} – ${priceOf(one.price, one.currency, one.cycle)}` }))];
  return html`<${StepHead} title=${t('Who is the first member?')} about=${t('They can sign in by e-mail at once, and get their first invoice when the plan begins.')} />
    <form onSubmit=${form.submit}><fieldset class="boxes" disabled=${Boolean(made)}><div class="fields"><${Input} form=${form} name="name" label=${t('Given name')} required maxlength="200" autocomplete="off" /><${Input} form=${form} name="surname" label=${t('Family name')} maxlength="200" autocomplete="off" /></div>
      <${Input} form=${form} name="email" type="email" label=${t('E-mail address')} required autocomplete="off" /></fieldset>
      <div class="fields"><${Input} form=${{ ...form, values: { ...form.values, plan } }} name="plan" label=${t('Plan')} options=${options} />${plan && html`<${Input} form=${form} name="start_date" type="date" label=${t('From')} required />`}</div>
      ${made && form.refusal && html`<p class="problem" role="alert">${t('The member is made, but the plan was refused: {reason}', { reason: reasonOf(form.refusal) })}</p>`}
      ${existing && html`<p class="problem">${t('Somebody has this address already.')} <a href=${link('person', existing)}>${t('Open')}</a></p>`}
      ${!made && !existing && html`<${FormProblem} form=${form} fields=${['name', 'surname', 'email', 'start_date']} />`}
      <${StepActions} step="member" form=${form} label=${t('Make the member')} /></form>`;
}
