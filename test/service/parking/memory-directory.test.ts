import { describe, expect, it } from "vitest";
import { memoryDirectory } from "../../../src/service/parking/index.js";

describe("memoryDirectory", () => {
  const entries = [
    { agentId: "phone", partyId: "ada" },
    { agentId: "watch", partyId: "ada", periodMs: 300_000, lastSeenAt: 7 },
    { agentId: "mill", partyId: "smith", kind: "system" },
  ] as const;

  it("PT-1: knows the agents of a party, personal and never seen unless told otherwise", () => {
    const directory = memoryDirectory(entries);
    expect(directory.agentsOf("ada")).toMatchObject([
      { agentId: "phone", kind: "personal", lastSeenAt: null },
      { agentId: "watch", kind: "personal", lastSeenAt: 7, periodMs: 300_000 },
    ]);
    expect(directory.agentsOf("smith")).toMatchObject([{ agentId: "mill", kind: "system" }]);
    expect(directory.agentsOf("eve")).toEqual([]);
  });

  it("PT-1: knows whose an agent is, and nobody's agent", () => {
    const directory = memoryDirectory(entries);
    expect(directory.ownerOf("watch")).toBe("ada");
    expect(directory.ownerOf("mill")).toBe("smith");
    expect(directory.ownerOf("spy")).toBeUndefined();
    expect(directory.ownerOf("toString")).toBeUndefined();
  });

  it("PT-1: seen moves the last sign of life of that agent alone", () => {
    const directory = memoryDirectory(entries);
    directory.seen("watch", 9_000);
    // A clock behind another's takes no sign of life back, and an unknown agent is nobody's.
    directory.seen("watch", 8_000);
    directory.seen("spy", 9_000);
    expect(directory.agentsOf("ada")).toMatchObject([
      { agentId: "phone", lastSeenAt: null },
      { agentId: "watch", lastSeenAt: 9_000, periodMs: 300_000 },
    ]);
  });

  it("keeps what it was given: changing an entry afterwards changes nothing", () => {
    const entry = { agentId: "phone", partyId: "ada" };
    const directory = memoryDirectory([entry]);
    entry.partyId = "eve";
    expect(directory.ownerOf("phone")).toBe("ada");
    expect(directory.agentsOf("eve")).toEqual([]);
  });

  it.each([
    ["an agent with two owners", { agentId: "phone", partyId: "y" }],
    ["an agent listed twice", entries[0]],
    ["no agentId", { agentId: "", partyId: "x" }],
    ["no partyId", { agentId: "a", partyId: "" }],
  ])("refuses %s", (_, wrong) => {
    expect(() => memoryDirectory([...entries, wrong])).toThrow(TypeError);
  });
});
