/**
 * @module
 * What holds in every history, whatever the rules, the commands and the clock.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deadlinesOf, nextDeadline } from "../../src/core/deadlines/index.js";
import { type Decision, decide, replay } from "../../src/core/index.js";
import type { Entry, Negotiation, Reason, Status } from "../../src/core/record/index.js";
import { otherParty, view } from "../../src/core/record/index.js";
import { createCommand, History } from "../kit/builders.js";
import { isDeepFrozen } from "../kit/deep-frozen.js";
import { type ArbitraryCommand, arbitraryCommands, arbitrarySetup } from "./arbitrary-histories.js";

/** One decision of a random history. */
interface Decided {
  readonly before: Negotiation;
  readonly decision: Decision;
  readonly after: Negotiation;
  /** The same question once more. */
  readonly again: () => Decision;
}

/** Plays random commands on random rules; `check` sees every single decision, `end` the whole. */
function always(
  check: (decided: Decided) => void,
  end: (history: History) => void = () => {},
  parameters: { readonly numRuns: number; readonly seed?: number } = { numRuns: 500 },
) {
  fc.assert(
    fc.property(arbitrarySetup, fc.boolean(), arbitraryCommands, (setup, isOpened, commands) => {
      const opening =
        setup.preset?.startsWith("index") ||
        setup.rules?.terms === "none" ||
        setup.rules?.opener === "responder";
      const history = new History(
        createCommand({ ...setup, ...(isOpened && !opening ? { opening: { price: 40 } } : {}) }),
      );
      for (const command of commands) give(history, command, check);
      end(history);
    }),
    parameters,
  );
}

function give(history: History, given: ArbitraryCommand, check: (decided: Decided) => void): void {
  const { after } = given;
  const due = nextDeadline(history.negotiation)?.at ?? history.now;
  const now = typeof after === "number" ? history.now + after : due + after.due;
  const command = given.of(history.negotiation);
  for (;;) {
    const before = history.negotiation;
    const decision = decide(before, command, now);
    history.now = now;
    if (decision.ok) history.commit(decision);
    check({ before, decision, after: history.negotiation, again: () => decide(before, command, now) });
    if (!decision.ok || decision.applied !== "deadlines") return;
  }
}

/** EN-2: which statuses a reason may come with. */
const STATUSES: Readonly<Record<Reason, readonly Status[]>> = {
  accept: ["accepted"],
  reject: ["rejected"],
  withdraw: ["withdrawn"],
  turn_timeout: ["expired", "stalled"],
  total_timeout: ["expired", "stalled"],
  proposal_expired: ["expired"],
  turn_cap: ["expired", "stalled"],
  agent_error: ["stalled", "expired"],
  repetition: ["stalled", "expired"],
  cancelled: ["withdrawn", "expired"],
};

describe("in every history", () => {
  it("EN-1: records are deep-frozen and survive JSON unchanged", () => {
    always(
      ({ after, decision }) => {
        expect(isDeepFrozen(after)).toBe(true);
        for (const { payload } of decision.ok ? decision.events : [])
          expect(isDeepFrozen(payload)).toBe(true);
        expect(JSON.parse(JSON.stringify(after))).toStrictEqual(after);
      },
      undefined,
      { numRuns: 150 },
    );
  });

  it("EN-2: an outcome comes with a final status that fits its reason, and nothing else is final", () => {
    always(({ after }) => {
      const { outcome, status, awaiting, floor, turns, standing } = after;
      const isLive = status === "open" || status === "proposed" || status === "countered";
      expect([outcome === null, awaiting !== null, floor !== null]).toEqual([isLive, isLive, isLive]);
      if (outcome === null) return;
      expect(STATUSES[outcome.reason]).toContain(status);
      expect(outcome.status).toBe(status);
      expect(outcome.by === null).toBe(!["accept", "reject", "withdraw"].includes(outcome.reason));
      expect(outcome.turnCount).toBe(turns.length);
      expect(outcome.proposal).toBe(status === "accepted" ? standing : null);
    });
  });

  it("EN-3, EN-40: decide is pure; what is refused or needless changes nothing, an end is an end", () => {
    always(({ before, decision, after, again }) => {
      expect(JSON.stringify(again())).toBe(JSON.stringify(decision));
      if (decision.ok && decision.entry !== null) {
        expect(after.version).toBe(before.version + 1);
        expect(before.outcome).toBeNull();
        return;
      }
      expect(after).toBe(before);
      if (decision.ok) expect([decision.negotiation === before, decision.events.length]).toEqual([true, 0]);
      else
        expect(decision.refusal.version).toBe(
          decision.refusal.code === "not_a_party" ? null : before.version,
        );
    });
  });

  it("EN-4: time never runs backwards", () => {
    always(({ before, after }) => {
      expect(after.updatedAt).toBeGreaterThanOrEqual(before.updatedAt);
      expect(after.createdAt).toBe(before.createdAt);
      const instants = after.turns.map((turn) => turn.at);
      expect(instants).toEqual([...instants].sort((one, other) => one - other));
    });
  });

  it("EN-5: the entries give the record byte for byte, as they are and from a store", () => {
    always(
      () => {},
      ({ entries, negotiation }) => {
        const bytes = JSON.stringify(negotiation);
        expect(JSON.stringify(replay(entries))).toBe(bytes);
        expect(JSON.stringify(replay(JSON.parse(JSON.stringify(entries)) as Entry[]))).toBe(bytes);
        expect(entries.map(({ version }) => version)).toEqual([...entries.keys()]);
        const half = entries.slice(0, Math.ceil(entries.length / 2));
        expect(replay(half).version).toBe(half.length - 1);
      },
      { numRuns: 600 },
    );
  });

  it("EN-7: after a recorded turn the floor is the other's, else it stays where it was", () => {
    always(({ before, after }) => {
      if (after.outcome !== null || after === before) return;
      const turn = after.turns.length > before.turns.length ? after.turns.at(-1) : undefined;
      expect(after.floor).toBe(turn === undefined ? before.floor : otherParty(after, turn.partyId).id);
    });
  });

  it("EN-1: turns and rounds count from 1 without gaps", () => {
    always(
      () => {},
      ({ negotiation: { turns, standing, outcome } }) => {
        expect(turns.map(({ number }) => number)).toEqual([...turns.keys()].map((index) => index + 1));
        const rounds = turns.flatMap(({ round }) => (round === null ? [] : [round]));
        expect(rounds).toEqual([...rounds.keys()].map((index) => index + 1));
        if (standing !== null) expect(standing.round).toBe(rounds.length);
        expect(outcome?.rounds ?? rounds.length).toBe(rounds.length);
        const proposals = turns.flatMap(({ round, proposalId }) => (round === null ? [] : [proposalId]));
        expect(new Set(proposals).size).toBe(proposals.length);
      },
    );
  });

  it("EN-24, EN-25: a live record has a deadline to come, a final one none, and the total never moves", () => {
    always(({ before, after, decision }) => {
      const deadlines = deadlinesOf(after);
      expect(deadlines.length > 0).toBe(after.outcome === null);
      if (after.outcome === null) expect(after.deadlines.totalAt).toBe(before.deadlines.totalAt);
      // What was due has been applied: nothing is left that should have happened before the command.
      if (decision.ok && decision.entry !== null) {
        for (const { at } of deadlines) expect(at).toBeGreaterThan(after.updatedAt);
      }
    });
  });

  it("EN-35: earlier turns, rules, context and parties are shared by reference", () => {
    always(({ before, after }) => {
      expect(before.turns.every((turn, index) => turn === after.turns[index])).toBe(true);
      for (const key of ["rules", "context", "initiator", "responder"] as const)
        expect(after[key]).toBe(before[key]);
      expect(after.turns.length - before.turns.length).toBeLessThanOrEqual(1);
    });
  });

  it("EN-39: settled is told once, with the last commit; a turn that is recorded is told, and no other", () => {
    always(
      ({ before, after, decision }) => {
        if (!decision.ok) return;
        const recorded = decision.events.flatMap(({ type, payload }) =>
          type === "turn:recorded" ? [payload.turn] : [],
        );
        expect(recorded).toEqual(after.turns.slice(before.turns.length));
      },
      ({ commits, negotiation }) => {
        const settled = commits.map(
          (events) => events.filter(({ type }) => type === "negotiation:settled").length,
        );
        expect(settled.reduce((sum, count) => sum + count, 0)).toBe(negotiation.outcome === null ? 0 : 1);
        if (negotiation.outcome !== null) expect(settled.at(-1)).toBe(1);
      },
    );
  });

  it("EN-44: no view holds what is private to the other side", () => {
    always(
      () => {},
      ({ negotiation }) => {
        for (const [owner, other] of [
          ["ada", "smith"],
          ["smith", "ada"],
        ] as const) {
          expect(JSON.stringify(view(negotiation, other))).not.toContain(`secret-${owner}`);
        }
      },
    );
  });

  it("EN-3: the histories are worth it: all statuses, all kinds of entries and all waits occur", () => {
    const seen = new Set<string>();
    always(
      ({ after }) => {
        seen.add(after.status);
        if (after.awaiting !== null) seen.add(`awaiting ${after.awaiting.kind}`);
        if (after.outcome !== null) seen.add(after.outcome.reason);
      },
      ({ entries }) => {
        for (const { kind } of entries) seen.add(`entry ${kind}`);
      },
      // Seeded: what is rare would else be missed now and then.
      { numRuns: 1_500, seed: 8 },
    );
    expect([...seen].sort()).toEqual(
      [
        ...["open", "proposed", "countered", "accepted", "rejected", "withdrawn", "expired", "stalled"],
        ...["move", "parked", "claimed", "fallback", "consult"].map((kind) => `awaiting ${kind}`),
        ...[
          "created",
          "turn",
          "failed",
          "parked",
          "claimed",
          "released",
          "consulted",
          "answered",
          "cancelled",
          "closed",
          "woken",
        ].map((kind) => `entry ${kind}`),
        ...Object.keys(STATUSES),
      ].sort(),
    );
  });
});
