// Where the columns of a chart begin and end, as shares of its height.

/** @typedef {{value: number, tone: string}} Part */
/** @typedef {{key: string, label: string, title: string, parts: Part[]}} Bar */

/** A round number that is not below a value, such as 1, 2, 2.5 or 5 times a power of ten. @param {number} value */
export function roundAbove(value) {
  if (value <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 2.5, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}

const sumOf = (/** @type {Part[]} */ parts) => parts.reduce((sum, { value }) => sum + value, 0);

/**
 * Parts above zero stand on the line of zero, one on the other; those below hang from it.
 * @param {Bar[]} bars
 * @returns {{top: number, bottom: number, zero: number, bars: {bar: Bar, boxes: {tone: string, from: number, height: number}[]}[]}} shares in percent from the top
 */
export function heightsOf(bars) {
  const above = bars.map(({ parts }) => sumOf(parts.filter(({ value }) => value > 0)));
  const below = bars.map(({ parts }) => -sumOf(parts.filter(({ value }) => value < 0)));
  const [top, bottom] = [roundAbove(Math.max(...above, 0)), roundAbove(Math.max(...below, 0))];
  const whole = top + bottom || 1;
  const zero = (100 * top) / whole;
  const boxesOf = (/** @type {Bar} */ { parts }) => {
    let [up, down] = [0, 0];
    return parts.filter(({ value }) => value).map(({ value, tone }) => {
      const height = (100 * Math.abs(value)) / whole;
      if (value > 0) { up += height; return { tone, from: zero - up, height }; }
      down += height;
      return { tone, from: zero + down - height, height };
    });
  };
  return { top, bottom, zero, bars: bars.map((bar) => ({ bar, boxes: boxesOf(bar) })) };
}
