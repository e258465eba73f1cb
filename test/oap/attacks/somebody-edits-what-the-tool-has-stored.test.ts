import { describe, expect, it } from "vitest";
import type { Json, Turn } from "../../../src/index.js";
import { MemoryStore } from "../../../src/index.js";
import { verifyLog } from "../../../src/oap/index.js";
import { accepted, good, MANIFEST, proposed, sha256, viewOf, world } from "../host-setup.js";
import { codeOf } from "../oap-world.js";

type Edit = (turn: Turn) => Turn;

/** Two deals in one store; then the Tool restarts over it, without its log, and finds the turns of the first one edited. */
async function restartedAfter(edit: Edit, number: number) {
  const edited = new Map<string, Edit>();
  const store = new MemoryStore();
  const { turns } = store;
  store.turns = (id, ...others) => {
    const stored = turns.call(store, id, ...others) as unknown as readonly Turn[];
    return stored.map(edited.get(id) ?? ((turn) => turn)) as unknown as Json[];
  };
  const before = await world({ service: { store }, log: undefined });
  const [first, second] = [await accepted(before), await accepted(before)];
  await before.service.close();
  edited.set(first.id, (turn) => (turn.number === number ? edit(turn) : turn));
  const warnings: unknown[] = [];
  const observer = { warn: (...told: unknown[]) => void warnings.push(told) };
  return { here: await world({ service: { store }, store, observer }), first, second, warnings };
}

const extraWith = (turn: Turn, member: object): Turn =>
  ({ ...turn, extra: { ...(turn.extra as object), ...member } }) as Turn;

const withoutDocument: Readonly<Record<string, Edit>> = {
  "carries nothing": (turn) => ({ ...turn, extra: null }),
  "carries a word": (turn) => ({ ...turn, extra: "offer" }),
  "has lost its document": (turn) => extraWith(turn, { document: null }),
  "has a document that nobody signed": (turn) => extraWith(turn, { document: { from: "did:web:a.b" } }),
  "has lost its key": (turn) => extraWith(turn, { key: null }),
  "has a key without a name": (turn) => extraWith(turn, { key: {} }),
};

describe("Somebody edits the terms that stand in the store of the Tool", () => {
  it("beside what Ada signed: what is shown and logged is what she signed [OAP-20]", async () => {
    const terms = { price: "1.00" };
    const { here, first } = await restartedAfter((turn) => ({ ...turn, terms }), 1);
    expect(await here.host.resume()).toBe(2);
    const { agreement, history } = await viewOf(here, first.id);
    expect([agreement, history[0]?.document]).toEqual([first.answer.agreement, first.proposal]);
    const logged = await here.log.find(first.answer.agreement.agreement_id);
    expect(logged?.disclosures["/terms/price"]).toMatchObject({ value: "40.00" });
  });

  it("in what Ada signed: no agreement follows from it, and nothing is logged [OAP-20]", async () => {
    const edit: Edit = (turn) => {
      const { document } = turn.extra as { readonly document: object };
      return extraWith(turn, { document: { ...document, terms: { price: "1.00" } } });
    };
    const { here, first } = await restartedAfter(edit, 1);
    expect(await here.host.resume()).toBe(1);
    const call = { caller: here.ada.did, negotiationId: first.id };
    const view = good(await here.host.history(first.id, call)).history;
    expect(view).toMatchObject({ state: "ACCEPTED", agreement_refused: "agreement_mismatch" });
    expect(await here.log.find(first.answer.agreement.agreement_id)).toBeUndefined();
  });
});

describe.each([1, 2])("Somebody edits turn %i in the store of the Tool", (number) => {
  it.each(Object.entries(withoutDocument))(
    "which %s: it is damaged, and the other deal is logged [EN-67]",
    async (_, edit) => {
      const { here, first, second, warnings } = await restartedAfter(edit, number);
      const damaged = { code: "record_damaged", details: { id: first.id } };
      const call = { caller: here.ada.did, negotiationId: first.id };
      const { agreement_id } = first.answer.agreement;
      for (const asked of [
        here.host.history(first.id, call),
        here.host.accept(first.request),
        here.host.propose(first.proposal),
        here.host.cosign({ agreement_id, signature: "" }, call),
        here.host.redact({ agreement_id, pointers: ["/terms/price"] }, call),
      ])
        await expect(asked).rejects.toMatchObject(damaged);
      expect(await here.host.resume()).toBe(1);
      expect(warnings).toContainEqual(["record damaged", { negotiationId: first.id }]);
      expect(await here.log.find(second.answer.agreement.agreement_id)).toBeDefined();
      expect(await here.port.size()).toBe(1);
    },
  );
});

const withExtra =
  (member: string, edit: (value: never) => unknown): Edit =>
  (turn) =>
    extraWith(turn, { [member]: edit((turn.extra as Record<string, never>)[member]!) });

describe("Somebody edits what stands in the store before the log has it", () => {
  it.each<[string, Edit]>([
    [
      "the signature of the agreement",
      withExtra("agreement_signature", (text: string) => `${text.slice(0, -4)}AAAA`),
    ],
    ["it away", withExtra("agreement_signature", () => undefined)],
    ["the key of it", withExtra("agreement_key", (key: object) => ({ ...key, kid: "did:key:z6MkX#z6MkX" }))],
    [
      "who accepted",
      withExtra("document", (document: object) => ({ ...document, from: "did:web:eve.example" })),
    ],
  ])("%s: nothing of it is logged, and the other deal is [SG-27] [SG-42]", async (_, edit) => {
    const { here, first, second, warnings } = await restartedAfter(edit, 2);
    expect(await here.host.resume()).toBe(1);
    expect(warnings).toContainEqual(["record damaged", { negotiationId: first.id }]);
    const call = { caller: here.ada.did, negotiationId: first.id };
    const view = await here.host.history(first.id, call).catch(({ code }) => code);
    expect(view).not.toMatchObject({ history: { complete: true } });
    const entries = (await here.port.read(0, 9)).map(({ entry }) => entry);
    expect(entries.map(({ body }) => body["agreement_id"])).toEqual([second.answer.agreement.agreement_id]);
    expect(await verifyLog(entries, { sha256 })).toMatchObject({ ok: true });
  });

  it.each<[string, (stored: { turn: Turn; context: { manifest: object } }) => object]>([
    ["nothing", () => ({})],
    [
      "why Bob left",
      ({ turn }) => ({
        turn: withExtra("document", (document: object) => ({ ...document, reason: "I owe" }))(turn),
      }),
    ],
    [
      "what it costs",
      ({ context }) => ({
        context: {
          ...context,
          manifest: { ...context.manifest, withdrawal_penalty: { amount: "2500.00", currency: "EUR" } },
        },
      }),
    ],
  ])("%s of a withdrawal under a penalty [OAP-56]", async (what, edit) => {
    const manifest = {
      ...MANIFEST,
      ...{
        withdrawal_penalty_terms: "https://tool.example/penalty",
        withdrawal_penalty_hash: `sha256-${"A".repeat(43)}=`,
      },
      withdrawal_penalty: { amount: "250.00", currency: "EUR" },
    };
    const store = new MemoryStore();
    const before = await world({ service: { store }, log: undefined, manifest });
    const { history } = await proposed(before);
    good(await before.host.withdraw(await before.smith.withdraw(history)));
    await before.service.close();
    const here = await world({ service: { store }, store, manifest });
    const { loadNegotiation } = here.service;
    here.service.loadNegotiation = async (id) => {
      const record = (await loadNegotiation.call(here.service, id))!;
      const { turn, ...more } = edit({ turn: record.turns[1]!, context: record.context as never }) as {
        turn?: Turn;
      };
      return { ...record, ...more, turns: turn ? [record.turns[0]!, turn] : record.turns };
    };
    const isKept = what === "nothing";
    expect(await here.host.resume()).toBe(isKept ? 1 : 0);
    expect(await here.port.size()).toBe(isKept ? 1 : 0);
  });

  it.each([
    ["the manifest", (context: object) => ({ ...context, manifest: null })],
    ["the confidentiality", (context: object) => ({ ...context, confidentiality: undefined })],
    ["the obligations", (context: object) => ({ ...context, regulated_obligations: 7 })],
  ])("%s, and Bob accepts again: he gets no bare error [EN-67]", async (_, edit) => {
    const { here, first } = await restartedAfter((turn) => turn, 1);
    const { loadNegotiation } = here.service;
    here.service.loadNegotiation = async (id) => {
      const record = (await loadNegotiation.call(here.service, id))!;
      return { ...record, context: edit(record.context as object) as Json };
    };
    here.service.getNegotiation = () => undefined;
    const asked = here.host.accept(first.request).then(codeOf, ({ code }) => code);
    expect(["record_damaged", "agreement_mismatch"]).toContain(await asked);
  });

  it.each(["manifest_hash", "manifest"])(
    "the %s that was pinned away: it is damaged, and said to be [EN-67]",
    async (member) => {
      const { here, first } = await restartedAfter((turn) => turn, 1);
      const { loadNegotiation } = here.service;
      here.service.loadNegotiation = async (id) => {
        const record = (await loadNegotiation.call(here.service, id))!;
        const { [member]: _, ...context } = record.context as Record<string, Json>;
        return { ...record, context };
      };
      const asked = here.host.history(first.id, { caller: here.ada.did });
      await expect(asked).rejects.toMatchObject({ code: "record_damaged", details: { id: first.id } });
    },
  );
});
