// Refusals as errors. Programs look at `code`, `field` and `reason`; the message is for people and may change.

import type { ErrorCode, ErrorDetails } from "./generated/types.js";

/** A code of the document; a newer service may know more. */
export type Code = ErrorCode | (string & {});

/** What a refusal says beside code and message. */
export type Details = Partial<ErrorDetails>;

/** Everything that a call throws, except what the program itself has passed wrongly. */
export class ColonnadeError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** No answer arrived, however often the request was sent; whether it was carried out is not known. */
export class NoAnswerError extends ColonnadeError {}

/** A webhook that was not signed with the secret, or not lately. */
export class SignatureError extends ColonnadeError {}

/** The API refused the request. */
export class ApiError extends ColonnadeError {
  constructor(
    readonly status: number,
    readonly code: Code,
    message: string,
    /** All that the answer says: every offending field, conflicts, what stands in the way. */
    readonly details: Details,
    /** Names the request in the service's log; null when a proxy answered instead of the API. */
    readonly requestId: string | null,
    /** After how many seconds the same request may succeed, where the answer says so. */
    readonly retryAfter: number | null,
  ) {
    super(`${status} ${code}: ${message}`);
  }

  /** Path of the first offending field. */
  get field(): string | null {
    return this.details.field ?? null;
  }

  /** What is wrong with it. */
  get reason(): string | null {
    return this.details.reason ?? null;
  }
}

/** 400: the request does not fit the published schema. */
export class ValidationError extends ApiError {}
/** 401: credentials are missing, wrong, revoked, ended or expired. */
export class AuthenticationError extends ApiError {}
/** 402: credits or passes do not suffice. */
export class InsufficientBalanceError extends ApiError {}
/** 403: the client lacks the scope, or the person may not do this. */
export class ForbiddenError extends ApiError {}
/** 404: there is no such record for this merchant or person. */
export class NotFoundError extends ApiError {}
/** 409: the present state refuses it, such as `booking_conflict`, whose times are in `details.conflicts`. */
export class ConflictError extends ApiError {}
/** 412: the record has another version than `ifMatch` said. */
export class VersionMismatchError extends ApiError {}
/** 422: it fits the schema but breaks the rule that `reason` names. */
export class RuleViolationError extends ApiError {}
/** 429: too many requests; `retryAfter` says how long to wait. */
export class RateLimitedError extends ApiError {}
/** 500 and above: the fault is the service's. */
export class ServerError extends ApiError {}

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  400: ValidationError,
  401: AuthenticationError,
  402: InsufficientBalanceError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  412: VersionMismatchError,
  422: RuleViolationError,
  429: RateLimitedError,
};

/** The error of an answer; one that is not the API's, such as a proxy's page, has the code `unknown`. */
export function refusal(status: number, headers: Headers, text: string): ApiError {
  const Kind = BY_STATUS[status] ?? (status >= 500 ? ServerError : ApiError);
  const { error, meta } = parsed(text);
  const requestId = meta?.request_id ?? headers.get("X-Request-Id");
  return new Kind(
    status,
    error?.code ?? "unknown",
    error?.message ?? "the answer is not the API's",
    error?.details ?? {},
    requestId,
    seconds(headers),
  );
}

interface Body {
  error?: { code?: string; message?: string; details?: Details };
  meta?: { request_id?: string };
}

function parsed(text: string): Body {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : {};
  } catch {
    return {};
  }
}

function seconds(headers: Headers): number | null {
  const said = headers.get("Retry-After");
  return said !== null && /^\d+$/.test(said) ? Number(said) : null;
}
