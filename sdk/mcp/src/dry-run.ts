// What a write would do, without doing it.

import type { CallToolResult } from "@modelcontextprotocol/server";
import { Ajv, addFormats } from "@modelcontextprotocol/server/validators/ajv";
import type { AnyInput } from "colonnade-client";

import { part, result } from "./answer.js";
import type { Caller, Conditions } from "./calling.js";
import { find, reader, type Catalogue, type Operation, type Schema } from "./catalogue.js";

/** Judges what an operation is given by the schemas of the document. */
export class Judge {
  readonly #catalogue: Catalogue;
  readonly #ajv: InstanceType<typeof Ajv>;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
    this.#ajv = new Ajv({ allErrors: true, strict: false, multipleOfPrecision: 6, logger: false });
    addFormats(this.#ajv);
    this.#ajv.addSchema({ $id: "colonnade", $defs: catalogue.schemas });
  }

  /** What is wrong, each as `body.attendees must be integer`; `wire` is the body as it is sent. */
  faults(operation: Operation, input: AnyInput, wire: string | null): string[] {
    const places = (["path", "query"] as const).flatMap((place) =>
      this.#misplaced(operation, place, input[place] ?? {}),
    );
    if (wire === null) return operation.is_body_required ? [...places, "body is required"] : places;
    if (!operation.body) return [...places, "body is not taken"];
    return [...places, ...this.#unfit("body", operation.body, JSON.parse(wire))];
  }

  #misplaced(operation: Operation, place: "path" | "query", given: Record<string, unknown>): string[] {
    const known = operation.parameters.filter((one) => one.in === place);
    const missing = known.filter((one) => one.required && given[one.name] === undefined);
    const strange = Object.keys(given).filter((name) => !known.some((one) => one.name === name));
    const unfit = known
      .filter((one) => given[one.name] !== undefined)
      .flatMap((one) => this.#unfit(`${place}.${one.name}`, one.schema, given[one.name]));
    return [
      ...missing.map((one) => `${place}.${one.name} is required`),
      ...strange.map((name) => `${place}.${name} is not known`),
      ...unfit,
    ];
  }

  #unfit(name: string, schema: Schema, value: unknown): string[] {
    const validate = this.#ajv.compile(absolute(schema));
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const at = `${name}${instancePath.replaceAll("/", ".")}`;
      const { additionalProperty, allowedValues } = params as {
        additionalProperty?: string;
        allowedValues?: unknown[];
      };
      if (additionalProperty !== undefined) return `${at}.${additionalProperty} is not known`;
      return `${at} ${message ?? "does not fit"}${allowedValues ? `: ${allowedValues.join(", ")}` : ""}`;
    });
  }

  /** What a dry run tells, its data in at most so many characters. */
  async dryRun(
    caller: Caller,
    [operation, input, conditions]: [Operation, AnyInput, Conditions],
    characters: number,
  ): Promise<CallToolResult> {
    const request = caller.request(operation, input, conditions);
    const faults = this.faults(operation, input, request.body);
    const sent = JSON.stringify({ method: request.method, url: request.url, headers: request.headers });
    const told = `Dry run of ${operation.id}: nothing was done.`;
    if (faults.length) return result(`${told} It would be refused with 400: ${faults.join("; ")}`, undefined, true);
    const [asked, answer] = await this.#beforehand(caller, operation, input, conditions);
    const words = `${told} It fits the published schema. The request would be, without the credential: ${sent}`;
    // The body to the letter, as it would be sent.
    const members = [
      `"body":${request.body}`,
      ...Object.entries(answer).map(([name, one]) => `"${name}":${JSON.stringify(one)}`),
    ];
    const whole = `{${members.join()}}`;
    const cut = whole.length > characters ? ", cut where it is too long" : "";
    return result(`${words}\nBelow: its body${asked}${cut}.`, part(whole, 1, characters).text);
  }

  /** What the API tells beforehand: what the operation would do, or else the record as it is. */
  async #beforehand(
    caller: Caller,
    operation: Operation,
    input: AnyInput,
    conditions: Conditions,
  ): Promise<[string, Record<string, unknown>]> {
    const preview = operation.preview === null ? undefined : find(this.#catalogue, operation.preview);
    if (preview) {
      const { answer } = await caller.call(preview, this.#of(preview, input), { signal: conditions.signal });
      return [`, and in \`preview\` what ${preview.id} answers`, { preview: data(answer) }];
    }
    const reads = operation.effect === "change" ? reader(this.#catalogue, operation) : undefined;
    if (!reads) return ["", {}];
    const names = reads.parameters.filter((one) => one.in === "path").map((one) => one.name);
    const path = Object.fromEntries(names.map((name) => [name, input.path?.[name] ?? ""]));
    const { answer } = await caller.call(reads, { path }, { signal: conditions.signal });
    return [`, and in \`record\` what it would change, as it is now`, { record: data(answer) }];
  }

  /** The part of an input that a preview takes. */
  #of(preview: Operation, { path, body }: AnyInput): AnyInput {
    const named = String(preview.body?.["$ref"] ?? "").slice("#/$defs/".length);
    const known = this.#catalogue.schemas[named]?.["properties"] as object | undefined;
    const entries = Object.entries((body ?? {}) as object).filter(([name]) => known && Object.hasOwn(known, name));
    return { ...(path ? { path } : {}), ...(preview.body ? { body: Object.fromEntries(entries) } : {}) };
  }
}

function data(answer: unknown): unknown {
  return (answer as { data?: unknown }).data;
}

/** A schema whose references lead to those of the catalogue. */
function absolute(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"colonnade#/$defs/')) as Schema;
}
