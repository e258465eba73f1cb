import { expect, it } from "vitest";
import { played } from "../../../src/fuzz/strategies/strategy-play.js";
import { partsOf } from "../../../src/fuzz/strategies/strategy-trial.js";
import { boulware, linear, tough } from "../../../src/strategies/agents/index.js";
import { ACCEPT } from "../../../src/strategies/play/index.js";
import { runNegotiation } from "../../../src/tournament/index.js";
import { aTrial, ramp } from "../strategy-trials.js";

it("a play takes the turns that the headless runner takes", () => {
  const strategies = [boulware(), linear()];
  const { trace } = runNegotiation({ scenario: ramp(11), strategies, turnLimit: 20, trace: true });
  const script = trace!.map(({ action, outcome }) => (action === "accept" ? ACCEPT : Number(outcome)));
  for (const [party, seat] of (["initiator", "responder"] as const).entries()) {
    const parts = { ...partsOf(aTrial({ party, seat }), strategies[party]!), seed: 0 };
    const { turns } = played(parts, (turnNumber) => script[turnNumber - 1]!);
    expect(turns.map(({ decision }) => decision)).toEqual(script);
  }
});

it("a play ends at its limit and at an accept", () => {
  const stubborn = played(partsOf(aTrial(), tough()), () => 0);
  expect([stubborn.turns.length, stubborn.step(() => 0)]).toEqual([20, false]);
  const agreed = played(partsOf(aTrial(), tough()), () => 10);
  expect(agreed.turns.map(({ decision }) => decision)).toEqual([10, ACCEPT]);
});
