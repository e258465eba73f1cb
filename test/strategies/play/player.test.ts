import { describe, expect, it } from "vitest";
import { all } from "../../../src/strategies/acceptance/index.js";
import { namedStrategies } from "../../../src/strategies/agents/index.js";
import {
  ACCEPT,
  type DecidedMove,
  type HookFailure,
  type Offer,
  type Strategy,
  type Weight,
  WITHDRAW,
} from "../../../src/strategies/play/index.js";
import { runNegotiation } from "../../../src/tournament/index.js";
import { fixturesFolder, oracleCases } from "../../tournament/oracle.js";
import { roomRun } from "../room-run.js";
import { listed, Scene, scripted } from "../scenes.js";

const { scenario } = oracleCases(fixturesFolder)[0]!;
const named = (name: string): Strategy => namedStrategies[name]!();
const accepting: Strategy = { name: "accepting", offering: scripted(1), acceptance: all() };

describe("BA-16: the player", () => {
  it("feeds each turn once and in order: the model first, with the offers of the other side only", () => {
    const log: unknown[] = [];
    const strategy: Strategy = {
      name: "logging",
      offering: {
        name: "logging",
        start: () => ({
          next: () => 2,
          observe: ({ index, isOwn }: Offer) => log.push(["offering", index, isOwn]),
        }),
      },
      acceptance: { name: "never", start: () => () => false },
      model: {
        name: "logging",
        start: () => ({
          observe: (index, relativeTime) => log.push(["model", index, relativeTime]),
          utility: () => 0,
          weights: () => [1],
        }),
      },
    };
    const scene = new Scene(strategy, listed([0, 0.5, 1]).inverse, { turnLimit: 4 });
    scene.answer(0);
    scene.answer(1);
    expect(log).toEqual([
      ["model", 0, 1 / 3],
      ["offering", 0, false],
      ["offering", 2, true],
      ["model", 1, 2 / 3],
      ["offering", 1, false],
      ["offering", 2, true],
    ]);
  });

  it("computes the next proposal once a turn, and sends it if it does not accept", () => {
    let computed = 0;
    const strategy: Strategy = {
      name: "counting",
      offering: { name: "counting", start: () => ({ next: () => 1 + (computed++ % 2) }) },
      acceptance: {
        name: "asking",
        start: () => (_, next) => {
          const first = next();
          return next() !== first;
        },
      },
    };
    expect(new Scene(strategy, listed([0, 0.5, 1]).inverse).answer(0)).toBe(1);
    expect(computed).toBe(1);
  });

  it("asks no condition before there is a proposal, nor about one below the reservation", () => {
    const { inverse } = listed([0.2, 0.3, 0.4], 0.3);
    expect(new Scene(accepting, inverse).decision()).toBe(1);
    expect(new Scene(accepting, inverse).answer(0)).toBe(1);
    expect(new Scene(accepting, inverse).answer(1)).toBe(ACCEPT);
  });

  it("without a rational outcome proposes its best, or leaves", () => {
    const { inverse } = listed([0.2, 0.4, 0.3], 0.5);
    expect(new Scene(accepting, inverse).answer(1)).toBe(1);
    expect(new Scene(accepting, inverse, { whenNoRationalOutcome: "withdraw" }).answer(1)).toBe(WITHDRAW);
  });
});

describe("BA-16: a condition that answers neither yes nor no", () => {
  it.each([["no"], [undefined], [null], [0], [1], [{}], [Promise.resolve(false)]])(
    "accepts nothing: %o throws, and names the condition",
    (given) => {
      const acceptance = { name: "odd", start: () => () => given as never };
      const odd: Strategy = { ...accepting, acceptance };
      const { inverse } = listed([0.2, 0.6, 1]);
      expect(() => new Scene(odd, inverse).answer(1)).toThrow(/the condition odd to answer true or false/);
      const strategies = [named("conceder"), odd];
      const result = runNegotiation({ scenario, strategies, turnLimit: 20 });
      expect(result).toMatchObject({ status: "stalled", reason: "agent_error", party: 1, turnCount: 1 });
    },
  );
});

it("BA-30: a condition whose promise fails later causes no unhandled rejection", async () => {
  const acceptance = { name: "late", start: () => () => Promise.reject(new Error("late")) as never };
  const scene = new Scene({ ...accepting, acceptance }, listed([0.2, 0.6, 1]).inverse);
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  expect(() => scene.answer(1)).toThrow("got a promise");
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

describe("BA-38: hooks", () => {
  const { inverse } = listed([0.2, 0.6, 1], 0.5);
  const weighing = (weight: () => Weight): Strategy => ({
    ...accepting,
    offering: scripted(2),
    weigh: weight,
  });
  const asked = (weight: Weight) =>
    new Scene(
      weighing(() => weight),
      inverse,
    );

  it("against turns an accept into the next offer; for and neutral change nothing", () => {
    expect(asked("against").answer(1, "because")).toBe(2);
    expect(asked("for").answer(1, "because")).toBe(ACCEPT);
    expect(asked("neutral").answer(1, "because")).toBe(ACCEPT);
  });

  it("nothing turns a refusal into an accept, and nothing accepts below the reservation", () => {
    const refusing = { ...weighing(() => "for"), acceptance: { name: "never", start: () => () => false } };
    expect(new Scene(refusing, inverse).answer(2, "because")).toBe(2);
    expect(asked("for").answer(0, "because")).toBe(2);
  });

  it("weighs the justification of the standing proposal, and nothing where none came", () => {
    const weighed: unknown[] = [];
    const strategy: Strategy = { ...accepting, weigh: (_, one) => (weighed.push(one), "neutral") };
    new Scene(strategy, inverse).answer(1);
    new Scene(strategy, inverse).answer(1, "because");
    expect(weighed).toEqual(["because"]);
  });

  const traceWith = (hooks: Partial<Strategy>) =>
    runNegotiation({
      scenario,
      strategies: [
        { ...named("boulware"), ...hooks },
        { ...named("conceder"), ...hooks },
      ],
      turnLimit: 200,
      trace: true,
    });
  const plain = traceWith({});
  const thrown = new Error("no reason");
  const failing = (): never => {
    throw thrown;
  };

  it("with hooks that say nothing or are neutral the trace is the same", () => {
    expect(traceWith({ justify: () => undefined, weigh: () => "neutral" })).toEqual(plain);
    expect(traceWith({ justify: () => ({ type: "claim" }), weigh: () => "for" })).toEqual(plain);
  });

  it("a hook that throws is called once, then off, and reported; the trace is the same", () => {
    let count = 0;
    const result = traceWith({ justify: () => (count++, failing()), weigh: failing });
    expect(result.trace).toEqual(plain.trace);
    expect(count).toBe(2);
    expect(result.hookFailures).toEqual([
      { partyId: scenario.parties[0]!.name, turnNumber: 1, hook: "justify", error: "Error: no reason" },
      { partyId: scenario.parties[1]!.name, turnNumber: 2, hook: "justify", error: "Error: no reason" },
    ]);
    const weighed = traceWith({ justify: () => "because", weigh: failing });
    expect(weighed.trace).toEqual(plain.trace);
    expect(weighed.hookFailures).toEqual([
      { partyId: scenario.parties[1]!.name, turnNumber: 88, hook: "weigh", error: "Error: no reason" },
    ]);
  });

  it("a weigh that throws is not asked again, and counts as neutral", () => {
    let count = 0;
    const scene = new Scene(
      weighing(() => {
        count += 1;
        throw new Error("no scales");
      }),
      inverse,
    );
    expect([scene.answer(1, "because"), scene.answer(2, "because")]).toEqual([ACCEPT, ACCEPT]);
    expect(count).toBe(1);
    expect(scene.failures).toEqual([
      { partyId: "ada", turnNumber: 2, hook: "weigh", error: "Error: no scales" },
    ]);
  });

  it("justify is told a move that is decided, and can change neither it nor its terms", () => {
    const moves: DecidedMove[] = [];
    const result = traceWith({
      justify: (_, move) => {
        moves.push(move);
        expect(Object.isFrozen(move) && Object.isFrozen(move.terms)).toBe(true);
        return { terms: "others", action: "accept" };
      },
    });
    expect(result).toEqual(plain);
    expect(moves.map(({ action, index }) => [action, index])).toEqual(
      plain.trace?.map(({ action, outcome }) => [action, outcome]),
    );
  });

  it("against everything nobody ever agrees, headless and in a room alike", async () => {
    const hooks: Partial<Strategy> = { justify: () => "because", weigh: () => "against" };
    const strategies = [
      { ...named("boulware"), ...hooks },
      { ...named("conceder"), ...hooks },
    ];
    const headless = runNegotiation({ scenario, strategies, turnLimit: 60, trace: true });
    const room = await roomRun({ scenario, strategies, turnLimit: 60, seed: 0 });
    expect(headless.status).toBe("expired");
    expect(room.outcome.status).toBe("expired");
    expect(room.turns).toEqual(headless.trace?.map(({ party, action, outcome }) => [party, action, outcome]));
    expect(room.justifications).toEqual(Array.from({ length: 60 }, () => "because"));
  });

  const cycle: Record<string, unknown> = {};
  cycle["self"] = cycle;
  it.each([
    ["a function", () => 1],
    ["a bigint", { a: 1n }],
    ["a date", new Date(0)],
    ["NaN", { a: Number.NaN }],
    ["a cycle", cycle],
    ["a promise", Promise.resolve("because")],
    ["more than a room takes", "x".repeat(65_536)],
  ])(
    "EN-34: a justification that is %s is left out and reported, headless and in a room",
    async (_, given) => {
      const strategies = [{ ...named("boulware"), justify: () => given as never }, named("boulware")];
      const headless = runNegotiation({ scenario, strategies, turnLimit: 60, trace: true });
      const failures: HookFailure[] = [];
      const onHookFailure = (failure: HookFailure) => failures.push(failure);
      const room = await roomRun({
        scenario,
        strategies,
        turnLimit: 60,
        seed: 0,
        agentOptions: { onHookFailure },
      });
      const plain = runNegotiation({
        scenario,
        strategies: [named("boulware"), named("boulware")],
        turnLimit: 60,
        trace: true,
      });
      expect(headless.trace).toEqual(plain.trace);
      expect(room.turns).toEqual(plain.trace?.map(({ party, action, outcome }) => [party, action, outcome]));
      const failed = { partyId: scenario.parties[0]!.name, turnNumber: 1, hook: "justify" };
      expect(headless.hookFailures).toEqual([expect.objectContaining(failed)]);
      expect(failures).toEqual(headless.hookFailures);
    },
  );

  it("BA-29, D-7: a justification comes to the other side as a frozen copy, headless and in a room", async () => {
    const reasons = { type: "claim", grounds: { count: 0 } };
    const weighed: unknown[] = [];
    const strategies: Strategy[] = [
      { ...named("boulware"), justify: () => reasons },
      {
        ...named("boulware"),
        acceptance: all(),
        weigh: (_, justification) => {
          weighed.push(justification);
          (justification as typeof reasons).grounds.count += 1;
          return "against";
        },
      },
    ];
    const headless = runNegotiation({ scenario, strategies, turnLimit: 200 });
    const failures: HookFailure[] = [];
    const onHookFailure = (failure: HookFailure) => failures.push(failure);
    await roomRun({ scenario, strategies, turnLimit: 200, seed: 0, agentOptions: { onHookFailure } });
    expect(reasons.grounds.count).toBe(0);
    expect(weighed).toEqual([reasons, reasons]);
    for (const one of weighed) {
      expect(one).not.toBe(reasons);
      expect(Object.isFrozen((one as typeof reasons).grounds)).toBe(true);
    }
    expect(headless.hookFailures).toEqual([
      expect.objectContaining({ hook: "weigh", error: expect.stringContaining("read only") as string }),
    ]);
    expect(failures).toEqual(headless.hookFailures);
  });

  it("a listener for failures that throws changes nothing", async () => {
    const strategies = [{ ...named("boulware"), justify: failing }, named("boulware")];
    const run = (onHookFailure: () => void) =>
      roomRun({ scenario, strategies, turnLimit: 60, seed: 0, agentOptions: { onHookFailure } });
    expect((await run(failing)).turns).toEqual((await run(() => {})).turns);
  });
});
