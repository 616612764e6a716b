// The desk: who comes, who is here, and how somebody is let in or out. A receptionist has it open all day.
import { html, useEffect, useRef, useState } from '../../vendor/preact.js';
import { keepDraft } from '../../app/drafts.js';
import { number } from '../../app/money.js';
import { place, zone } from '../../app/place.js';
import { ask, link, route } from '../../app/route.js';
import { showDay, showTime } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Button, Tabs } from '../../ui/controls.js';
import { Confirm } from '../../ui/dialog.js';
import { Empty } from '../../ui/states.js';
import { style } from '../../ui/style.js';
import { AgreementDialog } from './agreement.js';
import { Arrivals } from './arrivals.js';
import { admitCode } from './codes.js';
import { useDay } from './data.js';
import { Evacuation } from './evacuation.js';
import { Finder } from './finder.js';
import { keep, keepThisPage } from './kept.js';
import { useKeys } from './keys.js';
import { endsBooking, leave } from './leave.js';
import { codeIn } from './match.js';
import { forgetOutcome, OutcomePanel, say } from './outcome.js';
import { PresentPeople } from './present.js';
import { Requests } from './requests.js';
import { Scanner } from './scanner.js';
import { VisitDialog } from './visit.js';
import { WalkIn } from './walk-in.js';

await style(import.meta.url, 'desk.css');

/** @typedef {import('./data.js').Day} Day */

/** Keeps each list that is read for when there is no network. @param {Day} day */
function useKept({ list, present, location }) {
  useEffect(() => {
    if (!list.data || list.data.location_id !== location.id) return;
    const { as_of, people, is_complete } = list.data;
    keep({ location_id: location.id, location: location.name, zone: zone.value, as_of, people, is_complete, present }).then(keepThisPage).catch(() => {});
  }, [list.data, present.filter(({ host }) => host).length]);
}

/** @param {{day: Day}} props */
function Counts({ day }) {
  const { occupancy } = day;
  const late = day.arrivals.filter(({ lateMinutes }) => lateMinutes).length;
  const counts = /** @type {[string, any, string][]} */ ([
    [t('In the house'), day.list.data?.people ?? occupancy?.people_on_site, ''], [t('Visitors'), day.present.filter(({ kind }) => kind === 'visit').length, ''],
    [t('Still to come'), day.arrivals.filter(({ kind }) => kind !== 'event').length, ''], [t('Late'), late, late ? 'waiting' : ''],
  ]);
  const room = occupancy?.capacity ? t('{people} of {capacity} places', { people: number(occupancy.people_on_site), capacity: number(occupancy.capacity) }) : '';
  return html`<dl class="counts" aria-label=${t('Now')}>${counts.map(([term, value, tone]) => html`<div key=${term} class=${tone}><dt>${term}</dt><dd>${value === undefined ? '–' : number(value)}</dd></div>`)}
    ${room && html`<div class="places"><dt>${t('Occupancy')}</dt><dd>${room}</dd></div>`}</dl>`;
}

/** Both lists: side by side, or one of them where there is no room. @param {{day: Day, letGo: (person: any) => void}} props */
function Lists({ day, letGo }) {
  const side = route.value.query.list === 'here' ? 'here' : 'come';
  const tabs = [{ value: 'come', label: t('Who comes'), count: day.arrivals.length, href: link('desk') }, { value: 'here', label: t('Who is here'), count: day.present.length, href: link('desk', '', { list: 'here' }) }];
  return html`<div class="narrow no-print"><${Tabs} label=${t('Lists')} value=${side} tabs=${tabs} /></div><div class=${`sides shows-${side}`}>
    <section class="side come card" aria-labelledby="who-comes"><h2 id="who-comes">${t('Who comes')}</h2><${Requests} day=${day} /><${Arrivals} day=${day} /></section>
    <section class="side here card" aria-labelledby="who-is-here"><h2 id="who-is-here">${t('Who is here')}</h2><${PresentPeople} day=${day} letGo=${letGo} /></section></div>`;
}

function Desk() {
  const day = useDay();
  const field = useRef(/** @type {any} */ (null));
  const [dialog, setDialog] = useState(/** @type {{kind: '' | 'scan' | 'walk-in' | 'leave', of?: any}} */ ({ kind: '' }));
  const close = () => setDialog({ kind: '' });
  const scan = () => setDialog({ kind: 'scan' });
  const walkIn = (/** @type {any} */ visitor) => {
    if (visitor) forget();
    setDialog({ kind: 'walk-in', of: visitor });
  };
  const forget = () => { for (const draft of ['desk.walk-in', 'desk.day-guest']) keepDraft(draft, null); };
  const forgetWalkIn = () => { forget(); close(); };
  const letGo = (/** @type {any} */ person) => { if (endsBooking(person)) setDialog({ kind: 'leave', of: person }); else return leave(person); return undefined; };
  const scanned = (/** @type {string} */ text) => {
    const code = codeIn(text);
    if (code) admitCode(code, day);
    else say('bad', t('Unknown code'), t('This is no code of a visitor or ticket.'));
  };
  const isEvacuation = route.value.query.page === 'evacuation';
  const page = (/** @type {string} */ name) => ask({ page: name });
  useKept(day);
  useEffect(() => { forgetOutcome(); }, [day.location.id]);
  useKeys({ f: () => { page(''); setTimeout(() => field.current?.focus()); }, s: scan, w: () => walkIn(null), e: () => page(isEvacuation ? '' : 'evacuation') }, scanned);
  useEffect(() => { if (matchMedia('(pointer: fine)').matches && !document.querySelector('dialog[open]')) setTimeout(() => field.current?.focus({ preventScroll: true })); }, []);
  const booking = dialog.kind === 'leave' && (day.bookings.data ?? []).find((/** @type {any} */ one) => one.id === dialog.of.booking_id);
  return html`<div class="desk"><div class="head-line"><h1>${t('Desk')}</h1><p class="print-only">${t('{location}, {day}', { location: day.location.name, day: showDay(day.today, { dateStyle: 'full' }) })}</p><${Counts} day=${day} /><span class="spring" />
    <div class="doings no-print"><${Button} icon="registrations" act=${() => walkIn(null)} aria-keyshortcuts="w" title=${t('Walk-in (W)')}>${t('Walk-in')}<//>
      <${Button} icon="print" label=${t('Print the day')} act=${() => print()} />
      <${Button} icon="people" aria-pressed=${String(isEvacuation)} aria-keyshortcuts="e" title=${t('Evacuation list (E)')} act=${() => page(isEvacuation ? '' : 'evacuation')}>${t('Evacuation list')}<//></div></div>
    ${isEvacuation ? html`<p class="no-print"><a href=${link('desk')}>${t('Back to the desk')}</a></p><${Evacuation} day=${day} />` : html`
    <div class="find no-print"><${Finder} day=${day} field=${field} walkIn=${walkIn} letGo=${letGo} /><kbd aria-hidden="true">F</kbd><${Button} kind="primary" class="scan" icon="qr" aria-keyshortcuts="s" title=${t('Scan a code (S)')} act=${scan}>${t('Scan')}<//></div>
    ${dialog.kind !== 'scan' && html`<div class="outcome-area no-print"><${OutcomePanel} /></div>`}<${Lists} day=${day} letGo=${letGo} />
    <p class="hints no-print" aria-hidden="true">${[['F', t('Find')], ['S', t('Scan')], ['W', t('Walk-in')], ['E', t('Evacuation list')], ['↑ ↓', t('From row to row')]].map(([key, label]) => html`<span key=${key}><kbd>${key}</kbd> ${label}</span>`)}</p>`}
    ${dialog.kind === 'scan' && html`<${Scanner} day=${day} close=${() => { forgetOutcome(); close(); }} />`}
    ${dialog.kind === 'walk-in' && html`<${WalkIn} day=${day} visitor=${dialog.of} close=${forgetWalkIn} />`}
    ${dialog.kind === 'leave' && html`<${Confirm} title=${t('Check out {name}', { name: dialog.of.name })} label=${t('Check out')} close=${close} agree=${() => leave(dialog.of)}>
      <p>${booking ? t('The booking ends now: the time until {time} is free for others. This cannot be taken back.', { time: showTime(booking.end_time, zone.value) }) : t('The booking ends now. This cannot be taken back.')}</p><//>`}
    ${route.value.query.visit && html`<${VisitDialog} id=${route.value.query.visit} close=${() => ask({ visit: '' })} />`}<${AgreementDialog} /></div>`;
}

export function Screen() {
  if (!place.value) return html`<${Empty} icon="desk" title=${t('There is no location yet')}><a href=${link('setup')}>${t('Set up')}</a><//>`;
  return html`<${Desk} key=${place.value.id} />`;
}
