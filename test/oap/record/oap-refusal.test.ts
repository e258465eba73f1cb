import { describe, expect, it } from "vitest";
import { ALTERED, oapRefusal, refusalOfEngine, refusalOn } from "../../../src/oap/record/index.js";
import { opened, world } from "../host-setup.js";

const engine = (code: string, details: object = {}) =>
  refusalOfEngine({
    ok: false,
    code,
    message: "MARKER",
    details,
    version: 1,
    legal: null,
    negotiationId: "n",
  } as never);

describe("refusals of a host", () => {
  it("OAP-37: say what was expected, frozen, and hold only what they have", () => {
    const refusal = oapRefusal("round_mismatch", "the next round", ["round"]);
    expect(refusal).toEqual({
      ok: false,
      code: "round_mismatch",
      message: "Expected the next round, got another.",
      path: ["round"],
    });
    expect(Object.isFrozen(refusal)).toBe(true);
    expect(oapRefusal("queue_full", "less")).not.toHaveProperty("path");
  });

  it.each([
    ["not_a_party", {}, "unknown_negotiation"],
    ["move_invalid", {}, "document_invalid"],
    ["own_proposal", {}, "not_your_turn"],
    ["proposal_id_taken", {}, "command_conflict"],
    ["negotiation_over", {}, "negotiation_over"],
    ["terms_invalid", { issues: [{ message: "MARKER" }] }, "terms_invalid"],
    ["terms_invalid", { issues: [{ message: ALTERED }] }, "terms_altered"],
    ["not_admitted", { code: "clock_skew" }, "clock_skew"],
    ["not_admitted", { details: null }, "not_admitted"],
  ])("OAP-37: the engine's %s with %j is %s, in words of our own", (code, details, known) => {
    const refusal = engine(code, details);
    expect(refusal.code).toBe(known);
    expect(JSON.stringify(refusal)).not.toContain("MARKER");
  });

  it("OAP-34: a masked move tells its own side by which rule", () => {
    const details = { layer: "organization", rule: "budget" };
    expect(engine("policy_masked", details)).toMatchObject({ code: "policy_masked", details });
  });

  it("OAP-37: for a party they carry the state and what is legal", async () => {
    const here = await world();
    const first = await opened(here);
    const record = (await here.service.loadNegotiation(first.negotiation_id))!;
    expect(refusalOn(record, here.ada.did, oapRefusal("must_propose", "x"))).toMatchObject({
      negotiationId: first.negotiation_id,
      version: 0,
      state: "OPEN",
      legal: ["propose", "withdraw"],
    });
  });
});
