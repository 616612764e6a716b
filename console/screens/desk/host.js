// The host of a visitor: a member. Those who are in the house stand first.
import { html, useEffect, useState } from '../../vendor/preact.js';
import { reasonOf } from '../../app/act.js';
import { nameOf } from '../../app/names.js';
import { ofTheirs } from '../../app/place.js';
import { find } from '../../app/request.js';
import { t } from '../../app/words.js';
import { Badge, Button, Field } from '../../ui/controls.js';
import { Combobox } from './combobox.js';
import { matches } from './match.js';

/** @typedef {{id: string, name: string}} Person */

/** Members who are found by words. @param {string} words */
function useMembers(words) {
  const none = { found: /** @type {any[]} */ ([]), refused: '' };
  const [state, setState] = useState(none);
  useEffect(() => {
    const typed = words.trim();
    if (typed.length < 2) { setState(none); return undefined; }
    let isCurrent = true;
    const show = (/** @type {Partial<typeof none>} */ more) => { if (isCurrent) setState({ ...none, ...more }); };
    const timer = setTimeout(() => find('/members', { q: typed, limit: 8, status: 'active', ...ofTheirs() }).then((found) => show({ found }), (refusal) => show({ refused: t('It could not be looked for. {reason}', { reason: reasonOf(refusal) }) })), 150);
    return () => { isCurrent = false; clearTimeout(timer); };
  }, [words]);
  return state;
}

/** @param {{label: string, person: Person | null, choose: (person: Person | null) => void, present: import('./day.js').Present[], problem?: string, hint?: string}} props */
export function MemberField({ label, person, choose, present, problem, hint }) {
  const [words, setWords] = useState('');
  const { found, refused } = useMembers(words);
  const here = new Map(present.filter(({ member_id: id }) => id).map(({ member_id: id, name }) => [id, name]));
  const near = words.trim() ? [...here].filter(([, name]) => matches(words, [name])).map(([id, name]) => ({ id: /** @type {string} */ (id), name, note: '' })) : [];
  const others = found.filter(({ id }) => !here.has(id)).map((member) => ({ id: member.id, name: nameOf(member), note: member.email }));
  const options = [...near, ...others].slice(0, 8).map((one) => ({
    key: one.id, label: one.name, note: one.note, mark: here.has(one.id) && html`<${Badge} tone="good">${t('In the house')}<//>`, take: () => { setWords(''); choose({ id: one.id, name: one.name }); },
  }));
  return html`<${Field} label=${label} problem=${refused || problem} hint=${hint}>${(/** @type {any} */ attributes) => (person
    ? html`<div class="across"><strong class="truncate" dir="auto"><bdi>${person.name}</bdi></strong><${Button} id=${attributes.id} act=${() => choose(null)}>${t('Change')}<//></div>`
    : html`<${Combobox} ...${attributes} label=${label} placeholder=${t('Name of a member')} words=${words} setWords=${setWords} options=${options} />`)}<//>`;
}
