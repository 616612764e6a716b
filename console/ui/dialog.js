// A dialog over the page. Escape and the cross close it; the focus goes back to where it was.
import { html, useEffect, useRef } from '../vendor/preact.js';
import { t } from '../app/words.js';
import { Button } from './controls.js';

/** @param {{title: string, close: () => void, class?: string, children?: any}} props */
export function Dialog({ title, close, class: of = '', children }) {
  const dialog = useRef(/** @type {any} */ (null));
  useEffect(() => {
    const before = /** @type {any} */ (document.activeElement);
    dialog.current.showModal();
    return () => before?.focus?.();
  }, []);
  const onCancel = (/** @type {any} */ event) => { event.preventDefault(); close(); };
  const onClick = (/** @type {any} */ event) => { if (event.target === dialog.current) close(); };
  // A field for searching takes the key for itself otherwise, to be emptied. A dialog over another one closes alone.
  const onKeyDown = (/** @type {any} */ event) => { if (event.key === 'Escape') { event.preventDefault(); event.stopPropagation(); close(); } };
  return html`<dialog class=${of} ref=${dialog} aria-label=${title} onCancel=${onCancel} onKeyDown=${onKeyDown} onMouseDown=${onClick}>
    <header><h2 dir="auto">${title}</h2><${Button} kind="quiet" icon="close" label=${t('Close')} act=${close} /></header>
    <div class="content">${children}</div></dialog>`;
}

/** Asks before something that cannot be undone. @param {{title: string, label: string, close: () => void, agree: () => any, children?: any}} props */
export const Confirm = ({ title, label, close, agree, children }) => html`<${Dialog} title=${title} close=${close}>
  ${children}
  <div class="actions"><${Button} act=${close}>${t('Back')}<//><${Button} kind="danger" act=${async () => { await agree(); close(); }}>${label}<//></div><//>`;
