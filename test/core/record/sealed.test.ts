import { describe, expect, it } from "vitest";
import { type Decision, decide, moveCommand, replay } from "../../../src/core/index.js";
import { readMove } from "../../../src/core/moves/index.js";
import { type Entry, type Negotiation, view } from "../../../src/core/record/index.js";
import { toBinduContext } from "../../../src/presets/bindu/index.js";
import {
  fallbackSummary,
  toConversation,
  toIndexOutcome,
  toIndexTurn,
} from "../../../src/presets/index-network/index.js";
import { toOapState } from "../../../src/presets/oap/index.js";
import { knownPresets } from "../../../src/presets/registry/index.js";
import { toAgentMessage, toRoomNegotiation } from "../../../src/presets/room/index.js";
import { closingTranscript, transcript, turnTranscript } from "../../../src/presets/transcript/index.js";
import { CANCEL, createCommand, PARK, PARKED, readOf, type Setup, T0 } from "../../kit/builders.js";
import { isDeepFrozen } from "../../kit/deep-frozen.js";

const MARKER = "marker-salt";
const SEALED = { salt_secret: MARKER };

/** What a history without a service comes to: each decision, and the entries as a store would keep them. */
interface Played {
  readonly record: Negotiation;
  readonly entries: readonly Entry[];
  readonly decisions: readonly Taken[];
}

type Taken = Extract<Decision, { readonly ok: true }>;

/** An opening, and what follows, all of it sealed. */
function played(setup: Setup, ...moves: readonly object[]): Played {
  const command = createCommand(setup);
  const opening = readOf({ action: "propose", terms: { price: 1 }, sealed: SEALED }, command.rules);
  const decisions = [taken(decide(null, { ...command, opening }, T0))];
  for (const move of moves) {
    const { negotiation } = decisions.at(-1) as Taken;
    const read = readOf({ sealed: SEALED, ...move }, negotiation.rules);
    const next = moveCommand(negotiation.floor ?? "", read, `cmd-${decisions.length}`);
    decisions.push(taken(decide(negotiation, next, T0)));
  }
  const entries = decisions.map(({ entry, negotiation: { version } }) => {
    if (entry === null) throw new Error("Expected a commit.");
    return { ...entry, version, schema: 1, at: T0 };
  });
  return { record: (decisions.at(-1) as Taken).negotiation, entries, decisions };
}

function taken(decision: Decision): Taken {
  if (!decision.ok) throw new Error(decision.refusal.message);
  return decision;
}

/** Everything of a decision that is told: all but the entry. */
function told({ entry: _, ...rest }: Taken): string {
  return JSON.stringify(rest);
}

const DEAL = [{ action: "counter", terms: { price: 2 } }, { action: "accept" }];

describe("what a move seals", () => {
  it("is read like any other JSON of a move: copied, frozen and bounded [EN-54]", () => {
    const limits = { maxMessageLength: 10, maxTermsBytes: 40 };
    const sealed = { salt_secret: MARKER };
    const reading = readMove({ action: "accept", sealed }, limits);
    sealed.salt_secret = "changed";
    expect(reading).toMatchObject({ ok: true, move: { sealed: SEALED, extra: null } });
    expect(isDeepFrozen(reading.ok && reading.move)).toBe(true);
    for (const broken of [{ at: () => MARKER }, MARKER.repeat(10)]) {
      const refused = readMove({ action: "accept", sealed: broken }, limits);
      expect(refused).toMatchObject({ ok: false, issues: [{ path: expect.arrayContaining(["sealed"]) }] });
      expect(JSON.stringify(refused)).not.toContain(MARKER);
    }
  });

  it("stands in the entry's turn, and in nothing that the decision tells [EN-54]", () => {
    const { decisions } = played({}, ...DEAL);
    expect(decisions).toHaveLength(3);
    for (const decision of decisions) {
      expect(decision.entry?.turn).toEqual({ ...decision.turn, sealed: SEALED });
      expect(isDeepFrozen(decision.entry)).toBe(true);
      expect(decision.turn).not.toHaveProperty("sealed");
      expect(told(decision)).not.toContain(MARKER);
    }
  });

  it("stands with the last turn of a cap that is reached; nothing tells it of a move that a cap drops [EN-54]", () => {
    const cap = { counts: "turns", limit: 2, result: "expired" } as const;
    const reached = played({ rules: { cap: { ...cap, mode: "reach" } } }, DEAL[0] as object);
    expect(reached.record.outcome?.reason).toBe("turn_cap");
    expect(reached.entries.at(-1)?.turn).toMatchObject({ sealed: SEALED });
    const counters = [
      { action: "counter", terms: { price: 2 } },
      { action: "counter", terms: { price: 3 } },
    ];
    const exceeded = played({ rules: { cap: { ...cap, mode: "exceed" } } }, ...counters);
    expect(exceeded.record.outcome?.reason).toBe("turn_cap");
    expect(exceeded.entries.at(-1)).toMatchObject({ kind: "closed", turn: null });
    expect([...reached.decisions, ...exceeded.decisions].map(told).join()).not.toContain(MARKER);
  });

  it("costs a turn without it no member [EN-54]", () => {
    const command = createCommand({ opening: 1 });
    const { entry, turn } = taken(decide(null, command, T0));
    expect(entry?.turn).toBe(turn);
    expect(turn).not.toHaveProperty("sealed");
  });
});

describe("a history with what is sealed in it", () => {
  it("is replayed with it, frozen, and its JSON the stored one [EN-54]", () => {
    const { record, entries } = played({}, ...DEAL);
    const replayed = replay(JSON.parse(JSON.stringify(entries)) as Entry[]);
    expect(JSON.stringify(replayed.turns)).toBe(JSON.stringify(entries.map(({ turn }) => turn)));
    expect(isDeepFrozen(replayed)).toBe(true);
    const { turns: _, ...rest } = record;
    expect(replayed).toMatchObject(rest);
  });

  it("is decided on without telling it, whatever the command is, and whether or not a turn is recorded [EN-54]", () => {
    const { record, entries } = played({ rules: { park: PARK } }, DEAL[0] as object);
    const stored = replay(entries);
    const accept = readOf({ action: "accept" }, record.rules);
    const commands = [
      moveCommand("ada", accept, "cmd-new"),
      moveCommand("smith", readOf({ action: "counter", terms: { price: 2 } }, record.rules), "cmd-1"),
      CANCEL,
      PARKED,
      { type: "wake" } as const,
    ];
    for (const command of commands) {
      const decision = taken(decide(stored, command, T0));
      expect(told(decision), command.type).not.toContain(MARKER);
      expect(decision).toEqual(taken(decide(record, command, T0)));
    }
    const late = taken(decide(stored, { type: "wake" }, T0 + 400 * 86_400_000));
    expect(late.applied).toBe("deadlines");
    expect(told(late)).not.toContain(MARKER);
  });

  it("is shown without it: in views, transcripts and projections, the mover's own included [EN-54]", () => {
    const { entries } = played({}, ...DEAL);
    const stored = replay(entries);
    expect(JSON.stringify(stored)).toContain(MARKER);
    const shown: unknown[] = [
      toRoomNegotiation(stored),
      toBinduContext(stored),
      toConversation(stored, "ada"),
      toIndexOutcome(stored),
      toOapState(stored),
      fallbackSummary(stored),
      closingTranscript(stored),
    ];
    for (const format of ["text", "markdown"] as const) {
      for (const viewer of ["ada", "smith", null, undefined])
        shown.push(transcript(stored, { format, viewer }));
    }
    for (const viewer of ["ada", "smith"]) {
      const seen = view(stored, viewer);
      expect(seen?.turns).toHaveLength(3);
      for (const turn of seen?.turns ?? []) {
        expect(turn).not.toHaveProperty("sealed");
        expect(Object.isFrozen(turn)).toBe(true);
      }
      shown.push(
        seen,
        ...Object.values(knownPresets).map(({ projectContext }) => view(stored, viewer, projectContext)),
      );
    }
    for (const turn of stored.turns)
      shown.push(turnTranscript(turn, null), toAgentMessage(turn, stored), toIndexTurn(turn));
    expect(JSON.stringify(shown)).not.toContain(MARKER);
  });
});
