// A table is imported: what it is, the file, what each column is for; then it is checked, and imported.
import { html, useEffect, useState } from '../../vendor/preact.js';
import { reasonOf, tell } from '../../app/act.js';
import { csvOf } from '../../app/csv.js';
import { keepDraft } from '../../app/drafts.js';
import { locations, place as house } from '../../app/place.js';
import { invalidate, useAll } from '../../app/records.js';
import { post } from '../../app/request.js';
import { ask, route } from '../../app/route.js';
import { plural, t, word } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { CustomerField } from '../../ui/customer.js';
import { FormProblem, Input, useForm } from '../../ui/form.js';
import { Unread } from '../../ui/states.js';
import { RecordHead } from '../settings/editing.js';
import { place } from '../settings/settings.js';
import { Checked } from './checked.js';
import { collectionOf, collections } from './collections.js';
import { Columns } from './columns.js';
import { FileField } from './file-field.js';
import { guessed } from './guess.js';
import { keepFile } from './kept.js';
import { markOf, missingOf, requestOf } from './request.js';
import { CHARACTERS_MAX, divide, readTable, tableOf } from './table.js';
import { readTyped } from './typed-columns.js';

export const DRAFT = 'import';
const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['import']);

/**
 * What cells of a column may stand for by name: locations, plans, and words of the API; null until it is read. Of plans
 * with one name the one of the location is meant.
 * @param {string} key @param {string} location
 */
function useChoices(key, location) {
  const hasPlans = ['leads', 'subscriptions'].includes(key);
  const plans = useAll(hasPlans ? '/memberships' : null, {});
  const words = collectionOf(key).fields.filter(({ words: all }) => all).map(({ name, words: all = [] }) => [name, all.map((value) => ({ value, label: word(value) }))]);
  const named = (/** @type {any[] | undefined} */ all) => (all ?? []).map(({ id, name }) => ({ value: id, label: name }));
  if (hasPlans && !plans.data) return { choices: null, plans };
  const last = [...(plans.data ?? [])].sort((one, other) => Number(one.location_id === location) - Number(other.location_id === location));
  return { choices: { location: named(locations.value), plan: named(last), ...Object.fromEntries(words) }, plans };
}

/** What is sent for a form's values, as far as it is filled in. @param {import('./request.js').Values} values @param {Record<string, {value: string, label: string}[]> | null} choices */
function sentOf(values, choices) {
  const { table, isWhole } = readTable(values.content);
  const { columns, table: sent } = readTyped(table, values);
  const parts = divide(sent);
  const part = parts[Math.min(values.part, parts.length - 1)];
  const request = part && choices && requestOf(values, table, part.content, choices);
  return { table, columns, parts, part, isWhole, isAsked: columns.some((one) => one.isAsked), request, mark: request ? markOf(request) : '', missing: missingOf(values) };
}

/** The form, and what follows from it. */
function useNewImport() {
  const { after = '', collection = '' } = route.value.query;
  const initial = /** @type {import('./request.js').Values} */ ({ collection: collectionOf(collection).key, file: '', content: '', fields: [], ways: {}, location: house.value?.id ?? '', start: '', host: '', stop: false, part: 0, after, checked: null });
  const [chosen, setChosen] = useState({ collection: initial.collection, location: initial.location });
  const { choices, plans } = useChoices(chosen.collection, chosen.location);
  const form = useForm({
    initial, draft: DRAFT, send: (values, key) => post('/imports', /** @type {any} */ (sentOf(values, choices).request), { key }),
    done: ({ data }) => {
      const { values } = form;
      const { part, parts, table, columns } = sentOf(values, choices);
      invalidate(TYPES);
      // Rows that are to be corrected are those of the file, and columns are written as in all of it.
      const own = part ? csvOf([table.headings, ...table.rows.slice(part.from - 1, part.from - 1 + part.rows).map(({ fields }) => fields)]) : '';
      keepFile(data.id, { ...values, ways: Object.fromEntries(columns.map(({ index, way }) => [index, way])), content: own }, part?.lines ?? []);
      // The parts that are left wait for this one.
      keepDraft(DRAFT, values.part + 1 < parts.length ? { ...values, part: values.part + 1, checked: null } : null);
      tell(t('The import has begun.'));
      ask({ id: data.id, tab: null, after: null, collection: null });
    },
  });
  const { collection: what, location: where } = form.values;
  useEffect(() => setChosen({ collection: what, location: where }), [what, where]);
  return { form, plans, ...sentOf(form.values, choices) };
}

/** What is said of rows that do not say it. @param {{form: any}} props */
function Defaults({ form }) {
  const { collection, fields, host } = form.values;
  const { place: field } = collectionOf(collection);
  const places = [{ value: '', label: t('None') }, ...locations.value.map(({ id, name }) => ({ value: id, label: name }))];
  return html`<div class="fields">${field && html`<${Input} form=${form} name="location" label=${fields.includes(field) ? t('Location of rows that name none') : t('Location of all rows')} options=${places} />`}
    ${collection === 'subscriptions' && !fields.includes('start_date') && html`<${Input} form=${form} name="start" type="date" label=${t('From, for all rows')} />`}</div>
    ${collection === 'visits' && html`<${CustomerField} label=${t('Host of rows that name none')} value=${host} choose=${(/** @type {string} */ id) => form.set({ host: id })} />`}`;
}

/** @param {{of: ReturnType<typeof useNewImport>}} props */
function Part({ of: { form, parts } }) {
  if (parts.length < 2) return null;
  const options = parts.map(({ from, rows }, index) => ({ value: String(index), label: t('Part {part}: rows {from} to {to}', { part: index + 1, from, to: from + rows - 1 }) }));
  const own = { ...form, values: { part: String(form.values.part) }, set: (/** @type {any} */ { part }) => form.set({ part: Number(part), checked: null }) };
  return html`<${Input} form=${own} name="part" label=${t('Part of the file')} hint=${t('The file is too large for one import. Its parts are imported one after the other.')} options=${options} />`;
}

/** Checks the form of each row; nothing is stored by that. @param {{of: ReturnType<typeof useNewImport>}} props */
function Check({ of: { form, request, mark, part } }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const { checked } = form.values;
  const check = async () => {
    setProblem(null);
    await post('/imports', { ...request, dry_run: true }).then(({ data }) => form.set({ checked: { id: data.id, mark } }), setProblem);
  };
  const isChecked = checked?.mark === mark;
  return html`${problem && html`<p class="problem" role="alert">${reasonOf(problem)}</p>`}${isChecked && html`<${Checked} id=${checked.id} lines=${part?.lines} />`}
    <${FormProblem} form=${form} />
    <div class="actions"><${Button} kind=${isChecked ? 'plain' : 'primary'} disabled=${!request} act=${check}>${isChecked ? t('Check again') : t('Check the rows')}<//>
      ${isChecked && html`<${Button} kind="primary" type="submit" busy=${form.isBusy}>${plural(part?.rows ?? 0, 'Import {count} row', 'Import {count} rows')}<//>`}</div>`;
}

export function NewImport() {
  const of = useNewImport();
  const { form, plans, table, columns, parts, isWhole, missing, isAsked } = of;
  const { collection, content, after } = form.values;
  const choose = (/** @type {string} */ next) => form.set({ collection: next, ways: {}, fields: guessed(table.headings, collectionOf(next).fields), checked: null });
  const take = (/** @type {string} */ text, /** @type {string} */ file) => {
    if (text.length > CHARACTERS_MAX) { tell(t('The file has more than two million characters. Divide it into smaller ones.'), { isProblem: true }); return; }
    const { headings } = tableOf(text);
    // Rows that are corrected where they stand have the columns that were said before.
    const isSame = !file && headings.join('\n') === table.headings.join('\n');
    form.set({ content: text, file, part: 0, checked: null, ...(!isSame && { ways: {}, fields: guessed(headings, collectionOf(collection).fields) }) });
  };
  const forget = () => { keepDraft(DRAFT, null); ask({ tab: null, after: null, collection: null }); };
  const offered = collections().filter(({ isFollowing }) => Boolean(isFollowing) === Boolean(after));
  return html`<${RecordHead} back=${place('imports')} section=${t('Import and export')} title=${t('Import a table')}><${Button} act=${forget}>${t('Discard')}<//><//>
    <form class="stack" onSubmit=${form.submit}><section class="card"><${Input} form=${form} name="collection" label=${t('What it has')} options=${offered.map(({ key, title }) => ({ value: key, label: title }))} hint=${collectionOf(collection).about} onChange=${(/** @type {any} */ event) => choose(event.target.value)} />
        ${after && html`<p class="quiet">${t('Choose the same file again: each row goes on with the member that it made.')}</p>`}<${FileField} content=${content} file=${form.values.file} rows=${table.rows.length} take=${take} /></section>
      ${table.headings.length > 0 && html`<section class="card"><h3>${t('What each column is for')}</h3><${Columns} form=${form} table=${table} typed=${columns} />
        ${missing.length > 0 && html`<p class="problem" role="status">${t('No column is for: {fields}', { fields: missing.map(({ label }) => label).join(', ') })}</p>`}</section>
      <section class="card"><${Unread} of=${[plans]} /><${Defaults} form=${form} /><${Part} of=${of} /><${Input} form=${form} name="stop" type="checkbox" label=${t('Stop at the first row that is refused')} hint=${t('Otherwise the others are imported all the same.')} />
        ${!isWhole && html`<p class="problem" role="alert">${t('A quotation mark in the file is not closed: what comes after it would be one cell.')}</p>`}${isAsked && html`<p class="problem" role="status">${t('Say first how the columns are written that are marked above.')}</p>`}${isWhole && !missing.length && !isAsked && parts.length > 0 && html`<${Check} of=${of} />`}${table.rows.length === 0 && html`<p class="problem" role="status">${t('There are no rows below the headings.')}</p>`}</section>`}</form>`;
}
