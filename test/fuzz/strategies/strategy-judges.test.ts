import { describe, expect, it } from "vitest";
import type { StrategyFaultKind } from "../../../src/fuzz/strategies/index.js";
import { strategyJudges } from "../../../src/fuzz/strategies/strategy-judges.js";
import { strategyFaultKinds, strategySettings } from "../../../src/fuzz/strategies/strategy-settings.js";
import { linear, micro, random } from "../../../src/strategies/agents/index.js";
import type { AcceptanceCondition, Strategy } from "../../../src/strategies/play/index.js";
import { brokenStrategies, offering } from "../broken-strategies.js";
import { aTrial } from "../strategy-trials.js";

const trial = aTrial({ reservation: 0.8, places: [100, 300, 500, 200] });

/** What the judge of that kind finds, in a strategy or in what makes one for each negotiation. */
function found(
  kind: Exclude<StrategyFaultKind, "slowed_down">,
  subject: Strategy | (() => Strategy),
  on = trial,
  asksBelowReservation = false,
) {
  return strategyJudges[kind].judge(on, strategySettings(subject, { asksBelowReservation }));
}

it("every kind of fault that shows in a trial has a judge, who passes an honest strategy", () => {
  expect(Object.keys(strategyJudges)).toEqual(strategyFaultKinds.filter((kind) => kind !== "slowed_down"));
  for (const { judge } of Object.values(strategyJudges)) {
    expect(judge(trial, strategySettings(linear(), {}))).toBeNull();
  }
});

describe("what is thrown, written to and asked", () => {
  it.each([
    ["threw", "after 5 turns it throws Error: no idea"],
    ["mutated_input", "it writes to what it is shown: turnNumber, sent.length."],
    ["asked_the_world", "it uses what it is not shown: Math.random."],
  ] as const)("is told: %s", (kind, reason) => {
    expect(found(kind, brokenStrategies[kind]())?.reason).toBe(reason);
  });

  const fails = (): never => {
    throw new TypeError("no");
  };
  const base = linear();
  it.each<[string, Partial<Strategy>, RegExp]>([
    ["at the start", { offering: { name: "bad", start: fails } }, /^before the first turn .*TypeError: no$/],
    ["in a condition's start", { acceptance: { name: "bad", start: fails } }, /^before the first turn/],
    [
      "while listening",
      { offering: { name: "bad", start: () => ({ next: () => 10, observe: fails }) } },
      /^after 1 turns it throws TypeError: no$/,
    ],
    ["by a hook", { justify: fails }, /justify: TypeError: no$/],
    [
      "by the hook that weighs",
      { weigh: fails, acceptance: { name: "a", start: () => () => true } },
      /weigh: TypeError: no$/,
    ],
    [
      "for an offer that is no outcome",
      { offering: { name: "lost", start: () => ({ next: () => 0.5 }) } },
      /Expected lost to propose the index of an outcome/,
    ],
    [
      "for what is neither yes nor no (BA-16)",
      { acceptance: { name: "odd", start: () => () => Promise.resolve(false) as never } },
      /the condition odd to answer true or false at once/,
    ],
  ])("is told of a throw %s", (_, part, reason) => {
    expect(found("threw", { ...base, ...part }, aTrial({ places: [0, 999] }))?.reason).toMatch(reason);
  });
});

describe("offers and accepts below the reservation", () => {
  const low = brokenStrategies.offered_below_reservation();
  const below = (reservation: number, subject: Strategy = low) =>
    found("offered_below_reservation", subject, aTrial({ reservation }));
  const accepting = (start: AcceptanceCondition["start"]): Strategy => ({
    ...linear(),
    acceptance: { name: "own", start },
  });
  const accepted = (start: AcceptanceCondition["start"], asks = true, reservation = 0.5) =>
    found(
      "accepted_below_reservation",
      accepting(start),
      aTrial({ reservation, places: [200, 400, 500] }),
      asks,
    );

  it("an offer is found at its turn; one at the reservation is none (D-15)", () => {
    expect(below(0.8)?.reason).toBe("at turn 8 it offers outcome 7 (worth 0.7), with a reservation of 0.8.");
    expect(below(0.8)?.turns).toHaveLength(8);
    expect([below(0.1), below(0.8, linear())]).toEqual([null, null]);
  });

  it("where nothing reaches the reservation, nobody is asked and nothing is a fault (BA-16)", () => {
    expect([below(2), accepted(() => () => true, true, 2)]).toEqual([null, null]);
  });

  it("a condition's yes below the reservation counts only where it is asked for (D-15)", () => {
    expect(accepted(() => () => true, false)).toBeNull();
    expect(accepted(() => () => true)?.reason).toBe(
      "at turn 2 it accepts outcome 2 (worth 0.2), with a reservation of 0.5.",
    );
    expect(
      accepted(
        ({ reservation }) =>
          ({ standing }) =>
            standing!.utility >= reservation!,
      ),
    ).toBeNull();
  });

  it("a condition that refuses the question, or says neither yes nor no, did not say yes (BA-16)", () => {
    const strict = accepted(({ reservation }) => ({ standing }) => {
      if (standing!.utility < reservation!) throw new Error("never asked here");
      return true;
    });
    expect([strict, accepted(() => () => "no" as never)]).toEqual([null, null]);
  });
});

describe("decisions that follow from more than they may", () => {
  const on = aTrial({ places: [100, 300, 500, 200, 700] });

  it("of what counts across negotiations they differ when played again (BA-15)", () => {
    const varied = found("varied_answer", brokenStrategies.varied_answer(), on);
    expect(varied?.reason).toMatch(/^at turn \d it decides outcome \d .* when played again, outcome /);
    expect(found("varied_answer", random(), on)).toBeNull();
  });

  it("of what counts its own decisions they differ when rebuilt, of what counts its offers they do not (BA-15)", () => {
    const kept = found("kept_state", brokenStrategies.kept_state(), on);
    expect(kept?.reason).toBe(
      "at turn 4 it decides outcome 10 (worth 1) when rebuilt from the turns before it, outcome 9 (worth 0.9) otherwise.",
    );
    expect(kept?.turns).toHaveLength(4);
    const honest = offering(({ inverse }) => ({
      next: ({ sent }) => inverse.at(inverse.size - 1 - sent.length),
    }));
    for (const strategy of [honest, micro(), random()]) expect(found("kept_state", strategy, on)).toBeNull();
  });

  it("what one negotiation leaves behind for another is found when they go on together (D-12)", () => {
    const shared = brokenStrategies.shared_state();
    expect([found("varied_answer", shared, on), found("kept_state", shared, on)]).toEqual([null, null]);
    expect(found("shared_state", shared, on)?.reason).toContain("while another negotiation goes on");
    expect(found("shared_state", brokenStrategies.shared_state, on)).toBeNull();
  });

  it("what tells one side the preferences of the other is found when it plays for both (D-7)", () => {
    const best = new Set<number>();
    const spy = offering(({ inverse }) => {
      best.add(inverse.best());
      return { next: () => inverse.at(inverse.size - best.size) };
    });
    expect([found("varied_answer", spy, on), found("kept_state", spy, on)]).toEqual([null, null]);
    expect(found("shared_state", spy, on)?.reason).toContain("while another negotiation goes on");
    expect(found("shared_state", micro(), on)).toBeNull();
  });

  it("what tells one side what the other is about to do is found when it plays against itself (D-7)", () => {
    let latest = -1;
    // Forgotten as soon as the responder has looked: it must play both sides of one negotiation to give anything away.
    const spy = offering(({ inverse, seat }) => ({
      next: ({ received }) => {
        const isMirrored = seat === "responder" && latest === received.indexAt(-1);
        latest = seat === "initiator" ? inverse.at(3) : -1;
        return seat === "initiator" ? latest : isMirrored ? inverse.worst() : inverse.best();
      },
    }));
    const against = aTrial({ places: [500] });
    expect(found("varied_answer", spy, against)).toBeNull();
    expect(found("shared_state", spy, against)?.reason).toContain("while it plays the other side as well");
  });
});
