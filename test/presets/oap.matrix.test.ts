import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Action } from "../../src/core/record/index.js";
import { toOapState } from "../../src/presets/oap/index.js";
import type { Played, Step } from "./scenario.js";
import { begin, SOURCE as INITIATOR, play, CANDIDATE as RESPONDER } from "./scenario.js";

type OapState = ReturnType<typeof toOapState>["state"];

const HOUR = 3_600_000;
const MOVES: readonly Action[] = ["propose", "counter", "accept", "reject", "withdraw"];
const STRANGER = "did:web:eve";

const OPENED: readonly Step[] = [[INITIATOR, "propose"]];

/** How each wire state comes about. */
const STATES: Readonly<Record<OapState, readonly Step[]>> = {
  OPEN: [],
  PROPOSED: OPENED,
  COUNTERED: [...OPENED, [RESPONDER, "counter"]],
  ACCEPTED: [...OPENED, [RESPONDER, "accept"]],
  REJECTED: [...OPENED, [RESPONDER, "reject"]],
  WITHDRAWN: [...OPENED, [INITIATOR, "withdraw"]],
  EXPIRED: [...OPENED, ["clock", HOUR]],
};

/** Who has the floor, where somebody has. */
const FLOORS: Readonly<Partial<Record<OapState, string>>> = {
  OPEN: INITIATOR,
  PROPOSED: RESPONDER,
  COUNTERED: INITIATOR,
};

/** The state after a move, or the code that refuses it: OAP-2, cell by cell. */
function cell(state: OapState, move: Action, mover: "floor" | "other" | "stranger"): string {
  if (mover === "stranger") return "not_a_party";
  if (FLOORS[state] === undefined) return "negotiation_over";
  if (move === "withdraw") return "WITHDRAWN";
  if (mover === "other") return "not_your_turn";
  const isProposal = move === "propose" || move === "counter";
  if (state === "OPEN") return isProposal ? "PROPOSED" : "must_propose";
  return isProposal ? "COUNTERED" : move === "accept" ? "ACCEPTED" : "REJECTED";
}

const CELLS = (Object.keys(STATES) as OapState[]).flatMap((state) =>
  MOVES.flatMap((move) =>
    (["floor", "other", "stranger"] as const).map((mover) => [state, move, mover] as const),
  ),
);

function moverOf(state: OapState, mover: "floor" | "other" | "stranger"): string {
  if (mover === "stranger") return STRANGER;
  const floor = FLOORS[state] ?? INITIATOR;
  const other = floor === INITIATOR ? RESPONDER : INITIATOR;
  return mover === "floor" ? floor : other;
}

function fields(move: Action): object {
  return move === "propose" || move === "counter" ? { terms: { price: 7 } } : {};
}

/** All that a refusal must leave as it is. */
async function left({ room, id, record, told }: Played): Promise<string> {
  const views = await Promise.all([INITIATOR, RESPONDER].map((party) => room.viewFor(id, party)));
  return JSON.stringify([record(), views, told.length]);
}

describe("oap: the whole matrix", () => {
  it("has 7 states, 5 moves and 3 movers", () => {
    expect(CELLS).toHaveLength(105);
  });

  // OPEN has no counter: what counters nothing is refused.
  it.each(CELLS)("OAP-1, OAP-2: %s: %s by %s", async (state, move, mover) => {
    const played = await play("oap", { says: "", steps: STATES[state], ends: {} });
    expect(toOapState(played.record()).state).toBe(state);
    const before = await left(played);
    const rounds = played.record().turns.filter(({ round }) => round !== null).length;
    const answer = await played.room.submit(played.id, moverOf(state, mover), {
      action: move,
      ...fields(move),
    } as never);
    const wanted =
      state === "OPEN" && move === "counter" && mover === "floor" ? "must_propose" : cell(state, move, mover);
    if (!answer.ok) {
      expect(answer.code).toBe(wanted);
      expect(await left(played)).toBe(before);
      return;
    }
    expect(toOapState(played.record()).state).toBe(wanted);
    if (wanted === "PROPOSED" || wanted === "COUNTERED") {
      expect(played.record()).toMatchObject({
        standing: { round: rounds + 1 },
        floor: moverOf(state, "other"),
      });
    }
  });

  it("OAP-2: time ends each live state, and changes no final one", async () => {
    for (const [state, steps] of Object.entries(STATES) as [OapState, readonly Step[]][]) {
      const played = await play("oap", { says: "", steps, ends: {} });
      const before = played.record();
      await played.clock.advance(2_592_000_000);
      if (FLOORS[state] === undefined) expect(played.record()).toBe(before);
      else expect(toOapState(played.record()).state).toBe("EXPIRED");
    }
  });

  it("OAP-5: parties are told apart by identity alone: every sequence alternates, initiator first", async () => {
    const attempts = fc.array(
      fc.tuple(fc.constantFrom(INITIATOR, RESPONDER, STRANGER), fc.constantFrom(...MOVES)),
      {
        maxLength: 20,
      },
    );
    await fc.assert(
      fc.asyncProperty(attempts, async (moves) => {
        const { room, id, record } = await begin("oap");
        for (const [by, action] of moves) await room.submit(id, by, { action, ...fields(action) } as never);
        const movers = record()
          .turns.filter(({ action }) => action !== "withdraw")
          .map(({ partyId }) => partyId);
        expect(movers).toEqual(movers.map((_, index) => (index % 2 === 0 ? INITIATOR : RESPONDER)));
      }),
      { numRuns: 60 },
    );
  });

  it("OAP-3: every random run ends, under the deadlines of the preset alone", async () => {
    const attempts = fc.array(
      fc.tuple(fc.constantFrom(INITIATOR, RESPONDER), fc.constantFrom(...MOVES), fc.nat(HOUR)),
      {
        maxLength: 20,
      },
    );
    await fc.assert(
      fc.asyncProperty(attempts, async (moves) => {
        const { room, id, record, clock, count } = await begin("oap");
        for (const [by, action, pause] of moves) {
          await room.submit(id, by, { action, ...fields(action) } as never);
          await clock.advance(pause);
        }
        await clock.advance(2_592_000_000);
        expect(["ACCEPTED", "REJECTED", "WITHDRAWN", "EXPIRED"]).toContain(toOapState(record()).state);
        expect(count("negotiation:settled")).toBe(1);
      }),
      { numRuns: 60 },
    );
  });
});
