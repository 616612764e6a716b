export type { Call, CallOptions, Input, Iterate, OperationName, Output } from "./calls.js";
export { Colonnade, type AnyInput, type Credential, type Session, type Settings } from "./client.js";
export { compare, sum, type Decimal } from "./decimal.js";
export * from "./errors.js";
export type { Request } from "./request.js";
/** Types of all schemas of the document, such as `types.Booking`. */
export type * as types from "./generated/types.js";
export { verifyWebhook, type VerificationOptions, type WebhookEvent, type WebhookHeaders } from "./webhooks.js";
