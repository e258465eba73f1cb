import { describe, expect, it } from "vitest";
import { played } from "../scripted-world.js";

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
