// How far an import is, read again while it runs, and which rows it refused.
import { html, useEffect } from '../../vendor/preact.js';
import { useList, useRecord } from '../../app/records.js';
import { wordsOf } from '../../app/refusal-words.js';
import { plural, t } from '../../app/words.js';
import { Badge, Button, Status } from '../../ui/controls.js';
import { Read } from '../../ui/states.js';

const EVERY_MS = 1_000;

/** @param {any} one */
export const isOpen = (one) => ['queued', 'running'].includes(one?.status);

/** An import that is read again until it ended. @param {string} id */
export function useImport(id) {
  const record = useRecord(`/imports/${id}`);
  const runs = isOpen(record.data);
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(record.again, EVERY_MS);
    return () => clearInterval(timer);
  }, [runs, id]);
  return record;
}

/** How an import ended: that every row was run does not say what became of them. @param {{of: any}} props */
export function State({ of: { status, failed, succeeded } }) {
  if (status !== 'succeeded' || !failed) return html`<${Status} status=${status} />`;
  return html`<${Badge} tone=${succeeded ? 'waiting' : 'bad'}>${succeeded ? t('Partly refused') : t('Refused')}<//>`;
}

/** @param {{of: any}} props */
export const Progress = ({ of: { rows_done: done, rows_total: total, dry_run: isDry } }) => html`<div class="import-progress"><progress max=${total} value=${done} aria-label=${isDry ? t('Rows that were looked at') : t('Rows that were run')} />
  <span role="status">${t('{done} of {total}', { done, total })}</span></div>`;

/** What is wrong with a row: its fields, or what it says as a whole. @param {any} error @returns {{column: string, text: string}[]} */
export function problemsOf({ code, message, errors }) {
  if (!errors.length) return [{ column: '', text: wordsOf({ message, code }) }];
  return errors.map((/** @type {any} */ one) => ({ column: one.column ?? one.field, text: wordsOf({ ...one, code }) }));
}

/** Rows that were refused, by line and column. @param {{of: any, lines?: number[]}} props `lines` are those of the file, where it is known */
export function Refused({ of: { id, failed }, lines = [] }) {
  const rows = useList(`/imports/${id}/rows`, { failed: true });
  useEffect(() => { if (rows.data && failed > rows.data.length && !rows.next) rows.again(); }, [failed]);
  if (!failed) return null;
  return html`<${Read} of=${rows} lines=${3}>${(/** @type {any[]} */ all) => html`<table class="import-rows"><caption>${plural(failed, '{count} row was refused', '{count} rows were refused')}</caption><thead><tr><th scope="col">${t('Line')}</th><th scope="col">${t('Column')}</th><th scope="col">${t('What is wrong')}</th></tr></thead>
    <tbody>${all.flatMap(({ row, line, error }) => problemsOf(error).map(({ column, text }, index) => html`<tr key=${`${row} ${index}`}><td class="number">${lines[row - 1] ?? line}</td><td dir="auto">${column}</td><td class="problem">${text}</td></tr>`))}</tbody></table>
    ${rows.next && html`<div class="actions"><${Button} act=${rows.more}>${t('Show more')}<//></div>`}`}<//>`;
}
