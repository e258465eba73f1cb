import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { TermsSchema } from "../../../src/ports/index.js";
import type { Policy } from "../../../src/service/commands/index.js";
import type { ServiceOptions } from "../../../src/service/options/index.js";
import { deferred, must, proposedTo, type Terms, watchedRoom } from "../watched-room.js";

const counter = { action: "counter", terms: { price: 60 } } as const;

/** A schema of which the test writes the `validate`. */
function schemaOf(validate: (value: unknown) => unknown): TermsSchema<Terms> {
  return { "~standard": { version: 1, vendor: "test", validate: validate as never } };
}

/** Ada proposed 40 and smith has the floor. Options that would stop the opening come in afterwards. */
async function opened(options: ServiceOptions<Terms>) {
  const proposed = await proposedTo(undefined, options);
  return { ...proposed, created: proposed.record() };
}

function boom(): never {
  throw new Error("boom");
}

describe("the schema of the terms", () => {
  const Schema = z.object({ price: z.number().max(55) });

  it("EN-6: refuses with terms_invalid, naming paths; nothing changes", async () => {
    const { room, id, created, heard } = await opened({ terms: Schema });
    const events = [...heard];
    const refused = await room.submit(id, "smith", counter);
    expect(refused).toMatchObject({
      ok: false,
      code: "terms_invalid",
      version: 0,
      details: { issues: [{ path: ["price"], message: expect.stringContaining("<=55") }] },
      legal: { actions: ["propose", "counter", "accept", "reject"] },
    });
    expect(room.getNegotiation(id)).toBe(created);
    expect(heard).toEqual(events);
  });

  it("EN-6: judges what is stored, and stores what came, not what the schema made of it", async () => {
    const Trimmed = z.object({ price: z.coerce.number().default(7) });
    const { room, id } = await opened({ terms: Trimmed as never });
    const result = await room.submit(id, "smith", {
      action: "counter",
      terms: { price: "60", more: 1 } as never,
    });
    expect(result).toMatchObject({ ok: true, turn: { terms: { price: "60", more: 1 } } });
  });

  it("EN-6: is asked of proposals only", async () => {
    const asked: unknown[] = [];
    const { room, id } = await opened({
      terms: schemaOf((value) => {
        asked.push(value);
        return { value };
      }),
    });
    await room.submit(id, "smith", { action: "accept" });
    expect(asked).toEqual([{ price: 40 }]);
  });

  it("EN-6: is not asked about terms that may be left out and are", async () => {
    const { room } = watchedRoom<Terms>({ rules: { terms: "optional" }, terms: Schema });
    const { id } = await room.createNegotiation("ada", "smith");
    expect(await room.submit(id, "ada", { action: "propose" } as never)).toMatchObject({ ok: true });
    expect(await room.submit(id, "smith", { action: "counter", terms: {} } as never)).toMatchObject({
      code: "terms_invalid",
    });
  });

  it.each<[string, (value: unknown) => unknown]>([
    ["throws", boom],
    ["rejects", async () => boom()],
    ["gives nothing", () => undefined],
    ["gives nothing later", () => Promise.resolve(undefined)],
    ["gives issues that are no list", () => ({ issues: 7 })],
    ["gives such issues later", () => Promise.resolve({ issues: 7 })],
    ["gives a thenable that throws", () => ({ then: boom })],
  ])("EN-6, EN-34: one that %s refuses, and nobody crashes", async (_, validate) => {
    const { room } = watchedRoom<Terms>({ terms: schemaOf(validate) });
    await expect(room.createNegotiation("ada", "smith", { price: 40 })).rejects.toMatchObject({
      code: "terms_invalid",
      details: { issues: [{ message: "The schema threw." }] },
    });
    expect(room.getLatestNegotiation()).toBeUndefined();
  });

  it("EN-6: paths of any library are keys and indices", async () => {
    const path = ["lines", 0, { key: "price" }, Symbol("unit")];
    const { room } = watchedRoom<Terms>({ terms: schemaOf(() => ({ issues: [{ message: "No.", path }] })) });
    await expect(room.createNegotiation("ada", "smith", { price: 40 })).rejects.toMatchObject({
      details: { issues: [{ path: ["lines", 0, "price", "Symbol(unit)"], message: "No." }] },
    });
  });

  it("EN-46: an asynchronous one that accepts, refuses, or comes after the deadline", async () => {
    const verdicts = [deferred<unknown>(), deferred<unknown>(), deferred<unknown>()];
    let asked = 0;
    const { room, id, clock, created } = await opened({
      terms: schemaOf((value) =>
        (value as Terms).price === 60 ? must(verdicts[asked++]).promise : { value },
      ),
    });
    const refused = room.submit(id, "smith", counter);
    must(verdicts[0]).resolve({ issues: [{ message: "Too dear." }] });
    expect(await refused).toMatchObject({ code: "terms_invalid" });
    expect(room.getNegotiation(id)).toBe(created);
    const late = room.submit(id, "smith", counter);
    await clock.advance(30_000);
    must(verdicts[1]).resolve({ value: counter.terms });
    expect(await late).toMatchObject({ code: "negotiation_over", details: { reason: "turn_timeout" } });
  });
});

describe("the order of checks", () => {
  const never: Policy<Terms> = { layer: "personal", rule: "never", partyId: "smith", permits: () => false };
  const tooDear = schemaOf((value) =>
    (value as Terms).price > 55 ? { issues: [{ message: "No." }] } : { value },
  );
  const admitNobody = ({ view }: { view: { turns: readonly unknown[] } }) =>
    view.turns.length === 0 ? true : { details: "no" };

  it("EN-6: policies (16) before schema and admission (17)", async () => {
    const { room, id } = await opened({ policies: [never], terms: tooDear, admit: admitNobody as never });
    expect(await room.submit(id, "smith", counter)).toMatchObject({ code: "policy_masked" });
  });

  it("EN-6: policies before terms that cannot be read at all", async () => {
    const { room, id } = await opened({ policies: [never] });
    const unreadable = { action: "counter", terms: { price: Number.NaN } } as const;
    expect(await room.submit(id, "smith", unreadable)).toMatchObject({ code: "policy_masked" });
    const free = await opened({});
    expect(await free.room.submit(id, "smith", unreadable)).toMatchObject({ code: "terms_invalid" });
  });

  it("EN-6: the schema before admission", async () => {
    const { room, id } = await opened({ terms: tooDear, admit: admitNobody as never });
    expect(await room.submit(id, "smith", counter)).toMatchObject({ code: "terms_invalid" });
    const cheaper = { action: "counter", terms: { price: 50 } } as const;
    expect(await room.submit(id, "smith", cheaper)).toMatchObject({ code: "not_admitted" });
  });

  it("EN-6: the core's checks (1 to 15) before all of them, which are not even asked", async () => {
    const asked: string[] = [];
    const asking = (name: string) => {
      asked.push(name);
      return true;
    };
    const { room, id } = await opened({
      policies: [{ layer: "universal", rule: "spy", permits: () => asking("policy") }],
      terms: schemaOf((value) => asking("schema") && { value }),
      admit: () => asking("admit") as true,
    });
    asked.length = 0;
    const stale = { expectedVersion: 9 };
    expect(await room.submit(id, "smith", counter, stale)).toMatchObject({ code: "stale_version" });
    expect(await room.submit(id, "ada", counter)).toMatchObject({ code: "not_your_turn" });
    expect(await room.submit(id, "smith", { action: "counter" } as never)).toMatchObject({
      code: "terms_required",
    });
    expect(await room.submit(id, "eve", counter)).toMatchObject({ code: "not_a_party" });
    // `legal` of the two refusals that have one asks about bare actions (EN-45); nothing else is asked.
    expect(new Set(asked)).toEqual(new Set(["policy"]));
    asked.length = 0;
    await room.submit(id, "smith", counter);
    expect(asked).toEqual(["policy", "schema", "admit"]);
  });
});
