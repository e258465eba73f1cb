/**
 * @module
 * The handler: each request finds its operation, its caller, its input within limits, and leaves with an answer or a
 * problem, whatever happens on the way.
 */

import { isPlainObject } from "../../core/json/index.js";
import { CORE_ERRORS, isJsonType, jsonResponse, readBody } from "../../web/index.js";
import {
  type Caller,
  callerOf,
  doorRefusal,
  isRefusal,
  parseJson,
  type ShownRefusal,
  shownError,
} from "../door/index.js";
import { EventStreams } from "./event-streams.js";
import {
  type Family,
  type HttpBridgeOptions,
  type ResolvedHttpOptions,
  resolveHttpOptions,
} from "./http-options.js";
import { indexFamily, type Networks } from "./index-network-family.js";
import { nativeFamily } from "./native-family.js";
import { type OapEndpoints, oapFamily } from "./oap-family.js";
import { openApiDocument } from "./openapi.js";
import {
  type Call,
  commandHeaders,
  misfit,
  type Operation,
  refusalResponse,
  statusOfCode,
} from "./operations.js";
import { OpenAPIHono, type QuerySchema } from "./peers.js";

/** Negotiations over HTTP. */
export interface HttpBridge {
  /** Answers a request; never rejects. */
  fetch(request: Request): Promise<Response>;
  /** The OpenAPI 3.1 document, as `GET /openapi.json` answers it. */
  openApiDocument(): object;
  /** Ends its streams, and answers 503 from then on. The rooms go on. Idempotent. */
  close(): Promise<void>;
}

/**
 * A handler of web-standard requests that leads to rooms: for Node, Bun, Deno, Workers, and beside other handlers.
 *
 * @throws {TypeError} on an unknown option, and without `rooms` or `authorize`
 * @throws {RangeError} for a limit out of range
 * @see docs/doors/http.md
 * @example
 * import { NegotiationRooms } from "concordat";
 * import { createHttpBridge } from "concordat/http";
 * const rooms = new NegotiationRooms<{ price: number }>();
 * const isAda = ({ headers }: Request) => headers.get("authorization") === "Bearer a";
 * const bridge = createHttpBridge({ rooms, authorize: (sent) => (isAda(sent) ? { partyId: "ada" } : null) });
 * const answer = await bridge.fetch(new Request("http://localhost/negotiations"));
 * console.log(answer.status); // 401
 * await bridge.close();
 * await rooms.close();
 */
export function createHttpBridge<Terms = unknown>(options: HttpBridgeOptions<Terms>): HttpBridge {
  const resolved = resolveHttpOptions(options);
  const { rooms, limits, families } = resolved;
  const lost = (error: unknown): void => resolved.onError(error, { operationId: null, negotiationId: null });
  const streams = new EventStreams<Terms>(limits, lost);
  const operationsOf: Readonly<Record<Family, () => readonly Operation[]>> = {
    native: () => nativeFamily(rooms, streams),
    oap: () => oapFamily(resolved.oapHost as OapEndpoints, limits, resolved.onError),
    "index-network": () => indexFamily(rooms, resolved.networks as Networks),
  };
  const mounted = families.map((family) => [family, operationsOf[family]()] as const);
  const app = new OpenAPIHono();
  let document: object | undefined;
  const documentOnce = (): object => {
    document ??= openApiDocument(mounted, resolved);
    return document;
  };
  let isClosed = false;
  const routes = new Set<string>();
  for (const operation of mounted.flatMap(([, operations]) => operations)) {
    routes.add(operation.route);
    const run = runner(operation, resolved);
    const [method = "", path = ""] = operation.route.replaceAll(/\{(\w+)\}/g, ":$1").split(" ");
    app.on(method, path, ({ req }) => run(req.raw, req.param()));
  }
  app.get("/openapi.json", () => jsonResponse(200, documentOnce()));
  app.notFound(({ req }) => {
    // A path that is named as it is means no id that reads like it.
    const named = METHODS.filter((method) => routes.has(`${method} ${req.path}`));
    const matching = METHODS.filter((method) => app.router.match(method, req.path)[0].length > 0);
    const allowed = named.length > 0 ? named : matching;
    const code = allowed.length === 0 ? "not_found" : "method_not_allowed";
    const headers = allowed.length === 0 ? {} : { Allow: allowed.join(", ").replace("GET", "GET, HEAD") };
    return refusalResponse(req.raw, doorRefusal(code), statusOfCode(code), headers);
  });
  app.onError((error, { req }) => failed(error, req.raw));

  function failed(error: unknown, request: Request): Response {
    lost(error);
    return refusalResponse(request, doorRefusal("internal"), 500);
  }

  return Object.freeze({
    async fetch(request: Request): Promise<Response> {
      try {
        if (!isClosed) return await app.fetch(request);
        const over = doorRefusal("service_closed", "Expected an open server, got one that is closing.");
        return refusalResponse(request, over, 503);
      } catch (error) {
        return failed(error, request);
      }
    },
    openApiDocument: documentOnce,
    async close(): Promise<void> {
      isClosed = true;
      streams.close();
    },
  });
}

const METHODS = ["GET", "POST"] as const;

/** What answers the requests of one operation. */
function runner<Terms>(
  operation: Operation,
  options: ResolvedHttpOptions<Terms>,
): (request: Request, params: Record<string, string>) => Promise<Response> {
  return async (request, params) => {
    let byIfMatch = false;
    let challenge = {};
    let shown: ShownRefusal;
    try {
      const caller = callerOf(await options.authorize(request));
      if (caller === undefined) {
        challenge = { "WWW-Authenticate": options.challenge };
        shown = doorRefusal("unauthenticated");
      } else {
        const call = await callOf(operation, options, { request, params, caller });
        const answer = isRefusal(call) ? call : await operation.act(call);
        if (!isRefusal(answer)) return answer;
        byIfMatch = !isRefusal(call) && call.command.ifMatch !== undefined;
        shown = answer;
      }
    } catch (error) {
      const negotiationId = params["id"] ?? null;
      const context = { operationId: operation.operationId, negotiationId };
      shown = shownError(error, negotiationId, () => options.onError(error, context));
    }
    const status = operation.statusOf?.(shown.code) ?? statusOfCode(shown.code, byIfMatch);
    const error = operation.isPassedOn ? CORE_ERRORS[status] : undefined;
    return refusalResponse(request, shown, status, challenge, error);
  };
}

/** The request as its operation takes it, or what is wrong with it. */
async function callOf<Terms>(
  operation: Operation,
  { limits, clock }: ResolvedHttpOptions<Terms>,
  from: { readonly request: Request; readonly params: Call["params"]; readonly caller: Caller },
): Promise<Call | ShownRefusal> {
  const { request } = from;
  if (operation.isPassedOn) return { ...from, query: {}, body: {}, command: {} };
  const query = operation.query === undefined ? {} : queryOf(request, operation.query);
  if (isRefusal(query)) return query;
  const command = request.method === "POST" ? commandHeaders(request) : {};
  if (isRefusal(command)) return command;
  if (operation.body === undefined) return { ...from, query, body: {}, command };
  if (!isJsonType(request.headers)) return doorRefusal("unsupported_media_type");
  const bytes = await readBody(request, { maxBytes: limits.bodyBytes, bodyMs: limits.bodyMs, clock });
  if (typeof bytes === "string") return doorRefusal(bytes);
  const parsed = parseJson(bytes, limits);
  if (!parsed.ok) return doorRefusal(parsed.code);
  // What the service judges is read there: here it is an object or none.
  if (operation.isJudged && isPlainObject(parsed.value))
    return { ...from, query, body: parsed.value, command };
  const read = operation.body.safeParse(parsed.value);
  // A body may look like a refusal: which one it is does not go by its members.
  if (!read.success) return misfit(read.error.issues);
  return { ...from, query, body: read.data as Call["body"], command };
}

function queryOf(request: Request, schema: QuerySchema): Call["query"] | ShownRefusal {
  const given: Record<string, unknown> = {};
  new URL(request.url).searchParams.forEach((text, name) => {
    // Twice is no text: it is refused where it means something.
    if (Object.hasOwn(given, name)) given[name] = null;
    else given[name] = NUMBERS.includes(name) && /^\d{1,15}$/.test(text) ? Number(text) : text;
  });
  const read = schema.safeParse(given);
  return read.success ? (read.data as Call["query"]) : misfit(read.error.issues);
}

/** Members of queries that are numbers. */
const NUMBERS: readonly string[] = ["limit", "after"];
