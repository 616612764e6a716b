// An operation as an agent reads it: rules, what it takes as JSON Schema, fields of its answer, refusals.

import type { Catalogue, Effect, Operation, Schema } from "./catalogue.js";

/** The tool that calls operations of an effect. */
export const TOOLS: Readonly<Record<Effect, string>> = {
  read: "read_data",
  create: "create_record",
  change: "change_record",
};
const DECIMAL = 'A number as a text of digits, such as "149.50".';
// Formats that say how a number is stored; and patterns of characters that no text may have, which nobody types.
const STORED = new Set(["int32", "int64", "uint32", "uint64"]);
const LONGEST_PATTERN = 60;

/** A line of a list of operations. */
export function line(operation: Operation): string {
  const { id, summary, method, path, scope, effect } = operation;
  return `${id}: ${summary}. ${method} ${path}, ${TOOLS[effect]}, scope ${scope}`;
}

/** All that is to be known before a call. */
export function described(catalogue: Catalogue, operation: Operation): string {
  const parts = [line(operation), operation.description];
  if (operation.preview) parts.push(`A dry run asks ${operation.preview}, which tells what it would do.`);
  if (operation.is_conditional) parts.push("`if_version` makes it only if the record still has this version.");
  parts.push(`Takes: ${JSON.stringify(takes(catalogue, operation))}`);
  if (operation.example != null) parts.push(`Example of a body: ${JSON.stringify(operation.example)}`);
  if (operation.fields.length)
    parts.push(`Fields of ${operation.is_list ? "each record" : "the answer"}: ${operation.fields.join(", ")}`);
  if (operation.refusals.length) parts.push(`Refuses beside the usual: ${operation.refusals.join(", ")}`);
  return parts.join("\n\n");
}

/** What it takes, in the places in which a call has it. */
export function takes(catalogue: Catalogue, operation: Operation): Schema {
  const properties: Record<string, Schema> = {};
  for (const place of ["path", "query"] as const) {
    const parameters = operation.parameters.filter((one) => one.in === place);
    if (parameters.length) properties[place] = placed(catalogue, parameters);
  }
  if (operation.body) properties["body"] = shown(catalogue, operation.body, []);
  const required = Object.keys(properties).filter((name) =>
    name === "body" ? operation.is_body_required : (properties[name]?.["required"] as string[]).length > 0,
  );
  return { type: "object", properties, required };
}

function placed(catalogue: Catalogue, parameters: Operation["parameters"]): Schema {
  const entries = parameters.map(({ name, description, schema }) => {
    const own = shown(catalogue, schema, []);
    return [name, description === undefined ? own : { ...own, description }];
  });
  const required = parameters.filter((one) => one.required).map((one) => one.name);
  return { type: "object", properties: Object.fromEntries(entries), required, additionalProperties: false };
}

/** A schema with those that it names in it; amounts are the texts that the client library takes. */
export function shown(catalogue: Catalogue, schema: Schema, inside: readonly string[]): Schema {
  const reference = schema["$ref"];
  if (typeof reference === "string") {
    const name = reference.slice("#/$defs/".length);
    const named = catalogue.schemas[name];
    if (!named || inside.includes(name)) return { description: `${name}, as above` };
    return shown(catalogue, named, [...inside, name]);
  }
  const only = (schema["allOf"] as Schema[] | undefined) ?? [];
  if (only.length === 1 && only[0]) {
    const { allOf: _, ...outside } = schema;
    return { ...shown(catalogue, only[0], inside), ...shown(catalogue, outside, inside) };
  }
  if (schema["format"] === "decimal") return amount(schema);
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => !isNoise(keyword, value))
      .map(([keyword, value]) => [keyword, inner(catalogue, keyword, value, inside)]),
  );
}

function inner(catalogue: Catalogue, keyword: string, value: unknown, inside: readonly string[]): unknown {
  if (["items", "additionalProperties"].includes(keyword) && typeof value === "object") {
    return shown(catalogue, value as Schema, inside);
  }
  if (["allOf", "anyOf", "oneOf"].includes(keyword))
    return (value as Schema[]).map((one) => shown(catalogue, one, inside));
  if (keyword !== "properties") return value;
  const properties = Object.entries(value as Record<string, Schema>);
  return Object.fromEntries(properties.map(([name, one]) => [name, shown(catalogue, one, inside)]));
}

function amount({ type, description, minimum, maximum }: Schema): Schema {
  const bounds = [
    minimum === undefined ? "" : ` At least ${minimum}.`,
    maximum === undefined ? "" : ` At most ${maximum}.`,
  ];
  const own = typeof description === "string" ? `${description} ` : "";
  return {
    type: Array.isArray(type) ? ["string", "null"] : "string",
    description: `${own}${DECIMAL}${bounds.join("")}`,
  };
}

function isNoise(keyword: string, value: unknown): boolean {
  return (
    (keyword === "pattern" && String(value).length > LONGEST_PATTERN) ||
    (keyword === "format" && STORED.has(String(value)))
  );
}
