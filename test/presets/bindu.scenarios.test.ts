import { describe, expect, it } from "vitest";
import type { Negotiation } from "../../src/core/record/index.js";
import {
  type BinduProposal,
  fromBinduProposal,
  readBinduContext,
  readBinduProposal,
  toBinduContext,
  toBinduProposal,
} from "../../src/presets/bindu/index.js";
import { T0 } from "../kit/open-room.js";
import type { Played, Step } from "./scenario.js";
import { begin, SOURCE as COORDINATOR, CANDIDATE as MEMBER, play, take } from "./scenario.js";

const DAY = 86_400_000;

/** The source's first example, word for word. */
const EXAMPLE = {
  proposalId: "550e8400-e29b-41d4-a716-446655440000",
  fromAgent: "did:example:agent-1",
  toAgent: "did:example:agent-2",
  terms: {
    taskType: "data-processing",
    maxDurationMinutes: 30,
    costCredits: 100,
    priority: "high",
    deliverables: ["a.csv"],
  },
  timestamp: "2025-10-31T10:00:00Z",
  status: "proposed",
};

/** The source's second example: its status is a session's word, though it types it with the proposals'. */
const CONTEXT = {
  contextId: "c295ea44-7543-4f78-b524-7a38915ad6e4",
  status: "ongoing",
  participants: ["did:example:agent-coordinator", "did:example:agent-processor"],
  proposals: [EXAMPLE],
};

const OPENED: readonly Step[] = [[COORDINATOR, "propose"]];

/** Hands a proposal of the wire in, for whom the host has authenticated; the code of the answer. */
async function receive({ room, id, record }: Played, proposal: unknown, sender: string): Promise<string> {
  const reading = readBinduProposal(proposal);
  if (!reading.ok) return "move_invalid";
  const handedIn = fromBinduProposal(reading.value, record(), sender);
  if (!handedIn.ok) return handedIn.code;
  const { partyId, move, commandId } = handedIn;
  const result = await room.submit(id, partyId, move as never, { commandId });
  if (!result.ok) return result.code;
  return result.duplicate ? "duplicate" : "ok";
}

/** The proposals of a record on the wire. */
function wireOf(record: Negotiation): BinduProposal[] {
  return record.turns.map((turn) => toBinduProposal(record, turn)).filter((one) => one !== undefined);
}

describe("bindu: records of a room on the wire", () => {
  it("BD-0: a day bounds what the source leaves unbounded: live at 1 ms before, expired at it", async () => {
    const played = await play("bindu", {
      says: "",
      steps: [...OPENED, ["clock", DAY - 1]],
      ends: { outcome: null },
    });
    expect(played.record().deadlines).toMatchObject({ totalAt: T0 + DAY, turnAt: null });
    await take(played, ["clock", 1]);
    expect(played.record().outcome).toMatchObject({
      status: "expired",
      reason: "total_timeout",
      at: T0 + DAY,
    });
  });
});

describe("bindu: proposals of the wire in a room", () => {
  const sent = (change: Partial<BinduProposal>): unknown => ({
    proposalId: "p-1",
    fromAgent: COORDINATOR,
    toAgent: MEMBER,
    terms: { credits: 100 },
    timestamp: "2025-10-31T10:00:00Z",
    status: "proposed",
    ...change,
  });

  it("BD-8: propose, counter and accept through the wire; ids are kept; a repeat is a duplicate", async () => {
    const played = await begin("bindu");
    const opening = sent({});
    expect(await receive(played, opening, COORDINATOR)).toBe("ok");
    const answer = sent({
      proposalId: "p-2",
      fromAgent: MEMBER,
      toAgent: COORDINATOR,
      terms: { credits: 120 },
      status: "countered",
    });
    expect(await receive(played, answer, MEMBER)).toBe("ok");
    const before = played.record();
    expect(await receive(played, opening, COORDINATOR)).toBe("duplicate");
    expect(await receive(played, answer, MEMBER)).toBe("duplicate");
    expect(played.record()).toBe(before);
    expect(before).toMatchObject({ standing: { id: "p-2", terms: { credits: 120 } }, floor: COORDINATOR });
    // An answer quotes the proposal that it answers, with its author.
    expect(await receive(played, { ...(answer as object), status: "accepted" }, COORDINATOR)).toBe("ok");
    expect(toBinduContext(played.record()).status).toBe("completed");
  });

  it.each<[string, Partial<BinduProposal>, string, string]>([
    ["an author that is not the sender", {}, MEMBER, "move_invalid"],
    ["an author that is no party", { fromAgent: "eve" }, "eve", "move_invalid"],
    ["a receiver that is no party", { toAgent: "eve" }, COORDINATOR, "move_invalid"],
    ["a counter before anything", { status: "countered" }, COORDINATOR, "must_propose"],
    [
      "an answer before anything",
      { status: "accepted", fromAgent: MEMBER, toAgent: COORDINATOR },
      COORDINATOR,
      "must_propose",
    ],
    ["a member that opens", { fromAgent: MEMBER, toAgent: COORDINATOR }, MEMBER, "not_your_turn"],
  ])("BD-8: %s is refused, and changes nothing", async (_, change, sender, code) => {
    const played = await begin("bindu");
    const before = played.record();
    expect(await receive(played, sent(change), sender)).toBe(code);
    expect(played.record()).toBe(before);
  });

  it("BD-8: an answer whose terms are not those of the proposal is move_invalid", async () => {
    const played = await begin("bindu");
    await receive(played, sent({}), COORDINATOR);
    expect(await receive(played, sent({ status: "accepted", terms: { credits: 1 } }), MEMBER)).toBe(
      "move_invalid",
    );
    expect(await receive(played, sent({ status: "accepted" }), MEMBER)).toBe("ok");
  });

  it("AS-105: the source's examples parse, negotiate, and print as they were but for the milliseconds", async () => {
    const inUtc = { ...EXAMPLE, timestamp: "2025-10-31T10:00:00.000Z" };
    expect(readBinduProposal(EXAMPLE)).toEqual({ ok: true, value: inUtc });
    expect(readBinduContext(CONTEXT)).toEqual({ ok: true, value: { ...CONTEXT, proposals: [inUtc] } });
    const played = await begin("bindu");
    const given = { ...EXAMPLE, fromAgent: COORDINATOR, toAgent: MEMBER };
    expect(await receive(played, given, COORDINATOR)).toBe("ok");
    expect(wireOf(played.record())).toEqual([{ ...given, timestamp: new Date(T0).toISOString() }]);
  });

  it("AS-107: the author accepts its own proposal, and a third agent accepts it: nothing changes", async () => {
    const played = await begin("bindu");
    await receive(played, sent({}), COORDINATOR);
    const before = played.record();
    expect(await receive(played, sent({ status: "accepted" }), COORDINATOR)).toBe("not_your_turn");
    expect(await receive(played, sent({ status: "accepted" }), "agent-3")).toBe("not_a_party");
    expect(played.record()).toBe(before);
  });

  it("AS-108: accepted for a proposal that was countered meanwhile is stale", async () => {
    const played = await begin("bindu");
    await receive(played, sent({}), COORDINATOR);
    const countered = { fromAgent: MEMBER, toAgent: COORDINATOR, status: "countered" } as const;
    await receive(played, sent({ ...countered, proposalId: "p-2" }), MEMBER);
    await receive(played, sent({ proposalId: "p-3", status: "countered" }), COORDINATOR);
    const before = played.record();
    expect(await receive(played, sent({ status: "accepted" }), MEMBER)).toBe("stale_proposal");
    expect(played.record()).toBe(before);
    expect(await receive(played, sent({ proposalId: "p-3", status: "accepted" }), MEMBER)).toBe("ok");
  });
});
