// Settings: sections on the left, on a phone a list of them.
import { html, useEffect, useState } from '../../vendor/preact.js';
import { isAdmin } from '../../app/place.js';
import { ask, link, route } from '../../app/route.js';
import { t } from '../../app/words.js';
import { Empty, Loading, Problem } from '../../ui/states.js';
import { style } from '../../ui/style.js';
import { Leaving } from './leaving.js';
import { sections } from './sections.js';

await style(import.meta.url, 'settings.css');

/** @param {string} section @param {Record<string, string | undefined | null>} [query] */
export const place = (section, query = {}) => link('settings', '', { section, ...query });

/** Opens a record that was just made, unless the reader has gone elsewhere meanwhile. @param {string} section @param {string} id */
export function openMade(section, id) { if (route.peek().query.section === section) ask({ id }); }

/** @param {{now: string}} props */
function List({ now }) {
  const all = sections();
  const groups = [...new Set(all.map(({ group }) => group))];
  return html`<nav class="sections" aria-label=${t('Sections of the settings')}>${groups.map((group) => html`<div key=${group}><h2>${group}</h2>
    ${all.filter((one) => one.group === group).map(({ key, title, about }) => html`<a key=${key} href=${place(key)} aria-current=${key === now ? 'page' : undefined}><span>${title}</span><small>${about}</small></a>`)}</div>`)}</nav>`;
}

/** @param {{of: import('./sections.js').Section}} props */
function Section({ of }) {
  const [loaded, setLoaded] = useState(/** @type {{key: string, Section?: any, error?: any}} */ ({ key: '' }));
  useEffect(() => {
    let isCurrent = true;
    of.load().then((module) => isCurrent && setLoaded({ key: of.key, Section: module.Section }), (error) => isCurrent && setLoaded({ key: of.key, error }));
    return () => { isCurrent = false; };
  }, [of.key]);
  if (loaded.key !== of.key) return html`<${Loading} />`;
  if (loaded.error) return html`<${Problem} refusal=${loaded.error} again=${() => location.reload()} />`;
  return html`<${loaded.Section} key=${of.key} />`;
}

export function Screen() {
  const { section = '' } = route.value.query;
  const all = sections();
  const shown = all.find(({ key }) => key === section) ?? all[0];
  if (!isAdmin.value) return html`<div class="head-line"><h1>${t('Settings')}</h1></div><${Empty} title=${t('Settings are for admins and owners.')} icon="settings"><p>${t('Ask one of them for what you need.')}</p><//>`;
  return html`<div class="settings-room"><div class=${`settings ${section ? 'in-section' : ''}`}>
    <aside><h1>${t('Settings')}</h1><${List} now=${shown.key} /></aside>
    <div class="section"><a href=${link('settings')} class="way-back to-list">${t('All settings')}</a><${Section} of=${shown} /></div></div></div><${Leaving} />`;
}
