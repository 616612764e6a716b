// What an agent may be told of: the operations of the document, as sdk/generate has written them down.

import { readFileSync } from "node:fs";

/** What an operation does: it reads, makes a record and leaves all others as they are, or changes what is there. */
export type Effect = "read" | "create" | "change";

/** JSON Schema. */
export type Schema = { readonly [keyword: string]: unknown };

/** A parameter of path or query. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly description?: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** One operation. */
export interface Operation {
  readonly id: string;
  readonly area: string;
  readonly summary: string;
  readonly description: string;
  readonly method: string;
  readonly path: string;
  readonly scope: string;
  readonly effect: Effect;
  /** The operation that tells beforehand what this one would do. */
  readonly preview: string | null;
  readonly is_list: boolean;
  /** Whether it can be done on condition of a record's version. */
  readonly is_conditional: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | null;
  readonly is_body_required: boolean;
  readonly example: unknown;
  /** Names of the fields of its record, or of the records of its list. */
  readonly fields: readonly string[];
  readonly refusals: readonly string[];
}

/** The operations that a server offers, and the schemas of what they take. */
export interface Catalogue {
  readonly operations: readonly Operation[];
  readonly schemas: { readonly [name: string]: Schema };
}

const FILE = new URL("../catalogue.json", import.meta.url);

/** All that the document has, but for what no agent should have. */
export function load(): Catalogue {
  return JSON.parse(readFileSync(FILE, "utf8")) as Catalogue;
}

/** The areas in order. */
export function areas(catalogue: Catalogue): string[] {
  return [...new Set(catalogue.operations.map((operation) => operation.area))].sort();
}

/** The part of some areas alone. */
export function within(catalogue: Catalogue, chosen: readonly string[]): Catalogue {
  return { ...catalogue, operations: catalogue.operations.filter((operation) => chosen.includes(operation.area)) };
}

/** An operation by its name. */
export function find(catalogue: Catalogue, id: string): Operation | undefined {
  return catalogue.operations.find((operation) => operation.id === id);
}

/** The operation that reads the record that this one is about. */
export function reader(catalogue: Catalogue, operation: Operation): Operation | undefined {
  const path = /^.*{\w+}/.exec(operation.path)?.[0];
  return catalogue.operations.find((one) => one.method === "GET" && one.path === path);
}
