import { describe, expect, it } from "vitest";
import type { Action } from "../../src/core/record/index.js";
import { toOapState } from "../../src/presets/oap/index.js";
import type { OapState } from "../../src/presets/oap/oap-state.js";
import { openRoom } from "../kit/open-room.js";
import type { Scenario, Step } from "./scenario.js";
import { begin, SOURCE as INITIATOR, play, CANDIDATE as RESPONDER, take } from "./scenario.js";

const HOUR = 3_600_000;
const WINDOW = 2_592_000_000;

/** What a row of OAP-2 comes to, on the wire. */
interface Row extends Scenario {
  readonly state: OapState;
  readonly reason?: string;
}

const OPENED: readonly Step[] = [[INITIATOR, "propose"]];
const COUNTERED: readonly Step[] = [...OPENED, [RESPONDER, "counter"]];

const ROWS: Record<string, Row[]> = {
  OPEN: [
    {
      says: "the initiator proposes round 1",
      steps: OPENED,
      ends: { standing: { round: 1 } },
      state: "PROPOSED",
    },
    {
      says: "the responder may not propose",
      steps: [[RESPONDER, "propose", "not_your_turn"]],
      ends: { version: 0 },
      state: "OPEN",
    },
    {
      says: "there is nothing to accept or to reject",
      steps: [
        [INITIATOR, "accept", "must_propose"],
        [INITIATOR, "reject", "must_propose"],
      ],
      ends: { version: 0 },
      state: "OPEN",
    },
    {
      says: "the initiator withdraws",
      steps: [[INITIATOR, "withdraw"]],
      ends: {},
      state: "WITHDRAWN",
      reason: "withdraw",
    },
    {
      says: "the responder withdraws",
      steps: [[RESPONDER, "withdraw"]],
      ends: {},
      state: "WITHDRAWN",
      reason: "withdraw",
    },
    {
      says: "1 ms before the opening window is over",
      steps: [["clock", WINDOW - 1]],
      ends: {},
      state: "OPEN",
    },
    {
      says: "the opening window is over",
      steps: [["clock", WINDOW]],
      ends: {},
      state: "EXPIRED",
      reason: "turn_timeout",
    },
  ],
  PROPOSED: [
    {
      says: "the floor counters, round 2",
      steps: COUNTERED,
      ends: { standing: { round: 2 } },
      state: "COUNTERED",
    },
    {
      says: "a repeated propose is a counter",
      steps: [...OPENED, [RESPONDER, "propose"]],
      ends: { turns: [{}, { action: "counter", round: 2 }] },
      state: "COUNTERED",
    },
    {
      says: "the floor accepts",
      steps: [...OPENED, [RESPONDER, "accept"]],
      ends: {},
      state: "ACCEPTED",
      reason: "accept",
    },
    {
      says: "the floor rejects",
      steps: [...OPENED, [RESPONDER, "reject"]],
      ends: {},
      state: "REJECTED",
      reason: "reject",
    },
    {
      says: "the floor withdraws",
      steps: [...OPENED, [RESPONDER, "withdraw"]],
      ends: {},
      state: "WITHDRAWN",
      reason: "withdraw",
    },
    {
      says: "the other party withdraws",
      steps: [...OPENED, [INITIATOR, "withdraw"]],
      ends: {},
      state: "WITHDRAWN",
      reason: "withdraw",
    },
    {
      says: "the proposer may do nothing else",
      steps: [
        ...OPENED,
        ...(["propose", "counter", "accept", "reject"] as const).map(
          (action): Step => [INITIATOR, action, "not_your_turn"],
        ),
      ],
      ends: { version: 1 },
      state: "PROPOSED",
    },
    {
      says: "a question does not exist",
      steps: [...OPENED, [RESPONDER, "question", "action_not_allowed"]],
      ends: {},
      state: "PROPOSED",
    },
    {
      says: "its validity is over",
      steps: [...OPENED, ["clock", HOUR]],
      ends: {},
      state: "EXPIRED",
      reason: "proposal_expired",
    },
  ],
  COUNTERED: [
    {
      says: "the floor counters, round 3",
      steps: [...COUNTERED, [INITIATOR, "counter"]],
      ends: { standing: { round: 3 } },
      state: "COUNTERED",
    },
    {
      says: "the floor accepts",
      steps: [...COUNTERED, [INITIATOR, "accept"]],
      ends: {},
      state: "ACCEPTED",
      reason: "accept",
    },
    {
      says: "the floor rejects",
      steps: [...COUNTERED, [INITIATOR, "reject"]],
      ends: {},
      state: "REJECTED",
      reason: "reject",
    },
    {
      says: "the other party withdraws",
      steps: [...COUNTERED, [RESPONDER, "withdraw"]],
      ends: {},
      state: "WITHDRAWN",
      reason: "withdraw",
    },
    {
      says: "its own proposer accepts",
      steps: [...COUNTERED, [RESPONDER, "accept", "not_your_turn"]],
      ends: {},
      state: "COUNTERED",
    },
    {
      says: "each proposal has its own hour",
      steps: [...OPENED, ["clock", HOUR - 1], [RESPONDER, "counter"], ["clock", HOUR - 1]],
      ends: {},
      state: "COUNTERED",
    },
    {
      says: "the replacing proposal's validity is over",
      steps: [...COUNTERED, ["clock", HOUR]],
      ends: {},
      state: "EXPIRED",
      reason: "proposal_expired",
    },
  ],
  final: (["accept", "reject", "withdraw"] as const).map(
    (action): Row => ({
      says: `after ${action} anything of anyone is refused`,
      steps: [
        ...OPENED,
        [RESPONDER, action],
        ...(["propose", "counter", "accept", "reject", "withdraw"] as const).flatMap((late): Step[] => [
          [INITIATOR, late, "negotiation_over"],
          [RESPONDER, late, "negotiation_over"],
        ]),
        ["clock", WINDOW],
      ],
      ends: { turns: { length: 2 } },
      state: action === "accept" ? "ACCEPTED" : action === "reject" ? "REJECTED" : "WITHDRAWN",
      reason: action,
    }),
  ),
};

describe("oap: the transitions", () => {
  it.each(Object.entries(ROWS).flatMap(([from, rows]) => rows.map((row) => [from, row.says, row] as const)))(
    "OAP-1, OAP-2: %s: %s",
    async (_from, _says, row) => {
      const { record } = await play("oap", row);
      expect(toOapState(record())).toEqual({ state: row.state, reason: row.reason ?? null });
    },
  );

  it("OAP-2: a stranger is refused in each state", async () => {
    for (const steps of [[], OPENED, COUNTERED]) {
      const played = await play("oap", { says: "", steps, ends: {} });
      for (const action of ["propose", "accept", "reject", "withdraw"] as const) {
        await take(played, ["did:web:eve", action, "not_a_party"]);
      }
    }
  });

  it("OAP-3: no end without a party's signature is shown as anything but EXPIRED", async () => {
    const cancelled = await play("oap", {
      says: "",
      steps: [...OPENED, ["host", "cancel"]],
      ends: { status: "withdrawn" },
    });
    expect(toOapState(cancelled.record())).toEqual({ state: "EXPIRED", reason: "cancelled" });
    const agents = [undefined, () => Promise.reject(new Error("boom"))] as const;
    const failed = await play("oap", { says: "", agents, steps: OPENED, ends: { status: "stalled" } });
    expect(toOapState(failed.record())).toEqual({ state: "EXPIRED", reason: "agent_error" });
    for (const onTotalTimeout of ["expire", "stall"] as const) {
      const rules = { totalMs: 1_000, onTotalTimeout };
      const timed = await play("oap", { says: "", rules, steps: [...OPENED, ["clock", 1_000]], ends: {} });
      expect(toOapState(timed.record())).toEqual({ state: "EXPIRED", reason: "total_timeout" });
    }
  });

  it("OAP-5: one party may hold many negotiations in one room", async () => {
    const { room } = openRoom({ rules: { preset: "oap" } });
    const made = await Promise.all(
      ["b", "b", "c"].map((other) => room.createNegotiation("a", other, { price: 1 })),
    );
    expect(made.map(({ status }) => status)).toEqual(["proposed", "proposed", "proposed"]);
  });
});

/** So many proposals by turns. */
function rounds(count: number): Step[] {
  return Array.from({ length: count }, (_, index) => [
    index % 2 === 0 ? INITIATOR : RESPONDER,
    index === 0 ? "propose" : "counter",
  ]);
}

describe("oap: the cap", () => {
  it.each([1, 2, 8])(
    "OAP-7: K = %i: legal at K-1 and K, refused at K+1; the way out stays open",
    async (K) => {
      const rules = { cap: { limit: K } };
      const full = await play("oap", { says: "", rules, steps: rounds(K), ends: { standing: { round: K } } });
      const floor = K % 2 === 1 ? RESPONDER : INITIATOR;
      expect(await full.room.legalMoves(full.id, floor)).toMatchObject({
        actions: ["accept", "reject", "withdraw"],
        turnsLeft: 0,
        isFinalTurn: true,
      });
      await take(full, [floor, "counter", "cap_reached"]);
      await take(full, [floor, "propose", "cap_reached"]);
      for (const action of ["accept", "reject", "withdraw"] as const) {
        const played = await play("oap", {
          says: "",
          rules,
          steps: [...rounds(K), [floor, action]],
          ends: {},
        });
        expect(played.record().outcome?.reason).toBe(action);
      }
      const silent = await play("oap", { says: "", rules, steps: [...rounds(K), ["clock", HOUR]], ends: {} });
      expect(silent.record().outcome?.reason).toBe("proposal_expired");
      if (K > 1) {
        const before = await play("oap", { says: "", rules, steps: rounds(K - 1), ends: {} });
        const other = K % 2 === 0 ? RESPONDER : INITIATOR;
        expect((await before.room.legalMoves(before.id, other))?.actions).toContain("counter");
        expect((await before.room.legalMoves(before.id, other))?.turnsLeft).toBe(1);
      }
    },
  );

  it("OAP-7: the preset's own K is 8, and an agent at round 8 sees turnsLeft 0", async () => {
    const seen: [number, number | null, readonly Action[]][] = [];
    const agent = ({
      turnNumber,
      turnsLeft,
      legalActions,
    }: {
      turnNumber: number;
      turnsLeft: number | null;
      legalActions: readonly Action[];
    }) => {
      seen.push([turnNumber, turnsLeft, legalActions]);
      return (
        turnsLeft === 0 ? { action: "reject" } : { action: "counter", terms: { price: turnNumber } }
      ) as never;
    };
    const { record } = await begin("oap", { agents: [agent, agent] });
    expect(seen.at(-1)).toEqual([9, 0, ["accept", "reject", "withdraw"]]);
    expect(record().outcome).toMatchObject({ reason: "reject", rounds: 8, turnCount: 9 });
  });
});
