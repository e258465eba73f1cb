import { expect, it } from "vitest";
import { type Invariant, TruthStore, Watch } from "../../../src/simulation/observation/index.js";
import { MemoryStore } from "../../../src/stores/memory/index.js";

it("tells every invariant what happens and keeps what each finds, in order", () => {
  const heard: string[] = [];
  const noisy = (id: string, finds: boolean): Invariant => ({
    id,
    watch: (_truth, { seed }) => ({
      onConsumed: () => {
        heard.push(`${id} of ${seed}`);
        return finds ? { negotiationId: "neg_1", detail: "wrong" } : undefined;
      },
      atEnd: ({ at }) => ({ negotiationId: null, detail: `ended at ${at}` }),
    }),
  });
  const truth = new TruthStore(new MemoryStore()).view(() => undefined, true);
  const watch = new Watch([noisy("A", false), noisy("B", true)], truth, { mode: "safety", seed: 7 });
  const record = { position: "1", negotiationId: "neg_1", version: 0, index: 0, type: "x", body: null };
  watch.tell("onConsumed", { at: 5, record });
  watch.tell("onPublished", {
    at: 6,
    node: "n1#1",
    negotiationId: "neg_1",
    version: 0,
    type: "negotiation:started",
  });
  const counts = { timers: 0, listeners: 0, pendingAgentCalls: 0, unresolvedCommands: 0, firedAfterEnd: [] };
  watch.tell("atEnd", { at: 9, mode: "safety", ...counts });
  expect(heard).toEqual(["A of 7", "B of 7"]);
  expect(watch.violations).toEqual([
    { invariant: "B", at: 5, negotiationId: "neg_1", detail: "wrong" },
    { invariant: "A", at: 9, negotiationId: null, detail: "ended at 9" },
    { invariant: "B", at: 9, negotiationId: null, detail: "ended at 9" },
  ]);
});
