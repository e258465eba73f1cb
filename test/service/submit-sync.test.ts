import { describe, expect, it } from "vitest";
import type { Move, NegotiationService, ServiceOptions, TermsSchema } from "../../src/index.js";
import { openRoom } from "../kit/open-room.js";
import { faulty, later, openStored } from "./hooked-store.js";

const P = { price: 40 };
const counter = (price: number) => ({ action: "counter", terms: { price } }) as const;

/** A schema that answers as told. */
function schemaOf(answer: <T>(result: T) => T | Promise<T>): TermsSchema<typeof P> {
  const validate = (value: unknown): any => {
    const isRight = typeof (value as typeof P).price === "number";
    return answer(isRight ? { value } : { issues: [{ message: "Expected a price." }] });
  };
  return { "~standard": { version: 1, vendor: "test", validate } };
}

/** What a call throws, as `name: message`. */
function thrownBy(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
  return "nothing";
}

/** That nothing of a move of smith was done: he may still make it. */
async function expectUndone(room: NegotiationService<any>, id: string): Promise<void> {
  expect(await room.viewFor(id, "smith")).toMatchObject({ version: 0 });
  expect(await room.submit(id, "smith", counter(50), { commandId: "c-1" })).toMatchObject({
    ok: true,
    duplicate: false,
    negotiation: { version: 1 },
  });
}

describe("submitSync", () => {
  it("answers at once what submit would, where nothing has to be waited for [EN-61]", async () => {
    const asked: string[] = [];
    const { room, names } = openRoom<typeof P>({
      terms: schemaOf((result) => result),
      policies: [{ layer: "universal", rule: "cheap", permits: ({ terms }) => (terms?.price ?? 0) < 99 }],
      admit: ({ move }) => {
        asked.push(move.action);
        return true;
      },
    });
    const { id } = await room.createNegotiation("ada", "smith", P);
    const before = names().length;
    const result = room.submitSync(id, "smith", counter(50), { expectedVersion: 0, commandId: "c-1" });
    expect(result).toMatchObject({ ok: true, duplicate: false, turn: { number: 2, terms: { price: 50 } } });
    expect(room.getNegotiation(id)?.version).toBe(1);
    expect(names().slice(before)).toContain("turn:recorded");
    expect(asked).toContain("counter");
    expect(room.submitSync(id, "smith", counter(50), { commandId: "c-1" })).toMatchObject({
      duplicate: true,
    });
    expect(room.submitSync(id, "smith", { action: "accept" })).toMatchObject({ code: "not_your_turn" });
    expect(room.submitSync(id, "ada", { action: "counter", terms: {} as never })).toMatchObject({
      code: "terms_invalid",
    });
    expect(room.submitSync(id, "ada", counter(99))).toMatchObject({ code: "policy_masked" });
    expect(room.submitSync("neg_none", "ada", { action: "accept" })).toMatchObject({
      code: "unknown_negotiation",
    });
    expect(room.submitSync(id, "ada", { action: "accept" })).toMatchObject({
      ok: true,
      negotiation: { status: "accepted" },
    });
  });

  it("takes what came from outside as `unknown`, without a cast, as submit and respond do [EN-61]", async () => {
    const { room } = openRoom<typeof P>();
    const { id } = await room.createNegotiation("ada", "smith", P);
    const outside: unknown = JSON.parse('{ "action": "counter", "terms": { "price": 50 } }');
    expect(room.submitSync(id, "smith", outside)).toMatchObject({ ok: true });
    expect(room.submitSync(id, "ada", JSON.parse('{ "action": "haggle" }') as unknown)).toMatchObject({
      code: "move_invalid",
    });
    const typed: Move<typeof P> = { action: "counter", terms: { price: 45 } };
    expect(await room.submit(id, "ada", typed)).toMatchObject({ ok: true });
    expect(await room.submit(id, "smith", outside)).toMatchObject({ ok: true });
    const claim = { agentId: "phone", claimId: "none" };
    expect(await room.respond(id, claim, outside)).toMatchObject({ ok: false });
  });

  const waits: [string, ServiceOptions<typeof P>, RegExp][] = [
    ["schema", { terms: schemaOf((result) => Promise.resolve(result)) }, /^TypeError: Expected the schema /],
    ["hook of admission", { admit: async () => true }, /^TypeError: Expected admission /],
  ];

  it.each(waits)("says that a %s answers later, and nothing is done [EN-61]", async (_, options, said) => {
    const { room, told } = openRoom<typeof P>(options);
    const { id } = await room.createNegotiation("ada", "smith", P);
    const before = told.length;
    const call = (): unknown => room.submitSync(id, "smith", counter(50), { commandId: "c-1" });
    expect(thrownBy(call)).toMatch(said);
    expect(told.length).toBe(before);
    await expectUndone(room, id);
  });

  it("aborts the hook of admission that it does not wait for [EN-61]", async () => {
    const signals: AbortSignal[] = [];
    const { room } = openRoom<typeof P>({
      admit: ({ move, signal }) => {
        if (move.action !== "accept") return true;
        signals.push(signal);
        return Promise.reject(new Error("Nobody hears of this."));
      },
    });
    const { id } = await room.createNegotiation("ada", "smith", P);
    expect(thrownBy(() => room.submitSync(id, "smith", { action: "accept" }))).toMatch(/^TypeError/);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(room.isIdle).toBe(false);
  });

  it("says that a store answers later, and nothing is done [EN-61]", async () => {
    const { room, calls } = openStored(later);
    const { id } = await room.createNegotiation("ada", "smith", P);
    calls.length = 0;
    const call = (): unknown => room.submitSync(id, "smith", counter(50), { commandId: "c-1" });
    expect(thrownBy(call)).toMatch(/^TypeError: Expected the store to answer at once, got a promise/);
    expect(calls).toEqual(["load"]);
    await expectUndone(room, id);
  });

  it("says that another command of the negotiation is waited for, and nothing is done [EN-61]", async () => {
    const thrown: string[] = [];
    const { room } = openRoom<typeof P>();
    room.on("negotiation:started", ({ id }) => {
      thrown.push(thrownBy(() => room.submitSync(id, "smith", counter(50), { commandId: "c-1" })));
    });
    const { id } = await room.createNegotiation("ada", "smith", P);
    expect(thrown).toEqual([expect.stringMatching(/^TypeError: Expected another command /)]);
    await expectUndone(room, id);
  });

  it("says that the same command is being judged already [EN-61]", async () => {
    const admitted: ((isAdmitted: boolean) => void)[] = [];
    const { room } = openRoom<typeof P>({
      admit: ({ move }) =>
        move.action === "counter" ? new Promise((resolve) => admitted.push(resolve)) : true,
    });
    const { id } = await room.createNegotiation("ada", "smith", P);
    const first = room.submit(id, "smith", counter(50), { commandId: "c-1" });
    const call = (): unknown => room.submitSync(id, "smith", counter(50), { commandId: "c-1" });
    expect(thrownBy(call)).toMatch(/^TypeError: Expected another command /);
    admitted[0]?.(true);
    expect(await first).toMatchObject({ ok: true, negotiation: { version: 1 } });
    // What has taken effect is known at once.
    expect(room.submitSync(id, "smith", counter(50), { commandId: "c-1" })).toMatchObject({
      duplicate: true,
    });
  });

  it("names the command that a store which threw may have stored, to ask for it again [EN-61]", async () => {
    const { room, clock } = openStored(faulty("commit", "throws after"));
    const { id } = await room.createNegotiation("ada", "smith", P);
    let thrown: any;
    try {
      room.submitSync(id, "smith", counter(50));
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ code: "store_failed", details: { commandId: expect.any(String) } });
    const again = room.submit(id, "smith", counter(50), thrown.details);
    await clock.advance(1_000);
    expect(await again).toMatchObject({ ok: true, duplicate: true, negotiation: { version: 1 } });
  });

  it("reads its options, and takes nothing when the room is closed [EN-61]", async () => {
    const { room } = openRoom<typeof P>();
    const { id } = await room.createNegotiation("ada", "smith", P);
    expect(thrownBy(() => room.submitSync(id, "smith", counter(50), { commandID: "c" } as never))).toMatch(
      /^TypeError: .*commandId/,
    );
    await room.close();
    expect(() => room.submitSync(id, "smith", counter(50))).toThrow(
      expect.objectContaining({ code: "service_closed" }),
    );
  });
});
