// How a booking can be paid.
import { t } from '../../app/words.js';

export const sources = () => [
  { value: 'invoice', label: t('Next invoice') }, { value: 'credits', label: t('Credits') }, { value: 'day_pass', label: t('Day pass') },
  { value: 'external', label: t('Paid here') }, { value: 'none', label: t('Nothing is charged') },
];
