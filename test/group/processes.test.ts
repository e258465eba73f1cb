import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  createNegotiationGroup,
  type GoalOptions,
  type NegotiationGroup,
  type ReservationHook,
} from "../../src/group/index.js";
import { NegotiationService } from "../../src/service/room/index.js";
import { systemClock } from "../../src/service/timing/index.js";
import { openPostgresStore, type PostgresStore } from "../../src/stores/postgres/index.js";
import { bundleChild, type ChildBundle } from "../kit/child-bundle.js";
import { type LineProcess, lineProcess } from "../kit/line-process.js";
import { type TestDatabase, testDatabase } from "../stores/postgres-database.js";

/** Longer than any machine takes; nobody waits for it. */
const TURN_MS = 3_600_000;
const MEMBERS = ["A", "B", "C"];

let bundle: ChildBundle;
let database: TestDatabase;
let store: PostgresStore;
let service: NegotiationService<any>;
let aheadMs: number;
let members: Map<string, LineProcess>;
beforeAll(async () => {
  bundle = await bundleChild("group/member-process.ts");
});
afterAll(() => bundle?.remove());
beforeEach(async () => {
  database = await testDatabase();
  const { schemaName } = database;
  store = await openPostgresStore({ client: database.pool({ max: 3 }) }, { schemaName });
  aheadMs = 0;
  // The coordinator's clock can be set ahead: nobody's deadline is as short as the machine is slow.
  const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
  service = new NegotiationService<any>("market", { store, hearOthers: true, clock, warnings: false });
  members = new Map();
});
afterEach(async () => {
  await Promise.all([...members.values()].map((member) => member.kill()));
  await service.close();
  await store.close();
  await database.drop();
});

/** Starts the process in which a member's agent runs, and waits until it hears. */
async function begin(member: string): Promise<void> {
  const child = lineProcess(bundle.path, database.url, database.schemaName, member);
  members.set(member, child);
  await said(member, "ready");
}

/** Waits until a member's process says that. */
async function said(member: string, line: string): Promise<void> {
  const child = members.get(member) as LineProcess;
  for (let next = await child.nextLine(); next !== line; next = await child.nextLine())
    if (next === null) throw new Error(`Expected ${member} to say ${line}, and it has ended.`);
}

/** A group over three processes of members, all of whom are asked for their second turn. */
async function begun(goal: GoalOptions): Promise<{ group: NegotiationGroup<any>; effects: string[] }> {
  await service.resume();
  await Promise.all(MEMBERS.map(begin));
  const effects: string[] = [];
  const effect: ReservationHook<any> = (_, { commandId }) =>
    void effects.push(commandId.split(":").slice(1).join(":"));
  const group = createNegotiationGroup<any>(service, {
    coordinator: {
      id: "K",
      kind: "system",
      agent: () => ({ action: "counter", terms: { costCredits: 110 } }),
    },
    tracks: MEMBERS.map((member) => ({
      id: member.toLowerCase(),
      member,
      proposal: { costCredits: 100 },
      rules: { turnMs: TURN_MS },
    })),
    goal,
    commitment: "all-or-nothing",
    deadlineMs: 10 * TURN_MS,
    confirm: effect,
    release: effect,
  });
  void group.run();
  await Promise.all(MEMBERS.map((member) => said(member, "asked 4")));
  return { group, effects };
}

const kill = async (member: string): Promise<void> => members.get(member)?.kill();

function go(...told: readonly string[]): void {
  for (const member of told) members.get(member)?.tell("go");
}

const stateOf = (group: NegotiationGroup<any>): readonly string[] | undefined =>
  group.record?.tracks.map(({ state }) => state);

describe("a group whose members' agents run in three processes over one PostgreSQL, of which one is killed", () => {
  it("completes where the goal can do without it: its track is cancelled, the others bind [NG-4, NG-9, ST-103]", async () => {
    const { group, effects } = await begun({ kind: "quorum", count: 2 });
    await kill("B");
    go("A", "C");
    const terms = { costCredits: 110 };
    expect(await group.run()).toMatchObject({ status: "completed", accepted: { a: terms, c: terms } });
    expect(stateOf(group)).toEqual(["confirmed", "failed", "confirmed"]);
    expect(group.negotiation("b")?.outcome?.reason).toBe("cancelled");
    expect(effects.sort()).toEqual(["a:confirm", "c:confirm"]);
  });

  it("fails where the goal cannot, when its turn is over: what the others have reserved is released [NG-7, NG-13, ST-103]", async () => {
    const { group, effects } = await begun({ kind: "required" });
    await kill("B");
    go("A", "C");
    await expect.poll(() => stateOf(group)).toEqual(["reserved", "negotiating", "reserved"]);
    aheadMs = TURN_MS;
    await service.wake(group.negotiation("b")?.id ?? "");
    expect(await group.run()).toMatchObject({ status: "failed", reason: "required_failed", accepted: {} });
    expect(stateOf(group)).toEqual(["released", "failed", "released"]);
    expect(effects).toEqual(["c:release", "a:release"]);
  });

  it("completes with all of them where another process takes its place in time [NG-14, ST-103]", async () => {
    const { group, effects } = await begun({ kind: "required" });
    await kill("B");
    go("A", "C");
    await begin("B");
    go("B");
    expect(await group.run()).toMatchObject({ status: "completed" });
    expect(stateOf(group)).toEqual(["confirmed", "confirmed", "confirmed"]);
    expect(effects.sort()).toEqual(["a:confirm", "b:confirm", "c:confirm"]);
  });
});
