import { describe, expect, it } from "vitest";
import type { FaultKind } from "../../../src/simulation/faults/index.js";
import { SimWorld } from "../../../src/simulation/run/index.js";
import { played } from "../scripted-world.js";

/** What is seen of agents' faults, summed over some worlds without any other. */
async function occurrences(kind: FaultKind): Promise<number> {
  let count = 0;
  for (let seed = 1; seed <= 25; seed++) {
    const { violations, faults } = await new SimWorld({ seed, only: [kind] }).run();
    expect([seed, violations]).toEqual([seed, []]);
    count += faults[kind];
  }
  return count;
}

describe("agents of a world", () => {
  it.each([
    "agentSilent",
    "agentLate",
    "agentThrows",
    "agentTwice",
    "agentOldVersion",
    "agentInvalid",
    "agentIllegal",
    "agentIgnoresAbort",
  ] as const)("SM-10: %s occurs, and nothing comes of it that may not", async (kind) => {
    expect(await occurrences(kind)).toBeGreaterThan(0);
  });

  it("SM-7: are the user's own where there are some", async () => {
    const { log, report } = await played(
      async (stage, note) => {
        await stage.client("host").create("room1", "ada", "bob", { price: 40 }, { id: "neg_1" });
        note((await stage.settled("neg_1")).status);
      },
      { agents: ({ id }) => (id === "bob" ? () => ({ action: "reject" }) : undefined) },
    );
    expect([log, report.endings]).toEqual([["rejected"], ["rejected/reject"]]);
  });

  it("have a fallback of the user's own", async () => {
    const { log } = await played(
      async (stage, note) => {
        await stage.client("host").create("room1", "ada", "bob", { price: 40 }, { id: "neg_1" });
        note((await stage.settled("neg_1")).status);
      },
      { rules: { onTurnTimeout: "fallback" }, fallback: () => ({ action: "accept" }) },
    );
    expect(log).toEqual(["accepted"]);
  });
});
