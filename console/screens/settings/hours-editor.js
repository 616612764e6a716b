// Hours of a week: around the clock, or spans of each weekday with a picture of the day.
import { html } from '../../vendor/preact.js';
import { language, t } from '../../app/words.js';
import { Button, Choice } from '../../ui/controls.js';
import { OFFICE_HOURS, WEEKDAYS, barOf, copied, crossesMidnight, runsOf, spansOf, withAnother, withSpan, withoutSpan } from './hours.js';

/** @typedef {import('./hours.js').Span} Span */

/** Name of a weekday in the reader's language. @param {string} weekday @param {'long' | 'short'} [length] */
export const dayName = (weekday, length = 'long') => new Intl.DateTimeFormat(language(), { weekday: length, timeZone: 'UTC' }).format(Date.UTC(2026, 0, 5 + WEEKDAYS.indexOf(weekday)));

/** Hours as a line to read. @param {{spans: Span[], empty: string}} props */
export const HoursText = ({ spans, empty }) => (spans.length ? html`<ul class="plain hours-text">${runsOf(spans).map(({ from, to, spans: own }) => html`<li key=${from}>
  <span>${from === to ? dayName(from, 'short') : `${dayName(from, 'short')}–${dayName(to, 'short')}`}</span> <time>${own.map(({ opens, closes }) => `${opens}–${closes}`).join(', ')}</time></li>`)}</ul>` : html`<span class="quiet">${empty}</span>`);

/** @param {{span: Span & {index: number}, label: string, problem?: string, change: (changes: Partial<Span>) => void, drop: () => void}} props */
function SpanFields({ span, label, problem, change, drop }) {
  const isMidnight = span.closes === '24:00';
  return html`<li class=${`span ${problem ? 'wrong' : ''}`}>
    <input type="time" value=${span.opens} required aria-label=${t('{day} opens at', { day: label })} aria-invalid=${problem ? 'true' : undefined} onChange=${(/** @type {any} */ event) => event.target.value && change({ opens: event.target.value })} />
    <span aria-hidden="true">–</span>
    <input type="time" value=${isMidnight ? '00:00' : span.closes} required aria-label=${t('{day} closes at', { day: label })} onChange=${(/** @type {any} */ event) => event.target.value && change({ closes: event.target.value === '00:00' ? '24:00' : event.target.value })} />
    <${Button} kind="quiet" icon="close" label=${t('Take these hours of {day} away', { day: label })} act=${drop} />
    ${crossesMidnight(span) && html`<small>${t('until the next day')}</small>`}${problem && html`<small class="problem">${problem}</small>`}</li>`;
}

/** @param {{weekday: string, spans: Span[], change: (spans: Span[]) => void, problemOf: (index: number) => string | undefined}} props */
function Day({ weekday, spans, change, problemOf }) {
  const own = spansOf(spans, weekday);
  const label = dayName(weekday);
  const weekdays = WEEKDAYS.slice(0, 5);
  return html`<div class="day" role="group" aria-label=${label}><strong>${label}</strong>
    <div class="day-picture" aria-hidden="true">${own.map((span) => html`<i key=${span.index} style=${barOf(span)} />`)}</div>
    <ul class="plain">${own.map((span) => html`<${SpanFields} key=${span.index} span=${span} label=${label} problem=${problemOf(span.index)}
        change=${(/** @type {any} */ changes) => change(withSpan(spans, span.index, changes))} drop=${() => change(withoutSpan(spans, span.index))} />`)}
      ${!own.length && html`<li class="quiet">${t('Closed')}</li>`}
      ${weekday === 'monday' && own.length > 0 && html`<li><${Button} kind="quiet" class="copy" act=${() => change(copied(spans, 'monday', weekdays))}>${t('Same for Monday to Friday')}<//></li>`}</ul>
    <${Button} kind="quiet" icon="add" label=${t('More hours on {day}', { day: label })} act=${() => change(withAnother(spans, weekday))} /></div>`;
}

/**
 * @param {{form: any, name: string, label: string, none: string, some?: string, begin?: Span[]}} props
 * `none` says what no hours mean; `begin` are the hours that the choice of hours begins with.
 */
export function HoursEditor({ form, name, label, none, some = t('Hours by weekday'), begin = OFFICE_HOURS() }) {
  const spans = /** @type {Span[]} */ (form.values[name] ?? []);
  const change = (/** @type {Span[]} */ next) => form.set({ [name]: next });
  const whole = form.problemOf(name);
  const problemOf = (/** @type {number} */ index) => form.problemOf(`${name}[${index}]`);
  const isPlaced = spans.some((_, index) => problemOf(index));
  return html`<div class="hours"><${Choice} label=${label} value=${spans.length ? 'some' : 'none'} options=${[{ value: 'none', label: none }, { value: 'some', label: some }]}
      choose=${(/** @type {string} */ next) => (next === 'none') === (spans.length > 0) && change(next === 'none' ? [] : begin)} />
    ${spans.length > 0 && html`<div class="week">${WEEKDAYS.map((weekday) => html`<${Day} key=${weekday} weekday=${weekday} spans=${spans} change=${change} problemOf=${problemOf} />`)}</div>`}
    ${whole && !isPlaced && html`<p class="problem">${whole}</p>`}</div>`;
}
