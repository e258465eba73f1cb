/**
 * @module
 * The inspector's handler: the page, and what it asks for. Each request is judged first: by where it comes from, and by
 * what the host says of who sent it.
 */

import { NegotiationError } from "../../errors.js";
import { problemResponse, readBody } from "../../web/index.js";
import { parseJson, shownError, shownRefusal } from "../door/index.js";
import { Histories, type History, recordAt, savedNegotiation } from "./histories.js";
import { type InspectorOptions, resolveInspectorOptions, type Spectator } from "./inspector-options.js";
import { listedPage } from "./listed-rows.js";
import { LiveRows } from "./live-rows.js";
import { momentOf } from "./moments.js";
import {
  type About,
  type BuiltPage,
  builtPage,
  type Moment,
  type MoveAnswer,
  type Viewer,
} from "./page/index.js";
import { Pictures } from "./pictures.js";

/** A page on which negotiations are seen, live and backwards. */
export interface Inspector {
  /** Answers a request below its path; never rejects. */
  fetch(request: Request): Promise<Response>;
  /** Ends its streams, and answers 503 from then on. Rooms and store go on. Idempotent. */
  close(): Promise<void>;
}

/**
 * A page on every negotiation of some rooms, one service, or a store: a handler of web-standard requests, to be mounted
 * beside any server.
 *
 * @throws {TypeError} for an unknown option, without `authorize`, and for none or several of `rooms`, `service`, `store`
 * @see docs/guide/inspector.md
 * @example
 * const rooms = new NegotiationRooms<{ price: number }>();
 * const isMine = ({ headers }: Request) => headers.get("authorization") === "Bearer a-secret-of-yours";
 * const inspector = createInspector({ rooms, authorize: (request) => (isMine(request) ? "host" : null) });
 * const answer = await inspector.fetch(new Request("http://localhost/inspector/"));
 * console.log(answer.status); // 401
 * await inspector.close();
 * await rooms.close();
 */
export function createInspector<Terms = unknown>(options: InspectorOptions<Terms>): Inspector {
  const resolved = resolveInspectorOptions(options);
  const { store, roomId, clock, serviceOf, authorize, worth, termsSchema, allowMoves, path, onError } =
    resolved;
  const histories = new Histories(store);
  const pictures = new Pictures();
  const live = new LiveRows(resolved);
  let page: Promise<BuiltPage> | undefined;
  let isClosed = false;

  async function answered(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname !== path && !url.pathname.startsWith(`${path}/`)) return refused(404, "not_found");
    if (isClosed) return refused(503, "service_closed");
    const isPost = request.method === "POST";
    if (!isPost && request.method !== "GET" && request.method !== "HEAD")
      return refused(405, "method_not_allowed", { Allow: "GET, HEAD, POST" });
    const place = url.pathname.slice(path.length + 1);
    if (isFromElsewhere(request, url, place === "")) return refused(403, "forbidden_origin");
    const said = await authorize(request);
    if (said === null) return refused(401, "unauthenticated");
    if (place === "" && !isPost) return pageAnswer(url);
    const call = { request, url, partyId: partyOf(said) };
    if (place === "api/about" && !isPost) return json(aboutFor(call));
    if (place === "api/list" && !isPost) return json(await listFor(call));
    if (place === "api/stream" && !isPost) return streamFor(call);
    const found = /^api\/negotiations\/([^/]+)(?:\/(moves|file|plane|timeline))?$/.exec(place);
    if (found === null) return refused(404, "not_found");
    const [, encoded = "", part] = found;
    const id = decoded(encoded);
    if ((part === "moves") !== isPost)
      return refused(405, "method_not_allowed", { Allow: isPost ? "GET" : "POST" });
    if (part === "moves") return moveFor(call, id);
    const history = await historyFor(id);
    if (history === undefined) return refused(404, "unknown_negotiation");
    if (part === "file") return fileFor(call, id);
    return part === undefined ? momentFor(call, id, history) : pictureFor(call, part, history);
  }

  async function pageAnswer(url: URL): Promise<Response> {
    // Relative addresses of the page stand below its path.
    if (url.pathname === path)
      return new Response(null, { status: 308, headers: { Location: `${path}/${url.search}` } });
    page ??= builtPage();
    const { html, policy } = await page;
    return sent(html, "text/html; charset=utf-8", { "Content-Security-Policy": policy });
  }

  function aboutFor({ partyId }: Call): About {
    // What terms are worth is each party's own: only the host sees both.
    const hasWorth = worth !== undefined && partyId === undefined;
    return { partyId: partyId ?? null, allowMoves, hasWorth, terms: termsSchema, now: clock.now() };
  }

  function listFor({ url, partyId }: Call): Promise<unknown> {
    const after = url.searchParams.get("after") ?? undefined;
    // The first is small, so that something is seen at once.
    return listedPage(resolved, { partyId, after }, after === undefined ? 500 : undefined);
  }

  async function streamFor({ request, url, partyId }: Call): Promise<Response> {
    const since = request.headers.get("last-event-id") ?? url.searchParams.get("since") ?? "";
    const stream = await live.open(partyId, /^\d{1,15}$/.test(since) ? Number(since) : undefined);
    return stream ?? refused(503, "too_many_streams", { "Retry-After": "5" });
  }

  async function historyFor(id: string): Promise<History | undefined> {
    const history = await histories.of(id);
    const room = history?.versions[0]?.state.roomId;
    if (history === undefined || room === undefined) return history;
    return roomId === undefined || room === roomId ? history : undefined;
  }

  async function momentFor({ url, partyId }: Call, id: string, history: History): Promise<Response> {
    const viewer = viewerOf(url, partyId, history);
    const latest = history.versions.at(-1);
    if (viewer === undefined) return refused(404, "unknown_negotiation");
    if (latest === undefined)
      return refused(422, "record_damaged", {}, viewer === "host" ? (history.fault ?? undefined) : undefined);
    const service = viewer === "host" ? undefined : await serviceOf(id);
    // The service knows what presets of the host's own hide of the context, which never changes.
    const seen = viewer === "host" ? undefined : await service?.viewFor(id, latest.state[viewer].id);
    const moment = momentOf(history, {
      viewer,
      version: numberIn(url, "version"),
      afterVersion: numberIn(url, "afterVersion") ?? -1,
      afterTurn: numberIn(url, "afterTurn") ?? 0,
      now: clock.now(),
      project: seen && (() => seen.context),
    }) as Moment;
    return json(moment);
  }

  async function pictureFor({ url, partyId }: Call, part: string, history: History): Promise<Response> {
    const latest = history.versions.length - 1;
    const version = Math.max(0, Math.min(numberIn(url, "version") ?? latest, latest));
    const record = partyId === undefined && latest >= 0 ? recordAt(history, version) : undefined;
    const found = record && worth?.(record);
    if (record === undefined || found === undefined) return refused(404, "not_found");
    const svg = pictures.drawn(part === "plane" ? "plane" : "timeline", record, found);
    const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
    return sent(svg, "image/svg+xml", { "Content-Security-Policy": policy });
  }

  async function fileFor({ partyId }: Call, id: string): Promise<Response> {
    if (partyId !== undefined) return refused(404, "not_found");
    const text = await savedNegotiation(store, id);
    if (text === undefined) return refused(404, "unknown_negotiation");
    const headers = { "Content-Disposition": 'attachment; filename="negotiation.json"' };
    return sent(text, "application/json", headers);
  }

  async function moveFor({ request, url, partyId }: Call, id: string): Promise<Response> {
    const service = allowMoves ? await serviceOf(id) : undefined;
    const record = await service?.loadNegotiation(id);
    if (service === undefined || record === undefined) return refused(404, "not_found");
    const seat = SEATS.find((one) => one === url.searchParams.get("as"));
    const party = seat && record[seat];
    if (party === undefined || (partyId !== undefined && party.id !== partyId))
      return refused(404, "not_found");
    // No form of another page can send this type without asking first.
    if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? ""))
      return refused(415, "unsupported_media_type");
    const body = await readBody(request, { maxBytes: 65_536, bodyMs: 10_000, clock });
    if (typeof body === "string") return refused(body === "body_too_large" ? 413 : 400, body);
    const parsed = parseJson(body, { depth: 32, items: 1_000 });
    if (!parsed.ok) return refused(400, parsed.code);
    const result = await service.submit(id, party.id, parsed.value as never);
    const answer: MoveAnswer = result.ok
      ? { ok: true, version: result.negotiation.version }
      : { ...shownRefusal(result, id), ok: false };
    return json(answer);
  }

  return Object.freeze({
    async fetch(request: Request): Promise<Response> {
      try {
        const response = await answered(request);
        return request.method === "HEAD" ? new Response(null, response) : response;
      } catch (error) {
        const shown = shownError(error, null, onError);
        return refused(NegotiationError.isInstance(error) ? 503 : 500, shown.code, {}, shown.message);
      }
    },
    async close(): Promise<void> {
      isClosed = true;
      live.close();
    },
  });
}

interface Call {
  readonly request: Request;
  readonly url: URL;
  /** Whose page it is; `undefined` for the host's. */
  readonly partyId: string | undefined;
}

/** What no answer is without: nobody keeps it, frames it, embeds it, or takes it for another type. */
const SAFE = {
  "Cache-Control": "no-store",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** Whether a page of another origin asks. The page itself may be opened from a link anywhere. */
function isFromElsewhere({ headers, method }: Request, url: URL, isPage: boolean): boolean {
  const site = headers.get("sec-fetch-site");
  const isOpening = isPage && method === "GET" && headers.get("sec-fetch-dest") === "document";
  if (site !== null && site !== "same-origin" && site !== "none" && !isOpening) return true;
  const origin = headers.get("origin");
  return origin !== null && (origin === "null" || new URL(origin).host !== (headers.get("host") ?? url.host));
}

function partyOf(said: Spectator): string | undefined {
  if (said === "host") return undefined;
  if (typeof said?.partyId === "string" && said.partyId !== "") return said.partyId;
  throw new TypeError('Expected authorize to give "host", { partyId } or null, got another value.');
}

/** Who looks; `undefined` for who may not, or is no party. */
function viewerOf(url: URL, partyId: string | undefined, { versions }: History): Viewer | undefined {
  const asked = url.searchParams.get("as") ?? "host";
  if (partyId === undefined) return VIEWERS.find((viewer) => viewer === asked);
  return SEATS.find((seat) => versions[0]?.state[seat].id === partyId);
}

const SEATS = ["initiator", "responder"] as const;
const VIEWERS = ["host", ...SEATS] as const;

function numberIn({ searchParams }: URL, name: string): number | undefined {
  const text = searchParams.get(name);
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function sent(text: string, type: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(text, { headers: { ...SAFE, "Content-Type": type, ...headers } });
}

function json(body: unknown): Response {
  return sent(JSON.stringify(body), "application/json");
}

function refused(
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
  detail?: string,
): Response {
  return problemResponse(status, code, { detail, instance: "" }, { ...SAFE, ...headers });
}
