import { describe, expect, it } from "vitest";
import { type Reason, type Status, view } from "../../../src/core/record/index.js";
import { toIndexOutcome, toOpportunityStatus } from "../../../src/presets/index-network/index.js";
import { assessment, record, type TurnDraft } from "../records.js";

const opening: TurnDraft = { action: "propose", assessment: assessment("agent", "patient", "opening") };
const accepted = record({
  turns: [opening, { action: "accept", assessment: assessment("patient", "agent", "fits") }],
});
const ended = (status: Status, reason: Reason) => record({ turns: [opening], end: [status, reason] });

describe("toIndexOutcome", () => {
  it("IX-12: an acceptance has an opportunity, roles, the last reasoning, and no reason", () => {
    expect(toIndexOutcome(accepted)).toStrictEqual({
      hasOpportunity: true,
      agreedRoles: [
        { userId: "a", role: "agent" },
        { userId: "b", role: "patient" },
      ],
      reasoning: "fits",
      turnCount: 2,
    });
  });

  it.each<[Status, Reason, string | undefined]>([
    ["rejected", "reject", undefined],
    ["withdrawn", "withdraw", undefined],
    ["withdrawn", "cancelled", undefined],
    ["expired", "cancelled", undefined],
    ["stalled", "turn_cap", "turn_cap"],
    ["stalled", "turn_timeout", "timeout"],
    ["stalled", "total_timeout", "timeout"],
    ["expired", "proposal_expired", "timeout"],
    ["stalled", "agent_error", "agent_error"],
    ["stalled", "repetition", "repetition"],
  ])("IX-12: %s by %s has the reason %s", (status, reason, shown) => {
    expect(toIndexOutcome(ended(status, reason))).toStrictEqual({
      hasOpportunity: false,
      agreedRoles: [],
      reasoning: "opening",
      turnCount: 1,
      ...(shown !== undefined && { reason: shown }),
    });
  });

  it("IX-12: is null while the negotiation lives, and has empty reasoning without turns", () => {
    expect(toIndexOutcome(record({ turns: [opening] }))).toBeNull();
    expect(toIndexOutcome(record({ end: ["withdrawn", "cancelled"] }))).toMatchObject({
      reasoning: "",
      turnCount: 0,
    });
  });

  it("IX-11: a view shows the other side's roles, not its reasoning", () => {
    const negotiation = { ...accepted, rules: { ...accepted.rules, assessments: "roles" as const } };
    const seen = toIndexOutcome(view(negotiation, "a")!);
    expect(seen).toStrictEqual({ ...toIndexOutcome(accepted), reasoning: "" });
    expect(toIndexOutcome(view(negotiation, "b")!)).toStrictEqual(toIndexOutcome(accepted));
  });

  it("IX-7: no score enters the outcome", () => {
    const turns: TurnDraft[] = [opening, { action: "accept", assessment: { reasoning: "r", fitScore: 99 } }];
    expect(JSON.stringify(toIndexOutcome(record({ turns })))).not.toMatch(/score|99/i);
  });
});

describe("toOpportunityStatus", () => {
  const both = (
    negotiation: ReturnType<typeof record>,
    options: Parameters<typeof toOpportunityStatus>[1] = {},
  ) =>
    (["ambient", "orchestrator"] as const).map((trigger) =>
      toOpportunityStatus(negotiation, { ...options, trigger }),
    );
  const claim = { agentId: "agent", claimId: "claim", claimedAt: 0 };

  it.each([
    ["live", record({ turns: [opening] })],
    ["open", record()],
    ["parked", record({ awaiting: { kind: "parked", since: 0, firstParkedAt: 0, parkMs: 1, claim: null } })],
    ["claimed", record({ awaiting: { kind: "claimed", since: 0, firstParkedAt: 0, parkMs: 1, claim } })],
  ])("IX-25: %s is negotiating with both triggers", (_, negotiation) => {
    expect(both(negotiation)).toStrictEqual([{ status: "negotiating" }, { status: "negotiating" }]);
    expect(both(negotiation, { initialStatus: "pending" })).toStrictEqual([
      { status: "pending" },
      { status: "pending" },
    ]);
  });

  it("IX-25: accepted is pending, or an orchestrator's draft until it is sent", () => {
    const agreedRoles = toIndexOutcome(accepted)?.agreedRoles;
    expect(both(accepted)).toStrictEqual([
      { status: "pending", agreedRoles },
      { status: "draft", agreedRoles },
    ]);
    expect(both(accepted, { sent: true, initialStatus: "latent" })).toStrictEqual([
      { status: "pending", agreedRoles },
      { status: "pending", agreedRoles },
    ]);
  });

  it.each<[Status, Reason, string]>([
    ["rejected", "reject", "rejected"],
    ["withdrawn", "withdraw", "rejected"],
    ["withdrawn", "cancelled", "rejected"],
    ["stalled", "turn_cap", "stalled"],
    ["stalled", "agent_error", "stalled"],
    ["expired", "total_timeout", "stalled"],
  ])("IX-25: %s by %s is %s with both triggers", (status, reason, shown) => {
    const options = { initialStatus: "latent" } as const;
    expect(both(ended(status, reason), options)).toStrictEqual([{ status: shown }, { status: shown }]);
  });

  it("IX-25, GT-2: the trigger is the context's when none is given", () => {
    expect(toOpportunityStatus(accepted).status).toBe("pending");
    expect(toOpportunityStatus({ ...accepted, context: { trigger: "orchestrator" } }).status).toBe("draft");
    const options = { trigger: "ambient" } as const;
    expect(toOpportunityStatus({ ...accepted, context: { trigger: "orchestrator" } }, options).status).toBe(
      "pending",
    );
  });
});
