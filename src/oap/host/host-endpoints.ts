/**
 * @module
 * The endpoints of a host: one web-standard request in, one response out. Who calls was found out before; which
 * document says what is the operations' matter.
 */

import { integerIn, LONGEST_TIMER_MS, readOptions } from "../../core/checks/index.js";
import { NegotiationError } from "../../errors.js";
import type { Clock } from "../../ports/index.js";
import {
  CORE_ERRORS,
  ifMatchOf,
  isJsonType,
  jsonResponse,
  type Problem,
  parseJson,
  pointerOf,
  problemResponse,
  quietHook,
  readBody,
  withoutValue,
} from "../../web/index.js";
import { parseStrict } from "../canonical/index.js";
import type { HistoryView, OapRefusal } from "../record/index.js";
import type { OapHost } from "./host.js";
import { demandCounts } from "./host-opening.js";
import type { OapCall } from "./signed-messages.js";

/** What may come in by the endpoints, and who hears of what failed. */
export interface OapFetchOptions {
  /** Bytes of a body. @default 65_536 */
  readonly bodyBytes?: number | undefined;
  /** Ms within which a body has to be there; at most 2^31 - 1, what a timer can wait. @default 10_000 */
  readonly bodyMs?: number | undefined;
  /** Objects and lists within each other; an acceptance is a level further down in its body. @default 32 */
  readonly depth?: number | undefined;
  /** Members of a list. @default 1_000 */
  readonly items?: number | undefined;
  /** Hears of what failed and is nobody's mistake that called. @default nobody */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Answers one request.
 *
 * @param callerDid - who calls, as the host's own authentication has it; `null`, and whatever is no text, is nobody
 */
export type OapFetch = (
  request: Request,
  callerDid: string | null,
  options?: OapFetchOptions,
) => Promise<Response>;

type Operations = Omit<OapHost, "fetch">;

/** @see docs/requirements/oap.md, section 9 */
export function hostEndpoints(host: Operations, clock: Clock): OapFetch {
  return async (request, callerDid, given = {}) => {
    let at: Endpoint = { request, path: "" };
    try {
      at = { request, ...pathOf(request) };
      const options = readOptions("the options of fetch", given, OPTIONS);
      // Whatever stands for nobody: without a caller, operations believe whoever signed.
      if (typeof callerDid !== "string" || callerDid === "")
        return refused(at, { code: "unauthenticated", message: "Expected a caller." });
      const { id, verb } = at;
      if (id === undefined) return refused(at, { code: "not_found", message: "Expected a known path." });
      if (verb === undefined) {
        if (request.method === "GET") return await read(at, id, callerDid);
        if (request.method === "HEAD") return new Response(null, await read(at, id, callerDid));
        return refused(at, METHOD, { Allow: "GET, HEAD" });
      }
      if (request.method !== "POST") return refused(at, METHOD, { Allow: "POST" });
      const body = await bodyOf(request, options);
      if (!body.ok) return refused(at, body);
      const ifMatch = ifMatchOf(request.headers);
      if (ifMatch === null) return refused(at, { code: "malformed_body", message: ETAG });
      const call = { caller: callerDid, negotiationId: id, expectedVersion: ifMatch };
      return await acted(at, verb, body.value, call);
    } catch (error) {
      const code = NegotiationError.isInstance(error) ? error.code : "internal";
      const isKnown = UNAVAILABLE.includes(code);
      if (!isKnown || code === "store_failed") quietHook(given?.onError)(error);
      return refused(at, { code: isKnown ? code : "internal", message: FAILED });
    }
  };

  async function read(at: Endpoint, id: string, caller: string): Promise<Response> {
    const { searchParams } = new URL(at.request.url);
    // Given twice it is no number.
    const given = searchParams.getAll("after").join();
    const number = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN;
    const answer = await host.history(id, { caller, after: searchParams.has("after") ? number : undefined });
    return answer.ok ? shown(200, answer.history) : refused(at, answer);
  }

  async function acted(
    at: Endpoint,
    verb: string,
    body: unknown,
    call: OapCall & { readonly negotiationId: string },
  ): Promise<Response> {
    switch (verb) {
      case "open": {
        const answer = await host.open(body, { caller: call.caller });
        if (!answer.ok) return refused(at, answer);
        const location = `/oap/negotiation/${answer.history.negotiation_id}`;
        return shown(201, answer.history, { Location: location });
      }
      case "propose":
      case "reject":
      case "withdraw": {
        const answer = await host[verb](body, call);
        return answer.ok ? shown(verb === "propose" ? 201 : 200, answer.history) : refused(at, answer);
      }
      default: {
        const answer = await host[verb as "accept" | "cosign" | "redact"](body, call);
        if (!answer.ok) return refused(at, answer, {}, verb === "accept" ? (body as object) : undefined);
        const { ok: _, ...rest } = answer;
        return jsonResponse(200, rest);
      }
    }
  }

  async function bodyOf(request: Request, options: OapFetchOptions) {
    const { bodyBytes = 65_536, bodyMs = 10_000, depth = 32, items = 1_000 } = options;
    demandCounts({ bodyBytes, depth, items });
    integerIn("bodyMs", bodyMs, 0, LONGEST_TIMER_MS);
    if (!isJsonType(request.headers)) return unread("unsupported_media_type", "JSON");
    const bytes = await readBody(request, { maxBytes: bodyBytes, bodyMs, clock });
    if (typeof bytes === "string") return unread(bytes, `at most ${bodyBytes} bytes in ${bodyMs} ms`);
    const formed = parseJson(bytes, { depth, items });
    return formed.ok
      ? parseStrict(bytes, { maxDepth: Math.min(depth, 256), maxBytes: bodyBytes })
      : unread(formed.code, `JSON of at most ${depth} levels, lists of at most ${items}`);
  }
}

const OPTIONS = ["bodyBytes", "bodyMs", "depth", "items", "onError"] as const;

/** A request, and what its path names. */
interface Endpoint {
  readonly request: Request;
  /** Empty until it is read: what was handed in may be no request at all. */
  readonly path: string;
  /** `undefined` for a path of none. */
  readonly id?: string | undefined;
  readonly verb?: string | undefined;
}

function pathOf(request: Request): Omit<Endpoint, "request"> {
  const { pathname: path } = new URL(request.url);
  const [, id, verb] = PATH.exec(path) ?? [];
  return { path, id, verb: id === "open" && verb === undefined ? "open" : verb };
}

const PATH = /^\/oap\/negotiation\/([^/]+)(?:\/(propose|accept|reject|withdraw|cosign|redact))?$/;

const METHOD = { code: "method_not_allowed", message: "Expected a method in Allow." };
const ETAG = 'Expected If-Match to be one version, as "7", or *.';
const FAILED = "The server failed. Hand the same in again: it takes effect once.";

function unread(code: string, wanted: string) {
  return { ok: false, code, message: `Expected ${wanted}, got another body.` } as const;
}

function shown(status: number, history: HistoryView, headers: Readonly<Record<string, string>> = {}) {
  return jsonResponse(status, history, { ETag: `"${history.version}"`, ...headers });
}

/** @param accepted - a body in which the document is one of several members */
function refused(
  { path: instance }: Endpoint,
  { code, message, path, details, negotiationId, version, state, legal }: Told,
  headers: Readonly<Record<string, string>> = {},
  accepted?: object,
): Response {
  const status = statusOf(code);
  const detail = withoutValue(message);
  const inside = path && accepted && !Object.hasOwn(accepted, path[0] ?? "") ? ["acceptance", ...path] : path;
  const pointer = inside && pointerOf(inside);
  const problem: Problem = {
    detail,
    instance,
    ...{ negotiationId, version, state, legal },
    ...(pointer !== undefined && { errors: [{ pointer, message: detail }] }),
    ...(EVIDENCE.includes(code) && { details }),
    error: CORE_ERRORS[status],
  };
  const again = status === 429 || status === 503 ? { "Retry-After": "1" } : {};
  return problemResponse(status, code, problem, { ...again, ...headers });
}

type Told = Pick<OapRefusal, "message"> & Partial<Omit<OapRefusal, "code">> & { readonly code: string };

/** What comes as an exception and is known. */
const UNAVAILABLE = ["contention", "store_failed", "service_closed", "store_closed"];

/** The table of OAP-37; what else the engine refuses is a conflict with the state. */
function statusOf(code: string): number {
  return Number(Object.keys(CODES_OF).find((status) => CODES_OF[status]?.split(" ").includes(code)) ?? 409);
}

const CODES_OF: Readonly<Record<string, string>> = {
  400: "malformed_body body_too_deep document_invalid terms_invalid terms_altered category_not_supported validity_passed validity_too_long clock_skew wrong_host agreement_mismatch not_redactable confidentiality_unknown party_invalid salt_weak assent_missing",
  401: "unauthenticated",
  403: "signature_invalid key_not_authorized key_not_supported policy_masked not_admitted",
  404: "unknown_negotiation negotiation_not_supported not_found",
  405: "method_not_allowed",
  408: "body_timeout",
  412: "stale_version",
  413: "body_too_large",
  415: "unsupported_media_type",
  422: "command_conflict",
  429: "queue_full too_many_openings",
  500: "internal",
  502: "key_unresolvable",
  503: "not_logged_yet contention store_failed service_closed store_closed",
};

/** Those whose details are hashes that the caller may have. */
const EVIDENCE: readonly string[] = ["manifest_changed", "command_conflict"];
