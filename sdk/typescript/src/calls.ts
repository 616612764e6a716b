// The types of calls, which follow from the generated types of operations.

import type { operations } from "./generated/types.js";

/** The name of an operation. */
export type OperationName = keyof operations;

/** What a call may say beside the operation's own input. */
export interface CallOptions {
  /** Of a POST: the same key repeats the answer of the request that had it before. Otherwise each call has its own. */
  idempotencyKey?: string;
  /** Of a change: it is made only if the record has this version; otherwise `VersionMismatchError`. */
  ifMatch?: number;
  /** Ends the call, also while it waits. */
  signal?: AbortSignal;
}

type Parameters<Name extends OperationName> = operations[Name]["parameters"];

type Body<Name extends OperationName> = operations[Name] extends {
  requestBody: { content: { "application/json": infer Json } };
}
  ? Json
  : operations[Name] extends { requestBody?: { content: { "application/json": infer Json } } }
    ? Json | undefined
    : undefined;

/** A member that is required when something of it is, and missing when there is none. */
type Member<Key extends string, Value> = [Value] extends [undefined]
  ? { [One in Key]?: never }
  : undefined extends Value
    ? { [One in Key]?: Value }
    : {} extends Value
      ? { [One in Key]?: Value }
      : { [One in Key]: Value };

/** The input of an operation: `path`, `query` and `body`, as far as it has them. */
export type Input<Name extends OperationName> = Member<"path", Parameters<Name>["path"]> &
  Member<"query", Parameters<Name>["query"]> &
  Member<"body", Body<Name>>;

type Content<Name extends OperationName> = {
  [Status in keyof operations[Name]["responses"]]: operations[Name]["responses"][Status] extends {
    content: infer Bodies;
  }
    ? Bodies
    : never;
}[keyof operations[Name]["responses"]];

/** The answer of an operation: an object, the text of a CSV, calendar or drawing, or the bytes of a PDF. */
export type Output<Name extends OperationName> =
  Content<Name> extends { "application/json": infer Json }
    ? Json
    : Content<Name> extends { "application/pdf": unknown }
      ? Uint8Array
      : string;

/** A call of an operation. */
export type Call<Name extends OperationName> =
  {} extends Input<Name>
    ? (input?: Input<Name>, options?: CallOptions) => Promise<Output<Name>>
    : (input: Input<Name>, options?: CallOptions) => Promise<Output<Name>>;

type Filters<Name extends OperationName> = Member<"path", Parameters<Name>["path"]> &
  Member<"query", Omit<NonNullable<Parameters<Name>["query"]>, "page" | "per_page" | "limit" | "cursor" | "ids">>;

type Listed<Name extends OperationName> = Output<Name> extends { data: (infer One)[] } ? One : never;

/** Reads a list to its end. */
export type Iterate<Name extends OperationName> =
  {} extends Filters<Name>
    ? (input?: Filters<Name>, options?: Pick<CallOptions, "signal">) => AsyncGenerator<Listed<Name>, void, undefined>
    : (input: Filters<Name>, options?: Pick<CallOptions, "signal">) => AsyncGenerator<Listed<Name>, void, undefined>;
