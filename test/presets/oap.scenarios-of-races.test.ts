import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Action } from "../../src/core/record/index.js";
import { T0 } from "../kit/open-room.js";
import { begin, SOURCE as INITIATOR, play, CANDIDATE as RESPONDER, type Step, take } from "./scenario.js";

const HOUR = 3_600_000;
const OPENED: readonly Step[] = [[INITIATOR, "propose"]];
const offer = (price: number, fields: object = {}) => ({
  action: "counter" as const,
  terms: { price },
  ...fields,
});

/** So many proposals by turns. */
function rounds(count: number): Step[] {
  return Array.from({ length: count }, (_, index) => [
    index % 2 === 0 ? INITIATOR : RESPONDER,
    index === 0 ? "propose" : "counter",
  ]);
}

describe("oap: the first valid acceptance wins", () => {
  it("OAP-6: of accepts, withdrawals, counters and expiry in any order exactly one is final", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 3 }), async (scheduler, accepts) => {
        const { room, clock, id, record, count } = await begin("oap", { opening: { price: 40 } });
        const at = (label: string, act: () => Promise<unknown>) =>
          scheduler.schedule(Promise.resolve(), label).then(act);
        const submit = (by: string, move: object) => room.submit(id, by, move as never);
        const racing = [
          ...Array.from({ length: accepts }, () =>
            at("accept", () => submit(RESPONDER, { action: "accept" })),
          ),
          at("withdraw", () => submit(INITIATOR, { action: "withdraw" })),
          at("withdraw", () => submit(RESPONDER, { action: "withdraw" })),
          at("expiry", () => clock.advance(HOUR)),
          at("set", async () => clock.set(T0 + HOUR)),
        ];
        await scheduler.waitFor(Promise.all(racing));
        const answers = (await Promise.all(racing)).filter((one) => one !== undefined) as {
          ok: boolean;
          code?: string;
        }[];
        const taken = answers.filter(({ ok }) => ok);
        expect(answers.filter(({ ok }) => !ok).every(({ code }) => code === "negotiation_over")).toBe(true);
        expect(record().outcome?.reason === "proposal_expired" ? taken : [taken[0]]).toEqual(taken);
        expect(count("negotiation:settled")).toBe(1);
        expect(count("turn:recorded")).toBe(1 + taken.length);
        expect(record().turns).toHaveLength(1 + taken.length);
      }),
      { numRuns: 100 },
    );
  });

  it("OAP-6: the losers get negotiation_over, and add no turn and no event", async () => {
    const { room, id, told, record } = await begin("oap", { opening: { price: 40 } });
    const results = await Promise.all(
      Array.from({ length: 5 }, () => room.submit(id, RESPONDER, { action: "accept" })),
    );
    expect(results.map((result) => (result.ok ? "ok" : result.code))).toEqual([
      "ok",
      ...Array(4).fill("negotiation_over"),
    ]);
    expect(record().version).toBe(1);
    expect(told.filter(({ name }) => name === "negotiation:agreed")).toHaveLength(1);
  });
});

describe("oap: rounds and replays", () => {
  it("OAP-8: rounds are contiguous from 1, whatever is refused in between", async () => {
    const steps = fc.array(
      fc.tuple(
        fc.constantFrom(INITIATOR, RESPONDER, "eve"),
        fc.constantFrom<Action>("propose", "counter", "accept", "question"),
      ),
      { maxLength: 15 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (moves) => {
        const { room, id, record } = await begin("oap");
        for (const [by, action] of moves) {
          await room.submit(id, by, { action, ...(action !== "accept" && { terms: { price: 1 } }) } as never);
        }
        const proposals = record().turns.filter(({ round }) => round !== null);
        expect(proposals.map(({ round }) => round)).toEqual(proposals.map((_, index) => index + 1));
      }),
      { numRuns: 50 },
    );
  });

  it("OAP-9: a move that answers anything but the standing proposal is stale", async () => {
    const played = await play("oap", { says: "", steps: rounds(3), ends: {} });
    const [first, second, standing] = played.record().turns.map(({ proposalId }) => proposalId);
    for (const replyTo of [first, second, "prp_unknown"]) {
      for (const move of [{ action: "accept" }, { action: "reject" }, offer(9)] as const) {
        await take(played, [RESPONDER, { ...move, replyTo } as never, "stale_proposal"]);
      }
    }
    await take(played, [RESPONDER, { action: "accept", replyTo: standing }]);
  });

  it("OAP-9: handing in any earlier document again leaves the record as it is, in each later state", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom("accept", "reject", null),
        async (count, end) => {
          const { room, id, record } = await begin("oap");
          const sent: [string, object, { commandId: string }][] = [];
          const send = (by: string, move: object) => {
            sent.push([by, move, { commandId: `prp_${sent.length}` }]);
            return room.submit(id, by, move as never, { commandId: `prp_${sent.length - 1}` });
          };
          for (let round = 1; round <= count; round += 1) {
            const by = round % 2 === 1 ? INITIATOR : RESPONDER;
            const replyTo = record().standing?.id ?? null;
            await send(by, {
              action: round === 1 ? "propose" : "counter",
              terms: { round },
              proposalId: `prp_${round}`,
              replyTo,
            });
          }
          if (end !== null)
            await send(record().floor as string, { action: end, replyTo: record().standing?.id });
          const before = record();
          for (const [by, move, options] of sent) {
            expect(await room.submit(id, by, move as never, options)).toMatchObject({
              ok: true,
              duplicate: true,
            });
            // The same document under a new command is no repeat, and is refused.
            expect(await room.submit(id, by, move as never)).toMatchObject({ ok: false });
          }
          expect(record()).toBe(before);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("oap: the host's clock, without leeway", () => {
  const until = T0 + 10_000;
  const opened = [[INITIATOR, { action: "propose", terms: { price: 1 }, validUntilAt: until }] as const];

  it.each([
    [1, "ok"],
    [0, "validity_passed"],
    [-1, "validity_passed"],
  ] as const)("OAP-11: a counter whose own valid_until is now %i ms: %s", async (life, answer) => {
    const played = await play("oap", { says: "", steps: [...opened, ["clock", 5_000]], ends: {} });
    await take(played, [RESPONDER, offer(2, { validUntilAt: T0 + 5_000 + life }), answer]);
    if (answer !== "ok") return;
    await take(played, ["clock", 1]);
    expect(played.record().outcome).toMatchObject({ reason: "proposal_expired", at: T0 + 5_001 });
  });

  it("OAP-11: a move that brings no instant stands for the default of an hour, 1 ms short of it still", async () => {
    const played = await play("oap", {
      says: "",
      steps: OPENED,
      ends: { standing: { validUntilAt: T0 + HOUR } },
    });
    await take(played, ["clock", HOUR - 1]);
    await take(played, [RESPONDER, "accept"]);
  });

  it("OAP-11: at a tie the validity goes before the opening window", async () => {
    const rules = { turnMs: HOUR };
    const { record } = await play("oap", { says: "", rules, steps: [...OPENED, ["clock", HOUR]], ends: {} });
    expect(record().outcome?.reason).toBe("proposal_expired");
  });
});
