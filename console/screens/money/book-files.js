// Files of the books for the accountant's program, of any length, each kept as one.
import { html, useEffect, useRef, useState } from '../../vendor/preact.js';
import { reasonOf, tell } from '../../app/act.js';
import { wordsOf } from '../../app/refusal-words.js';
import { Refusal } from '../../app/refusal.js';
import { link } from '../../app/route.js';
import { signedIn } from '../../app/session.js';
import { plural, t } from '../../app/words.js';
import { downloadWhole } from '../../app/whole-file.js';
import { Button, Link } from '../../ui/controls.js';
import { Periods, daysAsked } from './periods.js';

/** @typedef {{path: import('../../app/api').Path, file: string, name: string, about: string}} BookFile `file` is how its name begins and ends */

/** @type {() => BookFile[]} */
const files = () => [
  { path: '/ledger/journal.csv', file: 'journal {days}.csv', name: t('Entries'), about: t('Each amount of each entry, with account, kind, rate and document') },
  { path: '/ledger/invoice-lines.csv', file: 'invoice lines {days}.csv', name: t('Lines of invoices'), about: t('Each line of each invoice that was issued, also of those that were voided since') },
  { path: '/ledger/credit-note-lines.csv', file: 'credit note lines {days}.csv', name: t('Lines of credit notes'), about: t('As they are booked: below zero when issued, above when taken back') },
  { path: '/ledger/payments.csv', file: 'payments {days}.csv', name: t('Payments'), about: t('Each payment, and each refund below zero') },
  { path: '/ledger/journal-datev.csv', file: 'EXTF_Buchungsstapel {days}.csv', name: t('DATEV'), about: t('A batch of postings of one fiscal year, in the currency of the business') },
  { path: '/ledger/journal-beancount', file: 'journal {days}.beancount', name: t('Beancount'), about: t('Transactions, with the accounts that they are on') },
];

/** Why a file cannot be made, by the field where there is one. @param {any} problem */
const whyNot = (problem) => (problem instanceof Refusal && problem.problems.length ? problem.problems.map(wordsOf).join(' ') : reasonOf(problem));

/** @param {{of: BookFile, days: {from: string, to: string}, settings?: any}} props `settings` is what has to be set before */
function File({ of: { path, file, name, about }, days, settings }) {
  const [pages, setPages] = useState(0);
  const [problem, setProblem] = useState('');
  const [isReading, setReading] = useState(false);
  const wanted = useRef(0);
  const isShown = useRef(true);
  useEffect(() => () => { isShown.current = false; }, []);
  useEffect(() => setProblem(''), [days.from, days.to]);
  const stop = () => { wanted.current += 1; };
  const begin = async () => {
    const [number, reader] = [++wanted.current, signedIn.peek()];
    // It goes on while its reader looks at something else, and not for another one.
    const isWanted = () => wanted.current === number && signedIn.peek() === reader;
    setPages(0); setReading(true); setProblem('');
    const called = file.replace('{days}', `${days.from} ${days.to}`);
    try {
      if (await downloadWhole(called, path, days, { isWanted, pages: setPages })) tell(t('{file} is kept whole.', { file: called }));
    } catch (refusal) {
      if (isWanted() && isShown.current) setProblem(whyNot(refusal));
      else if (isWanted()) tell(`${called}: ${whyNot(refusal)}`, { isProblem: true });
    } finally { setReading(false); }
  };
  return html`<li class="book-file"><div><strong>${name}</strong><br /><small>${about}</small>${settings}</div>
    <span class="across">${isReading && html`<small role="status">${plural(pages, '{count} page has arrived', '{count} pages have arrived')}</small><${Button} act=${stop} aria-label=${t('Stop: {name}', { name })}>${t('Stop')}<//>`}
      <${Button} icon="download" disabled=${Boolean(settings)} aria-label=${t('Download: {name}', { name })} act=${begin}>${t('Download')}<//></span>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}</li>`;
}

/** @param {{books: any}} props */
export function BookFiles({ books: { datev } }) {
  const days = daysAsked();
  const missing = (datev.consultant_number === null || datev.client_number === null) && html`<br /><${Link} to=${link('settings', '', { section: 'books' })}>${t('It needs both numbers of DATEV.')}<//>`;
  return html`<section class="card"><h2>${t('Files for the accountant')}</h2><p class="quiet">${t('All locations, days of the time zone of the business. A file of days that are open may lag by a moment.')}</p><${Periods} />
    <ul class="plain">${files().map((of) => html`<${File} key=${of.path} of=${of} days=${days} settings=${of.path.includes('datev') && missing} />`)}</ul></section>`;
}
