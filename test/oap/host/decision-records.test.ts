import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DecisionRecord, type PolicyStack, policyStacks } from "../../../src/oap/host/index.js";
import type { Policy, PolicyLayer } from "../../../src/service/commands/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { openRoom, T0 } from "../../kit/open-room.js";

type Rule = Omit<Policy, "partyId">;

const LAYERS: readonly PolicyLayer[] = ["universal", "organization", "persona", "personal"];
const clock = new ManualClock(T0);

function ruleAt(layer: PolicyLayer, rule: string, permits: Rule["permits"]): Rule {
  return { layer, rule, permits };
}

const never = (layer: PolicyLayer, action: string) =>
  ruleAt(layer, `no-${action}`, (move) => move.action !== action);

/** The negotiation of two under these stacks, with the responder to move. */
async function begin(stacks: readonly PolicyStack[]) {
  const opened = openRoom({ policies: policyStacks(stacks, { clock }), rules: { preset: "oap" } });
  const { id } = await opened.room.createNegotiation("a", "b", { price: 1 });
  return { ...opened, id };
}

describe("policyStacks", () => {
  it("OAP-34: a stack out of order throws at construction, as does an unknown layer", () => {
    for (const layers of [
      ["personal", "universal"],
      ["organization", "universal"],
      ["persona", "personal", "organization"],
      ["galactic"],
    ]) {
      const policies = layers.map((layer) => never(layer as PolicyLayer, "accept"));
      expect(() => policyStacks([{ partyId: "a", policies }], { clock })).toThrow(TypeError);
    }
  });

  it("OAP-34: stacks of both parties become one list in layers, each rule for its party", async () => {
    const stack = (partyId: string): PolicyStack => ({
      partyId,
      policies: LAYERS.map((layer) => never(layer, "accept")),
    });
    const policies = policyStacks([stack("a"), stack("b")], { clock });
    expect(policies.map(({ layer, partyId }) => [layer, partyId])).toEqual(
      LAYERS.flatMap((layer) => [
        [layer, "a"],
        [layer, "b"],
      ]),
    );
    // The service takes them as they are.
    const { room, id } = await begin([stack("a"), stack("b")]);
    expect((await room.legalMoves(id, "b"))?.actions).toEqual(["propose", "counter", "reject", "withdraw"]);
  });

  it("OAP-34: masks before the agent chooses, and again before the move is handed in; never the other side", async () => {
    const { room, id } = await begin([{ partyId: "b", policies: [never("persona", "accept")] }]);
    const before = room.getNegotiation(id);
    expect((await room.legalMoves(id, "b"))?.actions).not.toContain("accept");
    expect(await room.submit(id, "b", { action: "accept" })).toMatchObject({
      ok: false,
      code: "policy_masked",
      details: { layer: "persona", rule: "no-accept" },
    });
    expect(room.getNegotiation(id)).toBe(before);
    await room.submit(id, "b", { action: "counter", terms: { price: 2 } });
    expect((await room.legalMoves(id, "a"))?.actions).toContain("accept");
    expect(await room.submit(id, "a", { action: "accept" })).toMatchObject({ ok: true });
  });

  it("OAP-35: reject and withdraw are never masked; a throw, a promise and all but true mask", async () => {
    const answers: Rule["permits"][] = [
      () => false,
      () => 1 as never,
      () => "true" as never,
      () => undefined as never,
      () => Promise.resolve(true) as never,
      () => Promise.reject(new Error("late")) as never,
      () => {
        throw new Error("broken");
      },
    ];
    for (const permits of answers) {
      const told: DecisionRecord[] = [];
      const observe = (record: DecisionRecord) => void told.push(record);
      const policies = [ruleAt("personal", "broken", permits)];
      const { room, id } = await begin([{ partyId: "b", policies, observe }]);
      expect((await room.legalMoves(id, "b"))?.actions).toEqual(["reject", "withdraw"]);
      expect(await room.submit(id, "b", { action: "accept" })).toMatchObject({ code: "policy_masked" });
      expect(await room.submit(id, "b", { action: "reject" })).toMatchObject({ ok: true });
      expect(told.map(({ action }) => action)).toEqual(["counter", "accept"]);
    }
  });

  const anyRule = fc
    .record({
      layer: fc.constantFrom(...LAYERS),
      masked: fc.subarray(["propose", "counter", "accept", "reject", "withdraw"]),
    })
    .map(({ layer, masked }) => ruleAt(layer, `no-${masked}`, (move) => !masked.includes(move.action)));
  const inOrder = (rules: readonly Rule[]) =>
    [...rules].sort((one, other) => LAYERS.indexOf(one.layer) - LAYERS.indexOf(other.layer));
  const allowed = async (rules: readonly Rule[]) => {
    const { room, id } = await begin([{ partyId: "b", policies: inOrder(rules) }]);
    return (await room.legalMoves(id, "b"))?.actions ?? [];
  };

  it("OAP-35: more policies allow no more, and their order changes nothing but the rule that is named", async () => {
    const rules = fc.array(anyRule, { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(rules, rules, async (some, more) => {
        const [ofSome, ofAll, reversed, unmasked] = await Promise.all([
          allowed(some),
          allowed([...some, ...more]),
          allowed([...more, ...some].reverse()),
          allowed([]),
        ]);
        expect(ofSome).toEqual(expect.arrayContaining([...ofAll]));
        expect(unmasked).toEqual(expect.arrayContaining([...ofSome]));
        expect(reversed).toEqual(ofAll);
        expect(ofAll).toEqual(expect.arrayContaining(["reject", "withdraw"]));
      }),
      { numRuns: 60 },
    );
  });
});

describe("decision records", () => {
  it("OAP-36: a masked move leaves layer, rule, action and instant with its own side's observer", async () => {
    const told: [string, DecisionRecord][] = [];
    const observe = (partyId: string) => (record: DecisionRecord) => void told.push([partyId, record]);
    const { room, id } = await begin([
      { partyId: "a", policies: [never("universal", "accept")], observe: observe("a") },
      { partyId: "b", policies: [never("organization", "accept")], observe: observe("b") },
    ]);
    await room.submit(id, "b", { action: "accept" });
    expect(told).toEqual([["b", { layer: "organization", rule: "no-accept", action: "accept", at: T0 }]]);
    expect(Object.isFrozen(told[0]?.[1])).toBe(true);
    expect(JSON.stringify([await room.viewFor(id, "a"), await room.viewFor(id, "b")])).not.toContain(
      "no-accept",
    );
  });

  it("OAP-36: says which negotiation by its own view, and tells of a policy that throws", async () => {
    const seen: unknown[] = [];
    const { room, id } = await begin([
      {
        partyId: "b",
        policies: [
          ruleAt("personal", "broken", () => {
            throw new Error("broken");
          }),
        ],
        observe: (record, view) => void seen.push([record.rule, record.action, view.id]),
      },
    ]);
    const all = [
      ["broken", "counter", id],
      ["broken", "accept", id],
    ];
    // The list of what is legal, in the refusal, asks for the other; nothing is told twice of one version.
    for (const _ of [1, 2]) await room.submit(id, "b", { action: "counter", terms: { price: 2 } });
    expect(seen).toEqual(all);
    await room.submit(id, "b", { action: "reject" });
    expect(seen).toHaveLength(all.length);
  });

  it("OAP-36: tells again of a later version, and of another negotiation", async () => {
    const told: string[] = [];
    const { room, id } = await begin([
      {
        partyId: "b",
        policies: [never("personal", "accept")],
        observe: (_, view) => void told.push(`${view.id} ${view.version}`),
      },
    ]);
    await room.submit(id, "b", { action: "accept" });
    await room.submit(id, "b", { action: "counter", terms: { price: 2 } });
    await room.submit(id, "a", { action: "counter", terms: { price: 3 } });
    await room.submit(id, "b", { action: "accept" });
    const other = await room.createNegotiation("a", "b", { price: 1 });
    await room.submit(other.id, "b", { action: "accept" });
    expect(told).toEqual([`${id} 0`, `${id} 2`, `${other.id} 0`]);
  });

  it("OAP-36: what is permitted leaves none, and an observer that throws masks no less", async () => {
    const observe = () => {
      throw new Error("observer");
    };
    const { room, id } = await begin([{ partyId: "b", policies: [never("personal", "accept")], observe }]);
    expect(await room.submit(id, "b", { action: "accept" })).toMatchObject({ code: "policy_masked" });
    expect(await room.submit(id, "b", { action: "counter", terms: { price: 2 } })).toMatchObject({
      ok: true,
    });
  });
});
