import { describe, expect, it } from "vitest";
import { readMove } from "../../../src/core/moves/index.js";
import { NegotiationService } from "../../../src/service/room/index.js";
import { FAULT_KINDS, faultKinds } from "../../../src/simulation/faults/index.js";
import { permits } from "../../../src/simulation/invariants/index.js";
import { SimWorld } from "../../../src/simulation/run/index.js";
import { drawnMove, moveOf } from "../../../src/simulation/world/drawn-agents.js";
import { plannedJudges } from "../../../src/simulation/world/drawn-judges.js";
import {
  type SimWorldOptions,
  WORLD_PRESETS,
  WORLD_START,
  World,
} from "../../../src/simulation/world/index.js";
import { scriptedRules, worldPlan, worldRules } from "../../../src/simulation/world/world-plan.js";
import { RandomStream, randomStreams } from "../../../src/testing/harness/index.js";
import { pass } from "../world-parts.js";

const planOf = (options: SimWorldOptions) => worldPlan(options, randomStreams(options.seed));

describe("worldPlan", () => {
  it("draws the same from the same seed, and something else from another", () => {
    expect(planOf({ seed: 1 })).toEqual(planOf({ seed: 1 }));
    expect(planOf({ seed: 1 })).not.toEqual(planOf({ seed: 2 }));
  });

  it("SM-10: draws rates of zero with probability 0.3, else up to the maximum", () => {
    const rates = Array.from({ length: 300 }, (_, seed) => planOf({ seed }).rates);
    for (const kind of FAULT_KINDS) {
      const ofKind = rates.map((one) => one[kind]);
      const zeros = ofKind.filter((rate) => rate === 0).length;
      expect([kind, zeros > 55 && zeros < 130]).toEqual([kind, true]);
      expect(Math.max(...ofKind)).toBeLessThanOrEqual(faultKinds[kind].most);
      expect(Math.max(...ofKind)).toBeGreaterThan(faultKinds[kind].most * 0.9);
    }
  });

  it("SM-82: leaves all else as it is when faults are switched off or negotiations are left out", () => {
    const { rates, negotiations, ...plan } = planOf({ seed: 5 });
    const other = planOf({ seed: 5, only: ["failAfter"], negotiations: 2 });
    expect(other).toMatchObject(plan);
    expect(other.negotiations).toEqual(negotiations.slice(0, 2));
    expect(other.rates).toEqual({
      ...Object.fromEntries(FAULT_KINDS.map((kind) => [kind, 0])),
      failAfter: rates.failAfter,
    });
    expect(planOf({ seed: 5, without: ["failAfter"] }).rates).toEqual({ ...rates, failAfter: 0 });
  });

  it("has agents that poll only where turns are parked", () => {
    const stylesOf = (preset: "room" | "index") =>
      new Set(
        Array.from({ length: 50 }, (_, seed) => planOf({ seed, preset }).parties).flatMap((parties) =>
          parties.map(({ style }) => style),
        ),
      );
    expect(stylesOf("room")).toEqual(new Set(["agent", "client"]));
    expect(stylesOf("index")).toEqual(new Set(["agent", "client", "pull"]));
  });

  it("SM-40: draws no actor, no fault and no rule for a script", () => {
    const script = (): Promise<void> => Promise.resolve();
    const [one, other] = [1, 2].map((seed) => planOf({ seed, script, preset: "index" }));
    expect(one).toEqual(other);
    expect(one?.negotiations).toEqual([]);
    expect(Object.values(one?.rates ?? {}).every((rate) => rate === 0)).toBe(true);
    expect(one?.parties.map(({ style }) => style)).toEqual(["client", "client", "client", "client"]);
  });
});

const fallback = () => ({ action: "reject" }) as const;

describe("worldRules", () => {
  it.each(WORLD_PRESETS)("%s: always fit together, also without a script's draws", (preset) => {
    for (let seed = 0; seed < 200; seed++) {
      for (const mode of ["safety", "liveness"] as const) {
        const rules = worldRules(preset, mode, new RandomStream(seed, "rules"));
        expect(() => new NegotiationService("room1", { rules, fallback }).destroy()).not.toThrow();
      }
    }
    expect(() =>
      new NegotiationService("room1", { rules: scriptedRules(preset), fallback }).destroy(),
    ).not.toThrow();
  });

  it("SM-12: bounds every negotiation of a liveness world by its total time", () => {
    for (const preset of WORLD_PRESETS) {
      for (let seed = 0; seed < 50; seed++) {
        expect(worldRules(preset, "liveness", new RandomStream(seed, "rules")).totalMs).toBe(1_800);
      }
    }
  });

  it("draws one of each choice", () => {
    const drawn = Array.from({ length: 300 }, (_, seed) =>
      worldRules("room", "safety", new RandomStream(seed, "rules")),
    );
    const values = (key: keyof (typeof drawn)[number]) =>
      new Set(drawn.map((rules) => JSON.stringify(rules[key])));
    expect(values("oneActive").size).toBe(3);
    expect(values("onTurnTimeout").size).toBe(3);
    expect(values("repetition").size).toBe(2);
    expect(values("onInvalidAnswer").size).toBe(2);
    expect(values("consult").size).toBe(3);
    expect(values("cap").size).toBeGreaterThan(20);
  });
});

describe("the judges of a world", () => {
  it("draws hooks and policies, at once and slow, but none beside agents or terms of the user's own [SM-85]", () => {
    const judgesOf = (options: Partial<SimWorldOptions>) =>
      Array.from({ length: 60 }, (_, seed) =>
        plannedJudges({ ...options, seed }, new RandomStream(seed, "judges")),
      );
    const drawn = judgesOf({});
    expect(new Set(drawn.map(({ admission }) => admission))).toEqual(new Set(["none", "quick", "slow"]));
    expect(new Set(drawn.map(({ hasPolicy }) => hasPolicy))).toEqual(new Set([true, false]));
    const nobody = new Set([JSON.stringify({ admission: "none", hasPolicy: false })]);
    for (const own of [{ agents: () => undefined }, { terms: { draw: () => 1 } }]) {
      expect(new Set(judgesOf(own).map((judges) => JSON.stringify(judges)))).toEqual(nobody);
    }
  });

  it("leave something to do on whatever stands", () => {
    for (let price = 0; price < 200; price += 1) {
      const standing = { round: 1, terms: { price } };
      const open = (["accept", "counter"] as const).filter(
        (action) => permits("admission", action, standing) && permits("policy", action, standing),
      );
      expect(open).not.toEqual([]);
    }
  });
});

const LIMITS = { maxMessageLength: 1_000, maxTermsBytes: 1_000 };

it("draws what is legal, well-formed, and mostly goes on", () => {
  const world = new World({ seed: 1 });
  const draws = new RandomStream(1, "moves");
  const counts: Record<string, number> = {};
  const situation = {
    legalActions: ["counter", "accept", "reject", "question"],
    standing: { id: "p1" },
    partyId: "ada",
  } as const;
  for (let turn = 0; turn < 500; turn++) {
    const move = drawnMove(world, draws, situation);
    expect(readMove(move, LIMITS).ok).toBe(true);
    const action = move?.action ?? "none";
    counts[action] = (counts[action] ?? 0) + 1;
  }
  expect(Object.keys(counts).sort()).toEqual(["accept", "counter", "question", "reject"]);
  expect(counts["counter"]).toBeGreaterThan(250);
  expect(drawnMove(world, draws, { legalActions: [], standing: null, partyId: "ada" })).toBeUndefined();
});

it("brings terms where the preset has them, and the user's own where there are some", () => {
  const draws = new RandomStream(1, "moves");
  const ofRoom = moveOf(new World({ seed: 1 }), draws, "propose", null, "ada");
  const ofIndex = moveOf(new World({ seed: 1, preset: "index" }), draws, "propose", null, "ada");
  const own = moveOf(
    new World({ seed: 1, terms: { draw: (random) => Math.floor(random()) } }),
    draws,
    "counter",
    null,
    "ada",
  );
  expect([typeof (ofRoom.terms as { price?: unknown }).price, ofIndex.terms, own.terms]).toEqual([
    "number",
    undefined,
    0,
  ]);
});

describe("World", () => {
  it("is wired by its seed alone", () => {
    const [one, other] = [new World({ seed: 8 }), new World({ seed: 8 })];
    expect(one.plan).toEqual(other.plan);
    expect(one.random("x").next()).toBe(other.random("x").next());
    expect([one.loop.now, one.mode, one.cluster.nodes.length]).toEqual([WORLD_START, "safety", 3]);
  });

  it("SM-12: has faults to the end for safety, and 2,500 ms of them for liveness", async () => {
    const [safety, liveness] = [new World({ seed: 8 }), new World({ seed: 8, mode: "liveness" })];
    for (const { loop } of [safety, liveness]) await pass(loop, 2_499);
    expect([safety.faults.isOn, liveness.faults.isOn]).toEqual([true, true]);
    for (const { loop } of [safety, liveness]) await pass(loop, 1);
    expect([safety.faults.isOn, liveness.faults.isOn]).toEqual([true, false]);
  });

  it("resolves no pause once it is over", async () => {
    const world = new World({ seed: 8 });
    const log: string[] = [];
    void world.pause(10).then(() => log.push("before"));
    void world.pause(30).then(() => log.push("after"));
    await pass(world.loop, 20);
    world.isOver = true;
    await pass(world.loop, 20);
    expect(log).toEqual(["before"]);
  });
});

it.each(WORLD_PRESETS)(
  "preset %s: a world without faults ends with every negotiation final",
  async (preset) => {
    const options = { seed: 3, preset, mode: "liveness", only: [] } as const;
    const { violations, endings, crashes, faultCount } = await new SimWorld(options).run();
    expect([violations, crashes, faultCount]).toEqual([[], 0, 0]);
    expect(endings.length).toBeGreaterThan(0);
  },
);
