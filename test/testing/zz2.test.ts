import * as fc from "fast-check";
import { test } from "vitest";
import { checkAgent, findAgentFault } from "../../src/testing/index.js";
import type { Agent } from "../../src/ports/agent.js";
type T = { price: number };
const terms = fc.record({ price: fc.nat(100) });
const opts = { terms, seed: 1 };
const good: Agent<T> = ({ standing, legalActions }) => {
  if (standing === null) return { action: "propose", terms: { price: 40 } };
  if (standing.terms.price <= 50) return { action: "accept" };
  if (legalActions.includes("counter")) return { action: "counter", terms: { price: 40 }, message: "m" };
  return { action: "reject" };
};
const show = async (name: string, agent: any, o: any = {}) => {
  const t = performance.now();
  const f = await findAgentFault<T>(agent, { ...opts, ...o });
  console.log(name, Math.round(performance.now() - t), f?.report ?? "OK");
};
test("x", async () => {
  await show("good", good, { utility: (t: T) => 60 - t.price, acceptsAtLeast: 10 });
  await show("below", good, { utility: (t: T) => 60 - t.price, acceptsAtLeast: 20 });
  await show("open", (c: any) => (c.standing ? { action: "reject" } : { action: "counter", terms: { price: 1 } }));
  await show("cap", (c: any) => ({ action: c.standing ? "counter" : "propose", terms: { price: 1 } }));
  await show("signal", (c: any) => new Promise((r) => setTimeout(() => r(good(c)), 500)));
  await show("mutates turns", (c: any) => { c.turns.push(1); return good(c); });
  await show("mutates terms", (c: any) => { if (c.standing) c.standing.terms.price += 1; return good(c); });
  await show("sloppy", new Function("good", "return function (c) { if (c.standing) c.standing.terms.price = -1; return good(c) }")(good));
  await show("random", () => ({ action: "propose", terms: { price: Math.random() } }));
  await show("throws", (c: any) => { if (c.turns.length > 3) throw new Error("boom"); return good(c); });
  await show("nan", (c: any) => c.standing ? good({ ...c, standing: { terms: { price: 90 } } }) : { action: "propose", terms: { price: NaN } });
  await show("none", () => new Promise(() => {}), { answerWithinMs: 20 });
  await show("undefined", () => undefined);
  await show("stateful", (() => { let n = 0; return (c: any) => ({ ...good(c), message: String(n++) }); })());
  await show("stateful factory", () => { let n = 0; return (c: any) => ({ ...good(c), message: String(n++) }); });
  await checkAgent(() => ({ action: "reject" }), opts);
});
