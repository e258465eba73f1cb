import { describe, expect, it } from "vitest";
import { matchTypeOf, opportunityIdOf, triggerOf } from "../../../src/presets/index-network/context.js";

describe("opportunityIdOf", () => {
  it("TR-1: is a non-empty string, or nothing", () => {
    expect(opportunityIdOf({ opportunityId: "opp-1" })).toBe("opp-1");
    for (const context of [null, [], {}, { opportunityId: "" }, { opportunityId: 7 }]) {
      expect(opportunityIdOf(context)).toBeUndefined();
    }
  });
});

describe("triggerOf", () => {
  it("GT-2: is ambient unless the context says orchestrator", () => {
    expect(triggerOf({ trigger: "orchestrator" })).toBe("orchestrator");
    for (const context of [null, {}, { trigger: "ambient" }, { trigger: "cron" }]) {
      expect(triggerOf(context)).toBe("ambient");
    }
  });
});

describe("matchTypeOf", () => {
  it("IN-1: is the evaluator's role suggestion in lower case", () => {
    expect(matchTypeOf({ seedAssessment: { valencyRole: "Agent" } })).toBe("agent");
    expect(matchTypeOf({ seedAssessment: { valencyRole: "peer" } })).toBe("peer");
  });

  it("IN-1: is unknown for anything else", () => {
    for (const context of [
      null,
      {},
      { seedAssessment: null },
      { seedAssessment: { valencyRole: "score" } },
    ]) {
      expect(matchTypeOf(context)).toBe("unknown");
    }
  });
});
