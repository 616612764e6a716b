// What is shown where the console begins without a network: the evacuation lists that were kept.
import { html, useEffect, useState } from '../../vendor/preact.js';
import { t } from '../../app/words.js';
import { Button, Choice } from '../../ui/controls.js';
import { Icon } from '../../ui/icons.js';
import { style } from '../../ui/style.js';
import { EvacuationHead, EvacuationTable } from './evacuation.js';
import { keptLists } from './kept.js';

await style(import.meta.url, 'desk.css');

/** @param {{again: () => any}} props */
export function Offline({ again }) {
  const [lists, setLists] = useState(/** @type {import('./kept.js').KeptList[] | null} */ (null));
  const [chosen, setChosen] = useState('');
  useEffect(() => { keptLists().then(setLists, () => setLists([])); }, []);
  const list = lists?.find(({ location_id: id }) => id === chosen) ?? lists?.[0];
  return html`<main class="kept-page"><div class="problem-box no-print" role="alert"><${Icon} name="warning" /><p>${t('The service cannot be reached. The console goes on by itself when it can.')}</p><${Button} act=${again}>${t('Try again')}<//></div>
    ${list && html`<div class="head-line"><h1>${t('Evacuation list')}</h1><${EvacuationHead} list=${list} isOld /><span class="spring" />
      ${(lists?.length ?? 0) > 1 && html`<${Choice} label=${t('Location')} value=${list.location_id} choose=${setChosen} options=${lists?.map((one) => ({ value: one.location_id, label: one.location })) ?? []} />`}
      <${Button} class="no-print" icon="print" act=${() => print()}>${t('Print')}<//></div><${EvacuationTable} list=${list} />`}
    ${lists?.length === 0 && html`<p class="quiet">${t('No evacuation list is kept in this browser.')}</p>`}</main>`;
}
