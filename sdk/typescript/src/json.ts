// JSON whose amounts are texts of digits: they are read from the characters of an answer and written into those of a
// request, and are never a binary fraction in between. Shapes, made from the document, say where amounts stand.

import { isDecimal } from "./decimal.js";
import { records, shapes, type Shape } from "./generated/operations.js";

// A whole text, so that digits inside one are left alone, or a number.
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
// Texts of the API have no control characters: what begins with this one was a number.
const MARK = "\u0001";

/** Reads JSON of a shape; without a shape it has no amounts. */
export function read(text: string, shape: Shape | null): unknown {
  if (shape === null) return JSON.parse(text);
  const marked = text.replace(TOKENS, (token) => (token.startsWith('"') ? token : `"\\u0001${token}"`));
  return unmarked(JSON.parse(marked), shape);
}

/** Numbers again, but amounts as texts. */
function unmarked(value: unknown, shape: Shape | undefined): unknown {
  if (typeof value === "string" && value.startsWith(MARK))
    return shape === true ? value.slice(1) : Number(value.slice(1));
  if (Array.isArray(value)) return value.map((element) => unmarked(element, shape));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, unmarked(inner, shapeOf(name, shape, value))]),
  );
}

/** Writes JSON of a shape; what is undefined is left out. */
export function write(value: unknown, shape: Shape | undefined): string {
  if (shape === true && value !== null) return digits(value);
  if (Array.isArray(value)) return `[${value.map((element) => write(element, shape)).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([name, inner]) => `${JSON.stringify(name)}:${write(inner, shapeOf(name, shape, value))}`);
  return `{${members.join()}}`;
}

/** An amount as it stands in JSON. A number is refused, because nobody sees what it lost before it came here. */
function digits(value: unknown): string {
  if (typeof value === "string" && isDecimal(value)) return value;
  throw new TypeError(`${JSON.stringify(value)} is no amount; amounts are texts of digits such as "149.50"`);
}

/** The shape of a member of an object of this shape. */
function shapeOf(name: string, shape: Shape | undefined, object: Record<string, unknown>): Shape | undefined {
  const own = typeof shape === "string" ? shapes[shape] : shape;
  if (typeof own !== "object") return undefined;
  const inner = Object.hasOwn(own, name) ? own[name] : own["*"];
  if (typeof inner !== "string" || !inner.startsWith("@")) return inner;
  const told = object[inner.slice(1)];
  return typeof told === "string" && Object.hasOwn(records, told) ? records[told] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
