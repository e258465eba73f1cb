import { describe, expect, it } from "vitest";
import type { AgentCall, WakeUpHandler } from "../../src/ports/index.js";
import { NegotiationService } from "../../src/service/room/index.js";
import type { SimWorldOptions, Stage } from "../../src/simulation/world/index.js";
import { storeWith } from "../kit/wrapped-store.js";
import { counting, type NamedWorld, namedWorld, WITHOUT_SWEEP } from "./named-world.js";
import { ASSESSED, answered, begun, parking, pickedUp, turnCount } from "./scripts/park-room.js";
import { created, done, moved, NO_HURRY, price, ROOM, until } from "./scripts/script.js";

const COUNTER = { action: "counter", message: "Rather on Friday.", ...ASSESSED } as const;
const ACCEPT = { action: "accept", ...ASSESSED } as const;

describe("SM-42: what got stuck or doubled elsewhere", () => {
  it("R1: a node that dies between the claim and its timer leaves a claim that the sweep ends", async () => {
    let stage: Stage | undefined;
    let diedAt: number | undefined;
    let backAt = 0;
    const { kinds } = await namedWorld(
      {
        ...parking(20_000, 200),
        mutate: {
          store: (line, node) =>
            storeWith(line, {
              commit: async (given) => {
                const result = await line.commit(given);
                if (given.entry.kind !== "claimed" || diedAt !== undefined) return result;
                // The claim is stored; nothing that follows it is done.
                diedAt = stage?.now;
                stage?.nodes.find(({ life }) => life?.name === node)?.life?.crash();
                return await new Promise<never>(() => {});
              },
            }),
        },
      },
      async (on) => {
        stage = on;
        await begun(on);
        await until(on, () => on.row("neg")?.parked != null);
        expect(await on.client("bob-agent1").pickup(ROOM, "bob", "bob-agent1")).toBeUndefined();
        expect(on.row("neg")).toMatchObject({
          deadline: { kind: "claim" },
          parked: { claimedBy: "bob-agent1" },
        });
        await until(on, () => on.row("neg")?.parked?.claimedBy === null);
        backAt = on.now;
        await answered(on, "bob", "bob-agent2", ACCEPT);
      },
    );
    expect(kinds).toEqual(["created", "parked", "claimed", "woken", "claimed", "turn"]);
    // The claim's 200 ms, one interval of the sweep, and the line to the store there, back and there.
    expect(backAt - (diedAt ?? 0)).toBeLessThanOrEqual(200 + 100 + 100);
  });

  it("R2: a node that dies inside respond leaves the turn stored once or not at all", async () => {
    const plain = await respondedWith([]);
    expect(plain.stored).toBe(true);
    expect(plain.calls.length).toBeGreaterThan(0);
    const seen = new Set<boolean>();
    for (const call of plain.calls) {
      for (const fault of ["crashBefore", "crashAfter"] as const) {
        const { world, stored } = await respondedWith([{ call, fault }]);
        expect(world.report.crashes).toBe(1);
        expect(world.report.endings).toEqual(["accepted/accept"]);
        // Who answers turn 2 is bob's agent, or the fallback when his answer was lost with the node.
        expect(world.turns.map(({ action, source }) => `${action} ${source}`)).toEqual([
          "propose external",
          stored ? "counter external" : "counter fallback",
          "accept external",
        ]);
        seen.add(stored);
      }
    }
    expect([...seen].sort()).toEqual([false, true]);
  });

  it("R3: a claim expiry with the number or version of another turn changes nothing", async () => {
    const handlers: WakeUpHandler[] = [];
    await namedWorld(
      {
        ...parking(20_000, 1_000),
        mutate: {
          timer: (timer) => ({
            arm: (wakeUp) => timer.arm(wakeUp),
            disarm: (id) => timer.disarm(id),
            start: (handler, scope) => {
              handlers.push(handler);
              return timer.start(handler, scope);
            },
          }),
        },
      },
      async (on) => {
        await begun(on);
        await pickedUp(on, "bob", "bob-agent1");
        const version = on.row("neg")?.version ?? 0;
        await answered(on, "bob", "bob-agent1", COUNTER);
        await pickedUp(on, "ada", "ada-agent1");
        const before = JSON.stringify(on.row("neg"));
        expect(handlers.length).toBe(2);
        for (const handler of handlers) {
          // Of the claim on turn 2, of no version, of one that is not yet, and the right one before its time.
          for (const of of [version, 0, version + 50])
            await handler({ id: "neg", version: of, roomId: ROOM });
        }
        expect(JSON.stringify(on.row("neg"))).toBe(before);
        await answered(on, "ada", "ada-agent1", ACCEPT);
      },
    );
  });

  it("R4: of a fallback that runs and a client that answers one takes the turn, and the other is refused", async () => {
    let on: Stage | undefined;
    const codes: (string | undefined)[] = [];
    const { turns } = await namedWorld(
      {
        ...parking(300, 200),
        fallback: async () => {
          await on?.wait(400);
          return COUNTER;
        },
      },
      async (stage) => {
        on = stage;
        await begun(stage);
        const claim = await pickedUp(stage, "bob", "bob-agent1");
        await until(stage, () => stage.row("neg")?.parked === null);
        expect(turnCount(stage)).toBe(1);
        // The model is running now.
        const client = stage.client("bob-agent1");
        const holder = { agentId: "bob-agent1", claimId: claim?.claimId ?? "" };
        const result = done(await client.respond(ROOM, "neg", holder, ACCEPT));
        codes.push(result.ok ? undefined : result.code);
        expect(await client.pickup(ROOM, "bob", "bob-agent1")).toBeNull();
        const direct = done(await client.submit(ROOM, "neg", "bob", ACCEPT));
        codes.push(direct.ok ? undefined : direct.code);
        await until(stage, () => turnCount(stage) === 2);
        await answered(stage, "ada", "ada-agent1", ACCEPT);
      },
    );
    expect(codes).toEqual(["not_parked", "not_parked"]);
    expect(turns.map(({ source }) => source)).toEqual(["external", "fallback", "external"]);
  });

  it("R5: what is armed inside the handler of the same id still wakes", async () => {
    let parkAt = 0;
    const { report } = await namedWorld(
      {
        ...parking(300, 200),
        rules: { ...parking(300, 200).rules, turnMs: 250 },
        // It never answers: its turn deadline is armed by the wake-up that called it.
        fallback: () => new Promise<never>(() => {}),
        nodes: 1,
        mutate: WITHOUT_SWEEP,
      },
      async (on) => {
        await begun(on);
        await until(on, () => on.row("neg")?.parked != null);
        parkAt = on.row("neg")?.deadline?.at ?? 0;
        const { updatedAt } = await on.settled("neg");
        // Both wake-ups were on time but for the line to the store.
        expect(updatedAt - parkAt).toBeLessThanOrEqual(250 + 60);
      },
    );
    // The second expiry is that of an agent that failed (EN-27).
    expect(report.endings).toEqual(["stalled/agent_error"]);
  });

  it("R6: a window other than the default is shown at pickup and obeyed", async () => {
    let services = 0;
    await namedWorld(
      {
        ...parking(20_000, 700),
        mutate: {
          // The second node was given other windows since.
          service: (roomId, options) =>
            new NegotiationService(
              roomId,
              ++services === 1
                ? options
                : { ...options, rules: { ...options.rules, ...parking(50, 60).rules } },
            ),
        },
      },
      async (on) => {
        const first = on.client("host", "n1");
        const creation = { id: "neg", move: { message: "Shall we meet?", ...ASSESSED } };
        const [ada, bob] = [
          { id: "ada", kind: "personal" } as const,
          { id: "bob", kind: "personal" } as const,
        ];
        done(await first.create(ROOM, ada, bob, undefined, creation));
        await until(on, () => on.row("neg")?.parked != null);
        const turn = await on.client("bob-agent1", "n2").pickup(ROOM, "bob", "bob-agent1");
        const { deadline, updatedAt } = on.row("neg") ?? {};
        expect(deadline).toEqual({ at: turn?.deadlineAt, kind: "claim" });
        expect((deadline?.at ?? 0) - (updatedAt ?? 0)).toBe(700);
        await until(on, () => on.row("neg")?.parked?.claimedBy === null);
        expect(on.row("neg")?.updatedAt).toBeGreaterThanOrEqual(deadline?.at ?? Number.POSITIVE_INFINITY);
        expect(on.row("neg")?.updatedAt).toBeLessThanOrEqual((deadline?.at ?? 0) + 150);
        await answered(on, "bob", "bob-agent2", ACCEPT);
      },
    );
  });

  it("R7: an agent that fails after a counter is asked once more, and then that is the end", async () => {
    const asked: number[] = [];
    const bob = ({ turnNumber, attempt }: AgentCall) => {
      asked.push(turnNumber * 10 + attempt);
      if (turnNumber > 2) throw new Error("The model is overloaded.");
      return { action: "counter", terms: price(60) } as const;
    };
    const { report, kinds } = await namedWorld(
      { rules: NO_HURRY, agents: ({ id }) => (id === "bob" ? bob : undefined) },
      async (on) => {
        const host = on.client("host");
        await created(on, host, "neg", price(40));
        await until(on, () => turnCount(on) === 2);
        await moved(on, host, "neg", "ada", { action: "counter", terms: price(45) });
        const { state } = await on.settled("neg");
        expect(state).toMatchObject({ outcome: { reason: "agent_error" } });
      },
    );
    // A process that starts just then may ask for turn 2 as well; one of the two answers is old news.
    expect(new Set(asked)).toEqual(new Set([21, 41, 42]));
    expect(asked.filter((call) => call > 40)).toEqual([41, 42]);
    expect(kinds).toEqual(["created", "turn", "turn", "failed", "failed"]);
    expect(report.endings).toEqual(["stalled/agent_error"]);
  });

  it.each([
    ["a model, by the turn deadline", { turnMs: 300 }, "expired/turn_timeout"],
    ["a model, by the total deadline", { turnMs: null, totalMs: 300 }, "expired/total_timeout"],
  ] as const)("R8: what hangs for ever is ended: %s", async (_what, rules, ending) => {
    const { report } = await namedWorld(
      { rules: { ...NO_HURRY, ...rules }, agents: ({ id }) => (id === "bob" ? hanging : undefined) },
      async (on) => {
        await created(on, on.client("host"), "neg", price(40));
        await on.settled("neg");
      },
    );
    expect(report.endings).toEqual([ending]);
  });

  it("R8: a listener that hangs for ever keeps nothing from going on", async () => {
    let heard = 0;
    const { report } = await namedWorld(
      {
        rules: NO_HURRY,
        mutate: {
          service: (roomId, options) => {
            const service = new NegotiationService(roomId, options);
            const hangs = () => {
              heard += 1;
              return new Promise<never>(() => {});
            };
            service.on("negotiation:started", hangs);
            service.on("turn:recorded", hangs);
            return service;
          },
        },
      },
      async (on) => {
        const host = on.client("host");
        await created(on, host, "neg", price(40));
        await moved(on, host, "neg", "bob", { action: "counter", terms: price(60) });
        await moved(on, host, "neg", "ada", ACCEPT);
      },
    );
    expect(heard).toBeGreaterThanOrEqual(3);
    expect(report.endings).toEqual(["accepted/accept"]);
  });

  it("R9: five nodes that find the same overdue row settle it once", async () => {
    const commits: string[] = [];
    const { report, kinds } = await namedWorld(
      {
        rules: { ...NO_HURRY, turnMs: 200 },
        nodes: 5,
        mutate: {
          // Nobody's lease keeps anybody away, and all come before the first has settled it.
          truth: (store) =>
            storeWith(store, { claimDue: (query) => store.claimDue({ ...query, leaseMs: 1 }) }),
          store: (line, node) =>
            storeWith(line, {
              commit: async (given) => {
                const result = await line.commit(given);
                commits.push(`${node} ${result.ok ? "ok" : result.reason}`);
                return result;
              },
            }),
        },
      },
      async (on) => {
        await created(on, on.client("host"), "neg", price(40));
        const services = on.nodes.map((node) => node.serviceOf(ROOM));
        await Promise.all(services.map((service) => service?.loadNegotiation("neg")));
        await on.wait((on.row("neg")?.deadline?.at ?? 0) - on.now);
        await Promise.all(services.map((service) => service?.wake("neg")));
        await on.settled("neg");
      },
    );
    expect(kinds).toEqual(["created", "woken"]);
    expect(report.endings).toEqual(["expired/turn_timeout"]);
    expect(commits.map((line) => line.split(" ")[1]).sort()).toEqual([
      "conflict",
      "conflict",
      "conflict",
      "conflict",
      "ok",
    ]);
    expect(new Set(commits.map((line) => line.split("#")[0])).size).toBe(5);
  });

  it("R10: a node that takes a room over while a turn is parked answers the pickup", async () => {
    const { report } = await namedWorld(parking(20_000, 1_000), async (on) => {
      const [first, second] = on.nodes;
      if (first === undefined || second === undefined) throw new Error("Expected two nodes.");
      await second.cede(ROOM);
      await begun(on);
      await until(on, () => on.row("neg")?.parked != null);
      second.open(ROOM);
      await first.cede(ROOM);
      const turn = await on.client("bob-agent1", "n2").pickup(ROOM, "bob", "bob-agent1");
      expect(turn).toMatchObject({ ok: true, negotiationId: "neg", turnNumber: 2 });
      await answered(on, "bob", "bob-agent1", ACCEPT);
    });
    expect(report.endings).toEqual(["accepted/accept"]);
    expect(
      report.trace.filter((line) => /wrote:(claimed|turn)/.test(line)).every((line) => line.includes(" n2#")),
    ).toBe(true);
  });
});

const hanging = (): Promise<never> => new Promise<never>(() => {});

/** Bob's agent answers once, without a retry, in the process that has its turn; then all take their course. */
async function respondedWith(
  faultsAt: NonNullable<SimWorldOptions["faultsAt"]>,
): Promise<{ readonly world: NamedWorld; readonly stored: boolean; readonly calls: readonly number[] }> {
  let count = 0;
  let isResponding = false;
  let stored = false;
  const calls: number[] = [];
  const world = await namedWorld(
    {
      ...parking(3_000, 300),
      faultsAt,
      mutate: {
        store: (line, node) =>
          counting(line, () => {
            count += 1;
            if (isResponding && node.startsWith("n1#")) calls.push(count);
          }),
      },
    },
    async (on) => {
      await begun(on);
      const { claimId = "" } = (await pickedUp(on, "bob", "bob-agent1")) ?? {};
      const claim = { agentId: "bob-agent1", claimId };
      isResponding = true;
      const client = on.client("bob-agent1", "n1");
      await client.ask(ROOM, (service) => service.respond("neg", claim, COUNTER, { commandId: "answer" }));
      isResponding = false;
      stored = turnCount(on) === 2;
      await until(on, () => turnCount(on) === 2);
      await answered(on, "ada", "ada-agent1", ACCEPT);
    },
  );
  return { world, stored, calls };
}
