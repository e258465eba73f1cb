import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deadlinesOf } from "../../../src/core/deadlines/index.js";
import { replay } from "../../../src/core/index.js";
import { recordWith } from "../../../src/core/record/index.js";
import { arbitraryHistory, type History } from "../../../src/fuzz/arbitraries/index.js";
import { isDeepFrozen } from "../../kit/deep-frozen.js";

/** `holds` for 500 histories; on failure the commands are printed. */
function always(holds: (history: History) => void): void {
  fc.assert(fc.property(arbitraryHistory(), holds), { numRuns: 500 });
}

const sample: readonly History[] = fc.sample(arbitraryHistory(), { numRuns: 1_000, seed: 1 });

describe("arbitrary histories", () => {
  it("have a record and an entry for each version, from 0 without gaps", () => {
    always(({ records, entries, negotiation }) => {
      expect(records.map(({ version }) => version)).toEqual([...records.keys()]);
      expect(entries.map(({ version }) => version)).toEqual([...records.keys()]);
      expect(records.at(-1)).toBe(negotiation);
    });
  });

  it("reach at most one final status, which nothing follows", () => {
    always(({ records, steps }) => {
      expect(records.filter(({ outcome }) => outcome !== null).length).toBeLessThanOrEqual(1);
      const later = steps.slice(steps.findIndex(({ after }) => after?.outcome != null) + 1);
      const isOver = steps.some(({ after }) => after?.outcome != null);
      if (isOver) expect(later.filter(({ before, after }) => before !== after)).toEqual([]);
    });
  });

  it("hold only records that are deep-frozen and survive JSON", () => {
    always(({ records }) => {
      for (const record of records) {
        expect(isDeepFrozen(record)).toBe(true);
        expect(JSON.parse(JSON.stringify(record))).toEqual(record);
      }
    });
  });

  it("leave no live record without a floor, an awaited thing and a deadline", () => {
    always(({ records }) => {
      for (const record of records) {
        const isLive = record.outcome === null;
        expect(record.floor !== null).toBe(isLive);
        expect(record.awaiting !== null).toBe(isLive);
        expect(deadlinesOf(record).length > 0).toBe(isLive);
      }
    });
  });

  it("number turns from 1 without gaps and share those that did not change", () => {
    always(({ records }) => {
      records.forEach(({ turns }, version) => {
        expect(turns.map(({ number }) => number)).toEqual(turns.map((_, index) => index + 1));
        records[version - 1]?.turns.forEach((turn, index) => {
          expect(turns[index]).toBe(turn);
        });
      });
    });
  });

  it("never run backwards in time, though their commands do", () => {
    always(({ records }) => {
      const instants = records.map(({ updatedAt }) => updatedAt);
      expect(instants).toEqual([...instants].sort((one, other) => one - other));
    });
    expect(
      sample.some(({ steps }) => steps.some(({ now, before }) => before !== null && now < before.updatedAt)),
    ).toBe(true);
  });

  it("change nothing by a refusal or a repetition", () => {
    always(({ steps }) => {
      for (const { before, after, decision } of steps) {
        if (!decision.ok || decision.applied === "nothing") expect(after).toBe(before);
      }
    });
  });

  it("add up to entries that replay to the record, byte for byte", () => {
    always(({ entries, negotiation }) => {
      expect(JSON.stringify(recordWith(replay(entries)))).toBe(JSON.stringify(negotiation));
    });
  });

  it("hold what is sealed in entries alone, and give it back when they are replayed [EN-54]", () => {
    const isTold = (value: object): boolean => JSON.stringify(value).includes('"sealed"');
    for (const { steps, entries } of sample) {
      for (const { decision } of steps) {
        if (!decision.ok) expect(isTold(decision)).toBe(false);
        else expect(isTold([decision.negotiation, decision.events, [decision.turn]])).toBe(false);
      }
      expect(replay(entries).turns).toEqual(entries.flatMap(({ turn }) => turn ?? []));
    }
    expect(sample.filter(({ entries }) => isTold(entries)).length).toBeGreaterThan(100);
  });

  it("know every command, status and reason", () => {
    const commands = new Set(sample.flatMap((history) => history.commands.map(({ type }) => type)));
    expect([...commands].sort()).toEqual(
      ["answer", "cancel", "claim", "consult", "create", "fail", "move", "park", "release", "wake"].sort(),
    );
    const statuses = new Set(sample.flatMap(({ records }) => records.map(({ status }) => status)));
    expect(statuses.size).toBe(8);
    const reasons = new Set(sample.map(({ negotiation }) => negotiation.outcome?.reason));
    const usual = [
      "accept",
      "reject",
      "withdraw",
      "turn_timeout",
      "total_timeout",
      "proposal_expired",
      "turn_cap",
    ];
    expect([...usual, "agent_error", "cancelled"].filter((reason) => !reasons.has(reason as never))).toEqual(
      [],
    );
  });

  it("know most refusals, and get somewhere", () => {
    const codes = new Set(
      sample.flatMap(({ steps }) => steps.map(({ decision }) => (decision.ok ? "" : decision.refusal.code))),
    );
    expect(codes.size).toBeGreaterThan(15);
    const turns = sample.map(({ negotiation }) => negotiation.turns.length);
    expect(turns.reduce((sum, count) => sum + count, 0) / sample.length).toBeGreaterThan(2);
    expect(Math.max(...turns)).toBeGreaterThan(8);
  });

  it("shrink to few commands and print them", () => {
    const { counterexample } = fc.check(
      fc.property(arbitraryHistory(), ({ negotiation }) => negotiation.status !== "accepted"),
      { seed: 4, numRuns: 2_000 },
    );
    const history = counterexample?.[0];
    expect(history?.negotiation.turns.map(({ action }) => action)).toEqual(["propose", "accept"]);
    expect(history?.commands.length).toBeLessThanOrEqual(3);
    expect(fc.stringify(history)).toMatch(
      /^\+0 ms {2}create \(preset .+\n.*accept .*-> version \d, accepted \(accept\)$/s,
    );
  });

  it("are the same for the same seed", () => {
    const [one, other] = [1, 2].map(() => fc.sample(arbitraryHistory(), { numRuns: 20, seed: 7 }));
    expect(one?.map(String)).toEqual(other?.map(String));
  });
});

describe("the options of arbitrary histories", () => {
  it("choose parties, rules and the number of commands", () => {
    const ada = { id: "ada", kind: "personal" } as const;
    const smith = { id: "smith", kind: "system" } as const;
    const [history] = fc.sample(
      arbitraryHistory({
        parties: fc.constant({ initiator: ada, responder: smith }),
        rules: fc.constant({ preset: "oap" }),
        maxCommands: 0,
      }),
      1,
    );
    expect(history?.negotiation).toMatchObject({
      initiator: ada,
      responder: smith,
      rules: { preset: "oap" },
    });
    expect(history?.negotiation.version).toBe(0);
  });

  it("are refused when they are wrong or unknown", () => {
    expect(() => arbitraryHistory({ maxCommands: -1 })).toThrow(RangeError);
    expect(() => arbitraryHistory({ maxCommand: 3 } as never)).toThrow(
      '"maxCommand". Did you mean maxCommands?',
    );
  });
});
