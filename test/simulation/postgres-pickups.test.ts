import { type ChildProcess, spawn } from "node:child_process";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { NegotiationService } from "../../src/index.js";
import { openPostgresStore } from "../../src/stores/postgres/index.js";
import { bundleChild, type ChildBundle } from "../kit/child-bundle.js";
import { type TestDatabase, testDatabase } from "../stores/postgres-database.js";
import { storedHistories, violationsOf } from "./stored-histories.js";

const PROCESS_COUNT = 8;
const TURN_COUNT = 500;

let bundle: ChildBundle;
let database: TestDatabase;
beforeAll(async () => {
  bundle = await bundleChild("simulation/pickup-process.ts");
  database = await testDatabase();
});
afterAll(async () => {
  bundle?.remove();
  await database?.drop();
});

it("SM-63: eight processes empty one queue: each turn is claimed once, the oldest first, and none is left", async () => {
  const { schemaName, url } = database;
  const store = await openPostgresStore({ client: database.pool() }, { schemaName });
  const queue = await parkedTurns(store);
  expect(queue).toHaveLength(TURN_COUNT);

  const names = Array.from({ length: PROCESS_COUNT }, (_, index) => `agent-${index + 1}`);
  const children = names.map((name) => new Picker([bundle.path, url, schemaName, name]));
  // Also when the time is up (SM-65).
  onTestFinished(async () => void (await Promise.all(children.map((child) => child.kill()))));
  await Promise.all(children.map((child) => child.ready));
  const begun = performance.now();
  for (const child of children) child.begin();
  await Promise.all(children.map((child) => child.ended));
  const tookMs = Math.round(performance.now() - begun);
  expect(children.map(({ code, complaints }) => ({ code, complaints }))).toEqual(
    children.map(() => ({ code: 0, complaints: "" })),
  );

  const said = children.map(({ lines }) => lines.map((line) => line.split(" ")));
  expect(said.flat().filter(([what]) => what === "complaint")).toEqual([]);
  const picked = said.map((lines) => lines.flatMap(([what, id = ""]) => (what === "picked" ? [id] : [])));
  // Together everything, and nothing twice.
  expect(picked.flat().toSorted()).toEqual(queue.toSorted());
  for (const ids of picked) {
    const places = ids.map((id) => queue.indexOf(id));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  }
  // A race and no relay: whoever took the most did not take them in one piece. How many they were is the scheduler's.
  const busiest = picked.toSorted((one, other) => other.length - one.length)[0] ?? [];
  const [first = "", last = ""] = [busiest[0], busiest.at(-1)];
  expect(queue.indexOf(last) - queue.indexOf(first) + 1).toBeGreaterThan(busiest.length);

  const { rows } = await database.admin.query("SELECT count(*)::int AS count FROM concordat_outbox");
  const histories = await storedHistories(store, "market", (rows[0] as { readonly count: number }).count);
  expect(histories.rows.filter(({ status, parked }) => status !== "accepted" || parked !== null)).toEqual([]);
  const kinds = Object.values(histories.entries).map((entries) => entries.map(({ kind }) => kind).join(" "));
  expect([...new Set(kinds)]).toEqual(["created parked claimed turn"]);
  expect(violationsOf(histories, { acknowledged: [], published: [] })).toEqual([]);
  const overtaken = said.flat().filter(([what]) => what === "overtaken").length;
  console.log(
    `SM-63: ${picked.map(({ length }) => length).join(", ")} turns by process in ${tookMs} ms; overtaken ${overtaken} times`,
  );
});

/** Parks the turns of ada, and gives the ids of the negotiations in the order of the queue. */
async function parkedTurns(store: Awaited<ReturnType<typeof openPostgresStore>>): Promise<string[]> {
  const room = new NegotiationService<{ price: number }>("market", {
    store,
    outbox: true,
    sweepIntervalMs: 60_000,
    rules: {
      oneActive: "none",
      turnMs: 600_000,
      totalMs: 1_200_000,
      // No claim runs out while a process waits for its share of the machine.
      park: { parkMs: 600_000, claimBudget: "fresh", claimMs: 300_000, onClaimExpiry: "repark" },
    },
  });
  await Promise.all(
    Array.from({ length: TURN_COUNT }, (_, index) =>
      // Only turns of people are parked.
      room.createNegotiation(
        "smith",
        { id: "ada", kind: "personal" },
        { price: index },
        { id: `deal-${index}` },
      ),
    ),
  );
  let waiting = await room.waiting("ada");
  while (waiting.length < TURN_COUNT) waiting = await room.waiting("ada");
  await room.close();
  return waiting.map(({ negotiationId }) => negotiationId);
}

/** A child that begins when it is told to. */
class Picker {
  readonly lines: string[] = [];
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
  complaints = "";
  code: number | null = null;
  readonly #child: ChildProcess;

  constructor(args: readonly string[]) {
    const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] });
    this.#child = child;
    let rest = "";
    let isReady = (): void => {};
    this.ready = new Promise((resolve) => {
      isReady = resolve;
    });
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      const parts = (rest + text).split("\n");
      rest = parts.pop() ?? "";
      this.lines.push(...parts);
      if (this.lines.includes("ready")) isReady();
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.complaints += text;
    });
    // One that ended early is not listening any more; its code says so.
    child.stdin.on("error", () => {});
    this.ended = new Promise((resolve) => {
      child.on("close", (code) => {
        this.code = code;
        isReady();
        resolve();
      });
    });
  }

  begin(): void {
    this.#child.stdin?.write("begin\n");
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode === null) this.#child.kill("SIGKILL");
    await this.ended;
  }
}
