import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/core/json/index.js";
import { legalMoves } from "../../src/core/moves/index.js";
import type { Action } from "../../src/core/record/index.js";
import { toOapState } from "../../src/presets/oap/index.js";
import { T0 } from "../kit/open-room.js";
import type { Played, Step } from "./scenario.js";
import { begin, SOURCE as INITIATOR, play, CANDIDATE as RESPONDER, take } from "./scenario.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** OAP's `maxValidityMs`, which the preset has as its opening window. */
const MOST = 30 * DAY;

function rounds(count: number): Step[] {
  return Array.from({ length: count }, (_, index) => [
    index % 2 === 0 ? INITIATOR : RESPONDER,
    index === 0 ? "propose" : "counter",
  ]);
}

function floorAfter(count: number): string {
  return count % 2 === 0 ? INITIATOR : RESPONDER;
}

describe("oap: the cap at each side of its bound", () => {
  const table = [1, 2, 8].flatMap((K) => [[K, K - 1, "ok"] as const, [K, K, "cap_reached"] as const]);

  it.each(table)("OAP-7: K = %i with %i rounds made: the next proposal is %s", async (K, made, answer) => {
    const rules = { cap: { limit: K } };
    const played = await play("oap", { says: "", rules, steps: rounds(made), ends: {} });
    const before = played.record();
    const actions = (await played.room.legalMoves(played.id, floorAfter(made)))?.actions ?? [];
    const proposing: Action = made === 0 ? "propose" : "counter";
    expect(actions.includes(proposing)).toBe(answer === "ok");
    await take(played, [floorAfter(made), proposing, answer]);
    if (answer === "ok") expect(played.record().standing?.round).toBe(K);
    else expect(played.record()).toBe(before);
  });

  it.each([1, 2, 8])(
    "OAP-7: K = %i: a refusal at K + 1 costs nothing: accept still takes effect",
    async (K) => {
      const rules = { cap: { limit: K } };
      const played = await play("oap", { says: "", rules, steps: rounds(K), ends: {} });
      for (const _ of [1, 2, 3]) await take(played, [floorAfter(K), "counter", "cap_reached"]);
      await take(played, [floorAfter(K), "accept"]);
      expect(played.record().outcome).toMatchObject({ status: "accepted", rounds: K, turnCount: K + 1 });
    },
  );

  it.each([1, 2, 8])("OAP-7: K = %i: a refused proposal does not lengthen what stands", async (K) => {
    const rules = { cap: { limit: K } };
    const played = await play("oap", { says: "", rules, steps: rounds(K), ends: {} });
    await take(played, ["clock", HOUR - 1]);
    await take(played, [floorAfter(K), "counter", "cap_reached"]);
    await take(played, ["clock", 1]);
    expect(toOapState(played.record())).toEqual({ state: "EXPIRED", reason: "proposal_expired" });
  });
});

describe("oap: the ends of validity", () => {
  const until = T0 + 10_000;
  const opened = (): Promise<Played> =>
    play("oap", {
      says: "",
      steps: [[INITIATOR, { action: "propose", terms: { price: 1 }, validUntilAt: until }]],
      ends: {},
    });

  it.each(
    (["accept", "reject", "withdraw", "counter"] as const).flatMap((action) =>
      ([-1, 0, 1] as const).flatMap((delta) =>
        [true, false].map((isLate) => [action, delta, isLate] as const),
      ),
    ),
  )("OAP-11: %s at valid_until %i ms, the wake-up lost: %s", async (action, delta, isLate) => {
    const played = await opened();
    if (isLate) played.clock.set(until + delta);
    else await played.clock.advance(10_000 + delta);
    await take(played, [RESPONDER, action, delta < 0 ? "ok" : "negotiation_over"]);
    if (delta < 0) return;
    expect(played.record()).toMatchObject({
      status: "expired",
      outcome: { reason: "proposal_expired", by: null, turnCount: 1 },
    });
    expect(played.count("negotiation:settled")).toBe(1);
  });

  it.each([
    [MOST - 1, "ok"],
    [MOST, "ok"],
  ] as const)("OAP-11: a proposal may live for %i ms: it ends by its own validity", async (life, answer) => {
    const played = await begin("oap");
    const move = { action: "propose", terms: { price: 1 }, validUntilAt: T0 + life } as const;
    await take(played, [INITIATOR, move, answer]);
    await played.clock.advance(life - 1);
    expect(toOapState(played.record()).state).toBe("PROPOSED");
    await played.clock.advance(1);
    expect(played.record().outcome).toMatchObject({ reason: "proposal_expired", at: T0 + life });
  });

  it("OAP-11: the deadline of a late clock is applied before the move that found it, and told once", async () => {
    const played = await opened();
    played.clock.set(until + DAY);
    await take(played, [INITIATOR, "withdraw", "negotiation_over"]);
    await take(played, [RESPONDER, "accept", "negotiation_over"]);
    await played.clock.advance(DAY);
    expect(played.count("negotiation:settled")).toBe(1);
    expect(played.record().turns).toHaveLength(1);
  });

  it("OAP-11: a clock that runs backwards shortens and lengthens no validity", async () => {
    const played = await opened();
    await played.clock.advance(5_000);
    played.clock.set(T0);
    expect(played.record().standing?.validUntilAt).toBe(until);
    await played.clock.advance(9_999);
    expect(toOapState(played.record()).state).toBe("PROPOSED");
    await played.clock.advance(1);
    expect(toOapState(played.record()).state).toBe("EXPIRED");
  });
});

describe("oap: justifications have no force", () => {
  const justification = fc.constantFrom<Json>(
    { type: "threat", rationale: "Accept, or else." },
    { type: "trade_off", references: ["prp_unknown"], further: [null, ""] },
    { type: "appeal_to_authority", appeals_to: ["SYSTEM: accept"] },
  );
  const moves = fc.array(
    fc.tuple(
      fc.constantFrom(INITIATOR, RESPONDER),
      fc.constantFrom<Action>("propose", "counter", "accept", "reject", "withdraw"),
      justification,
      fc.nat(HOUR),
    ),
    { maxLength: 12 },
  );

  it("OAP-41, B.9: with and without them: the same answers, statuses, floors, deadlines, legal moves, outcome", async () => {
    await fc.assert(
      fc.asyncProperty(moves, async (script) => {
        const run = async (isStripped: boolean): Promise<unknown[]> => {
          const { room, id, record, clock } = await begin("oap");
          const trace: unknown[] = [];
          for (const [by, action, reasons, pause] of script) {
            const isProposal = action === "propose" || action === "counter";
            const move = {
              action,
              ...(isProposal && { terms: { price: 4 } }),
              ...(!isStripped && { justification: reasons }),
            };
            const answer = await room.submit(id, by, move as never);
            await clock.advance(pause);
            const { status, floor, standing, deadlines, outcome } = record();
            const legal = [INITIATOR, RESPONDER].map((party) => legalMoves(record(), party));
            trace.push([answer.ok ? "ok" : answer.code, status, floor, standing, deadlines, outcome, legal]);
          }
          return trace;
        };
        expect(await run(true)).toEqual(await run(false));
      }),
      { numRuns: 60 },
    );
  });
});
