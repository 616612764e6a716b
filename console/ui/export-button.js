// A list as a file of comma-separated values, however long it is.
import { html } from '../vendor/preact.js';
import { reasonOf, tell } from '../app/act.js';
import { ofTheirs } from '../app/place.js';
import { downloadWhole } from '../app/whole-file.js';
import { t } from '../app/words.js';
import { Button } from './controls.js';

/** @typedef {'members' | 'companies' | 'resources' | 'shop_products' | 'visitor_visits' | 'event_registrations'} Collection */

/** @param {{collection: Collection, query?: Record<string, string | undefined>, name?: string, label?: string}} props `name` says of what, to who cannot see what stands beside it */
export function ExportButton({ collection, query = {}, name, label = t('CSV') }) {
  const keep = () => downloadWhole(`${collection.replaceAll('_', '-')}.csv`, '/exports', { collection, ...ofTheirs(), ...query }).catch((refusal) => tell(reasonOf(refusal), { isProblem: true }));
  const said = name ?? t('Download the list as CSV');
  return html`<${Button} icon="download" aria-label=${said} title=${said} act=${keep}>${label}<//>`;
}
