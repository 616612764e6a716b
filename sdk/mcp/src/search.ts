// Finds operations by words.

import type { Operation } from "./catalogue.js";

// Words of people for words of the document.
const ALSO: Readonly<Record<string, readonly string[]>> = {
  book: ["create"],
  broken: ["ticket"],
  cost: ["quote", "price"],
  desk: ["resource"],
  fee: ["rate", "price"],
  free: ["availability"],
  guest: ["visitor"],
  login: ["sign", "session"],
  money: ["payment", "revenue"],
  office: ["resource"],
  open: ["availability"],
  person: ["member"],
  people: ["member"],
  problem: ["ticket"],
  price: ["quote", "rate"],
  remove: ["delete"],
  room: ["resource"],
  site: ["location"],
  space: ["resource", "location"],
  user: ["member"],
};
const EMPTY = new Set([
  "a",
  "an",
  "and",
  "at",
  "by",
  "do",
  "does",
  "for",
  "from",
  "in",
  "is",
  "of",
  "on",
  "or",
  "the",
  "to",
  "what",
  "which",
  "with",
]);
const WEIGHTS = [
  [8, (operation: Operation) => operation.id.replaceAll("_", " ")],
  [5, (operation: Operation) => operation.summary],
  [3, (operation: Operation) => operation.path],
  [2, (operation: Operation) => operation.area],
  [1, (operation: Operation) => operation.description],
] as const;

/** The operations that have these words, best first. */
export function ranked(operations: readonly Operation[], query: string): Operation[] {
  const asked = words(query).flatMap((word) => [
    [word, 1] as const,
    ...(ALSO[word] ?? []).map((one) => [one, 0.7] as const),
  ]);
  const read = operations.map((operation) =>
    WEIGHTS.map(([weight, text]) => [weight, new Set(words(text(operation)))] as const),
  );
  const rarity = new Map(asked.map(([word]) => [word, Math.log(1 + operations.length / (1 + count(read, word)))]));
  // Of operations that fit alike, a list is where one begins.
  const scored = operations.map((operation, at) => ({
    operation,
    score: score(read[at] ?? [], asked, rarity) * (operation.is_list ? 1.05 : 1),
  }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((first, second) => second.score - first.score || first.operation.id.length - second.operation.id.length)
    .map(({ operation }) => operation);
}

type Read = readonly (readonly [number, ReadonlySet<string>])[];

function count(read: readonly Read[], word: string): number {
  return read.filter((one) => one.some(([, found]) => found.has(word))).length;
}

function score(read: Read, asked: readonly (readonly [string, number])[], rarity: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [word, trust] of asked) {
    const best = Math.max(0, ...read.filter(([, found]) => found.has(word)).map(([weight]) => weight));
    sum += best * trust * (rarity.get(word) ?? 0);
  }
  return sum;
}

/** Words in lower case, without endings; articles and the like are none. */
function words(text: string): string[] {
  const found = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const telling = found.filter((word) => !EMPTY.has(word));
  return telling.map((word) =>
    word
      .replace(/ies$/, "y")
      .replace(/([^s])s$/, "$1")
      .replace(/(.{3})ing$/, "$1"),
  );
}
