// What stands around every screen: the menu, the location, the search, and who is signed in.
import { html, signal, useEffect, useRef, useState } from '../vendor/preact.js';
import { Button, Link } from '../ui/controls.js';
import { Icon } from '../ui/icons.js';
import { Notices } from '../ui/notices.js';
import { Loading, Problem } from '../ui/states.js';
import { codesOwed, oweCodes } from './codes-owed.js';
import { isOnline } from './live.js';
import { number } from './money.js';
import { nameOf } from './names.js';
import { choose, locations, me, place, zone } from './place.js';
import { needsMore } from './records.js';
import { RECORDS_MAX } from './request.js';
import { link, route } from './route.js';
import { load, offered, ready, screens } from './screens.js';
import { Search } from './search.js';
import { signOut } from './session.js';
import { differs, showTime, useNow } from './time.js';
import { LANGUAGES, PAGE_LANGUAGES, languageCode, later, readWords, t } from './words.js';

function Menu() {
  const [isOpen, setOpen] = useState(false);
  const now = route.value.screen;
  useEffect(() => setOpen(false), [now]);
  return html`<nav class=${`menu ${isOpen ? 'open' : ''}`} aria-label=${t('Screens')}>
    ${offered().map(({ path, title, icon }) => html`<${Link} key=${path} to=${link(path)} icon=${icon} aria-current=${path === now ? 'page' : undefined}><span>${title}</span><//>`)}
    <button type="button" class="more" aria-expanded=${String(isOpen)} onClick=${() => setOpen(!isOpen)}><${Icon} name="more" /><span>${t('More')}</span></button>
  </nav>`;
}

/** Time at the location, and that the reader's differs. */
function Clock() {
  const now = useNow(10);
  const note = differs(zone.value) ? t('Times are those of {zone}.', { zone: zone.value.replaceAll('_', ' ') }) : '';
  return html`<span class="clock" title=${zone.value}><${Icon} name="clock" size=${16} /> <time>${showTime(now, zone.value)}</time>${note && html` <small>${note}</small>`}</span>`;
}

/** The authenticator of who is signed in, loaded when it is asked for. @param {{close: () => void}} props */
function OwnFactor({ close }) {
  const [loaded, setLoaded] = useState(/** @type {{Page?: any, error?: any}} */ ({}));
  useEffect(() => { later(() => import('../screens/settings/authenticator.js')).then(({ OwnDialog: Page }) => setLoaded({ Page }), (error) => setLoaded({ error })); }, []);
  if (loaded.error) return html`<${Problem} refusal=${loaded.error} again=${close} />`;
  return loaded.Page && html`<${loaded.Page} close=${close} />`;
}

const isFactorOpen = signal(false);
const openFactor = () => { isFactorOpen.value = true; };

/** Recovery codes that were shown, and of which nobody said that they were kept. */
const CodesOwed = () => codesOwed.value === me.value?.id && !isFactorOpen.value && html`<div class="offline codes-owed" role="status"><span>${t('Your recovery codes were shown once, and you have not said that you have them. They are not shown again: make new ones.')}</span>
  <${Button} act=${openFactor}>${t('Make new ones …')}<//><${Button} act=${() => oweCodes(null)}>${t('I have them')}<//></div>`;

function Account() {
  return html`<details class="account"><summary aria-label=${t('Account')}><${Icon} name="user" /></summary><div class="sheet">
    <p><strong>${nameOf(me.value)}</strong><br /><small>${me.value?.email}</small></p>
    ${PAGE_LANGUAGES.length > 1 && html`<label>${t('Language')} <select value=${languageCode()} onChange=${(/** @type {any} */ event) => readWords(event.target.value)}>
      ${Object.entries(LANGUAGES).filter(([code]) => PAGE_LANGUAGES.includes(code)).map(([code, name]) => html`<option key=${code} value=${code} selected=${code === languageCode()}>${name}</option>`)}</select></label>`}
    <${Button} act=${openFactor}>${t('Second factor …')}<//>
    <${Button} act=${signOut}>${t('Sign out')}<//></div></details>${isFactorOpen.value && html`<${OwnFactor} close=${() => { isFactorOpen.value = false; }} />`}`;
}

const LocationChoice = () => html`<label class="location-choice"><span class="hidden">${t('Location')}</span><select value=${place.value?.id} onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
  ${locations.value.map(({ id, name }) => html`<option key=${id} value=${id} selected=${id === place.value?.id}>${name}</option>`)}</select></label>`;

/** The screen that the address names. */
function Screen() {
  const { screen: path } = route.value;
  const screen = screens().find((one) => one.path === path);
  const [loaded, setLoaded] = useState(/** @type {{path: string, Screen?: any, error?: any}} */ ({ path: '' }));
  const main = useRef(/** @type {any} */ (null));
  const shown = loaded.path === path ? loaded : { path, ...ready.get(path) };
  useEffect(() => {
    let isCurrent = true;
    // What was not ready when it was drawn may be by now: that is drawn then.
    if (screen && !shown.Screen) load(screen).then((module) => isCurrent && setLoaded({ path, Screen: module.Screen }), (error) => isCurrent && setLoaded({ path, error }));
    return () => { isCurrent = false; };
  }, [path]);
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${screen?.title ?? ''} · Colonnade`;
    if (isFirst.current) isFirst.current = false;
    else main.current?.focus({ preventScroll: true });
  }, [path]);
  let content = html`<${Loading} />`;
  if (!screen) content = html`<p>${t('There is no such screen.')} <a href=${link('today')}>${t('Today')}</a></p>`;
  else if (shown.error) content = html`<${Problem} refusal=${shown.error} again=${() => location.reload()} />`;
  else if (shown.Screen) content = html`<${shown.Screen} key=${path} />`;
  return html`<main ref=${main} tabindex="-1" id="main" class=${`screen-${path}`}>${content}</main>`;
}

export const Shell = () => html`<div class="shell">
  <a class="skip" href="#main" onClick=${(/** @type {any} */ event) => { event.preventDefault(); document.getElementById('main')?.focus(); }}>${t('Skip to the content')}</a>
  <header class="bar"><${Link} to=${link('today')} class="brand" aria-label="Colonnade"><img src=${new URL('../icon.svg', import.meta.url).href} alt="" width="28" height="28" /><//>
    <${LocationChoice} /><${Clock} /><span class="spring" /><${Search} /><${Account} /></header>
  <div class="warnings">${!isOnline.value && html`<p class="offline" role="status">${t('The service cannot be reached: what you see may be old.')}</p>`}
  ${needsMore.value && html`<p class="offline" role="status">${t('A list that this page needs has more than {count} records. The others are not read, and are missing in what is counted and added up here.', { count: number(RECORDS_MAX) })}</p>`}
  <${CodesOwed} /></div><${Menu} /><${Screen} /><${Notices} /></div>`;
