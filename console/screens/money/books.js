// The books: through which day they are closed, and files for the accountant.
import { html, useState } from '../../vendor/preact.js';
import { me, merchant } from '../../app/place.js';
import { useRecord } from '../../app/records.js';
import { link } from '../../app/route.js';
import { showDay, showInstant } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Button, Facts, Link } from '../../ui/controls.js';
import { Read } from '../../ui/states.js';
import { lastClosable } from './bookkeeping-days.js';
import { BookFiles } from './book-files.js';
import { CloseBooks, ReopenBooks } from './closing-forms.js';

const zone = () => merchant.value?.default_time_zone ?? 'UTC';
const at = (/** @type {string | null} */ instant) => instant && showInstant(instant, zone());

/** @param {{books: any}} props */
function Closing({ books }) {
  const [form, setForm] = useState('');
  const close = () => setForm('');
  const through = books.closed_through;
  const isWhole = through !== null && through >= lastClosable();
  return html`<section class="card closing"><div class="head-line"><h2>${t('Closed days')}</h2><span class="spring" />
      ${through && me.value?.role === 'owner' && html`<${Button} act=${() => setForm('reopen')}>${t('Open days again …')}<//>`}
      <${Button} kind="primary" disabled=${isWhole} act=${() => setForm('close')}>${t('Close days …')}<//></div>
    <p class="large">${through ? t('Closed through {day}', { day: showDay(through, { dateStyle: 'long' }) }) : t('All days are open.')}</p>
    <p class="quiet">${isWhole ? t('No later day can be closed yet: a day has to be over everywhere for half a day.') : t('Nothing is booked into days that are closed: what corrects them is booked when it is done.')}</p>
    <${Facts} pairs=${[[t('Closed on'), through && at(books.closed_at)], [t('Opened again on'), at(books.reopened_at)], [t('Why'), books.reopened_at && html`<span dir="auto">${books.reopening_reason}</span>`]]} />
    ${form === 'close' && html`<${CloseBooks} books=${books} close=${close} />`}${form === 'reopen' && html`<${ReopenBooks} books=${books} close=${close} />`}</section>`;
}

export function Books() {
  const books = useRecord('/ledger/books');
  return html`<${Read} of=${books}>${(/** @type {any} */ record) => html`<div class="stack"><${Closing} books=${record} /><${BookFiles} books=${record} />
    <p><${Link} to=${link('settings', '', { section: 'books' })}>${t('Chart of accounts, own accounts, cost centres and DATEV are in the settings.')}<//></p></div>`}<//>`;
}
