import { describe, expect, it } from "vitest";
import { readMove } from "../../../src/core/moves/index.js";
import { settledRules } from "../../../src/testing/agents/index.js";
import { changed, findingsIn, invariantOf, Script } from "../observed-histories.js";

const ADA = { kind: "personal" } as const;

const { writes } = new Script({ validityMs: 500 })
  .move({ action: "propose", terms: { price: 40 } })
  .move({ action: "counter", terms: { price: 50 } })
  .move({ action: "accept" });
const before = writes.slice(0, 3);
const acceptance = writes[3] as (typeof writes)[0];

const found = (given: typeof writes, truth = {}): string[] =>
  findingsIn(given, { invariants: [invariantOf("I8")], truth });

const accepting = (change: (draft: any) => void): string[] => found([...before, changed(acceptance, change)]);

describe("I8", () => {
  it("passes the acceptance of what stood, also when it was named", () => {
    expect(found(writes)).toEqual([]);
    expect(found(writes, { replyToOf: () => "neg_1_p2" })).toEqual([]);
    expect(found(writes, { replyToOf: () => undefined })).toEqual([]);
  });

  it("passes an opening that was created with an instant of its own", () => {
    const validUntilAt = 1_700_000_000_900;
    const read = readMove({ action: "propose", terms: 1, validUntilAt }, settledRules({}, ADA, ADA));
    const opened = new Script({}, { opening: read.ok ? read.move : null });
    expect(found(opened.move({ action: "accept" }).writes)).toEqual([]);
  });

  it("finds an acceptance of the mover's own proposal, or of nothing", () => {
    expect(accepting((draft) => (draft.entry.turn.partyId = "smith"))[0]).toContain("its own proposal");
    expect(found([writes[0] as never, acceptance])[0]).toContain("an acceptance of nothing");
  });

  it("finds an acceptance at the end of the validity, and none 1 ms before", () => {
    const at = (ms: number) => accepting((draft) => (draft.entry.at = ms));
    const validUntilAt = 1_700_000_000_000 + 20 + 500;
    expect(at(validUntilAt - 1)).toEqual([]);
    expect(at(validUntilAt)[0]).toContain(`before ${validUntilAt}`);
  });

  it("finds an acceptance of another proposal than the client named", () => {
    expect(found(writes, { replyToOf: () => "neg_1_p1" })[0]).toContain("the proposal that was named");
  });

  it("finds an agreement without an acceptance, and a proposal in another outcome", () => {
    expect(accepting((draft) => (draft.entry.turn.action = "reject"))[0]).toContain("to be a turn");
    const rejected = new Script().move({ action: "propose", terms: 1 }).move({ action: "reject" });
    const odd = changed(
      rejected.last,
      (draft) => (draft.after.state.outcome.proposal = draft.after.state.standing),
    );
    expect(found([...rejected.writes.slice(0, 2), odd])[0]).toContain("without agreement");
  });
});
