import { describe, expect, it } from "vitest";
import { finalsInvariant } from "../../../src/simulation/invariants/invariant-finals.js";
import type { Finding, InvariantCheck, PublishedEvent } from "../../../src/simulation/observation/index.js";
import { changed, findingsIn, Script } from "../observed-histories.js";

const { writes } = new Script().move({ action: "propose", terms: 1 }).move({ action: "accept" });
const end = writes[2] as (typeof writes)[0];

const found = (given: typeof writes, also?: (check: InvariantCheck) => (Finding | undefined)[]): string[] =>
  findingsIn(given, { invariants: [finalsInvariant], ...(also && { also }) });

const told = (type: PublishedEvent["type"], version: number, node = "n2#1"): PublishedEvent => ({
  at: 0,
  node,
  negotiationId: "neg_1",
  version,
  type,
});

describe("I3", () => {
  it("passes one end, told once", () => {
    expect(found(writes)).toEqual([]);
  });

  it("finds a commit after the end, whoever wrote it and whatever it found", () => {
    const late = changed(end, (draft) => (draft.after.version = 3));
    expect(found([...writes, late])[0]).toContain("nothing after the end at version 2");
    const onFinal = changed(writes[1] as never, (draft) => (draft.before.status = "expired"));
    expect(found([onFinal])[0]).toContain("nothing after expired");
  });

  it("finds a row and a record that disagree on whether this is the end", () => {
    for (const change of [
      (draft: any) => (draft.after.isFinal = false),
      (draft: any) => (draft.after.state.outcome = null),
      (draft: any) => (draft.after.state.status = "proposed"),
      (draft: any) => (draft.after.state.floor = "ada"),
      (draft: any) => (draft.after.state.awaiting = { kind: "move", since: 0 }),
    ]) {
      expect(found([...writes.slice(0, 2), changed(end, change)])).toHaveLength(1);
    }
  });

  it("finds a second settled, in the outbox and in process", () => {
    const twice = changed(end, (draft) => draft.outbox.push(draft.outbox.at(-1)));
    expect(found([...writes.slice(0, 2), twice])[0]).toContain("settled");
    expect(found(writes, (check) => [check.onPublished?.(told("negotiation:settled", 2))])[0]).toContain(
      "once",
    );
  });

  it("finds an event after the end: of a later version, or of a node that has told the end", () => {
    expect(found(writes, (check) => [check.onPublished?.(told("turn:awaited", 3))])[0]).toContain(
      "turn:awaited",
    );
    expect(found(writes, (check) => [check.onPublished?.(told("turn:recorded", 2, "n1#1"))])[0]).toContain(
      "after settled",
    );
  });
});
