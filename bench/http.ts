/**
 * @module
 * What a turn over HTTP costs, over real sockets: the bridge against a bare route of Hono and its OpenAPI
 * validator, which checks the same request by zod, does nothing, and answers the same bytes. And whether 1,000 streams and 50 deals a second go together without a fault.
 *
 * `HTTP_SECONDS=60 npm run bench -- http` is the second for a minute, 0 leaves it out.
 */

import { type ChildProcess, fork } from "node:child_process";
import { Agent, request } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { createRoute, OpenAPIHono, z as schemas } from "@hono/zod-openapi";
import { createHttpBridge } from "../src/bridges/http/index.js";
import { NegotiationRooms } from "../src/index.js";
import { cpuNow, isContestant, median } from "./measure.js";
import { hand } from "./report.js";

const SECONDS = Number(process.env["HTTP_SECONDS"] ?? 5);
const ROUNDS = 9;
const TURNS_A_ROUND = 2_000;
/** Of one negotiation. */
const TURNS = 8;
const CONNECTIONS = 8;
const STREAMS = 1_000;
const DEALS_A_SECOND = 50;

const Terms = schemas.strictObject({
  price: schemas.number().positive(),
  deliverBy: schemas.string().max(40),
});
const Move = schemas.strictObject({
  action: schemas.enum(["propose", "counter", "accept", "reject", "question", "withdraw"]),
  terms: Terms.optional(),
  message: schemas.string().max(2_000).optional(),
  expectedVersion: schemas.int().optional(),
});

/** The same request, as `@hono/zod-openapi` checks it: the path, the headers, and the body. */
const ROUTE = createRoute({
  method: "post",
  path: "/negotiations/{id}/moves",
  request: {
    params: schemas.object({ id: schemas.string().min(1).max(256) }),
    headers: schemas.object({
      "idempotency-key": schemas.string().max(128).optional(),
      "if-match": schemas.string().optional(),
    }),
    body: { required: true, content: { "application/json": { schema: Move } } },
  },
  responses: {
    200: { description: "The view.", content: { "application/json": { schema: schemas.any() } } },
  },
});

const bodyOf = (price: number): string =>
  JSON.stringify({
    action: "counter",
    terms: { price, deliverBy: "2027-01-31" },
    message: "This is what we can do.",
  });

/** The side that is measured, in a process of its own: it tells what CPU time it took. */
async function serveAs(name: "bridge" | "bare"): Promise<void> {
  const rooms = new NegotiationRooms<unknown>({
    terms: Terms,
    keepSettled: 100,
    rules: {
      actions: { all: ["propose", "counter", "accept", "reject", "question", "withdraw"] },
      cap: { limit: 1_000 },
      oneActive: "none",
      totalMs: 3_600_000,
    },
  });
  let faults = 0;
  const authorize = ({ headers }: Request) => ({ partyId: (headers.get("authorization") ?? "").slice(7) });
  const bridge = createHttpBridge({ rooms, authorize, onError: () => void faults++ });
  const terms = { price: 40, deliverBy: "2027-01-31" };
  const open = async (): Promise<string> =>
    (await rooms.room("market").createNegotiation("ada", "smith", terms)).id;

  const views = await viewsOfTurns();
  const bare = new OpenAPIHono();
  bare.openapi(ROUTE, async (context) => {
    const { id } = context.req.valid("param");
    const { terms: offered } = context.req.valid("json");
    if (authorize(context.req.raw).partyId === "" || id === "") throw new Error("Nobody.");
    const turn = Math.min(TURNS, offered?.price ?? 1);
    return context.json(views[turn - 1] as object, 200, { ETag: `"${turn}"`, "Cache-Control": "no-store" });
  });

  const fetch = name === "bridge" ? bridge.fetch : bare.fetch;
  const server = serve({ fetch, port: 0, hostname: "127.0.0.1" });
  if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
  process.send?.({ port: (server.address() as AddressInfo).port });
  process.once("disconnect", () => process.exit());
  process.on("message", async (wanted: { readonly open?: number; readonly look?: boolean }) => {
    const ids: string[] = [];
    for (let count = 0; count < (wanted.open ?? 0); count += 1)
      ids.push(name === "bridge" ? await open() : `n${count}`);
    if (wanted.look) globalThis.gc?.();
    process.send?.({ ids, cpu: cpuNow(), heap: process.memoryUsage().heapUsed, faults });
  });

  /** What the bridge answers to each turn of a negotiation, for the bare one to answer the same. */
  async function viewsOfTurns(): Promise<object[]> {
    const id = await open();
    const answers: object[] = [];
    for (let turn = 1; turn <= TURNS; turn += 1) {
      const answer = await bridge.fetch(
        new Request(`http://localhost/negotiations/${id}/moves`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${turn % 2 ? "smith" : "ada"}`,
            "content-type": "application/json",
          },
          body: bodyOf(turn),
        }),
      );
      answers.push((await answer.json()) as object);
    }
    return answers;
  }
}

/** A server in a process of its own. */
class Server {
  readonly #child: ChildProcess;
  port = 0;

  constructor(name: string) {
    this.#child = fork(process.argv[1] as string, [name], { execArgv: process.execArgv });
  }

  async begun(): Promise<this> {
    this.port = (await this.#heard()).port;
    return this;
  }

  async ask(wanted: object): Promise<Seen> {
    this.#child.send(wanted);
    return this.#heard();
  }

  stop(): void {
    this.#child.disconnect();
  }

  #heard(): Promise<Seen> {
    return new Promise((resolve, reject) => {
      const gone = (): void => reject(new Error("The server is gone."));
      this.#child.once("exit", gone);
      this.#child.once("message", (seen) => {
        this.#child.off("exit", gone);
        resolve(seen as Seen);
      });
    });
  }
}

interface Seen {
  readonly port: number;
  readonly ids: readonly string[];
  readonly cpu: number;
  readonly heap: number;
  readonly faults: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** A request whose answer has to be good. @returns its text, and the ms that it took */
function asked(
  port: number,
  method: string,
  path: string,
  as: string,
  body?: string,
): Promise<{ text: string; location: string; ms: number }> {
  const before = performance.now();
  const headers = { authorization: `Bearer ${as}`, "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const sending = request({ host: "127.0.0.1", port, method, path, headers, agent }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => void (text += chunk));
      response.on("end", () => {
        const ms = performance.now() - before;
        if ((response.statusCode ?? 500) < 300)
          resolve({ text, location: response.headers.location ?? "", ms });
        else reject(new Error(`${method} ${path} gave ${response.statusCode}: ${text.slice(0, 300)}`));
      });
    });
    sending.on("error", reject);
    sending.end(body);
  });
}

async function main(): Promise<void> {
  const bridge = await new Server("bridge").begun();
  const bare = await new Server("bare").begun();
  console.log(
    `${ROUNDS} paired rounds of ${TURNS_A_ROUND} turns over ${CONNECTIONS} kept connections, the other way round each time; CPU time of the server alone`,
  );
  const costs = new Map<Server, number[]>([
    [bridge, []],
    [bare, []],
  ]);
  const millis: number[] = [];
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const server of round % 2 === 0 ? [bridge, bare] : [bare, bridge]) {
      const cost = await turnsOn(server, server === bridge && round >= 0 ? millis : []);
      if (round >= 0) costs.get(server)?.push(cost);
    }
  }
  const of = (server: Server): number[] => costs.get(server) as number[];
  const ratio = median(of(bridge).map((cost, round) => cost / (of(bare)[round] ?? Number.NaN)));
  const crowd = SECONDS === 0 ? { growth: 0, figures: {} } : await crowded(bridge);
  bridge.stop();
  bare.stop();
  agent.destroy();
  hand({
    ratios: { turnToBareHandler: ratio, heapGrowthToHeap: crowd.growth },
    figures: {
      turnUs: median(of(bridge)) / 1_000,
      bareHandlerUs: median(of(bare)) / 1_000,
      turnP99Ms: at99(millis),
      ...crowd.figures,
    },
    goals: {
      turnToBareHandler: "at most 2",
      crowdErrors: "0",
      crowdTurnsMissed: "0",
      heapGrowthToHeap: "about 0: no growth beyond the streams",
    },
  });
}

/** @returns the ns of CPU time that the server took for a turn */
async function turnsOn(server: Server, millis: number[]): Promise<number> {
  const { ids } = await server.ask({ open: TURNS_A_ROUND / TURNS });
  const waiting = [...ids];
  const before = (await server.ask({})).cpu;
  const play = async (): Promise<void> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      for (let turn = 1; turn <= TURNS; turn += 1) {
        const as = turn % 2 ? "smith" : "ada";
        millis.push((await asked(server.port, "POST", `/negotiations/${id}/moves`, as, bodyOf(turn))).ms);
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, play));
  return ((await server.ask({})).cpu - before) / TURNS_A_ROUND;
}

/** A deal whose two sides listen. */
interface Deal {
  readonly path: string;
  readonly names: readonly [string, string];
  /** The numbers of the turns that each of them has heard of, when its stream has ended. */
  readonly heard: Promise<readonly (readonly number[])[]>;
}

/** Always so many streams, and so many deals a second among them, each with its end. */
async function crowded(server: Server) {
  console.log(`${STREAMS} streams and ${DEALS_A_SECOND} deals a second for ${SECONDS} s`);
  const { port } = server;
  let made = 0;
  let errors = 0;
  let missed = 0;
  const millis: number[] = [];
  const fail = (error: unknown): void => {
    if (++errors <= 3) console.error(error);
  };
  const begin = async (): Promise<Deal> => {
    const names = [`a${made}`, `s${made++}`] as const;
    const terms = { price: 1, deliverBy: "2027-01-31" };
    const body = JSON.stringify({ roomId: "market", responder: names[1], proposal: terms });
    const { location } = await asked(port, "POST", "/negotiations", names[0], body);
    const streams = await Promise.all(names.map((as) => listening(port, location, as)));
    return { path: location, names, heard: Promise.all(streams.map(({ heard }) => heard)) };
  };
  const play = async ({ path, names, heard }: Deal): Promise<void> => {
    for (const [index, body] of [bodyOf(2), bodyOf(3), '{"action":"accept"}'].entries())
      millis.push((await asked(port, "POST", `${path}/moves`, names[(index + 1) % 2] as string, body)).ms);
    for (const turns of await heard) if (turns.join() !== "1,2,3,4") missed += 1;
  };
  const live: Deal[] = [];
  while (live.length < STREAMS / 2) live.push(...(await Promise.all(Array.from({ length: 20 }, begin))));
  const before = await server.ask({ look: true });
  const start = performance.now();
  const under: Promise<void>[] = [];
  for (let deal = 0; deal < SECONDS * DEALS_A_SECOND; deal += 1) {
    const wait = start + (deal * 1_000) / DEALS_A_SECOND - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    under.push(play(live.shift() as Deal).catch(fail));
    under.push(begin().then((next) => void live.push(next), fail));
  }
  await Promise.all(under);
  const seconds = (performance.now() - start) / 1_000;
  const after = await server.ask({ look: true });
  for (const deal of live.splice(0)) await play(deal).catch(fail);
  return {
    growth: after.heap / before.heap - 1,
    figures: {
      crowdSeconds: seconds,
      crowdDealsASecond: (SECONDS * DEALS_A_SECOND) / seconds,
      crowdErrors: errors + after.faults,
      crowdTurnsMissed: missed,
      crowdTurnP99Ms: at99(millis),
      heapWithStreamsMB: before.heap / 1e6,
      heapAfterMB: after.heap / 1e6,
    },
  };
}

/** Opens a stream. @returns once it has begun, what will have been heard when it has ended */
function listening(
  port: number,
  path: string,
  as: string,
): Promise<{ readonly heard: Promise<readonly number[]> }> {
  return new Promise((begun, reject) => {
    const headers = { authorization: `Bearer ${as}` };
    const sending = request(
      { host: "127.0.0.1", port, path: `${path}/events`, headers, agent: false },
      (response) => {
        const turns: number[] = [];
        let text = "";
        const heard = new Promise<readonly number[]>((resolve, fail) => {
          response.once("end", () => resolve(turns));
          response.once("error", fail);
        });
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          const frames = (text + chunk).split("\n\n");
          text = frames.pop() ?? "";
          for (const frame of frames) {
            const [, data] = /\ndata: (.*)/.exec(frame) ?? [];
            if (data === undefined) continue;
            const seen = JSON.parse(data).view.turns as { readonly number: number }[];
            for (const { number } of seen.slice(turns.length)) turns.push(number);
            begun({ heard });
          }
        });
        if (response.statusCode !== 200) reject(new Error(`A stream gave ${response.statusCode}.`));
      },
    );
    sending.on("error", reject);
    sending.end();
  });
}

function at99(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.99)] ?? Number.NaN;
}

if (isContestant) await serveAs(process.argv[2] as "bridge" | "bare");
else await main();
