// The client: what is generated of operations, on top of one way to the API.

import type { CallOptions } from "./calls.js";
import { lists, operations, type Calls, type Lists, type Operation } from "./generated/operations.js";
import { read, write } from "./json.js";
import { send, type Request, type Sending } from "./request.js";

/** Who asks. A secret belongs on a server; pages have a publishable key, and then the session of whoever signed in. */
export type Credential = { secret: string } | { publishableKey: string } | { session: Session };

/** The token of a session, or what gives the present one, for pages that renew it. */
export type Session = string | (() => string | Promise<string>);

/** How a client reaches the API. */
export interface Settings {
  /** Ends in `/v1`. */
  baseUrl: string;
  clientId: string;
  /** How often a request is sent before its last failure is thrown; 5 unless said. */
  attempts?: number;
  /** An answer that asks to wait longer than these seconds is thrown at once; 60 unless said. */
  longestWait?: number;
  /** Seconds for one attempt; 30 unless said. */
  timeout?: number;
  /** Instead of the global one, such as one that goes through a proxy. */
  fetch?: typeof fetch;
}

/** The input of an operation that is named when the program runs. */
export interface AnyInput {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

interface Page {
  data: unknown[];
  pagination: { next_cursor: string };
}

// What the class has beside its own members: a method for each operation, defined below.
export interface Colonnade extends Calls {}

/** A client of the Colonnade API, with a method for each operation. */
export class Colonnade {
  /** Lists, read to their end: `for await (const member of api.every.listMembers())`. */
  readonly every: Lists;
  readonly #settings: Settings;
  readonly #sending: Sending;

  constructor(settings: Settings & Credential) {
    this.#settings = settings;
    this.#sending = {
      fetch: settings.fetch ?? ((...request) => fetch(...request)),
      attempts: settings.attempts ?? 5,
      longestWait: settings.longestWait ?? 60,
      timeoutMilliseconds: (settings.timeout ?? 30) * 1000,
      bearer: bearerOf(settings),
    };
    this.every = Object.fromEntries(
      lists.map((name) => [
        name,
        (input: AnyInput = {}, options: CallOptions = {}) => this.#records(name, input, options),
      ]),
    ) as unknown as Lists;
  }

  /** A client by `COLONNADE_BASE_URL`, `COLONNADE_CLIENT_ID` and `COLONNADE_CLIENT_SECRET`. */
  static fromEnvironment(settings: Partial<Settings> = {}): Colonnade {
    const variables = (globalThis as { process?: { env: Record<string, string | undefined> } }).process?.env ?? {};
    const variable = (name: string): string => {
      const value = variables[name];
      if (!value) throw new TypeError(`the variable ${name} is missing`);
      return value;
    };
    return new Colonnade({
      baseUrl: variable("COLONNADE_BASE_URL"),
      clientId: variable("COLONNADE_CLIENT_ID"),
      secret: variable("COLONNADE_CLIENT_SECRET"),
      ...settings,
    });
  }

  /** The same client for somebody who has signed in. */
  withSession(session: Session): Colonnade {
    return new Colonnade({ ...this.#settings, session });
  }

  /** Calls an operation by its name; the methods do this. */
  async call(name: string, input: AnyInput, options: CallOptions): Promise<unknown> {
    const [, , , gives, form] = known(name);
    const answer = await send(this.request(name, input, options), this.#sending, options.signal);
    if (form === "bytes") return new Uint8Array(await answer.arrayBuffer());
    const text = await answer.text();
    return form === "text" ? text : read(text, gives);
  }

  /** The request that a call sends, without the credential: to look at it before anything is done. */
  request(name: string, input: AnyInput, options: CallOptions = {}): Request {
    const [method, path, takes] = known(name);
    const request: Request = {
      method,
      url: this.#settings.baseUrl.replace(/\/$/, "") + filled(path, input.path ?? {}) + queried(input.query ?? {}),
      headers: { "X-Client-ID": this.#settings.clientId },
      body: input.body === undefined ? null : write(input.body, takes ?? undefined),
    };
    if (request.body !== null) request.headers["Content-Type"] = "application/json";
    // Made once for all attempts.
    if (method === "POST") request.headers["Idempotency-Key"] = options.idempotencyKey ?? crypto.randomUUID();
    if (options.ifMatch !== undefined) request.headers["If-Match"] = `"${options.ifMatch}"`;
    return request;
  }

  async *#records(name: string, input: AnyInput, options: CallOptions): AsyncGenerator<unknown, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = (await this.call(
        name,
        { ...input, query: { ...input.query, limit: 100, cursor } },
        options,
      )) as Page;
      yield* page.data;
      cursor = page.pagination.next_cursor;
    } while (cursor);
  }
}

for (const name of Object.keys(operations)) {
  Object.defineProperty(Colonnade.prototype, name, {
    value(this: Colonnade, input: AnyInput = {}, options: CallOptions = {}) {
      return this.call(name, input, options);
    },
  });
}

function known(name: string): Operation {
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (!operation) throw new TypeError(`there is no operation ${name}`);
  return operation;
}

function bearerOf(credential: Credential): () => string | Promise<string> {
  if ("session" in credential) {
    const { session } = credential;
    return typeof session === "function" ? session : () => session;
  }
  return () => ("secret" in credential ? credential.secret : credential.publishableKey);
}

function filled(path: string, values: Record<string, string>): string {
  return path.replace(/{(\w+)}/g, (_, name: string) => {
    const value = values[name];
    if (!value) throw new TypeError(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });
}

/** The parameters of a value: of an object one for each of its keys. */
function parameters([name, value]: [string, unknown]): [string, unknown][] {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? Object.entries(value).map(([key, inner]) => [`${name}[${key}]`, inner]) : [[name, value]];
}

function queried(query: Record<string, unknown>): string {
  const said = Object.entries(query).flatMap(parameters).filter(([, value]) => value !== undefined);
  return said.length ? `?${new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString()}` : "";
}
