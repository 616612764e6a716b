// Amounts. JSON has them as numbers, which JavaScript reads as binary fractions: 0.1 + 0.2 is not 0.3 there, and the
// last digit of 12345678901234.565 is lost. So they are texts of digits here, from the characters of the answer to those
// of the request. Whoever calculates much hands them to a library such as big.js, which takes such texts.

/** A decimal number as digits, such as `"149.50"`. */
export type Decimal = string;

const DIGITS = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/;

/** Whether a text is a decimal number as requests may have it. */
export function isDecimal(text: string): boolean {
  return DIGITS.test(text);
}

/** The exact sum; of none it is `"0"`. It has as many decimals as the amount that has most. */
export function sum(amounts: Iterable<Decimal>): Decimal {
  let total = 0n;
  let decimals = 0;
  for (const amount of amounts) {
    const [units, places] = parts(amount);
    if (places > decimals) {
      total *= 10n ** BigInt(places - decimals);
      decimals = places;
    }
    total += units * 10n ** BigInt(decimals - places);
  }
  return written(total, decimals);
}

/** Below zero when the first is less, zero when they are equal (`"1.5"` and `"1.50"` are), above zero otherwise. */
export function compare(first: Decimal, second: Decimal): number {
  const difference = sum([first, second.startsWith("-") ? second.slice(1) : `-${second}`]);
  return difference.startsWith("-") ? -1 : /[1-9]/.test(difference) ? 1 : 0;
}

/** Digits as a whole number, and how many of them stand after the point. */
function parts(amount: Decimal): [units: bigint, decimals: number] {
  const found = DIGITS.exec(amount);
  if (!found) throw new TypeError(`${JSON.stringify(amount)} is no decimal number such as "149.50"`);
  const [, sign, whole = "", fraction = ""] = found;
  const units = BigInt(whole + fraction);
  return [sign ? -units : units, fraction.length];
}

function written(units: bigint, decimals: number): Decimal {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  return `${units < 0n ? "-" : ""}${digits.slice(0, point)}${decimals ? `.${digits.slice(point)}` : ""}`;
}
