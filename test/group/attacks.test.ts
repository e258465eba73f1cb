import { describe, expect, it } from "vitest";
import type { GroupRecord } from "../../src/group/index.js";
import { NegotiationGroup } from "../../src/group/index.js";
import { NegotiationService } from "../../src/service/room/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { T0 } from "../kit/open-room.js";
import { groupRoom, states, task, track } from "./group-room.js";

const HELD = { commitment: "all-or-nothing" } as const;
const NEVER = (): Promise<never> => new Promise(() => {});

describe("a member that floods", () => {
  it("bids against itself for ever, and ends with its group's deadline; the others were done long before [NG-4]", async () => {
    const world = groupRoom();
    const tireless = {
      id: "A",
      kind: "system",
      agent: async () => ({ action: "counter" as const, terms: task(1) }),
    } as const;
    const group = world.group({
      coordinator: {
        id: "K",
        kind: "system",
        agent: async ({ turnNumber }) => {
          if (turnNumber > 400) return NEVER();
          return { action: "counter", terms: task(2) };
        },
      },
      goal: { kind: "quorum", count: 2 },
      tracks: [
        { id: "a", member: tireless, proposal: task(100) },
        track("b", ["accept"]),
        track("c", ["accept"]),
      ],
    });
    expect(await group.run()).toMatchObject({ status: "completed", at: T0 });
    expect(group.record?.version).toBeLessThan(8);
    expect(group.negotiation("a")?.outcome?.reason).toBe("cancelled");
  });

  it("hands in a thousand moves at once: each is refused or taken, and the group hears of turns alone [NG-4]", async () => {
    const world = groupRoom();
    const group = world.group({ tracks: [track("a", "never", { required: false }), track("b", "never")] });
    void group.run();
    await world.settle();
    const id = group.negotiation("a")?.id ?? "";
    const flood = Array.from({ length: 1_000 }, (_, index) =>
      world.service.submit(id, "A", { action: "counter", terms: task(index) }),
    );
    const other = world.service.submit(group.negotiation("b")?.id ?? "", "B", { action: "accept" });
    expect(await other).toMatchObject({ ok: true });
    const taken = (await Promise.all(flood)).filter(({ ok }) => ok);
    expect(taken).toHaveLength(1);
    expect(states(group.record)["b"]).toBe("confirmed");
    expect(group.record?.version).toBeLessThan(8);
  });
});

describe("a member that accepts, and withdraws in the instant in which the goal is met", () => {
  it("has accepted: the withdrawal is refused, and the group binds [NG-9, NG-11]", async () => {
    const world = groupRoom();
    const answers: unknown[] = [];
    const group = world.group({ ...HELD, tracks: [track("a", ["accept"]), track("b", "never")] });
    const withdraw = () =>
      world.service.submit(group.negotiation("b")?.id ?? "", "B", { action: "withdraw" });
    group.on("group:confirming", () => void withdraw().then((answer) => answers.push(answer)));
    const running = group.run();
    await world.settle();
    const both = [
      world.service.submit(group.negotiation("b")?.id ?? "", "B", { action: "accept" }),
      withdraw(),
    ];
    answers.push(...(await Promise.all(both)));
    expect(await running).toMatchObject({ status: "completed", accepted: { a: task(100), b: task(100) } });
    expect(answers.map((answer: any) => answer.code ?? "taken").sort()).toEqual([
      "negotiation_over",
      "negotiation_over",
      "taken",
    ]);
  });
});

describe("a coordinator's hook that never returns", () => {
  it.each([
    ["review", "completed", T0],
    ["confirm", "expired", T0 + 5_000],
    ["assess", "expired", T0 + 5_000],
  ] as const)("%s: the group has %s all the same [NG-4, NG-13, NG-16]", async (hook, status, at) => {
    const world = groupRoom();
    const released: string[] = [];
    const release = ({ id }: { readonly id: string }): void => void released.push(id);
    const group = world.group({
      ...HELD,
      release,
      [hook]: NEVER,
      deadlineMs: 5_000,
      tracks: [track("a", ["accept"]), track("b", ["accept"])],
    });
    const running = group.run();
    await world.clock.advance(5_000);
    expect(await running).toMatchObject({ status, at });
    expect(released).toEqual(hook === "confirm" ? ["b", "a"] : []);
  });

  it("release: it is tried five times, and told; the group settles [NG-13]", async () => {
    const world = groupRoom();
    const group = world.group({
      ...HELD,
      release: NEVER,
      tracks: [track("a", ["accept"]), track("b", ["reject"])],
    });
    const running = group.run();
    await world.clock.advance(5 * 30_000 + 15_000);
    expect(await running).toMatchObject({ status: "failed" });
    expect(world.milestones().slice(-2)).toEqual(["group:release_failed", "group:settled"]);
  });
});

describe("two coordinators that resume one group at once", () => {
  it.each(["two processes", "one process"])("end it once, together, in %s [NG-14]", async (where) => {
    const clock = new ManualClock(T0);
    const store = new MemoryStore();
    const first = groupRoom({ clock, store });
    const done = new Map<string, number>();
    const effect = (_: unknown, { commandId }: { readonly commandId: string }): void => {
      done.set(commandId, (done.get(commandId) ?? 0) + 1);
    };
    const begun = first.group({ ...HELD, tracks: [track("a", ["accept"]), track("b", "never")] });
    void begun.run().catch(() => undefined);
    await first.settle();
    first.service.destroy();
    const services = [
      new NegotiationService<any>("market-7", { store, clock }),
      new NegotiationService<any>("market-7", { store, clock }),
    ];
    const hosts = where === "one process" ? [services[0], services[0]] : services;
    const functions = { confirm: effect, release: effect };
    const groups = await Promise.all(
      hosts.map((service) =>
        NegotiationGroup.resume<any>(service as NegotiationService<any>, begun.id, functions),
      ),
    );
    const settled: GroupRecord[] = [];
    for (const group of groups) group.on("group:settled", (record) => void settled.push(record));
    await clock.advance(100);
    const id = begun.record?.tracks[1]?.negotiationId ?? "";
    expect(await services[0]?.submit(id, "B", { action: "accept" })).toMatchObject({ ok: true });
    await clock.advance(10_000);
    const results = await Promise.all(groups.map((group) => group.run()));
    expect(results[0]).toEqual(results[1]);
    expect(results[0]).toMatchObject({ status: "completed", accepted: { a: task(100), b: task(100) } });
    expect([...done.keys()].sort()).toEqual([`${begun.id}:a:confirm`, `${begun.id}:b:confirm`]);
    expect(settled).toHaveLength(2);
    expect(store.load(begun.id)).toMatchObject({ isFinal: true, status: "completed" });
  });
});

describe("a thousand members", () => {
  it("who answer at random end as a reference says, with one timer pending [AS-109, NG-22]", async () => {
    const world = groupRoom();
    let state = 109;
    const draw = (): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return state / 0x7fff_ffff;
    };
    const answers = Array.from({ length: 1_000 }, () =>
      draw() < 0.5 ? "accept" : draw() < 0.5 ? "counter" : "reject",
    );
    const tracks = answers.map((answer, index) => ({
      id: `t${index}`,
      member: {
        id: `M${index}`,
        kind: "system" as const,
        agent: async ({ turnNumber }: any) =>
          answer === "counter" && turnNumber === 2
            ? { action: "counter" as const, terms: task(1) }
            : { action: answer === "counter" ? ("accept" as const) : answer },
      },
      proposal: task(100),
    }));
    const group = world.group({
      goal: {
        kind: "quorum",
        count: 1_000 - answers.filter((answer) => answer === "reject").length,
        keepRest: true,
      },
      coordinator: { id: "K", kind: "system", agent: async () => ({ action: "counter", terms: task(70) }) },
      tracks: tracks as never,
    });
    const running = group.run();
    await Promise.resolve();
    expect(world.clock.pendingCount).toBe(1);
    const result = await running;
    expect(result.status).toBe("completed");
    await world.settle();
    const expected = answers.map((answer) => (answer === "reject" ? "failed" : "confirmed"));
    expect(group.record?.tracks.map(({ state: one }) => one)).toEqual(expected);
    expect(world.clock.pendingCount).toBeLessThanOrEqual(1);
  });
});
