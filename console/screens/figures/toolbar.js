// What the figures are of: days, location, type of resource.
import { html } from '../../vendor/preact.js';
import { isAdmin, locations, zone } from '../../app/place.js';
import { ask, route } from '../../app/route.js';
import { currentTime, dayOf } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { periodOf, periodsOf } from './periods.js';

const TYPES = ['meeting_room', 'conference_room', 'event_space', 'phone_booth', 'studio', 'hot_desk', 'dedicated_desk', 'office', 'parking', 'equipment', 'station'];

/** @param {{from: string, to: string}} props */
function Period({ from, to }) {
  const today = dayOf(currentTime(), zone.value);
  const names = [['days', t('Last 30 days')], ['month', t('This month')], ['before', t('Last month')], ['quarter', t('Last 90 days')], ['year', t('This year')], ['months', t('Last 12 months')]];
  const now = periodOf(from, to, today);
  const choose = (/** @type {any} */ event) => { const days = periodsOf(today)[event.target.value]; if (days) ask({ from: days[0], to: days[1] }); };
  return html`<label>${t('Period')} <select onChange=${choose}>${!now && html`<option value="" selected>${t('Own days')}</option>`}${names.map(([value, label]) => html`<option key=${value} value=${value} selected=${value === now}>${label}</option>`)}</select></label>`;
}

/** @param {{from: string, to: string, location: string, hasTypes: boolean, mayBeAll: boolean, children?: any}} props */
export function Toolbar({ from, to, location, hasTypes, mayBeAll, children }) {
  const day = (/** @type {string} */ name) => (/** @type {any} */ event) => event.target.value && ask({ [name]: event.target.value });
  const { type = '' } = route.value.query;
  return html`<div class="figures-bar"><${Period} from=${from} to=${to} /><label>${t('From')} <input type="date" value=${from} max=${to} onChange=${day('from')} /></label><label>${t('To')} <input type="date" value=${to} min=${from} onChange=${day('to')} /></label>
    ${isAdmin.value && locations.value.length > 1 && html`<label>${t('Location')} <select onChange=${(/** @type {any} */ event) => ask({ at: event.target.value, currency: null })}>${mayBeAll && html`<option value="all" selected=${!location}>${t('All locations')}</option>`}
      ${locations.value.map(({ id, name }) => html`<option key=${id} value=${id} selected=${id === location}>${name}</option>`)}</select></label>`}
    ${hasTypes && html`<label>${t('Type')} <select onChange=${(/** @type {any} */ event) => ask({ type: event.target.value })}><option value="">${t('All')}</option>${TYPES.map((one) => html`<option key=${one} value=${one} selected=${one === type}>${word(one)}</option>`)}</select></label>`}
    <span class="spring" />${children}</div>`;
}
