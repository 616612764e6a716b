// The file of an import: chosen, dropped, or pasted as a table.
import { html, useId, useState } from '../../vendor/preact.js';
import { plural, t } from '../../app/words.js';
import { Icon } from '../../ui/icons.js';

/** What is short enough to be looked at in a field. */
const SHOWN_MAX = 20_000;

/** Text of a file: programs of offices write UTF-8, older ones the letters of Western Europe. @param {File} file */
async function textOf(file) {
  const bytes = await file.arrayBuffer();
  try { return new TextDecoder('utf-8', { fatal: true }).decode(bytes); } catch { return new TextDecoder('windows-1252').decode(bytes); }
}

/** @param {{content: string, file: string, rows: number, take: (text: string, name: string) => void}} props */
export function FileField({ content, file, rows, take }) {
  const [isOver, setOver] = useState(false);
  const id = useId();
  const open = async (/** @type {File | undefined} */ chosen) => { if (chosen) take(await textOf(chosen), chosen.name); };
  const drop = (/** @type {any} */ event) => { event.preventDefault(); setOver(false); open(event.dataTransfer.files[0]); };
  const over = (/** @type {any} */ event) => { event.preventDefault(); setOver(true); };
  const said = content ? [file, plural(rows, '{count} row', '{count} rows')].filter(Boolean).join(' · ') : t('A file of comma-separated values (CSV), the first line with the names of the columns');
  return html`<div class=${`drop-place ${isOver ? 'over' : ''}`} onDragOver=${over} onDragLeave=${() => setOver(false)} onDrop=${drop}><${Icon} name="download" /><div><label for=${id}>${t('Drop a file here, or choose one')}</label>
      <input id=${id} type="file" accept=".csv,.tsv,.txt,text/csv,text/plain" aria-describedby=${`${id}-said`} onChange=${(/** @type {any} */ event) => open(event.target.files[0])} /><small id=${`${id}-said`} role="status">${said}</small></div></div>
    ${content.length <= SHOWN_MAX && html`<details class="pasted"><summary>${t('Paste or change the table')}</summary><textarea rows="8" aria-label=${t('Table')} spellcheck=${false} value=${content} onInput=${(/** @type {any} */ event) => take(event.target.value, '')} /></details>`}`;
}
