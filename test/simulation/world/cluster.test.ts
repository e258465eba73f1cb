import { describe, expect, it } from "vitest";
import { played } from "../scripted-world.js";

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
