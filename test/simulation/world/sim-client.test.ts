import { describe, expect, it } from "vitest";
import { NegotiationError } from "../../../src/errors.js";
import { played } from "../scripted-world.js";
import { ASSESSED } from "../scripts/park-room.js";

describe("SimClient", () => {
  it("SM-11: sends the same command again where it hears nothing, which takes effect once", async () => {
    const { log, report } = await played(
      async (stage, note) => {
        const client = stage.client("host");
        const created = await client.create("room1", "ada", "bob", { price: 40 }, { id: "neg_1" });
        note(created === undefined || NegotiationError.isInstance(created) ? created : created.id);
      },
      // The creation itself: it follows each node's first sweep and the calls of its resumption.
      {
        faultsAt: Array.from({ length: 12 }, (_, index) => ({
          call: index + 4,
          fault: "crashAfter" as const,
        })),
      },
    );
    expect(log).toEqual(["neg_1"]);
    expect(report.crashes).toBeGreaterThan(0);
    expect(report.trace.filter((line) => line.includes(" wrote:created:")).length).toBe(1);
  });

  it("waits for a room that is taken, and gives up in the end", async () => {
    const { log } = await played(
      async (stage, note) => {
        const client = stage.client("host");
        await client.create("room1", "ada", "bob", { price: 40 });
        const second = await client.create("room1", "cyd", "dan", { price: 41 });
        note(NegotiationError.isInstance(second) ? second.code : second?.status);
      },
      { rules: { turnMs: 300 } },
    );
    // The first one expires within what the second client is ready to wait.
    expect(log).toEqual(["proposed"]);
  });

  it("hands back a refusal as it is", async () => {
    const { log } = await played(async (stage, note) => {
      const client = stage.client("host");
      await client.create("room1", "ada", "bob", { price: 40 }, { id: "neg_1" });
      const result = await client.submit("room1", "neg_1", "ada", { action: "accept" });
      note(result !== undefined && "ok" in result && !result.ok ? result.code : result);
    });
    expect(log).toEqual(["not_your_turn"]);
  });

  it("SM-6: takes its command ids by way of a mutant", async () => {
    const attempts: number[] = [];
    await played(
      async (stage) => {
        await stage.client("host").create("room1", "ada", "bob", { price: 40 }, { id: "neg_1" });
      },
      {
        mutate: {
          commandId: (commandId, attempt) => {
            attempts.push(attempt);
            return commandId;
          },
        },
      },
    );
    expect(attempts).toEqual([0]);
  });

  it("picks a turn up, gives it back, and answers it", async () => {
    const { log, report } = await played(
      async (stage, note) => {
        const client = stage.client("host");
        const parties = [
          { id: "ada", kind: "personal" },
          { id: "bob", kind: "personal" },
        ] as const;
        await client.create("room1", ...parties, undefined, {
          id: "neg_1",
          move: { message: "Hello.", ...ASSESSED },
        });
        for (const answer of ["release", "respond"]) {
          await stage.wait(60);
          const turn = await client.pickup("room1", "bob", "bob-agent1");
          if (!turn) throw new Error("Expected a parked turn.");
          const claim = { agentId: "bob-agent1", claimId: turn.claimId };
          const { negotiationId } = turn;
          const result =
            answer === "release"
              ? await client.release("room1", negotiationId, claim)
              : await client.respond("room1", negotiationId, claim, { action: "accept", ...ASSESSED });
          note(result !== undefined && "ok" in result && result.ok);
        }
        note((await stage.settled("neg_1")).status);
        note(await client.pickup("room1", "bob", "bob-agent1"));
      },
      { preset: "index-2026-04" },
    );
    expect(log).toEqual([true, true, "accepted", null]);
    expect(report.trace.filter((line) => / wrote:(parked|claimed|released)/.test(line)).length).toBe(4);
  });
});
