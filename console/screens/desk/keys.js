// Keys of the desk.
import { useEffect, useRef } from '../../vendor/preact.js';

/** A hand scanner types faster than any hand. */
const BURST_MS = 60;

/** Arrows go from button to button of a list, so that nobody tabs through a hundred rows. @param {any} event */
export function stepThrough(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[/** @type {string} */ (event.key)];
  const row = event.target.closest('li');
  if (!step || !row || !event.target.matches('button, a')) return;
  const rows = [...document.querySelectorAll('.people > li')].filter((one) => /** @type {HTMLElement} */ (one).offsetParent && one.querySelector('button, a.button'));
  const next = rows[rows.indexOf(row) + step];
  if (!next) return;
  event.preventDefault();
  const buttons = next.querySelectorAll('button, a.button');
  /** @type {any} */ (buttons[buttons.length - 1]).focus();
}

/**
 * Letters that do something, where nothing is typed; and what a hand scanner types there, up to its Enter.
 * @param {Record<string, () => void>} keys @param {(text: string) => void} scanned
 */
export function useKeys(keys, scanned) {
  const latest = useRef({ keys, scanned });
  latest.current = { keys, scanned };
  useEffect(() => {
    let typed = '';
    let timer = 0;
    const end = () => { if (typed.length === 1) latest.current.keys[typed.toLowerCase()]?.(); typed = ''; };
    const press = (/** @type {KeyboardEvent} */ event) => {
      if (isTyped(event)) { typed = ''; return; }
      if (event.key === 'Enter' && typed.length > 3) { event.preventDefault(); clearTimeout(timer); latest.current.scanned(typed); typed = ''; return; }
      if (event.key.length !== 1 || event.repeat) return;
      if (typed || latest.current.keys[event.key.toLowerCase()]) event.preventDefault();
      typed += event.key;
      clearTimeout(timer);
      timer = window.setTimeout(end, BURST_MS);
    };
    addEventListener('keydown', press);
    return () => { clearTimeout(timer); removeEventListener('keydown', press); };
  }, []);
}

/** Whether a key is meant for what is typed, or for a dialog. @param {KeyboardEvent} event */
export const isTyped = (event) => event.ctrlKey || event.metaKey || event.altKey || Boolean(document.querySelector('dialog[open]'))
  || /** @type {HTMLElement} */ (event.target).matches('input, textarea, select, [contenteditable]');
