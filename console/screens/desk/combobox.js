// A field with what it finds beneath: arrows choose, Enter takes, Escape empties.
import { html, useEffect, useId, useState } from '../../vendor/preact.js';
import { Icon } from '../../ui/icons.js';

/** @typedef {{key: string, label: string, note?: any, icon?: string, mark?: any, verb?: string, take: () => any}} Option */

/**
 * @param {{label: string, placeholder: string, words: string, setWords: (words: string) => void, options: Option[], enter?: (words: string) => boolean, field?: any, class?: string, problem?: string, [other: string]: any}} props
 * `enter` may take the words themselves, such as a code: it answers whether it did.
 */
export function Combobox({ label, placeholder, words, setWords, options, enter, field, class: of = '', problem, ...others }) {
  const id = useId();
  const [at, setAt] = useState(0);
  const chosen = Math.min(at, options.length - 1);
  useEffect(() => setAt(0), [words]);
  useEffect(() => { document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' }); }, [chosen]);
  const keys = (/** @type {any} */ event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[/** @type {string} */ (event.key)];
    if (step && options.length) { event.preventDefault(); setAt((chosen + step + options.length) % options.length); }
    if (event.key === 'Enter' && words.trim()) { event.preventDefault(); if (!enter?.(words)) options[chosen]?.take(); }
    if (event.key === 'Escape' && words) { event.preventDefault(); event.stopPropagation(); setWords(''); }
  };
  const take = (/** @type {any} */ event, /** @type {Option} */ option) => { event.preventDefault(); option.take(); };
  return html`<div class=${`combobox ${of}`}><input ref=${field} type="search" role="combobox" autocomplete="off" spellcheck="false" autocapitalize="off" enterkeyhint="done" aria-label=${label} placeholder=${placeholder} value=${words}
      aria-expanded=${String(options.length > 0)} aria-controls=${`${id}-list`} aria-activedescendant=${options.length ? `${id}-${chosen}` : undefined} aria-invalid=${problem ? 'true' : undefined}
      onInput=${(/** @type {any} */ event) => setWords(event.target.value)} onKeyDown=${keys} ...${others} />
    <ul id=${`${id}-list`} role="listbox" aria-label=${label}>${options.map((option, index) => html`<li key=${option.key} id=${`${id}-${index}`} role="option" aria-selected=${String(index === chosen)}
      onMouseMove=${() => setAt(index)} onMouseDown=${(/** @type {any} */ event) => event.preventDefault()} onClick=${(/** @type {any} */ event) => take(event, option)}>
      ${option.icon && html`<${Icon} name=${option.icon} />`}<span class="found-name"><bdi>${option.label}</bdi>${option.note && html`<small>${option.note}</small>`}</span>${option.mark}${option.verb && html`<em>${option.verb}</em>`}</li>`)}</ul></div>`;
}
