import { describe, expect, it } from "vitest";
import {
  demandIds,
  readCreation,
  readDetails,
  readNegotiate,
  readSubmit,
} from "../../../src/service/options/index.js";

const parties = { initiator: "ada", responder: "smith" };

describe("what operations are given", () => {
  it("SY-20: unknown options are a TypeError that names the nearest known one", () => {
    expect(() => readSubmit({ comandId: "c" } as never)).toThrow(/commandId/);
    expect(() => readCreation({ contxt: 1 } as never)).toThrow(/context/);
    expect(() => readNegotiate({ ...parties, signl: 1 } as never)).toThrow(/signal/);
  });

  it("refuses a signal that is none", () => {
    expect(() => readNegotiate({ ...parties, signal: {} as never })).toThrow(TypeError);
    const signal = new AbortController().signal;
    expect(readNegotiate({ ...parties, signal }).signal).toBe(signal);
  });

  it("refuses ids that are not 1 to 256 characters, by name", () => {
    expect(() => demandIds({ agentId: "" })).toThrow(/agentId to be 1 to 256 characters, got ""/);
    expect(() => demandIds({ a: "x", claimId: undefined as never })).toThrow(/claimId/);
    expect(() => demandIds({ agentId: "x".repeat(257) })).toThrow(TypeError);
    expect(() => demandIds({ agentId: "x".repeat(256) })).not.toThrow();
  });

  it("EN-34: copies details, and refuses what is no JSON with its path", () => {
    const details = { by: ["host"] };
    const read = readDetails({ details });
    details.by.push("other");
    expect(read).toEqual({ by: ["host"] });
    expect(readDetails({})).toBeNull();
    expect(() => readDetails({ details: { at: new Date(0) } })).toThrow(/at \/at/);
  });
});
