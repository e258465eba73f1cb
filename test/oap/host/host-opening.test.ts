import { describe, expect, it } from "vitest";
import { NegotiationService } from "../../../src/index.js";
import { confidentialityLadder, createOapHost, oapRoom, writeInstant } from "../../../src/oap/index.js";
import { signDocument } from "../../../src/oap/signing/index.js";
import {
  accepted,
  DID,
  good,
  MANIFEST,
  opened,
  opening,
  START,
  sha256,
  signerOf,
  viewOf,
  type World,
  world,
} from "../host-setup.js";
import { letterFor } from "../oap-world.js";

async function open(here: World, over: object = {}, seed = 1) {
  const { signature: _, ...body } = { ...(await here.ada.open(opening(here))), ...over };
  return good(await signDocument(body, "open", await signerOf(seed))).document;
}

describe("opening", () => {
  it("OAP-28: pins everything, and the rules follow from the manifest", async () => {
    const here = await world();
    const document = await open(here);
    const { history } = good(await here.host.open(document));
    expect(history.negotiation_id).toMatch(/^neg_[0-9A-Z]{26}$/);
    const record = await here.service.loadNegotiation(history.negotiation_id);
    expect(record?.context).toMatchObject({
      document,
      key: { kid: (await signerOf(1)).kid, documentHash: null },
      host: DID,
      manifest: { ...MANIFEST, default_validity_minutes: 60, binding_acceptance: true },
      manifest_hash: here.hash,
      category: "pricing",
      confidentiality: "unspecified",
      regulated_obligations: [],
    });
    expect(record?.rules).toMatchObject({
      preset: "oap",
      cap: { counts: "proposals", limit: 3, mode: "exceed", result: "refuse" },
      validityMs: 3_600_000,
      turnMs: 2_592_000_000,
      withdrawOffTurn: true,
    });
  });

  it.each([
    [{ host: "did:web:other.example" }, "wrong_host"],
    [{ manifest_hash: `sha256-${"A".repeat(43)}=` }, "manifest_changed"],
    [{ category: "scope" }, "category_not_supported"],
    [{ opened_at: writeInstant(START - 300_001) }, "clock_skew"],
    [{ opened_at: writeInstant(START - 300_000) }, "ok"],
    [{ opened_at: writeInstant(START + 300_001) }, "clock_skew"],
    [{ confidentiality: "secret" }, "confidentiality_unknown"],
    [{ open_id: "opn_1" }, "document_invalid"],
    [{ initiator: "did:web:elsewhere.example" }, "signature_invalid"],
  ])("OAP-28: an Open with %j: %s", async (over, code) => {
    const here = await world();
    const answer = await here.host.open(await open(here, over));
    expect(answer.ok ? "ok" : answer.code).toBe(code);
    expect(here.service.getLatestNegotiation() === undefined).toBe(code !== "ok");
    if (code === "manifest_changed") expect(answer).toMatchObject({ details: { manifest_hash: here.hash } });
  });

  it("OAP-4: one party twice is refused, and so is whoever is none", async () => {
    const here = await world();
    expect(await here.host.open(await open(here, { responder: here.ada.did }))).toMatchObject({
      code: "party_invalid",
    });
    expect(await here.host.open(await open(here), { caller: here.eve.did })).toMatchObject({
      code: "key_not_authorized",
    });
    expect(await here.host.open(await open(here, {}, 3))).toMatchObject({ code: "signature_invalid" });
    expect(await here.host.open(await open(here), { caller: here.smith.did })).toMatchObject({
      code: "key_not_authorized",
    });
    expect(here.service.getLatestNegotiation()).toBeUndefined();
  });

  it("OAP-30: the responder may open as well, and the initiator still proposes first", async () => {
    const here = await world();
    const document = await here.smith.open({
      ...opening(here),
      initiator: here.ada.did,
      responder: here.smith.did,
    });
    const { history } = good(await here.host.open(document, { caller: here.smith.did }));
    expect(history).toMatchObject({ initiator: here.ada.did, floor: here.ada.did });
  });

  it("OAP-17: the same Open again is the same negotiation, however late and under whatever manifest", async () => {
    const here = await world();
    const document = await open(here);
    const first = good(await here.host.open(document));
    const both = await Promise.all([here.host.open(document), here.host.open(document)]);
    expect(both).toEqual([first, first]);
    here.clock.set(START + 3_000_000);
    here.host.useManifest({ supported: true, categories: ["sla"] });
    expect(await here.host.open(document)).toEqual(first);
    const other = await open(here, { category: "sla" });
    const conflict = { ...other, open_id: document["open_id"] };
    const answer = await here.host.open(await open(here, conflict));
    expect(answer).toMatchObject({ ok: false, code: "command_conflict" });
  });

  it("OAP-17: two Opens of one id at the same time are one negotiation and a conflict", async () => {
    const here = await world();
    const one = await open(here);
    const other = await open(here, { open_id: one["open_id"], category: "sla" });
    const third = await open(here, { open_id: one["open_id"], responder: here.eve.did });
    const answers = await Promise.all([one, other, third].map((document) => here.host.open(document)));
    // Whose signature is verified first opens.
    expect(answers.map((answer) => (answer.ok ? "ok" : answer.code)).sort()).toEqual([
      "command_conflict",
      "command_conflict",
      "ok",
    ]);
  });

  it.each([255, 256])(
    "%i obligations of each party are agreed to, or nothing opens [OAP-32] [SG-44]",
    async (count) => {
      const obligations = Array.from({ length: count }, (_, index) => `duty-${index}`);
      const regulated = { profession: "medical", obligations } as const;
      const here = await world({ profileOf: () => ({ level: "unspecified", regulated }) });
      const document = await open(here);
      if (count > 255) {
        await expect(here.host.open(document)).rejects.toThrow("Expected at most 510 obligations");
        const id = String(document["open_id"]).replace("opn", "neg");
        expect(await here.service.loadNegotiation(id)).toBeUndefined();
        return;
      }
      const { history } = good(await here.host.open(document));
      const proposal = await here.ada.propose(history, { terms: { price: "40.00" } });
      const offered = good(await here.host.propose(proposal)).history;
      good(await here.host.accept(await here.smith.accept(offered)));
    },
  );

  it.each(["admitOpen", "profileOf", "log"])(
    "a manifest that comes into force while %s is waited for has no effect on what is being opened [OAP-28]",
    async (asked) => {
      const swap = <Answer>(answer: Answer): Answer => {
        const other = { supported: true, categories: ["sla"], max_rounds: 1, binding_acceptance: false };
        here.host.useManifest(other);
        return answer;
      };
      const here: World = await world({
        ...(asked === "admitOpen" && { admitOpen: () => swap(true) }),
        ...(asked === "profileOf" && { profileOf: () => swap({ level: "unspecified" }) }),
      });
      const answering = here.host.open(await open(here));
      if (asked === "log") swap(null);
      const answer = await answering;
      // Before the Open was looked at, it is another one than it names.
      if (asked === "log") expect(answer).toMatchObject({ code: "manifest_changed" });
      else
        expect(good(answer).history).toMatchObject({
          ...{ manifest_hash: here.hash, max_rounds: 3, category: "pricing" },
          manifest: { binding_acceptance: true, categories: ["pricing", "sla"] },
        });
    },
  );

  it("OAP-32: joins the levels of both profiles and the claim, and fixes what is regulated", async () => {
    const profiles: Record<string, object> = {};
    const here = await world({
      join: confidentialityLadder(["public", "internal", "secret"]),
      profileOf: (did) => (profiles[did] ?? { level: "public" }) as never,
    });
    profiles[here.smith.did] = {
      level: "internal",
      regulated: { profession: "legal", obligations: ["secrecy", "records", "secrecy"] },
    };
    const plain = good(await here.host.open(await open(here))).history;
    expect(plain.confidentiality).toBe("internal");
    const raised = good(
      await here.host.open(await open(here, { open_id: `opn_${"1".repeat(26)}`, confidentiality: "secret" })),
    );
    expect(raised.history.confidentiality).toBe("secret");
    profiles[here.ada.did] = { level: "cosmic" };
    const unknown = await open(here, { open_id: `opn_${"2".repeat(26)}` });
    expect(await here.host.open(unknown)).toMatchObject({ code: "confidentiality_unknown" });
    const { answer } = await (async () => {
      profiles[here.ada.did] = { level: "public" };
      return accepted(here);
    })();
    expect(answer.agreement.metadata).toMatchObject({
      confidentiality: "internal",
      regulated_obligations: [
        { party: here.smith.did, profession: "legal", obligations: ["records", "secrecy"] },
      ],
    });
  });

  it.each(["room", "pair"] as const)(
    "OAP-54: one more than a %s may have by its rules is refused",
    async (oneActive) => {
      const here = await world({ room: { rules: { oneActive } } });
      await opened(here);
      expect(await here.host.open(await open(here))).toMatchObject({ ok: false, code: "too_many_openings" });
    },
  );

  it("throws for a service that was not made for it", async () => {
    const here = await world();
    const service = new NegotiationService("other", { clock: here.clock });
    const { admit } = oapRoom();
    const { clock } = here;
    const host = createOapHost({ service, admit, did: DID, manifest: MANIFEST, sha256, clock });
    await expect(host.open(await open(here))).rejects.toThrow(TypeError);
  });
});

const FIRST = {
  supported: true,
  categories: ["pricing", "sla"],
  max_rounds: 2,
  default_validity_minutes: 60,
  binding_acceptance: true,
  withdrawal_penalty: { amount: "5.00", currency: "EUR" },
};

const CHANGES: readonly object[] = [
  { categories: ["scope"] },
  { max_rounds: 1 },
  { max_rounds: 9 },
  { default_validity_minutes: 1 },
  { binding_acceptance: false },
  { withdrawal_penalty: { amount: "500.00", currency: "EUR" } },
  {
    withdrawal_penalty_terms: "https://example.com/terms",
    withdrawal_penalty_hash: `sha256-${"A".repeat(43)}=`,
  },
  { more: "unknown" },
];

describe("the manifest in force", () => {
  it.each(CHANGES)(
    "OAP-28: %j mid-way has no effect on what is open, and is what opens next",
    async (change) => {
      const runs = [];
      for (const over of [{}, change]) {
        const here = await world({ manifest: FIRST, isForgetful: true });
        const { host, ada, smith } = here;
        const first = await opened(here);
        expect(host.useManifest({ ...FIRST, ...over })).toMatchObject({ ok: true });
        const one = good(await host.propose(await ada.propose(first, { terms: { price: "1" } }))).history;
        const two = good(await host.propose(await smith.propose(one, { terms: { price: "2" } }))).history;
        const capped = await host.propose(await letterFor(here, two, "counter", ada));
        expect(capped).toMatchObject({ ok: false, code: "cap_reached" });
        const answer = good(await host.accept(await ada.accept(two)));
        runs.push([await viewOf(here, first.negotiation_id), answer]);
        const next = await host.open(await ada.open(opening(here)));
        expect(next.ok ? "ok" : next.code).toBe(over === change ? "manifest_changed" : "ok");
      }
      expect(runs[1]).toEqual(runs[0]);
    },
  );
});
