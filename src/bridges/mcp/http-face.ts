/**
 * @module
 * Streamable HTTP: who may ask at all, limits of what comes in, and streams of news that tell a party of its own
 * negotiations only. The rest is the SDK's.
 */

import type { AuthInfo, McpHttpHandler, McpServerFactory } from "@modelcontextprotocol/server";
import { isPlainObject } from "../../core/json/index.js";
import { readBody } from "../../web/index.js";
import { type Caller, doorRefusal, parseJson } from "../door/index.js";
import type { ResolvedMcpOptions } from "./mcp-options.js";
import { sdk } from "./peers.js";
import { refusalLine } from "./tool-results.js";
import { idOf, type Watches } from "./watches.js";

/** What the host knows of a request. */
export interface McpFetchOptions {
  /** What its middleware has verified; without it the answer is 401. */
  readonly authInfo?: AuthInfo | undefined;
}

/** The handler of requests. */
export class HttpFace<Terms> {
  readonly #options: ResolvedMcpOptions<Terms>;
  readonly #watches: Watches<Terms>;
  readonly #handler: McpHttpHandler;
  readonly #countOf = new Map<string, number>();
  #isClosed = false;

  constructor(options: ResolvedMcpOptions<Terms>, serverFor: McpServerFactory, watches: Watches<Terms>) {
    this.#options = options;
    this.#watches = watches;
    this.#handler = sdk.createMcpHandler(serverFor);
  }

  /** Never rejects. */
  async fetch(request: Request, { authInfo }: McpFetchOptions = {}): Promise<Response> {
    const { allowedHosts, allowedOrigins, challenge, onError } = this.#options;
    try {
      const barred =
        sdk.hostHeaderValidationResponse(request, allowedHosts) ??
        sdk.originValidationResponse(request, allowedOrigins);
      if (barred !== undefined) return barred;
      if (this.#isClosed) return problem(503, "service_closed");
      if (authInfo === undefined) return problem(401, "unauthenticated", { "WWW-Authenticate": challenge });
      // What is no JSON is turned away by the SDK, unread.
      const isJson = /^application\/json\s*(?:;|$)/i.test(request.headers.get("content-type") ?? "");
      if (request.method !== "POST" || !isJson) return await this.#handler.fetch(request, { authInfo });
      return await this.#posted(request, authInfo);
    } catch (error) {
      onError(error, null);
      return problem(500, "internal");
    }
  }

  /** Ends its streams. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#handler.close();
  }

  async #posted(request: Request, authInfo: AuthInfo): Promise<Response> {
    const { limits, clock } = this.#options;
    const bytes = await readBody(request, { maxBytes: limits.bodyBytes, bodyMs: limits.bodyMs, clock });
    if (typeof bytes === "string") return problem(STATUS[bytes], bytes);
    const parsed = parseJson(bytes, limits);
    if (!parsed.ok) return problem(400, parsed.code);
    const { value } = parsed;
    if (isPlainObject(value) && value["method"] === "subscriptions/listen")
      return await this.#listened(request, authInfo, value);
    return await this.#handler.fetch(request, { authInfo, parsedBody: value });
  }

  /** A stream of news: of the addresses that are asked for, those of the caller's own negotiations. */
  async #listened(
    request: Request,
    authInfo: AuthInfo,
    body: Readonly<Record<string, unknown>>,
  ): Promise<Response> {
    const { limits, identify } = this.#options;
    const caller = await identify(authInfo);
    if (caller === undefined) return problem(401, "unauthenticated");
    const { partyId } = caller;
    const count = this.#countOf.get(partyId) ?? 0;
    if (count >= limits.streams) return problem(429, "too_many_streams");
    this.#countOf.set(partyId, count + 1);
    const stops: (() => void)[] = [];
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      for (const stop of stops.splice(0)) stop();
      const left = (this.#countOf.get(partyId) ?? 1) - 1;
      if (left === 0) this.#countOf.delete(partyId);
      else this.#countOf.set(partyId, left);
    };
    try {
      const parsedBody = await this.#withOwn(body, caller, stops);
      const response = await this.#handler.fetch(request, { authInfo, parsedBody });
      request.signal.addEventListener("abort", end, { once: true });
      return withEnd(response, end);
    } catch (error) {
      end();
      throw error;
    }
  }

  /** The request with the caller's own addresses only; of each, news are told from now on. */
  async #withOwn(
    body: Readonly<Record<string, unknown>>,
    { partyId }: Caller,
    stops: (() => void)[],
  ): Promise<unknown> {
    const { params } = body;
    if (!isPlainObject(params) || !isPlainObject(params["notifications"])) return body;
    const { notifications } = params;
    const { resourceSubscriptions: asked } = notifications;
    if (!Array.isArray(asked)) return body;
    const own: string[] = [];
    for (const uri of new Set(asked)) {
      const id = idOf(uri);
      const stop =
        id === undefined
          ? undefined
          : await this.#watches.watch(id, partyId, () => this.#handler.notify.resourceUpdated(uri));
      if (stop === undefined) continue;
      stops.push(stop);
      own.push(uri);
    }
    return {
      ...body,
      params: { ...params, notifications: { ...notifications, resourceSubscriptions: own } },
    };
  }
}

/** The response, and what is to be done when its body has ended or nobody reads it any more. */
function withEnd(response: Response, end: () => void): Response {
  if (response.body === null) {
    end();
    return response;
  }
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!done) return controller.enqueue(value);
      end();
      controller.close();
    },
    cancel(reason) {
      end();
      return reader.cancel(reason);
    },
  });
  return new Response(body, response);
}

const STATUS = { body_too_large: 413, body_timeout: 408, malformed_body: 400 } as const;

/** A refusal of a whole request, as JSON-RPC says it. */
function problem(
  status: number,
  code: Parameters<typeof doorRefusal>[0],
  headers: Readonly<Record<string, string>> = {},
): Response {
  const message = refusalLine(doorRefusal(code), []);
  const all = { "Content-Type": "application/json", "Cache-Control": "no-store", ...headers };
  const error = { code: PROBLEM_CODE[code] ?? -32_000, message };
  return new Response(JSON.stringify({ jsonrpc: "2.0", id: null, error }), { status, headers: all });
}

/** JSON-RPC's own codes where it has them. */
const PROBLEM_CODE: Readonly<Record<string, number>> = {
  malformed_body: -32_700,
  body_too_deep: -32_600,
  internal: -32_603,
};
