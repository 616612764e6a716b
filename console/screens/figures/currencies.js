// In which currency figures are, where there are figures in several.
import { html } from '../../vendor/preact.js';
import { ask } from '../../app/route.js';
import { t } from '../../app/words.js';
import { Choice } from '../../ui/controls.js';

/** @param {{report: any}} props */
export function Currencies({ report: { currency, other_currencies: others } }) {
  const options = [currency, ...others].sort().map((value) => ({ value, label: value }));
  return others.length > 0 && html`<div class="currencies"><${Choice} label=${t('Currency')} value=${currency} options=${options} choose=${(/** @type {string} */ value) => ask({ currency: value })} />
    <p class="quiet" role="status">${t('Figures in {currency} alone. There are others in {others}.', { currency, others: others.join(', ') })}</p></div>`;
}
