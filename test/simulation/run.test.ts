import { describe, expect, it } from "vitest";
import { FAULT_KINDS } from "../../src/simulation/faults/index.js";
import {
  missingIn,
  NO_WORLDS,
  SimWorld,
  simulate,
  summaryLine,
  type WorldSummary,
  withSummary,
} from "../../src/simulation/run/index.js";
import { WORLD_PRESETS } from "../../src/simulation/world/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { played } from "./scripted-world.js";

describe("SimWorld", () => {
  it.each(WORLD_PRESETS)("SM-5, I9: leaves the same trace from the same seed (%s)", async (preset) => {
    for (const mode of ["safety", "liveness"] as const) {
      const [one, other] = [
        await new SimWorld({ seed: 11, preset, mode }).run(),
        await new SimWorld({ seed: 11, preset, mode }).run(),
      ];
      expect(one.violations).toEqual([]);
      expect(other.trace).toEqual(one.trace);
      expect([other.traceHash, other.events, other.faults]).toEqual([one.traceHash, one.events, one.faults]);
    }
  });

  it("SM-5: leaves the trace that it left on another machine", async () => {
    const { traceHash } = await new SimWorld({ seed: 1, only: [], rules: { deadlockAfter: 4 } }).run();
    expect(traceHash).toMatch(/^[0-9a-f]{16}$/);
  });

  it("SM-7: takes the user's own agents, terms, rules, stores and invariants", async () => {
    const seen: unknown[] = [];
    let stores = 0;
    const world = new SimWorld<{ readonly bid: number }>({
      seed: 4,
      only: [],
      agents: () => (call) => {
        seen.push(call.standing?.terms.bid ?? "open");
        return call.standing === null ? { action: "propose", terms: { bid: 7 } } : { action: "accept" };
      },
      terms: { draw: (random) => ({ bid: Math.ceil(random() * 9) }) },
      rules: { oneActive: "none", opener: "initiator" },
      store: () => {
        stores++;
        return new MemoryStore();
      },
      invariants: [
        {
          id: "mine",
          watch: () => ({
            onWrite: ({ after }) =>
              after.status === "accepted" ? { negotiationId: after.id, detail: "never agree" } : undefined,
          }),
        },
      ],
    });
    const { violations } = await world.run();
    expect(violations[0]).toMatchObject({ invariant: "mine", detail: "never agree" });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every((bid) => bid === "open" || typeof bid === "number")).toBe(true);
    expect(stores).toBe(1);
  });

  it("runs on a store that answers by the platform's own event loop", async () => {
    const slow = () =>
      new Proxy(new MemoryStore(), {
        get: (target, key) => {
          const member: unknown = Reflect.get(target, key, target);
          if (typeof member !== "function") return member;
          return (...given: readonly unknown[]) =>
            new Promise((resolve, reject) => {
              setImmediateBefore(() => {
                try {
                  resolve(member.apply(target, given));
                } catch (error) {
                  reject(error);
                }
              });
            });
        },
      });
    const [one, other] = [
      await new SimWorld({ seed: 3, store: slow }).run(),
      await new SimWorld({ seed: 3 }).run(),
    ];
    expect(one.violations).toEqual([]);
    expect(one.commits).toBeGreaterThan(0);
    expect(one.endings).toEqual(other.endings);
  });

  it("SM-2: gives the platform back, also when it fails", async () => {
    const before = [Date, setTimeout, Math.random];
    await new SimWorld({ seed: 1, only: [] }).run();
    await expect(new SimWorld({ seed: 1, rules: { turnMs: -1 } }).run()).rejects.toMatchObject({
      code: "rules_invalid",
    });
    expect([Date, setTimeout, Math.random]).toEqual(before);
  });

  it("SM-2: nobody in it can ask the platform", async () => {
    const { log } = await played(async (_stage, note) => {
      try {
        note(Date.now());
      } catch (error) {
        note((error as Error).message);
      }
    });
    expect(log).toEqual(["Expected only virtual time and seeded draws in a world, got a call of Date.now."]);
  });

  it("ends when it is told to", async () => {
    const { trace } = await new SimWorld({ seed: 2, until: 300 }).run();
    const faulty = trace.filter((line) => line.includes(" started "));
    expect(Number(faulty.at(-1)?.split(" ")[0])).toBeLessThanOrEqual(1_000_300);
  });
});

/** Taken before a world bans it, as a driver of a database has it from before. */
const setImmediateBefore = setImmediate;

describe("simulate", () => {
  it("runs worlds of both modes and all presets, and sums them up", async () => {
    const simulation = await simulate({ worlds: 60, firstSeed: 100, twice: 10 });
    expect(
      simulation.failures.map(({ seed, mode, preset, violations }) => [seed, mode, preset, violations[0]]),
    ).toEqual([]);
    expect(simulation).toMatchObject({ ok: true, worlds: 60 });
    expect(simulation.commits).toBeGreaterThan(500);
    expect(simulation.line).toMatch(
      /^worlds 60 \(\d+\/s\) {2}events \d+ .* crashes \d+ {2}faults .*endings /,
    );
  });

  it("SM-71: fails when it is to meet with everything and did not", async () => {
    const few = await simulate({ worlds: 2, twice: 0, only: [], demandsCoverage: true });
    expect(few.ok).toBe(false);
    expect(few.missing).toContain("fault crashAfter");
    expect((await simulate({ worlds: 2, twice: 0, only: [] })).ok).toBe(true);
  });

  it("I9: runs a seed twice, and names the line at which the two part", async () => {
    let runs = 0;
    const mutate = {
      ids: () => {
        const run = ++runs;
        let count = 0;
        return (kind: string) => `${kind}_${run}.${++count}`;
      },
    };
    const { failures } = await simulate({ worlds: 1, twice: 1, only: [], nodes: 1, mutate });
    expect(failures[0]?.violations[0]).toMatchObject({ invariant: "I9" });
  });
});

const one: WorldSummary = {
  worlds: 1,
  events: 10,
  commits: 3,
  crashes: 1,
  faults: { ...NO_WORLDS.faults, failAfter: 2 },
  endings: { "accepted/accept": 2, "expired/turn_cap": 1 },
};

describe("a summary", () => {
  it("adds worlds and other summaries", () => {
    expect(withSummary(NO_WORLDS, one)).toEqual(one);
    const two = withSummary(one, one);
    expect([two.worlds, two.faults.failAfter, two.endings]).toEqual([
      2,
      4,
      { "accepted/accept": 4, "expired/turn_cap": 2 },
    ]);
    expect(NO_WORLDS.worlds).toBe(0);
  });

  it("SM-71: names what was never met with", () => {
    const missing = missingIn(one);
    expect(missing).toContain("fault crashBefore");
    expect(missing).toContain("status rejected");
    expect(missing).toContain("reason cancelled");
    expect(missing).not.toContain("fault failAfter");
    expect(missing).not.toContain("status expired");
    expect(missing).not.toContain("reason turn_cap");
    expect(missingIn(NO_WORLDS).length).toBe(FAULT_KINDS.length + 5 + 10);
  });

  it("SM-70, SM-71: is one line, with worlds a second", () => {
    const line = summaryLine(one, 500);
    expect(line).toMatch(/^worlds 1 \(2\/s\) {2}events 10 \(20\/s\) {2}commits 3 {2}crashes 1 {2}faults /);
    expect(line).toContain("failAfter=2");
    expect(line).toMatch(/endings accepted\/accept=2 expired\/turn_cap=1$/);
  });
});
