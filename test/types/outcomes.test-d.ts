// SY-26: the status of an outcome says what else it holds.
import type {
  AcceptedOutcome,
  ClosedOutcome,
  DecidedOutcome,
  Outcome,
  Proposal,
  Reason,
} from "../../src/index.js";
import type { Equal, Expect } from "./equal.js";

interface Terms {
  readonly price: number;
}

export function ofStatus(outcome: Outcome<Terms>): number {
  if (outcome.status === "accepted") {
    type Accepted = [
      Expect<Equal<typeof outcome, AcceptedOutcome<Terms>>>,
      Expect<Equal<typeof outcome.proposal, Proposal<Terms>>>,
      Expect<Equal<typeof outcome.by, string>>,
      Expect<Equal<typeof outcome.reason, "accept">>,
    ];
    void (0 as unknown as Accepted);
    return outcome.proposal.terms.price;
  }
  type Others = [
    Expect<Equal<typeof outcome.proposal, null>>,
    Expect<Equal<typeof outcome.heldBy, null>>,
    Expect<Equal<typeof outcome, DecidedOutcome | ClosedOutcome>>,
  ];
  void (0 as unknown as Others);
  if (outcome.status === "rejected") {
    type Rejected = [Expect<Equal<typeof outcome, DecidedOutcome>>, Expect<Equal<typeof outcome.by, string>>];
    void (0 as unknown as Rejected);
  }
  if (outcome.status === "expired" || outcome.status === "stalled") {
    type Closed = [
      Expect<Equal<typeof outcome, ClosedOutcome>>,
      Expect<Equal<typeof outcome.by, string | null>>,
    ];
    void (0 as unknown as Closed);
  }
  // @ts-expect-error nothing was agreed
  return outcome.proposal.terms.price;
}

export function ofReason(outcome: Outcome<Terms>): string | null {
  if (outcome.reason === "accept") return outcome.proposal.id;
  type Others = Expect<Equal<typeof outcome.proposal, null>>;
  void (0 as unknown as Others);
  if (outcome.reason !== "withdraw" && outcome.reason !== "reject") return outcome.by;
  type Decided = Expect<Equal<typeof outcome.by, string>>;
  void (0 as unknown as Decided);
  return outcome.by;
}

/** Every reason is dealt with: what is left over is nothing. */
export function exhaustive(reason: Reason): string {
  switch (reason) {
    case "accept":
    case "reject":
    case "withdraw":
      return "a party";
    case "turn_timeout":
    case "total_timeout":
    case "proposal_expired":
      return "the clock";
    case "turn_cap":
    case "agent_error":
    case "repetition":
      return "the rules";
    case "cancelled":
      return "the host";
    default:
      return reason satisfies never;
  }
}

export function misuse(outcome: Outcome<Terms>): void {
  // @ts-expect-error there may be none
  void outcome.proposal.terms;
  // @ts-expect-error no such status
  void (outcome.status === "agreed");
  // @ts-expect-error no such reason
  void (outcome.reason === "timeout");
}
