import { expect, it } from "vitest";
import { strategyReport } from "../../../src/fuzz/strategies/strategy-fault.js";
import { ACCEPT } from "../../../src/strategies/play/index.js";
import { aTrial } from "../strategy-trials.js";

const base = { strategy: "mine", judged: ["threw"], seed: 7, runs: 3, slowdown: null } as const;

it("a report without faults is one line", () => {
  expect(strategyReport({ ...base, faults: [] }).text).toBe(
    "mine keeps its promises: 1 kinds of faults, 3 trials each, seed 7.",
  );
});

it("a report tells each fault, its trial, the last moves, and how to see it again", () => {
  const turns = Array.from({ length: 14 }, (_, index) => ({
    turnNumber: index + 1,
    isOwn: index % 2 === 1,
    decision: index === 13 ? ACCEPT : index % 11,
  }));
  const trial = aTrial({ reservation: 0.5 });
  const { text } = strategyReport({
    ...base,
    faults: [
      { kind: "threw", reason: "it throws.", turns, trial, seed: 7, path: "1:2" },
      { kind: "slowed_down", reason: "it is slow.", turns: [], trial: null, seed: 7, path: null },
    ],
  });
  expect(text.split("\n")).toEqual([
    "Expected mine to keep its promises, got 2 broken:",
    "",
    "threw: it throws.",
    "  scenario  ramp with 11 outcomes",
    "  party     0 (up), reservation 0.5",
    "  seat      responder, at most 20 turns, strategy seed 1",
    "  moves     ... 2 turns before",
    "            3. the other proposes outcome 2 (worth 0.2)",
    "            4. it proposes outcome 3 (worth 0.3)",
    "            5. the other proposes outcome 4 (worth 0.4)",
    "            6. it proposes outcome 5 (worth 0.5)",
    "            7. the other proposes outcome 6 (worth 0.6)",
    "            8. it proposes outcome 7 (worth 0.7)",
    "            9. the other proposes outcome 8 (worth 0.8)",
    "            10. it proposes outcome 9 (worth 0.9)",
    "            11. the other proposes outcome 10 (worth 1)",
    "            12. it proposes outcome 0 (worth 0)",
    "            13. the other proposes outcome 1 (worth 0.1)",
    "            14. it does accept",
    '  again     checkStrategy(strategy, { ...options, only: "threw", seed: 7, path: "1:2" })',
    "",
    "slowed_down: it is slow.",
    '  again     checkStrategy(strategy, { ...options, only: "slowed_down", seed: 7 })',
  ]);
});
