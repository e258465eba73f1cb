import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Action } from "../../../src/core/record/index.js";
import type { JudgedMove, Policy, PolicyLayer } from "../../../src/service/commands/index.js";
import { checkedPolicies } from "../../../src/service/commands/index.js";
import { must, proposedTo, type Terms, watchedRoom } from "../watched-room.js";

const LAYERS: readonly PolicyLayer[] = ["universal", "organization", "persona", "personal"];
const ALL: readonly Action[] = ["propose", "counter", "accept", "reject", "question", "withdraw"];
const counter = { action: "counter", terms: { price: 60 } } as const;

/** A policy that says `answer` of every move. */
function policy(answer: unknown, given: Partial<Policy<Terms>> = {}): Policy<Terms> {
  return { layer: "universal", rule: "rule", permits: () => answer as boolean, ...given };
}

/** Ada proposed 40; smith has the floor under these policies. */
const under = (policies: readonly Policy<Terms>[], rules = {}) =>
  proposedTo(undefined, { policies, rules: { actions: ALL, ...rules } });

/** What becomes of smith's acceptance under these: a code, or "ok". */
async function accepting(...policies: Policy<Terms>[]): Promise<string> {
  const { room, id } = await under(policies);
  const result = await room.submit(id, "smith", { action: "accept" });
  return result.ok ? "ok" : result.code;
}

function boom(): never {
  throw new Error("cannot say");
}

describe("a policy", () => {
  it.each([undefined, null, 0, 1, "true", {}, [], Symbol("true"), Promise.resolve(true), new Boolean(true)])(
    "EN-45: masks by anything but true (%#)",
    async (answer) => {
      expect(await accepting(policy(answer, { partyId: "smith" }))).toBe("policy_masked");
    },
  );

  it("EN-45: masks by a throw, and by a promise that fails, unhandled by nobody", async () => {
    for (const permits of [boom, () => Promise.reject(new Error("later")) as never]) {
      expect(await accepting(policy(true, { partyId: "smith", permits }))).toBe("policy_masked");
    }
  });

  it("EN-45: of one party masks that party's moves only", async () => {
    expect(await accepting(policy(false, { partyId: "eve" }))).toBe("ok");
    expect(await accepting(policy(false, { partyId: "smith" }))).toBe("policy_masked");
  });

  it.each(["reject", "withdraw", "question"] as const)(
    "EN-45: never masks %s, and is not even asked",
    async (action) => {
      const asked: Action[] = [];
      const permits = (move: JudgedMove<Terms>): boolean => asked.push(move.action) < 0;
      const { room, id } = await under([policy(false, { partyId: "smith", permits })]);
      expect((await room.legalMoves(id, "smith"))?.actions).toEqual(["reject", "question", "withdraw"]);
      asked.length = 0;
      expect(await room.submit(id, "smith", { action, message: "Why?" } as never)).toMatchObject({
        ok: true,
      });
      expect(asked.filter((one) => one === action)).toEqual([]);
    },
  );

  it("EN-45: the first that masks is named", async () => {
    const ofSmith = { partyId: "smith" };
    const { room, id } = await under([
      policy(true, { rule: "first", ...ofSmith }),
      policy(false, { layer: "organization", rule: "second", ...ofSmith }),
      policy(false, { layer: "personal", rule: "third", ...ofSmith }),
    ]);
    expect(await room.submit(id, "smith", counter)).toMatchObject({ details: { rule: "second" } });
  });
});

describe("checkedPolicies", () => {
  const stackOf = (...layers: readonly PolicyLayer[]) => layers.map((layer) => policy(true, { layer }));

  it("EN-45: takes layers in their order, also repeated or left out, and freezes its own list", () => {
    const given = stackOf("universal", "universal", "organization", "personal", "personal");
    const checked = checkedPolicies(given);
    expect(checked).toEqual(given);
    expect(Object.isFrozen(checked)).toBe(true);
    given.pop();
    expect(checked).toHaveLength(5);
  });

  it("EN-45: throws on each other order", () => {
    for (const [depth, layer] of LAYERS.entries()) {
      for (const outer of LAYERS.slice(0, depth)) {
        const message = `Expected policies in the order ${LAYERS.join(", ")}, got ${outer} after ${layer}.`;
        expect(() => checkedPolicies(stackOf(layer, outer))).toThrow(new TypeError(message));
      }
    }
  });

  it.each<[string, unknown]>([
    ["no list", {}],
    ["null", [null]],
    ["an unknown layer", [{ ...policy(true), layer: "divine" }]],
    ["a rule without a name", [{ ...policy(true), rule: 7 }]],
    ["no function", [{ ...policy(true), permits: true }]],
  ])("EN-45: throws on %s", (_, given) => {
    expect(() => checkedPolicies(given as never)).toThrow(TypeError);
    expect(() => watchedRoom({ policies: given as never })).toThrow(TypeError);
  });
});

describe("a room with policies", () => {
  const noCounter = policy(undefined, {
    layer: "organization",
    rule: "no-haggling",
    partyId: "smith",
    permits: ({ action }) => action !== "counter",
  });

  it("EN-45: refuses with policy_masked, naming layer and rule; nothing changes", async () => {
    const { room, id, heard } = await under([noCounter]);
    const before = room.getNegotiation(id);
    const events = [...heard];
    expect(await room.submit(id, "smith", counter)).toMatchObject({
      ok: false,
      code: "policy_masked",
      details: { layer: "organization", rule: "no-haggling" },
      legal: { actions: ["accept", "reject", "question", "withdraw"] },
    });
    expect(room.getNegotiation(id)).toBe(before);
    expect(heard).toEqual(events);
  });

  it("EN-45: a repeated propose is a counter to them as well, so that no other word gets round them", async () => {
    const { room, id } = await under([noCounter]);
    const propose = { action: "propose", terms: { price: 60 } } as const;
    expect(await room.submit(id, "smith", propose)).toMatchObject({ code: "policy_masked" });
  });

  it("EN-45: legalMoves asks with the bare action and leaves masked ones out, for that party only", async () => {
    const asked: JudgedMove<Terms>[] = [];
    const spying = policy(true, {
      permits: (move) => {
        asked.push(move);
        return true;
      },
    });
    const { room, id } = await under([spying, noCounter]);
    asked.length = 0;
    expect(await room.legalMoves(id, "smith")).toMatchObject({
      actions: ["accept", "reject", "question", "withdraw"],
    });
    // `propose` would be a counter here.
    expect(asked).toEqual([{ action: "counter" }, { action: "counter" }, { action: "accept" }]);
    await room.submit(id, "smith", { action: "question", message: "Why?" });
    expect((await room.legalMoves(id, "ada"))?.actions).toContain("counter");
  });

  it("EN-45: judges the whole move by what its party sees", async () => {
    const seen: unknown[] = [];
    const budget = policy(true, {
      rule: "budget",
      permits: (move, { standing, turns }) => {
        if (move.terms !== undefined) seen.push([move.terms, turns.map((turn) => "assessment" in turn)]);
        return move.action !== "counter" || (move.terms?.price ?? standing?.terms.price ?? 0) <= 55;
      },
    });
    const { room, id } = await under([budget]);
    expect(await room.submit(id, "smith", counter)).toMatchObject({ code: "policy_masked" });
    expect(await room.submit(id, "smith", { action: "counter", terms: { price: 50 } })).toMatchObject({
      ok: true,
    });
    // Nothing of the other side's assessment (EN-44).
    expect(seen).toEqual([
      [{ price: 40 }, []],
      [{ price: 60 }, [false]],
      [{ price: 50 }, [false]],
    ]);
  });

  it("EN-45: agents are offered what is left, and a masked answer is illegal", async () => {
    const { agent, record } = await proposedTo([counter, { action: "accept" }], { policies: [noCounter] });
    expect(agent.calls.map(({ legalActions }) => legalActions)).toEqual([
      ["accept", "reject"],
      ["accept", "reject"],
    ]);
    expect(record()).toMatchObject({ status: "accepted", failures: [{ kind: "illegal" }] });
  });
});

describe("EN-45: properties", () => {
  /** A policy that permits some actions, in some layer, perhaps of one party. */
  const arbitraryPolicy: fc.Arbitrary<Policy<Terms>> = fc
    .record({
      layer: fc.constantFrom(...LAYERS),
      rule: fc.string({ maxLength: 4 }),
      partyId: fc.constantFrom(undefined, "ada", "smith"),
      permitted: fc.subarray([...ALL]),
    })
    .map(({ permitted, ...rest }) => ({ ...rest, permits: ({ action }) => permitted.includes(action) }));
  /** What smith may do under these, and what becomes of an accept and a counter. */
  const allowedUnder = async (policies: readonly Policy<Terms>[]) => {
    const inOrder = [...policies].sort(
      (one, other) => LAYERS.indexOf(one.layer) - LAYERS.indexOf(other.layer),
    );
    const ofSmith = inOrder.map((one) => ({ ...one, partyId: one.partyId === "ada" ? "nobody" : "smith" }));
    const { room, id } = await under(ofSmith);
    const offered = must(await room.legalMoves(id, "smith")).actions;
    const countered = await room.submit(id, "smith", counter);
    const { room: again, id: againId } = await under(ofSmith);
    const accepted = await again.submit(againId, "smith", { action: "accept" });
    return { offered, accept: accepted.ok, counter: countered.ok };
  };

  it("EN-45: adding a policy never adds a move, their order changes none, and legalMoves and submit agree", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryPolicy, { maxLength: 4 }), arbitraryPolicy, async (stack, added) => {
        const before = await allowedUnder(stack);
        const after = await allowedUnder([...stack, added]);
        expect(await allowedUnder([added, ...stack.toReversed()])).toEqual(after);
        expect(before.offered).toEqual(expect.arrayContaining([...after.offered]));
        for (const { offered, ...taken } of [before, after]) {
          expect(taken).toEqual({ accept: offered.includes("accept"), counter: offered.includes("counter") });
        }
      }),
      { numRuns: 50 },
    );
  });
});
