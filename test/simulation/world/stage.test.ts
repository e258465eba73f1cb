import { describe, expect, it } from "vitest";
import { NegotiationError } from "../../../src/errors.js";
import type { StoreFault } from "../../../src/simulation/faults/index.js";
import type { Stage } from "../../../src/simulation/world/index.js";
import { played } from "../scripted-world.js";

/** Ada offers, bob accepts; answers how it ended. */
async function agreement(stage: Stage): Promise<string> {
  const client = stage.client("host");
  const created = await client.create("room1", "ada", "bob", { price: 40 }, { id: "neg_1" });
  if (created === undefined || NegotiationError.isInstance(created)) return "not created";
  await client.submit("room1", "neg_1", "bob", { action: "accept" });
  return (await stage.settled("neg_1")).status;
}

const FAULTS: readonly StoreFault[] = ["failBefore", "failAfter", "crashBefore", "crashAfter"];

describe("Stage", () => {
  it("SM-40: a script runs without any fault that it does not ask for", async () => {
    const { log, report } = await played(async (stage, note) => note(await agreement(stage)));
    expect([log, report.crashes, report.endings]).toEqual([["accepted"], 0, ["accepted/accept"]]);
    expect(report.storeCalls).toBeGreaterThan(3);
    expect(Object.values(report.faults).every((count) => count === 0)).toBe(true);
  });

  it("SM-40: comes to the same with any one store call going wrong", async () => {
    const { report } = await played(async (stage, note) => note(await agreement(stage)));
    for (let call = 1; call <= report.storeCalls; call++) {
      for (const fault of FAULTS) {
        const { log } = await played(async (stage, note) => note(await agreement(stage)), {
          faultsAt: [{ call, fault }],
        });
        expect([call, fault, log]).toEqual([call, fault, ["accepted"]]);
      }
    }
  });

  it("has virtual time, nodes and the truth", async () => {
    const { log } = await played(async (stage, note) => {
      const startedAt = stage.now;
      await stage.wait(500);
      note(stage.now - startedAt);
      note(stage.nodes.map(({ name }) => name));
      note(stage.row("none"));
    });
    expect(log).toEqual([500, ["n1", "n2", "n3"], null]);
  });

  it("tells what a script threw", async () => {
    await expect(played(() => Promise.reject(new Error("The script is wrong.")))).rejects.toThrow(
      "The script is wrong.",
    );
  });
});
