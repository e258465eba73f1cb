import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { legalMoves } from "../../src/core/moves/index.js";
import type { Action } from "../../src/core/record/index.js";
import type { AgentCall } from "../../src/ports/index.js";
import { type AgentAnswer, scriptedAgent } from "../../src/testing/agents/index.js";
import { deferred, must, type Terms, watchedRoom } from "./watched-room.js";

const propose = { action: "propose", terms: { price: 40 } } as const;
const counter = { action: "counter", terms: { price: 50 } } as const;
const accept = { action: "accept" } as const;

/** Two agents with these answers, through `negotiate`. */
async function negotiated(adas: readonly AgentAnswer<Terms>[], smiths: readonly AgentAnswer<Terms>[]) {
  const watched = watchedRoom<Terms>();
  const ada = scriptedAgent<Terms>(adas);
  const smith = scriptedAgent<Terms>(smiths);
  const outcome = await watched.room.negotiate({
    initiator: { id: "ada", kind: "personal", agent: ada },
    responder: { id: "smith", kind: "system", agent: smith },
  });
  return { ...watched, outcome, ada, smith, record: must(watched.room.getLatestNegotiation()) };
}

const OPENED = [
  "negotiation:started",
  "turn:awaited",
  "turn:recorded",
  "negotiation:updated",
  "turn:awaited",
];

describe("two agents through negotiate", () => {
  it("AS-27: propose, accept", async () => {
    const { outcome, heard, record } = await negotiated([propose], [accept]);
    expect(outcome).toEqual(record.outcome);
    expect(outcome).toMatchObject({
      status: "accepted",
      by: "smith",
      turnCount: 2,
      proposal: { terms: { price: 40 } },
    });
    expect(heard).toEqual([...OPENED, "turn:recorded", "negotiation:agreed", "negotiation:settled"]);
  });

  it("AS-27: propose, counter, accept", async () => {
    const { outcome, heard } = await negotiated([propose, accept], [counter]);
    expect(outcome).toMatchObject({
      status: "accepted",
      by: "ada",
      turnCount: 3,
      proposal: { terms: { price: 50 } },
    });
    expect(heard).toEqual([
      ...OPENED,
      "turn:recorded",
      "negotiation:updated",
      "turn:awaited",
      "turn:recorded",
      "negotiation:agreed",
      "negotiation:settled",
    ]);
  });

  it("AS-27: propose, reject", async () => {
    const { outcome, heard } = await negotiated([propose], [{ action: "reject", reason: "Too low." }]);
    expect(outcome).toMatchObject({ status: "rejected", reason: "reject", by: "smith", proposal: null });
    expect(heard).toEqual([...OPENED, "turn:recorded", "negotiation:rejected", "negotiation:settled"]);
  });

  it("B-46: each turn names the party that decided it, with its own reasoning", async () => {
    const { record } = await negotiated(
      [
        { ...propose, assessment: { reasoning: "ada 1" } },
        { ...accept, assessment: { reasoning: "ada 3" } },
      ],
      [{ ...counter, assessment: { reasoning: "smith 2" } }],
    );
    expect(
      record.turns.map(({ partyId, seat, source, assessment }) => [partyId, seat, source, assessment]),
    ).toEqual([
      ["ada", "initiator", "agent", { reasoning: "ada 1" }],
      ["smith", "responder", "agent", { reasoning: "smith 2" }],
      ["ada", "initiator", "agent", { reasoning: "ada 3" }],
    ]);
  });

  it("B-37: nothing waits after the end", async () => {
    const { clock } = await negotiated([propose, accept], [counter]);
    expect(clock.pendingCount).toBe(0);
  });
});

describe("an agent that is busy", () => {
  it("B-15: moves from outside wait for nobody, and are decided in the order in which they came", async () => {
    const answer = deferred<AgentAnswer<Terms>>();
    const smith = scriptedAgent<Terms>(() => answer.promise);
    const { room, clock, told } = watchedRoom<Terms>();
    const { id } = await room.createNegotiation(
      "ada",
      { id: "smith", kind: "system", agent: smith },
      propose.terms,
    );
    await clock.advance(0);
    const results = await Promise.all([
      room.submit(id, "ada", counter),
      room.submit(id, "smith", counter),
      room.submit(id, "ada", { action: "counter", terms: { price: 45 } }),
      room.submit(id, "ada", accept),
    ]);
    expect(results.map((result) => (result.ok ? result.turn?.number : result.code))).toEqual([
      "not_your_turn",
      2,
      3,
      "not_your_turn",
    ]);
    answer.resolve(accept);
    await clock.advance(0);
    expect(told("turn:dropped")).toMatchObject([{ turnNumber: 2, why: "stale" }]);
    expect(smith.calls.map(({ turnNumber }) => turnNumber)).toEqual([2, 4]);
  });

  it("B-15: an agent is called at most once for a turn that it answers, whoever moves meanwhile", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("ada", "smith", "clock", "agent"), { maxLength: 12 }),
        async (steps) => {
          const open: ((answer: AgentAnswer<Terms>) => void)[] = [];
          const calls: number[] = [];
          const agent = ({ turnNumber }: AgentCall<Terms>): Promise<AgentAnswer<Terms>> => {
            calls.push(turnNumber);
            return new Promise((resolve) => open.push(resolve));
          };
          const { room, clock } = watchedRoom<Terms>({ rules: { cap: { limit: 50 } } });
          const smith = { id: "smith", kind: "system", agent } as const;
          const { id } = await room.createNegotiation("ada", smith, propose.terms);
          for (const [index, step] of steps.entries()) {
            const move = { action: "counter", terms: { price: index } } as const;
            if (step === "clock") await clock.advance(100);
            else if (step === "agent") open.shift()?.(move);
            else await room.submit(id, step, move);
            await clock.advance(0);
          }
          expect(new Set(calls).size).toBe(calls.length);
          expect(calls.length).toBeLessThanOrEqual(must(room.getNegotiation(id)).turns.length);
          await room.close();
          expect(clock.pendingCount).toBe(0);
        },
      ),
    );
  });
});

describe("a party that has learned enough", () => {
  it("B-47: may reject, or withdraw, at every turn of its own, from the second to the last", async () => {
    const actions: readonly Action[] = ["propose", "counter", "accept", "reject", "withdraw"];
    for (const cap of [
      { limit: 6, mode: "reach", result: "stalled" },
      { limit: 5, mode: "exceed", result: "expired" },
      { limit: 4, counts: "proposals", mode: "exceed", result: "refuse" },
    ] as const) {
      const { room } = watchedRoom<Terms>({ rules: { actions, cap } });
      const { id } = await room.createNegotiation("ada", "smith", propose.terms);
      for (let turn = 2; turn <= 6; turn += 1) {
        const record = must(room.getNegotiation(id));
        if (record.outcome !== null) break;
        const floor = must(record.floor);
        expect(must(legalMoves(record, floor)).actions).toEqual(
          expect.arrayContaining(["reject", "withdraw"]),
        );
        await room.submit(id, floor, { action: "counter", terms: { price: 40 + turn } });
      }
    }
  });
});
