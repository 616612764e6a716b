// One import: how far it is, what was refused, and what may be done with it.
import { html, useState } from '../../vendor/preact.js';
import { act, tell } from '../../app/act.js';
import { csvOf, safeCell } from '../../app/csv.js';
import { keepDraft, readDraft } from '../../app/drafts.js';
import { zone } from '../../app/place.js';
import { getAll, keepFile as saveFile, post } from '../../app/request.js';
import { ask } from '../../app/route.js';
import { currentTime, showInstant } from '../../app/time.js';
import { plural, t } from '../../app/words.js';
import { Badge, Button, Facts } from '../../ui/controls.js';
import { Confirm } from '../../ui/dialog.js';
import { Read } from '../../ui/states.js';
import { RecordHead } from '../settings/editing.js';
import { place } from '../settings/settings.js';
import { operationName } from './collections.js';
import { keepFile, keptFile } from './kept.js';
import { DRAFT } from './new-import.js';
import { Progress, Refused, State, isOpen, problemsOf, useImport } from './progress.js';
import { rowsAt, tableOf } from './table.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['import']);

/** All rows that an import refused. @param {any} one */
const refusedOf = (one) => getAll(`/imports/${one.id}/rows`, { failed: true });

/** @param {any} error */
const sentenceOf = (error) => problemsOf(error).map(({ column, text }) => [column, text].filter(Boolean).join(': ')).join(' / ');

/** A file of the rows that were refused, each with what is wrong: with its cells where the file is still known. @param {any} one */
async function download(one) {
  const refused = await refusedOf(one);
  const kept = keptFile(one.id);
  const own = kept ? rowsAt(tableOf(kept.values.content), refused.map(({ row }) => row)) : [[], ...refused.map(() => [])];
  const rows = [[...own[0], t('Line'), t('What is wrong')], ...refused.map(({ row, line, error }, index) => [...own[index + 1], String(kept?.lines[row - 1] ?? line), sentenceOf(error)])];
  saveFile('refused.csv', new Blob([`\uFEFF${csvOf(rows.map((cells) => cells.map(safeCell)))}\n`], { type: 'text/csv;charset=utf-8' }));
}

/** The rows that were refused as a new import, to be corrected. @param {any} one @param {import('./kept.js').Kept} kept */
async function correct(one, kept) {
  const numbers = (await refusedOf(one)).map(({ row }) => row);
  keepDraft(DRAFT, { ...kept.values, content: csvOf(rowsAt(tableOf(kept.values.content), numbers)), file: '', part: 0, checked: null });
  ask({ id: null, tab: 'new' });
}

/** Runs again what was refused or not run, as it was. @param {any} one */
async function repeat(one) {
  const answer = await act({ send: () => post(`/imports/${one.id}/repeat`), types: TYPES, done: t('The rows are run again.') });
  if (!answer) return;
  const kept = keptFile(one.id);
  if (kept) keepFile(answer.data.id, kept.values, kept.lines);
  ask({ id: answer.data.id });
}

/** @param {{one: any}} props */
function Actions({ one }) {
  const [isStopping, setStopping] = useState(false);
  const kept = keptFile(one.id);
  const rest = readDraft(DRAFT);
  const isLeft = one.failed > 0 || one.rows_done < one.rows_total;
  const mayRepeat = !isOpen(one) && !one.dry_run && isLeft && Date.parse(one.repeatable_until) > currentTime();
  const stop = () => act({ send: () => post(`/imports/${one.id}/cancel`), types: TYPES, done: t('The import is stopped. What was run stays.') });
  const isMembers = one.operation === 'create_member' && one.status === 'succeeded' && !one.dry_run && !one.repeats_id && one.succeeded > 0;
  return html`<div class="actions">${isOpen(one) && html`<${Button} kind="danger" act=${() => setStopping(true)}>${t('Stop …')}<//>`}
      ${one.failed > 0 && html`<${Button} icon="download" act=${() => download(one).catch((refusal) => { tell(String(refusal.message), { isProblem: true }); })}>${t('Download what was refused')}<//>`}
      ${!isOpen(one) && one.failed > 0 && kept && html`<${Button} act=${() => correct(one, kept)}>${t('Correct those rows')}<//>`}
      ${mayRepeat && html`<${Button} act=${() => repeat(one)}>${t('Run those rows again')}<//>`}
      ${isMembers && html`<a class="button" href=${place('imports', { tab: 'new', after: one.id, collection: 'subscriptions' })} onClick=${() => keepDraft(DRAFT, null)}>${t('Begin their plans …')}</a>`}
      ${!isOpen(one) && rest?.part > 0 && html`<a class="button primary" href=${place('imports', { tab: 'new' })}>${t('Go on with part {part}', { part: rest.part + 1 })}</a>`}</div>
    ${isStopping && html`<${Confirm} title=${t('Stop the import?')} label=${t('Stop')} close=${() => setStopping(false)} agree=${stop}><p>${t('What was run stays. The other rows can be run later.')}</p><//>`}`;
}

/** @param {{one: any}} props */
const Whole = ({ one }) => html`<section class="card stack">${isOpen(one) && html`<${Progress} of=${one} />`}
  <${Facts} pairs=${[[t('Accepted'), String(one.succeeded)], [t('Refused'), String(one.failed)], [t('Not run'), one.rows_total > one.rows_done && !isOpen(one) ? String(one.rows_total - one.rows_done) : ''], [t('Rows'), String(one.rows_total)],
    [t('Begun'), html`<time>${showInstant(one.created_at, zone.value)}</time>`], [t('Ended'), one.ended_at && html`<time>${showInstant(one.ended_at, zone.value)}</time>`], [t('Can be run again until'), one.failed > 0 && !one.dry_run && html`<time>${showInstant(one.repeatable_until, zone.value)}</time>`]]} />
  ${one.failure && html`<p class="problem" role="alert">${sentenceOf(one.failure)}</p>`}
  ${!isOpen(one) && !one.failed && one.status === 'succeeded' && html`<p role="status"><strong>${one.dry_run ? t('All rows look good.') : plural(one.succeeded, '{count} row was imported.', '{count} rows were imported.')}</strong></p>`}
  <${Actions} one=${one} /><${Refused} of=${one} lines=${keptFile(one.id)?.lines} /></section>`;

/** @param {{id: string}} props */
export function ImportPage({ id }) {
  const one = useImport(id);
  const title = one.data ? operationName(one.data.operation) : '…';
  return html`<${RecordHead} back=${place('imports')} section=${t('Import and export')} title=${title} state=${one.data && html`<${State} of=${one.data} />${one.data.dry_run && html`<${Badge}>${t('Check')}<//>`}`} /><${Read} of=${one} lines=${5}>${(/** @type {any} */ record) => html`<${Whole} one=${record} />`}<//>`;
}
