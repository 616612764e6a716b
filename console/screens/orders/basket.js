// What can be sold, and what is in the basket.

/** @typedef {{key: string, product_id: string, option_id: string, category: string, title: string, sku: string, price: number, credits: number | null, stock: number | null, level: number | null, mayWait: boolean, isLow: boolean}} Line */

/** A line for each option of each product. @param {any[]} products @returns {Line[]} */
export const linesOf = (products) => products.flatMap((product) => product.options.map((/** @type {any} */ option) => {
  const stock = product.stock.find((/** @type {any} */ one) => one.option_id === option.id);
  return {
    key: `${product.id}.${option.id}`, product_id: product.id, option_id: option.id, category: product.category_id, sku: option.sku, title: product.options.length > 1 && option.title ? `${product.title}, ${option.title}` : product.title,
    price: option.price, credits: option.credit_price, stock: option.stock_tracked ? stock?.stock_available ?? 0 : null, level: option.low_stock_level, mayWait: option.allow_backorder, isLow: Boolean(stock?.low_stock_since),
  };
}));

/** Items of an order from quantities by line. @param {Line[]} lines @param {Record<string, string>} quantities */
export const itemsOf = (lines, quantities) => lines.filter(({ key }) => Number(quantities[key]) > 0)
  .map(({ key, product_id, option_id }) => ({ product_id, option_id, quantity: Number(quantities[key]) }));

/** Lines whose title or number has all the words. @param {Line[]} lines @param {string} words */
export function matching(lines, words) {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return lines.filter(({ title, sku }) => wanted.every((word) => `${title} ${sku}`.toLocaleLowerCase().includes(word)));
}

/** Lines by category, in the order of the categories. @param {Line[]} lines @param {any[]} categories @returns {{category: any, lines: Line[]}[]} */
export const byCategory = (lines, categories) => [...categories].sort((one, other) => one.position - other.position || one.name.localeCompare(other.name))
  .map((category) => ({ category, lines: lines.filter((line) => line.category === category.id) })).filter((group) => group.lines.length);

/** Whether nothing of it is left to be sold. @param {Line} line */
export const isSoldOut = ({ stock, mayWait }) => stock !== null && stock <= 0 && !mayWait;
