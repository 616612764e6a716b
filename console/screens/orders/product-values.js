// Between a product of the shop and the fields of its form.

const NUMBERS = ['credit_price', 'tax_rate', 'max_per_order', 'low_stock_level'];
const text = (/** @type {any} */ value) => (value === null || value === undefined ? '' : String(value));
const number = (/** @type {string} */ value) => (value === '' ? null : Number(value));

/** An option as its fields show it. @param {any} option */
const shown = (option) => ({ ...option, price: text(option.price), tax_rate_id: option.tax_rate_id ?? '', ...Object.fromEntries(NUMBERS.map((name) => [name, text(option[name])])) });

/** A new option: its stock is not counted until that is said. */
export const newOption = () => shown({ title: '', sku: '', price: '', stock_tracked: false, allow_backorder: false });

/** What one of a credit package grants, to begin with. */
export const newGrant = () => ({ type: 'credits', amount: '10', duration_days: '' });

/** The request of options: those that are known keep their ids, and one that has no name is called as the product. @param {any} values @param {boolean} isPackage credits pay for none, and nothing of one is in stock */
const optionsOf = ({ options, title }, isPackage) => options.map((/** @type {any} */ one) => ({
  ...one, title: one.title.trim() || title.trim(), sku: one.sku.trim(), price: Number(one.price), tax_rate_id: one.tax_rate_id || null, ...Object.fromEntries(NUMBERS.map((name) => [name, number(one[name])])),
  ...(isPackage && { stock_tracked: false, allow_backorder: false, credit_price: null, low_stock_level: null }),
}));

const TEXTS = ['title', 'description', 'category_id', 'visibility', 'refund_policy'];

/** What the fields show of a product. @param {any} product */
export const valuesOf = (product) => ({
  ...Object.fromEntries(TEXTS.map((name) => [name, product[name]])), is_active: product.is_active, featured: product.featured, kind: product.kind, options: product.options.map(shown),
  grants: product.grants.map((/** @type {any} */ one) => ({ type: one.type, amount: text(one.amount), duration_days: text(one.duration_days) })),
});

/** The fields of a product that is new. */
export const newProduct = () => ({ title: '', description: '', category_id: '', category: '', visibility: 'members', refund_policy: 'until_in_progress', is_active: true, featured: false, kind: 'goods', options: [newOption()], grants: [newGrant()] });

/** The request that the fields stand for. @param {any} values */
export function requestOf(values) {
  const isPackage = values.kind === 'credit_package';
  return {
    ...Object.fromEntries(TEXTS.map((name) => [name, values[name].trim()])), is_active: values.is_active, featured: values.featured, options: optionsOf(values, isPackage),
    ...(isPackage && { grants: values.grants.map((/** @type {any} */ { type, amount, duration_days: days }) => ({ type, amount: Number(amount), duration_days: number(days) })) }),
  };
}
