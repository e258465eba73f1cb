import * as fc from "fast-check";
import { test } from "vitest";
import { arbitraryHistory } from "../../src/testing/arbitrary-histories.js";
import { arbitraryInvalidMove } from "../../src/testing/arbitrary-invalid-moves.js";
import { arbitraryMove } from "../../src/testing/arbitrary-moves.js";
import { readMove } from "../../src/core/moves.js";
import { replay } from "../../src/core/replay.js";
test("sample", () => {
  for (const h of fc.sample(arbitraryHistory(), { numRuns: 3, seed: 5 })) console.log(String(h) + "\n");
  const count: Record<string, number> = {};
  let turns = 0, maxTurns = 0;
  const inc = (k: string) => (count[k] = (count[k] ?? 0) + 1);
  const t0 = performance.now();
  for (const h of fc.sample(arbitraryHistory(), { numRuns: 3000, seed: 6 })) {
    turns += h.negotiation.turns.length; maxTurns = Math.max(maxTurns, h.negotiation.turns.length);
    inc("final " + h.negotiation.status + " " + (h.negotiation.outcome?.reason ?? ""));
    for (const s of h.steps) inc(s.decision.ok ? "ok " + s.decision.applied + " " + s.decision.entry?.kind : "refused " + s.decision.refusal.code);
  }
  console.log(turns / 3000, maxTurns, performance.now() - t0, count);
});
const opts = { numRuns: 5000 };
test("replay", () => fc.assert(fc.property(arbitraryHistory({rules: arbitraryRules().map((r) => ({...r, repropose: "refuse" as const}))}), (h) => JSON.stringify(replay(h.entries)) === JSON.stringify(h.negotiation)), opts));
test("wellformed", () => fc.assert(fc.property(arbitraryMove(), (m) => readMove(m, {maxMessageLength:10000,maxTermsBytes:65536}).ok), opts));
test("invalid", () => fc.assert(fc.property(arbitraryInvalidMove(), (m) => { const r= readMove(m, {maxMessageLength:10000,maxTermsBytes:65536}); fc.stringify(m); return !r.ok || r.move.termsIssue !== null}), opts));

import { arbitraryRules } from "../../src/testing/arbitrary-rules.js";
