/**
 * @module
 * What an operation of the bridge is, and what each has in common: its caller, the headers of its commands, and its
 * refusals as problems.
 */

import type { Issue } from "../../errors.js";
import { ifMatchOf, type Problem, pointerOf, problemResponse } from "../../web/index.js";
import {
  type Caller,
  type CodeClass,
  classOfCode,
  doorRefusal,
  foreignName,
  type ShownCode,
  type ShownRefusal,
} from "../door/index.js";
import type { QuerySchema, Schema } from "./peers.js";

/** An answer that an operation gives when all is well. */
export interface Success {
  readonly description: string;
  /** @default no body */
  readonly schema?: Schema | undefined;
  /** @default "application/json" */
  readonly type?: string | undefined;
  /** Names of headers that come with it. @default none */
  readonly headers?: readonly string[] | undefined;
}

/** An operation: how it is reached, what it says of itself in the document, and what it does. */
export interface Operation {
  readonly operationId: string;
  /** With `{name}` for what is filled in. */
  readonly route: `${"GET" | "POST"} /${string}`;
  readonly summary: string;
  /** An object whose members are optional. */
  readonly query?: QuerySchema | undefined;
  /** Request headers that it looks at. */
  readonly headers?: readonly (keyof typeof REQUEST_HEADERS)[] | undefined;
  readonly body?: Schema | undefined;
  /** Whether the service judges what the body says, which then has to be an object only. @default false */
  readonly isJudged?: boolean | undefined;
  /** Whether the request goes on as it is, to who reads it by himself, as an endpoint of OAP. @default false */
  readonly isPassedOn?: boolean | undefined;
  readonly success: Readonly<Record<number, Success>>;
  /** Statuses of its problems. */
  readonly problems: readonly number[];
  readonly act: (call: Call) => Promise<Response | ShownRefusal> | Response | ShownRefusal;
  /** @default by the table of codes */
  readonly statusOf?: ((code: ShownCode) => number | undefined) | undefined;
}

/** A request on its way through an operation. */
export interface Call {
  readonly request: Request;
  readonly caller: Caller;
  /** What stands in the path; `id` and `agentId` are ids. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | number>>;
  /** `{}` where the operation has none. */
  readonly body: Readonly<Record<string, unknown>>;
  /** `Idempotency-Key` and `If-Match`, of what is posted. */
  readonly command: { readonly commandId?: string | undefined; readonly ifMatch?: number | undefined };
}

/** The request headers that mean something here, as the document tells of them. */
export const REQUEST_HEADERS = {
  "Idempotency-Key":
    "1 to 128 visible characters. The same request again under the same key takes effect once.",
  "If-Match": 'The version that was decided on, as "7"; * is no condition.',
  "If-None-Match": "The version that is known: 304 when it is still the newest.",
  "Last-Event-ID": "The id of the last frame that was seen; the snapshot then lists the turns since.",
} as const;

/** Those of commands, or what is wrong with them. */
export function commandHeaders({ headers }: Request): Call["command"] | ShownRefusal {
  const key = headers.get("idempotency-key");
  if (key !== null && !/^[\x21-\x7e]{1,128}$/.test(key))
    return malformed("Idempotency-Key", "1 to 128 visible ASCII characters");
  const ifMatch = ifMatchOf(headers);
  if (ifMatch === null) return malformed("If-Match", 'one version, as "7", or *');
  return { commandId: key ?? undefined, ifMatch };
}

/** The version that the caller decided on, by header or by body, where these do not differ and the body is its own. */
export function ownVersion({ command: { ifMatch }, body, caller }: Call): number | undefined | ShownRefusal {
  const forbidden = foreignName(body, caller);
  if (forbidden !== undefined) return doorRefusal(forbidden, "Expected a move of the caller's own.");
  const { expectedVersion: given } = body;
  if (given === undefined || given === null) return ifMatch;
  if (!Number.isSafeInteger(given)) return malformed("expectedVersion", "an integer", ["expectedVersion"]);
  if (ifMatch !== undefined && ifMatch !== given)
    return malformed("expectedVersion", "that of If-Match", ["expectedVersion"]);
  return given as number;
}

/** The refusal of a request that is not well formed. */
export function malformed(name: string, wanted: string, path: Issue["path"] = []): ShownRefusal {
  const message = `Expected ${name} to be ${wanted}.`;
  return doorRefusal("malformed_body", message, path.length === 0 ? [] : [{ path, message }]);
}

/** Where a value does not fit its schema. */
export function misfit(
  found: readonly { readonly path: readonly PropertyKey[] }[],
  code: ShownCode = "malformed_body",
  detail?: string,
): ShownRefusal {
  const message = "Expected a value as the document describes it.";
  const issues = found.slice(0, MOST_ISSUES).map(({ path }) => ({ path: path.map(String), message }));
  return doorRefusal(code, detail, issues);
}

/** Chosen: enough to mend a request by. */
const MOST_ISSUES = 10;

/** Each class of codes as a status (docs/requirements/bridges.md, BR-12). */
const STATUS: Readonly<Record<CodeClass, number>> = {
  unknown: 404,
  malformed: 400,
  illegal: 409,
  stale: 409,
  over: 409,
  taken: 409,
  unclaimed: 409,
  conflict: 422,
  flooded: 429,
  forbidden: 403,
  impostor: 403,
  broken: 500,
  unavailable: 503,
  unauthenticated: 401,
  malformed_body: 400,
  body_too_deep: 400,
  body_too_large: 413,
  body_timeout: 408,
  unsupported_media_type: 415,
  too_many_streams: 429,
  not_found: 404,
  method_not_allowed: 405,
  internal: 500,
};

/** The status of a code; 412 for what `If-Match` barred. */
export function statusOfCode(code: ShownCode, byIfMatch = false): number {
  return byIfMatch && code === "stale_version" ? 412 : STATUS[classOfCode(code)];
}

/** A refusal as a response. */
export function refusalResponse(
  request: Request,
  { code, message, negotiationId, version, legal, issues }: ShownRefusal,
  status: number,
  headers: Readonly<Record<string, string>> = {},
  error?: string,
): Response {
  const kind = classOfCode(code);
  const errors = issues.map(({ path, message: wrong }) => ({ pointer: pointerOf(path), message: wrong }));
  const again = kind === "flooded" || kind === "unavailable" ? { "Retry-After": "1" } : {};
  const problem: Problem = {
    detail: message,
    instance: new URL(request.url).pathname,
    negotiationId: negotiationId ?? undefined,
    version: version ?? undefined,
    legal: legal ?? undefined,
    errors: errors.length === 0 ? undefined : errors,
    error,
  };
  return problemResponse(status, code, problem, { ...again, ...headers });
}
