// Import of a table of people: read and shown before it is sent, and told line by line what became of it.
import { html, useState } from '../../vendor/preact.js';
import { place } from '../../app/place.js';
import { invalidate } from '../../app/records.js';
import { post } from '../../app/request.js';
import { plural, t, word } from '../../app/words.js';
import { Badge, Button } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { COLUMNS, tableAgain, tableOf } from './csv.js';

const MOST = 100;

const problemText = (/** @type {string} */ problem) => /** @type {Record<string, string>} */ ({ no_name: t('The name is missing'), no_email: t('The e-mail address is missing'), bad_email: t('This is no e-mail address'), repeated_email: t('This address stands above already') })[problem];

/** @param {{table: ReturnType<typeof tableOf>}} props */
const Preview = ({ table }) => html`<table class="import-rows"><caption class="hidden">${t('What would be imported')}</caption><thead><tr><th scope="col">${t('Line')}</th><th scope="col">${t('Name')}</th><th scope="col">${t('E-mail address')}</th><th scope="col">${t('Check')}</th></tr></thead>
  <tbody>${table.rows.slice(0, MOST).map(({ line, values, problems }) => html`<tr key=${line}><td>${line}</td><td dir="auto">${values.name}</td><td>${values.email}</td><td>${problems.length ? html`<span class="problem">${problemText(problems[0])}</span>` : html`<${Badge} tone="good">${t('Good')}<//>`}</td></tr>`)}</tbody></table>`;

/** @param {{result: any}} props */
const Result = ({ result }) => html`<p role="status"><strong>${t('{created} new, {linked} there already, {refused} refused', { created: result.created, linked: result.linked, refused: result.refused })}</strong></p>
  <table class="import-rows"><caption class="hidden">${t('What became of each line')}</caption><thead><tr><th scope="col">${t('Line')}</th><th scope="col">${t('E-mail address')}</th><th scope="col">${t('Outcome')}</th></tr></thead>
    <tbody>${result.results.map((/** @type {any} */ one) => html`<tr key=${one.row}><td>${one.line ?? one.row}</td><td>${one.email}</td><td>${one.outcome === 'refused' ? html`<span class="problem">${[one.column ?? one.field, one.reason].filter(Boolean).join(': ')}</span>` : html`<${Badge} tone=${one.outcome === 'created' ? 'good' : 'info'}>${one.outcome === 'linked' ? t('There already') : word(one.outcome)}<//>`}</td></tr>`)}</tbody></table>`;

/** What is wrong with the table as a whole. @param {ReturnType<typeof tableOf>} table */
function wholeProblem(table) {
  if (table.missing.length) return t('The first line must name the columns; these are missing: {columns}', { columns: table.missing.join(', ') });
  if (table.unknown.length) return t('These columns are not known: {columns}. There are {known}.', { columns: table.unknown.join(', '), known: COLUMNS.join(', ') });
  if (table.rows.length > MOST) return t('A hundred lines can be imported at once; there are {count}.', { count: table.rows.length });
  return '';
}

/** @param {{close: () => void}} props */
export function Import({ close }) {
  const [result, setResult] = useState(/** @type {any} */ (null));
  const form = useForm({
    initial: { csv: '' }, draft: `registrations.import.${place.value.id}`, send: ({ csv }, key) => post('/member-registrations/import', { csv, location_id: place.value.id }, { key }),
    done: ({ data }) => { invalidate(['member_registration']); setResult(data); },
  });
  const { csv } = form.values;
  const table = tableOf(csv);
  const problem = csv.trim() ? wholeProblem(table) : '';
  const bad = table.rows.filter(({ problems }) => problems.length).length;
  const open = async (/** @type {any} */ event) => { const [file] = event.target.files; if (file) form.set({ csv: await file.text() }); };
  const correct = () => {
    const lines = new Set(result.results.filter((/** @type {any} */ one) => one.outcome === 'refused').map((/** @type {any} */ one) => one.line));
    form.set({ csv: tableAgain(table.columns, table.rows.filter(({ line }) => lines.has(line))) });
    setResult(null);
  };
  const title = t('Import registrations to {location}', { location: place.value?.name ?? '' });
  if (result) return html`<${Dialog} title=${title} close=${close} class="wide"><${Result} result=${result} /><div class="actions">${result.refused > 0 && html`<${Button} act=${correct}>${t('Correct those that were refused')}<//>`}<${Button} kind="primary" act=${close}>${t('Done')}<//></div><//>`;
  return html`<${Dialog} title=${title} close=${close} class="wide"><form onSubmit=${form.submit}><p class="quiet">${t('A table with a line of column names, from a file or pasted. Each person waits for approval; with the source “invite” they get an invitation.')}</p>
    <label class="file-choice">${t('File')} <input type="file" accept=".csv,.tsv,.txt,text/csv" onChange=${open} /></label>
    <${Input} form=${form} name="csv" type="textarea" rows="6" label=${t('Table')} placeholder=${'name,email,message\nAnn Bakker,ann@example.com,A desk near the window'} required spellcheck=${false} />
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    ${!problem && table.rows.length > 0 && html`<p role="status">${bad ? plural(bad, '{count} line has something wrong in it.', '{count} lines have something wrong in them.') : t('All lines look good.')}</p><${Preview} table=${table} />`}
    <${FormProblem} form=${form} fields=${['csv']} />
    ${!problem && table.rows.length > 0 ? html`<${FormActions} form=${form} label=${plural(table.rows.length, 'Import {count} line', 'Import {count} lines')} close=${close} />` : html`<div class="actions"><${Button} act=${close}>${t('Back')}<//></div>`}</form><//>`;
}
