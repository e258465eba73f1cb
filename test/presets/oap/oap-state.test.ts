import { expect, it } from "vitest";
import type { Reason, Status } from "../../../src/core/record/index.js";
import { toOapState } from "../../../src/presets/oap/index.js";
import { record } from "../records.js";

it.each<[Status, string]>([
  ["open", "OPEN"],
  ["proposed", "PROPOSED"],
  ["countered", "COUNTERED"],
])("OAP-1: a live %s is %s, without a reason", (status, state) => {
  expect(toOapState({ status, outcome: null })).toStrictEqual({ state, reason: null });
});

it.each<[Status, Reason, string]>([
  ["accepted", "accept", "ACCEPTED"],
  ["rejected", "reject", "REJECTED"],
  ["withdrawn", "withdraw", "WITHDRAWN"],
  ["expired", "turn_timeout", "EXPIRED"],
  ["expired", "proposal_expired", "EXPIRED"],
  ["expired", "total_timeout", "EXPIRED"],
  ["expired", "turn_cap", "EXPIRED"],
  ["expired", "cancelled", "EXPIRED"],
  ["withdrawn", "cancelled", "EXPIRED"],
  ["stalled", "agent_error", "EXPIRED"],
  ["stalled", "repetition", "EXPIRED"],
  ["stalled", "turn_timeout", "EXPIRED"],
])(
  "OAP-1, OAP-3: %s by %s is %s with that reason: nobody's signature is made up",
  (status, reason, state) => {
    const negotiation = record({ turns: [{ action: "propose" }], end: [status, reason] });
    expect(toOapState(negotiation)).toStrictEqual({ state, reason });
  },
);
