import { expect, it } from "vitest";
import { explainGate } from "../../src/argumentation/index.js";
import { expectInvalid } from "./expect-invalid.js";
import { callAfter } from "./scenes.js";

const said = [
  { by: "smith", say: { type: "counterexample", rationale: "marker-4711", appeals_to: ["marker-4711"] } },
  { by: "ada", say: "appeal_to_prevailing_practice" },
  { by: "smith" },
  { by: "ada", say: "reward" },
] as const;

it("AR-20: tells all labels, the deciding argument and who attacks it", () => {
  const relation = (attacker: { id: string }, target: { id: string }) => attacker.id < target.id;
  const explanation = explainGate(callAfter(said), relation);
  const first = { id: "p1", by: "smith", round: 1, type: "counterexample", label: "in" };
  const second = { id: "p2", by: "ada", round: 2, type: "appeal_to_prevailing_practice", label: "out" };
  const deciding = { id: "p4", by: "ada", round: 4, type: "reward", label: "out" };
  expect(explanation).toEqual({ arguments: [first, second, deciding], deciding, attackers: [first, second] });
  const parts: object[] = [explanation, explanation.arguments, explanation.attackers, explanation.deciding!];
  expect(parts.every((part) => Object.isFrozen(part))).toBe(true);
});

it("AR-20: takes rfcAttacks by default, by which nothing is attacked here", () => {
  const explanation = explainGate(callAfter(said));
  expect(explanation.arguments.map(({ label }) => label)).toEqual(["in", "in", "in"]);
  expect(explanation.attackers).toEqual([]);
});

it("AR-20: says that nothing decides where nothing was argued, or nothing stands", () => {
  expect(explainGate(callAfter(said.slice(0, 3)))).toMatchObject({ deciding: null, attackers: [] });
  expect(explainGate(callAfter([]))).toEqual({ arguments: [], deciding: null, attackers: [] });
});

it("AR-20: shows nothing that was said in words", () => {
  expect(JSON.stringify(explainGate(callAfter(said)))).not.toContain("marker-4711");
});

it("throws over a justification that cannot be read, which the gate takes for no support", () => {
  expectInvalid(() => explainGate(callAfter([{ by: "ada", say: "bribe" as never }])), {
    id: "p1",
    turnNumber: 1,
  });
});
