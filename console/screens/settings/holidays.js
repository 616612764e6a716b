// Days on which a location is closed; those that are over stand behind the others.
import { html, useState } from '../../vendor/preact.js';
import { zone } from '../../app/place.js';
import { addDays, currentTime, dayOf, showDay } from '../../app/time.js';
import { plural, t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';

/** @param {{form: any, name?: string}} props */
export function Holidays({ form, name = 'holidays' }) {
  const [areAllShown, setAllShown] = useState(false);
  const days = /** @type {{date: string, name: string}[]} */ (form.values[name]);
  const today = dayOf(currentTime(), zone.value);
  const over = days.filter(({ date }) => date && date < today).length;
  const change = (/** @type {number} */ index, /** @type {any} */ changes) => form.set({ [name]: days.map((day, place) => (place === index ? { ...day, ...changes } : day)) });
  const problemOf = (/** @type {number} */ index) => form.problemOf(`${name}[${index}]`);
  const add = () => form.set({ [name]: [...days, { date: addDays([...days.map(({ date }) => date), today].sort().at(-1) ?? today, 1), name: '' }] });
  return html`<ul class="plain lines">${days.map((day, index) => (day.date < today && !areAllShown ? null : html`<li key=${index}>
      <input type="date" value=${day.date} required aria-label=${t('Day')} onChange=${(/** @type {any} */ event) => change(index, { date: event.target.value })} />
      <input class="grow" dir="auto" value=${day.name} required maxlength="200" placeholder=${t('Name of the holiday')} aria-label=${t('Name of {day}', { day: day.date ? showDay(day.date) : '' })} onInput=${(/** @type {any} */ event) => change(index, { name: event.target.value })} />
      <${Button} kind="quiet" icon="close" label=${t('Take {day} away', { day: day.date ? showDay(day.date) : '' })} act=${() => form.set({ [name]: days.filter((_, place) => place !== index) })} />
      ${problemOf(index) && html`<small class="problem">${problemOf(index)}</small>`}</li>`))}</ul>
    ${!days.length && html`<p class="quiet">${t('No holidays yet.')}</p>`}
    <div class="across"><${Button} icon="add" act=${add}>${t('Add a day')}<//>${over > 0 && !areAllShown && html`<${Button} kind="quiet" act=${() => setAllShown(true)}>${plural(over, 'Show {count} day that is over', 'Show {count} days that are over')}<//>`}</div>`;
}
