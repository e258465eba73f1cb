import { describe, expect, it } from "vitest";
import { NegotiationError } from "../../../src/errors.js";
import type { StoreFault } from "../../../src/simulation/faults/index.js";
import type { Stage } from "../../../src/simulation/world/index.js";
import { played } from "../scripted-world.js";
import { ASSESSED } from "../scripts/park-room.js";

describe("Cluster", () => {
  it("SM-11: tells the client of a dead node nothing, 120 ms after its death", async () => {
    const { log } = await played(async (stage, note) => {
      const client = stage.client("host", "n2");
      const startedAt = stage.now;
      const asked = client.ask("room1", (service) => service.loadNegotiation("none"));
      stage.nodes[1]?.life?.crash();
      note((await asked).kind);
      note(stage.now - startedAt);
      // Down, and not yet back: as much is heard from it.
      stage.nodes[1]?.life?.crash();
      note((await client.ask("room1", (service) => service.loadNegotiation("none"))).kind);
    });
    expect(log[0]).toBe("unknown");
    expect(log[1]).toBe(120);
    expect(["unknown", "answer"]).toContain(log[2]);
  });

  it("asks those nodes only that serve the room, and tells which one answered", async () => {
    const { log } = await played(async (stage, note) => {
      const [first, second, third] = stage.nodes;
      await Promise.all([first?.cede("room1"), third?.cede("room1")]);
      for (let question = 0; question < 5; question++) {
        const reply = await stage
          .client(`client${question}`)
          .ask("room1", (service) => service.loadNegotiation("none"));
        note(reply.kind === "answer" ? reply.node : reply.kind);
      }
      note(second?.serviceOf("room1")?.roomId);
      note(first?.serviceOf("room1"));
    });
    expect(log).toEqual(["n2#1", "n2#1", "n2#1", "n2#1", "n2#1", "room1", undefined]);
  });

  it("hands on what a service threw", async () => {
    const { log } = await played(async (stage, note) => {
      const reply = await stage.client("host").ask("room1", () => Promise.reject(new Error("No.")));
      note(reply.kind === "threw" && String(reply.error));
    });
    expect(log).toEqual(["Error: No."]);
  });
});

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

describe("SimNode", () => {
  it("SM-10: comes back 20 to 220 ms after a crash, with empty memory", async () => {
    const { log, report } = await played(async (stage, note) => {
      const client = stage.client("host", "n1");
      await client.create("room1", "ada", "bob", { price: 40 }, { id: "neg_1" });
      note(stage.nodes[0]?.serviceOf("room1")?.getNegotiation("neg_1")?.status);
      stage.nodes[0]?.life?.crash();
      note(stage.nodes[0]?.life?.name);
      await stage.wait(19);
      note(stage.nodes[0]?.life?.name);
      await stage.wait(202);
      note(stage.nodes[0]?.life?.name);
      note(stage.nodes[0]?.serviceOf("room1")?.getNegotiation("neg_1")?.status);
    });
    expect(log).toEqual(["proposed", undefined, undefined, "n1#2", undefined]);
    expect(report.crashes).toBe(1);
  });

  it("ends in order: nothing is left, and it comes back", async () => {
    const { log, report } = await played(async (stage, note) => {
      const [node] = stage.nodes;
      await stage.client("host", "n1").create("room1", "ada", "bob", { price: 40 }, { id: "neg_1" });
      const closing = [node?.close(), node?.close()];
      // It takes no room over while it goes.
      node?.open("room1");
      note(node?.serviceOf("room1"));
      await Promise.all(closing);
      note(node?.life);
      note([node?.timerCount, node?.listenerCount]);
      await stage.wait(250);
      note(node?.life?.name);
      note((await stage.settled("neg_1")).status);
    });
    expect(log).toEqual([undefined, undefined, [0, 0], "n1#2", "expired"]);
    expect(report.crashes).toBe(0);
  });

  it("takes a room over, in the midst of a negotiation", async () => {
    const { log } = await played(
      async (stage, note) => {
        const [first, second] = stage.nodes;
        await second?.cede("room1");
        await stage.client("host").create("room1", "ada", "bob", { price: 40 }, { id: "neg_1" });
        second?.open("room1");
        await first?.cede("room1");
        await stage.client("host").submit("room1", "neg_1", "bob", { action: "reject" });
        note(stage.row("neg_1")?.status);
      },
      { nodes: 2 },
    );
    expect(log).toEqual(["rejected"]);
  });

  it("SM-6: is made of what a mutant puts in place of its parts", async () => {
    const seen = new Set<string>();
    const noted =
      (what: string) =>
      <Part>(part: Part, ...of: readonly unknown[]): Part => {
        seen.add(`${what} ${of.map((one) => (typeof one === "string" ? one : "party")).join(" ")}`.trim());
        return part;
      };
    const mutate = {
      truth: noted("truth"),
      store: noted("store"),
      timer: noted("timer"),
      ids: noted("ids"),
      agent: noted("agent"),
    };
    await played(async () => {}, { nodes: 1, mutate });
    expect([...seen].sort()).toEqual(["agent party n1#1", "ids n1#1", "store n1#1", "timer n1#1", "truth"]);
  });
});

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

describe("agents of a world", () => {
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
