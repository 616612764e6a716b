// What the tools do.

import type { CallToolResult } from "@modelcontextprotocol/server";
import type { AnyInput } from "colonnade-client";

import { fitting, part, picked, result } from "./answer.js";
import type { Caller, Outcome } from "./calling.js";
import { find, type Catalogue, type Effect, type Operation } from "./catalogue.js";
import { described, line, TOOLS } from "./describe.js";
import { Judge } from "./dry-run.js";
import { Refused } from "./refusal.js";
import type { Rights } from "./rights.js";
import { ranked } from "./search.js";
import type { Settings } from "./settings.js";

/** The operation that a tool is asked for, and its input. */
export interface Asked extends AnyInput {
  operation: string;
}

/** A call that reads. */
export interface Reading extends Asked {
  fields?: string[];
  part?: number;
}

/** A call that writes. */
export interface Writing extends Asked {
  dry_run?: boolean;
  idempotency_key?: string;
  if_version?: number;
}

interface Page {
  data: unknown;
  pagination?: { next_cursor?: string; total?: number; total_count?: number };
  meta?: { request_id?: string };
}

const MOST_FOUND = 10;
const MOST_LOOKED_AT = 40;

/** The tools, for one caller. */
export class Tools {
  #judge: Judge | undefined;

  constructor(
    readonly settings: Settings,
    readonly catalogue: Catalogue,
    readonly caller: Caller,
    readonly rights: Rights,
  ) {}

  /** Operations that have these words and that the caller may call. */
  async search(query: string, area?: string): Promise<CallToolResult> {
    const all = this.catalogue.operations.filter((one) => area === undefined || one.area === area);
    const matching = ranked(all, query);
    const offered = matching.filter((one) => this.settings.allowsWrites || one.effect === "read");
    const found: Operation[] = [];
    let withheld = 0;
    for (let at = 0; at < Math.min(offered.length, MOST_LOOKED_AT) && found.length < MOST_FOUND; at += MOST_FOUND) {
      const some = offered.slice(at, at + MOST_FOUND);
      const allowed = await Promise.all(some.map((one) => this.rights.allows(one)));
      found.push(...some.filter((_, index) => allowed[index]));
      withheld += allowed.filter((one) => !one).length;
    }
    const lines = found.slice(0, MOST_FOUND).map(line);
    if (!lines.length) lines.push("No operation was found that has these words and that this caller may call.");
    const writes = matching.length - offered.length;
    if (withheld) lines.push(`${withheld} more are left out, because the caller lacks the right to call them.`);
    if (writes) lines.push(`${writes} more write, and this server was started without --allow-writes.`);
    return result(lines.join("\n"));
  }

  /** What an operation does, takes, answers and refuses. */
  async describe(id: string): Promise<CallToolResult> {
    const operation = this.#known(id);
    const allows = await this.rights.allows(operation);
    return result(
      `${allows ? "" : "The caller lacks the right to call this operation.\n\n"}${described(this.catalogue, operation)}`,
    );
  }

  /** Calls an operation that changes nothing. */
  async read(reading: Reading, signal?: AbortSignal): Promise<CallToolResult> {
    const operation = this.#of("read", reading.operation);
    const strange = reading.fields?.find(
      (field) => operation.fields.length && !operation.fields.includes(field.split(".")[0] ?? ""),
    );
    if (strange !== undefined)
      throw new Refused(`no field is called ${strange}; there are ${operation.fields.join(", ")}`);
    const input = this.#paged(operation, reading);
    const most = this.settings.answerCharacters;
    let page = await this.#page(operation, input, reading, signal);
    if (Array.isArray(page.data) && input.query?.["limit"] !== undefined) {
      const count = fitting(page.data, most);
      // Read again, because the cursor says where this page ends.
      if (count < page.data.length) {
        page = await this.#page(operation, { ...input, query: { ...input.query, limit: count } }, reading, signal);
      }
    }
    const whole = typeof page.data === "string" ? page.data : JSON.stringify(page.data);
    const { text, words } = part(whole, reading.part ?? 1, most);
    return result(`${operation.id}${counted(page)} (${page.meta?.request_id ?? operation.method})${words}`, text);
  }

  /** Calls an operation that writes, or tells what that would do. */
  async write(effect: "create" | "change", writing: Writing, signal?: AbortSignal): Promise<CallToolResult> {
    const operation = this.#of(effect, writing.operation);
    if (writing.if_version !== undefined && !operation.is_conditional)
      throw new Refused(`${operation.id} takes no if_version`);
    const input = given(writing);
    const conditions = { idempotencyKey: writing.idempotency_key, ifVersion: writing.if_version, signal };
    if (writing.dry_run) {
      if (!(await this.rights.allows(operation)))
        throw new Refused(`the caller lacks the right to call ${operation.id}`);
      this.#judge ??= new Judge(this.catalogue);
      return this.#judge.dryRun(this.caller, [operation, input, conditions], this.settings.answerCharacters);
    }
    const outcome = await this.caller.call(operation, input, conditions);
    const page = outcome.answer as Page;
    const whole = typeof page === "string" ? page : JSON.stringify(page.data);
    const { text } = part(whole, 1, this.settings.answerCharacters);
    const cut = text.length < whole.length ? " The answer is cut; read the record for all of it." : "";
    return result(`${done(operation, outcome)} (${page.meta?.request_id ?? operation.method})${cut}`, text);
  }

  /** The operation, if it is for this tool. */
  #of(effect: Effect, id: string): Operation {
    const operation = this.#known(id);
    if (operation.effect === effect) return operation;
    if (operation.effect !== "read" && !this.settings.allowsWrites) {
      throw new Refused(`${id} writes, and this server was started without --allow-writes; whoever starts it decides`);
    }
    throw new Refused(`${id} is for the tool ${TOOLS[operation.effect]}`);
  }

  #known(id: string): Operation {
    const operation = find(this.catalogue, id);
    if (operation) return operation;
    const near = ranked(this.catalogue.operations, id.replaceAll("_", " ")).slice(0, 5);
    throw new Refused(`no operation is called ${id}; there are ${near.map((one) => one.id).join(", ") || "others"}`);
  }

  /** The input, with the scheme of cursors for lists that do not ask for another. */
  #paged(operation: Operation, reading: Reading): AnyInput {
    const input = given(reading);
    const query = input.query ?? {};
    const other = ["page", "per_page", "ids", "limit"].some((name) => query[name] !== undefined);
    return operation.is_list && !other ? { ...input, query: { ...query, limit: 20 } } : input;
  }

  async #page(operation: Operation, input: AnyInput, { fields }: Reading, signal?: AbortSignal): Promise<Page> {
    const { answer } = await this.caller.call(operation, input, { signal });
    if (typeof answer === "string") return { data: answer };
    const page = answer as Page;
    return fields?.length ? { ...page, data: picked(page.data, fields) } : page;
  }
}

/** The part of a call that is sent. */
function given({ path, query, body }: AnyInput): AnyInput {
  return { ...(path ? { path } : {}), ...(query ? { query } : {}), ...(body === undefined ? {} : { body }) };
}

/** How many records these are, and how the next ones are asked for. */
function counted({ data, pagination }: Page): string {
  if (!Array.isArray(data) || !pagination) return "";
  const total = pagination.total_count ?? pagination.total;
  const next = pagination.next_cursor;
  const cursor = next ? ` The next ones: the same call with query.cursor ${JSON.stringify(next)}.` : "";
  return `: ${data.length}${total === undefined ? "" : ` of ${total}`} records.${cursor}`;
}

function done(operation: Operation, { isReplayed }: Outcome): string {
  if (!isReplayed) return `${operation.id} is done`;
  return (
    `${operation.id} was done before by the same call, of which this is the answer; nothing was done now. ` +
    "An idempotency_key of your own does it once more"
  );
}
