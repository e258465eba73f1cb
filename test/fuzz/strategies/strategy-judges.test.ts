import { expect, it } from "vitest";
import { strategyJudges } from "../../../src/fuzz/strategies/strategy-judges.js";
import { strategyFaultKinds, strategySettings } from "../../../src/fuzz/strategies/strategy-settings.js";
import { linear } from "../../../src/strategies/agents/index.js";
import { brokenStrategies, doingBeside } from "../broken-strategies.js";
import { aTrial } from "../strategy-trials.js";

const trial = aTrial({ reservation: 0.8, places: [100, 300, 500, 200] });

it("every kind of fault that shows in a trial has a judge, who passes an honest strategy", () => {
  expect(Object.keys(strategyJudges)).toEqual(strategyFaultKinds.filter((kind) => kind !== "slowed_down"));
  for (const { judge } of Object.values(strategyJudges)) {
    expect(judge(trial, strategySettings(linear(), {}))).toBeNull();
  }
});

it("tells what was thrown, written to and asked", () => {
  const reasonOf = (kind: "threw" | "mutated_input" | "asked_the_world"): string | undefined =>
    strategyJudges[kind].judge(trial, strategySettings(brokenStrategies[kind](), {}))?.reason;
  expect(reasonOf("threw")).toBe("after 5 turns it throws Error: no idea");
  expect(reasonOf("mutated_input")).toBe("it writes to what it is shown: turnNumber, sent.length.");
  expect(reasonOf("asked_the_world")).toBe("it uses what it is not shown: Math.random.");
});

it("tells what is thrown before the first turn, and offers that are no outcome", () => {
  const lost = { ...linear(), offering: { name: "lost", start: () => ({ next: () => 0.5 }) } };
  const { judge } = strategyJudges.threw;
  expect(judge(trial, strategySettings(lost, {}))?.reason).toContain(
    "Expected lost to propose the index of an outcome",
  );
  const unready = doingBeside(() => {});
  const failing = {
    ...unready,
    acceptance: { name: "bad", start: () => unready.offering.start(null as never) as never },
  };
  expect(judge(trial, strategySettings(failing, {}))?.reason).toMatch(
    /^before the first turn it throws TypeError/,
  );
});
