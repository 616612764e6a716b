// Step 1: a location, with what can be guessed about it.
import { html } from '../../vendor/preact.js';
import { choose, locations, merchant, place, readPlace } from '../../app/place.js';
import { invalidate } from '../../app/records.js';
import { post } from '../../app/request.js';
import { readerZone } from '../../app/time.js';
import { t } from '../../app/words.js';
import { FormProblem, Input, useForm } from '../../ui/form.js';
import { OFFICE_HOURS } from '../settings/hours.js';
import { HoursEditor } from '../settings/hours-editor.js';
import { CURRENCIES, ZONES, currencyOf, regionOf } from '../settings/world.js';
import { StepActions, StepHead } from './step.js';

/** What a form begins with. */
function guessed() {
  const region = regionOf(readerZone());
  return { name: '', city: '', country_code: region, time_zone: readerZone(), currency: currencyOf(region, merchant.value?.default_currency ?? 'EUR'), tax_rate: '0', tax_inclusive: false, opening_hours: OFFICE_HOURS() };
}

/** @param {any} values @param {string} key */
const make = ({ city, country_code: country, tax_rate: tax, ...others }, key) => post('/locations', { ...others, tax_rate: Number(tax), address: { city, country_code: country.trim().toUpperCase() } }, { key });

/** @param {{next: () => void}} props */
export function LocationStep({ next }) {
  const form = useForm({ initial: guessed(), draft: 'setup.location', send: make, done: async ({ data }) => { invalidate(['location']); await readPlace(); choose(data.id); next(); } });
  const named = (/** @type {string} */ field) => ({ ...form, problemOf: () => form.problemOf(`address.${field}`) });
  const fields = ['name', 'time_zone', 'currency', 'tax_rate', 'opening_hours', 'address.city', 'address.country_code'];
  return html`<${StepHead} title=${locations.value.length ? t('Another location') : t('Where is your house?')} about=${locations.value.length ? t('There is {name} already: go on with it, or make another one here.', { name: place.value?.name ?? '' }) : t('Time zone, currency and hours are guessed: put right what is not so.')} />
    <form onSubmit=${form.submit}><${Input} form=${form} name="name" label=${t('Name of the location')} required maxlength="200" autocomplete="off" />
      <div class="fields"><${Input} form=${named('city')} name="city" label=${t('Town')} autocomplete="address-level2" /><${Input} form=${named('country_code')} name="country_code" label=${t('Country')} hint=${t('Two letters, such as NL')} maxlength="2" autocomplete="country" /></div>
      <div class="fields"><${Input} form=${form} name="time_zone" label=${t('Time zone')} options=${ZONES(form.values.time_zone)} /><${Input} form=${form} name="currency" label=${t('Currency')} hint=${t('It stays once something has a price.')} options=${CURRENCIES(form.values.currency)} /></div>
      <div class="fields"><${Input} form=${form} name="tax_rate" type="number" min="0" max="100" step="any" label=${t('Tax in percent')} required /><div><${Input} form=${form} name="tax_inclusive" type="checkbox" label=${t('Prices contain the tax')} /></div></div>
      <h3 class="group-title">${t('Opening hours')}</h3><${HoursEditor} form=${form} name="opening_hours" label=${t('Opening hours')} none=${t('Around the clock')} />
      <${FormProblem} form=${form} fields=${fields} />
      <${StepActions} step="location" form=${form} label=${t('Make the location')} skip=${locations.value.length ? t('Go on with {name}', { name: place.value?.name ?? '' }) : t('Skip')} /></form>`;
}
