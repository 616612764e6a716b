// Leaving a form that is not saved asks, for every link of the page; what was typed can stay as a draft.
import { html, useEffect, useState } from '../../vendor/preact.js';
import { t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { unsaved } from './editing.js';

export function Leaving() {
  const [to, setTo] = useState('');
  useEffect(() => {
    const onClick = (/** @type {MouseEvent} */ event) => {
      const link = /** @type {HTMLElement} */ (event.target).closest?.('a[href^="#"]');
      if (!link || !unsaved.peek() || event.ctrlKey || event.metaKey || link.classList.contains('skip')) return;
      event.preventDefault();
      event.stopPropagation();
      setTo(/** @type {string} */ (link.getAttribute('href')));
    };
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, []);
  if (!to) return null;
  const stay = () => setTo('');
  const leave = (/** @type {boolean} */ isKept) => {
    if (!isKept) unsaved.peek()?.();
    unsaved.value = null;
    setTo('');
    location.hash = to;
  };
  return html`<${Dialog} title=${t('Leave without saving?')} close=${stay}><p>${t('What you typed can stay here as a draft until you come back, in this window of the browser.')}</p>
    <div class="actions"><${Button} kind="danger" act=${() => leave(false)}>${t('Throw it away')}<//><${Button} act=${() => leave(true)}>${t('Leave the draft')}<//><${Button} kind="primary" act=${stay}>${t('Stay')}<//></div><//>`;
}
