import { describe, expect, it } from "vitest";
import { z } from "zod";
import { replay } from "../../src/core/index.js";
import type { Agent } from "../../src/ports/index.js";
import type { ServiceOptions } from "../../src/service/options/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { must, proposedTo, T0, type Terms, watchedRoom } from "./watched-room.js";

const ACTIONS = ["propose", "counter", "accept", "reject", "question"] as const;

/** What smith's agent is told after each of its answers to ada's 40; the last answer is repeated. */
async function told(answers: readonly unknown[], options: ServiceOptions<Terms> = {}) {
  let count = 0;
  const script = () => {
    const answer = answers[Math.min((count += 1), answers.length) - 1];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const store = new MemoryStore();
  const move = { message: "Forty, and not a penny more.", assessment: { limit: 61 } };
  const proposed = await proposedTo(script, { store, ...options }, { move });
  return { ...proposed, calls: proposed.agent.calls, store };
}

/** A model that knows nothing of what is negotiated: it does what the issues say, and reads nothing else. */
const mending: Agent = ({ lastError }) => {
  const terms: Record<string, unknown> = { price: "fifty" };
  for (const { path, message } of lastError?.issues ?? []) {
    const isNumber = message.includes("expected number");
    terms[path.join(".")] = isNumber ? 50 : "tomorrow";
  }
  return { action: "counter", terms };
};

describe("why an answer was refused", () => {
  it("is enough for a model to mend it from the issues alone [EN-55]", async () => {
    const terms = z.object({ price: z.number(), by: z.string() });
    const { room, clock } = watchedRoom({ terms });
    const smith = { id: "smith", kind: "system", agent: mending as Agent<z.infer<typeof terms>> } as const;
    const { id } = await room.createNegotiation("ada", smith, { price: 40, by: "monday" });
    await clock.advance(0);
    const { failures, standing } = must(room.getNegotiation(id));
    expect(failures.map(({ code, attempt }) => [code, attempt])).toEqual([["terms_invalid", 1]]);
    expect(standing).toMatchObject({ partyId: "smith", terms: { price: 50, by: "tomorrow" } });
  });

  it.each<[string, unknown, string, (string | number)[]]>([
    ["nothing", undefined, "move_invalid", []],
    ["a misspelt action", { action: "offer" }, "move_invalid", ["action"]],
    ["a message that is no text", { action: "accept", message: 5 }, "move_invalid", ["message"]],
    ["no terms", { action: "counter" }, "terms_required", ["terms"]],
    ["terms with an accept", { action: "accept", terms: { price: 1 } }, "terms_not_allowed", ["terms"]],
    ["a question without words", { action: "question" }, "message_required", ["message"]],
    ["a withdrawal that the rules lack", { action: "withdraw" }, "action_not_allowed", ["action"]],
    ["another proposal", { action: "accept", replyTo: "neg_1_p9" }, "stale_proposal", ["replyTo"]],
    ["a refusable price", { action: "counter", terms: { price: 1 } }, "not_admitted", []],
    ["a masked price", { action: "counter", terms: { price: 2 } }, "policy_masked", ["action"]],
    ["a consult where there is none", { consult: "May I?" }, "consult_unavailable", ["consult"]],
  ])("reaches the agent, the event and the record alike: %s [EN-55]", async (_, answer, code, path) => {
    const {
      calls,
      told: heard,
      record,
      store,
      id,
    } = await told([answer], {
      rules: { actions: ACTIONS },
      admit: ({ move }) => (move.terms as Terms | null)?.price !== 1 || { details: { least: 45 } },
      policies: [
        { layer: "universal", rule: "dear", permits: (move) => (move.terms as Terms | null)?.price !== 2 },
      ],
    });
    const failure = must(record().failures[0]);
    expect(failure.code).toBe(code);
    expect(failure.issues?.[0]?.path).toEqual(path);
    expect(failure.issues?.[0]?.message).not.toBe("");
    if (code === "not_admitted") expect(failure.issues?.[0]?.message).toContain('"least":45');
    expect(calls[1]?.lastError).toEqual({ code, message: failure.error, issues: failure.issues });
    expect(Object.isFrozen(calls[1]?.lastError)).toBe(true);
    expect(heard("turn:failed")[0]?.failure).toEqual(failure);
    const entries = await store.entries(id);
    expect(replay(entries as never)).toEqual(record());
    const text = JSON.stringify(record().failures);
    for (const secret of ["Forty, and", "61"]) expect(text).not.toContain(secret);
  });

  it("is kept short, whatever a schema says [EN-55]", async () => {
    const issues = Array.from({ length: 40 }, () => ({
      message: "x".repeat(5_000),
      path: ["y".repeat(2_000), Symbol("z"), Number.NaN],
    }));
    const validate = (terms: Terms) => (terms.price === 40 ? { value: terms } : { issues });
    const { record } = await told([{ action: "counter", terms: { price: 50 } }], {
      terms: { "~standard": { version: 1, vendor: "t", validate } } as never,
    });
    const [failure] = record().failures;
    expect(JSON.stringify(failure).length).toBeLessThan(10_000);
    expect(failure?.issues?.length).toBeGreaterThan(0);
    expect(JSON.parse(JSON.stringify(failure))).toEqual(failure);
  });

  it("tells listeners what an agent threw, with its stack, and stores none of it [EN-55]", async () => {
    const cause = new Error("overloaded");
    const { told: heard, store, id, record } = await told([cause]);
    expect(heard("turn:failed")[0]?.cause).toBe(cause);
    expect(cause.stack).toContain("told-why.test");
    expect(record().failures[0]).toEqual({
      partyId: "smith",
      turnNumber: 2,
      attempt: 1,
      kind: "threw",
      code: "threw",
      error: "Error: overloaded",
      issues: [],
      at: T0,
    });
    expect(JSON.stringify(await store.entries(id))).not.toContain("told-why.test");
  });

  it("is not shown to the other side [EN-55]", async () => {
    const { room, id } = await told([{ action: "counter", terms: { cost: 77 } }, () => undefined], {
      terms: z.object({ price: z.number() }),
    });
    expect(JSON.stringify(await room.viewFor(id, "ada"))).not.toContain("issues");
    expect(JSON.stringify(await room.viewFor(id, "smith"))).toContain("issues");
  });
});
