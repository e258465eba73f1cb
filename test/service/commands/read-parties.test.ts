import { describe, expect, it } from "vitest";
import { NegotiationError } from "../../../src/errors.js";
import { readParties } from "../../../src/service/commands/index.js";

function refusal(initiator: unknown, responder: unknown): NegotiationError {
  try {
    readParties(initiator as never, responder as never);
  } catch (error) {
    if (NegotiationError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("Expected a refusal.");
}

describe("readParties", () => {
  it("RM-8: takes an id as a party of kind system", () => {
    expect(readParties("a", "b")).toEqual({
      initiator: { id: "a", kind: "system" },
      responder: { id: "b", kind: "system" },
      agents: null,
    });
  });

  it("copies and freezes what it is given, and keeps agents apart", () => {
    const agent = (): never => {
      throw new Error("not called");
    };
    const given = { id: "a", kind: "personal" as "personal" | "system", agent, more: "ignored" };
    const read = readParties(given, "b");
    given.id = "changed";
    given.kind = "system";
    expect(read.initiator).toEqual({ id: "a", kind: "personal" });
    expect(Object.isFrozen(read.initiator)).toBe(true);
    expect(read.agents).toEqual({ initiator: agent });
    expect(readParties("a", { id: "b", kind: "system", agent }).agents).toEqual({ responder: agent });
  });

  it("EN-1: takes ids of 1 to 256 characters", () => {
    expect(readParties("x".repeat(256), "y").initiator.id).toHaveLength(256);
    for (const id of ["", "x".repeat(257)]) expect(refusal(id, "b").code).toBe("party_invalid");
  });

  it.each<[string, unknown, unknown]>([
    ["two parties of one id", "a", "a"],
    ["two parties of one id and different kinds", { id: "a", kind: "personal" }, "a"],
    ["null", null, "b"],
    ["undefined", "a", undefined],
    ["a number", 7, "b"],
    ["an id that is no string", { id: 7, kind: "system" }, "b"],
    ["an unknown kind", { id: "a", kind: "robot" }, "b"],
    ["no kind", "a", { id: "b" }],
    ["an agent that is no function", { id: "a", kind: "system", agent: {} }, "b"],
    ["a null agent", { id: "a", kind: "system", agent: null }, "b"],
  ])("B-02: refuses %s as party_invalid, showing what came", (_, initiator, responder) => {
    const { code, message } = refusal(initiator, responder);
    expect(code).toBe("party_invalid");
    expect(message).toMatch(/^Expected .*, got .*\./);
  });

  it("reads each member once, so that a party cannot show two faces", () => {
    let reads = 0;
    const twoFaced = {
      get id() {
        reads += 1;
        return reads === 1 ? "a" : "b";
      },
      kind: "system" as const,
    };
    expect(readParties(twoFaced, "b").initiator.id).toBe("a");
  });
});
