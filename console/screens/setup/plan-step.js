// Step 3: what people subscribe to.
import { html } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { currency, place } from '../../app/place.js';
import { invalidate, showAdded } from '../../app/records.js';
import { post } from '../../app/request.js';
import { t, word } from '../../app/words.js';
import { FormProblem, Input, useForm } from '../../ui/form.js';
import { CYCLES, priceOf } from '../settings/membership-words.js';
import { StepActions, StepHead } from './step.js';

/** @param {{known: any[], next: () => void}} props */
export function PlanStep({ known, next }) {
  const form = useForm({
    initial: { name: '', price: '', cycle: 'monthly', expiring_credits: '0', expiring_day_passes: '0', signup_enabled: false }, draft: `setup.plan.${place.value.id}`,
    send: ({ name, price, cycle, expiring_credits: credits, expiring_day_passes: passes, signup_enabled: isOpen }, key) => post('/memberships', {
      location_id: place.value.id, currency: place.value.currency, name, cycle, price: Number(price), expiring_credits: Number(credits), expiring_day_passes: Number(passes), signup_enabled: isOpen,
    }, { key }),
    // The next step offers it at once: the list with it may come later than somebody types.
    done: ({ data }) => { showAdded('/memberships', data, ({ location_id: at }) => at === data.location_id); invalidate(['membership_plan']); tell(t('{name} is offered now.', { name: data.name })); next(); },
  });
  return html`<${StepHead} title=${t('What do people subscribe to?')} about=${t('Begin with the plan that most members have. It is invoiced by itself at the beginning of each cycle.')} />
    ${known.length > 0 && html`<p class="known"><strong>${t('There already:')}</strong> <span dir="auto">${known.slice(0, 8).map((plan) => `${plan.name} (${priceOf(plan.price, plan.currency, plan.cycle)})`).join(', ')}</span></p>`}
    <form onSubmit=${form.submit}><${Input} form=${form} name="name" label=${t('Name of the plan')} hint=${t('Such as “Flex desk”')} required maxlength="200" autocomplete="off" />
      <div class="fields"><${Input} form=${form} name="price" type="number" min="0" step="any" label=${t('Price in {currency}', { currency: currency.value })} required /><${Input} form=${form} name="cycle" label=${t('Cycle')} options=${CYCLES.map((value) => ({ value, label: word(value) }))} /></div>
      <div class="fields"><${Input} form=${form} name="expiring_credits" type="number" min="0" label=${t('Credits in each cycle')} hint=${t('To pay for rooms with')} required /><${Input} form=${form} name="expiring_day_passes" type="number" min="0" label=${t('Day passes in each cycle')} required /></div>
      <${Input} form=${form} name="signup_enabled" type="checkbox" label=${t('People may ask for it by themselves')} hint=${t('They come as registrations, which you approve.')} />
      <${FormProblem} form=${form} fields=${['name', 'price', 'cycle', 'expiring_credits', 'expiring_day_passes']} /><${StepActions} step="plan" form=${form} label=${t('Make the plan')} skip=${known.length ? t('Go on') : t('Skip')} /></form>`;
}
