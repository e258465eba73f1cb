import { describe, expect, it } from "vitest";
import { publicForm, signDetached, verifyAgreement } from "../../../src/oap/index.js";
import { commitmentBytes } from "../../../src/oap/record/index.js";
import { accepted, good, opening, proposed, sha256, signerOf, stored, viewOf, world } from "../host-setup.js";
import { acceptRecklessly } from "../oap-world.js";

describe("T17: one signature only", () => {
  it("T17: a co-signature that comes late, twice, or by the acceptor changes nothing more", async () => {
    const here = await world();
    const { id, answer, request } = await accepted(here);
    const { agreement_id } = answer.agreement;
    const by = (caller: string) => ({ caller, negotiationId: id });
    const cosignature = await here.ada.cosign(await viewOf(here, id));
    here.clock.set(here.clock.now() + 100 * 86_400_000);
    good(await here.host.cosign(cosignature, by(here.ada.did)));
    const before = await stored(here, id);
    expect(good(await here.host.cosign(cosignature, by(here.ada.did))).complete).toBe(true);
    const { agreement_signature: signature } = request;
    expect(good(await here.host.cosign({ agreement_id, signature }, by(here.smith.did))).complete).toBe(true);
    expect(await stored(here, id)).toBe(before);
  });

  it("T17: a stranger's, another agreement's, a wrong one and one before the acceptance are refused", async () => {
    const here = await world();
    const { id, answer } = await accepted(here);
    const { agreement_id } = answer.agreement;
    const sign = async (seed: number, over = {}) =>
      signDetached(commitmentBytes({ ...answer.agreement, ...over }), "agreement", await signerOf(seed));
    const call = { caller: here.ada.did, negotiationId: id };
    const before = await stored(here, id);
    for (const [request, by, code] of [
      [{ agreement_id, signature: await sign(3) }, call, "signature_invalid"],
      [{ agreement_id, signature: await sign(1, { agreement_id: "agr_0" }) }, call, "signature_invalid"],
      [{ agreement_id, signature: "" }, call, "signature_invalid"],
      [{ agreement_id }, call, "signature_invalid"],
      [{ agreement_id: "agr_0", signature: await sign(1) }, call, "agreement_mismatch"],
      [{ agreement_id, signature: await sign(3) }, { ...call, caller: here.eve.did }, "unknown_negotiation"],
    ] as const) {
      expect(await here.host.cosign(request, by)).toMatchObject({ ok: false, code });
    }
    expect(await stored(here, id)).toBe(before);
    const { history } = await proposed(here);
    const early = { caller: here.ada.did, negotiationId: history.negotiation_id };
    const request = { agreement_id, signature: await sign(1) };
    expect(await here.host.cosign(request, early)).toMatchObject({ code: "agreement_mismatch" });
  });

  it("T17: the public form has both signatures, and verifies as complete", async () => {
    const here = await world();
    const { id, answer } = await accepted(here);
    const { agreement_id } = answer.agreement;
    const call = { caller: here.ada.did, negotiationId: id };
    const find = async () => publicForm((await here.log.find(agreement_id))!);
    const half = await verifyAgreement(await find(), { sha256, require: "one" });
    expect(half).toMatchObject({ ok: true, complete: false });
    good(await here.host.cosign(await here.ada.cosign(await viewOf(here, id)), call));
    expect(await verifyAgreement(await find(), { sha256 })).toMatchObject({ ok: true, complete: true });
    const request = { agreement_id, pointers: ["/terms/price"] };
    const { agreement, disclosures } = good(await here.host.redact(request, call));
    const parties = [here.ada.did, here.smith.did].sort();
    expect(Object.keys(agreement.signatures).sort()).toEqual(parties);
    const kids = [await signerOf(1), await signerOf(2)].map(({ kid }) => kid).sort();
    expect(Object.keys(agreement.keys).sort()).toEqual(kids);
    const verdict = await verifyAgreement({ agreement, disclosures }, { sha256 });
    expect(verdict).toMatchObject({ ok: true, complete: true, hidden: ["/terms/price"] });
    // The entry itself is as it was.
    const [record] = await here.port.read(0, 1);
    expect(Object.keys(record!.entry.body["signatures"]!)).toEqual([here.smith.did]);
  });

  it("T17: without a log there is no place for a co-signature", async () => {
    const here = await world({ log: undefined });
    const { id } = await accepted(here);
    const call = { caller: here.ada.did, negotiationId: id };
    const answer = await here.host.cosign(await here.ada.cosign(await viewOf(here, id)), call);
    expect(answer).toMatchObject({ ok: false, code: "store_failed" });
  });
});

describe("one Open, one negotiation, one agreement", () => {
  it("OAP-50: the 26 characters of the Open are those of the negotiation and of its agreement", async () => {
    const here = await world();
    const open = await here.ada.open(opening(here));
    const first = good(await here.host.open(open)).history;
    const view = good(await here.host.propose(await here.ada.propose(first, { terms: {} }))).history;
    const { agreement } = good(await here.host.accept(await here.smith.accept(view)));
    const [, name] = open.open_id.split("_");
    expect([first.negotiation_id, agreement.agreement_id]).toEqual([`neg_${name}`, `agr_${name}`]);
  });

  it("OAP-50: an acceptance that names another agreement is agreement_mismatch, whosever it is", async () => {
    const here = await world();
    const first = await accepted(here);
    const { history } = await proposed(here, { price: "1.00" });
    const id = history.negotiation_id;
    const before = await stored(here, id, first.id);
    for (const agreement_id of [first.answer.agreement.agreement_id, `agr_${"0".repeat(26)}`]) {
      const request = await acceptRecklessly(history, await signerOf(2), { agreement_id });
      expect(await here.host.accept(request)).toMatchObject({
        ...{ ok: false, code: "agreement_mismatch", path: ["agreement_id"], state: "PROPOSED" },
      });
    }
    expect(await stored(here, id, first.id)).toBe(before);
    const named = { agreement_id: first.answer.agreement.agreement_id, pointers: ["/terms/price"] };
    const call = { caller: here.smith.did, negotiationId: id };
    expect(await here.host.redact(named, call)).toMatchObject({ code: "agreement_mismatch" });
    good(await here.host.accept(await here.smith.accept(history)));
    expect(await here.host.redact(named, call)).toMatchObject({ code: "agreement_mismatch" });
    expect((await here.log.find(named.agreement_id))?.redactions).toEqual([]);
  });
});

describe("redaction", () => {
  it("OAP-26: two at the same time show nobody what the other has hidden", async () => {
    const here = await world();
    const { history } = await proposed(here, { price: "PRICE", unit: "UNIT", place: "here" });
    const { agreement } = good(await here.host.accept(await here.smith.accept(history)));
    const { agreement_id, negotiation_id: negotiationId } = agreement;
    const redact = (pointer: string, caller: string) =>
      here.host.redact({ agreement_id, pointers: [pointer] }, { caller, negotiationId });
    const answers = await Promise.all([
      redact("/terms/price", here.ada.did),
      redact("/terms/unit", here.smith.did),
    ]);
    for (const answer of answers.map(good)) {
      expect(JSON.stringify(answer)).not.toMatch(/PRICE|UNIT/);
      expect(answer.disclosures).toHaveProperty(["/terms/place"]);
      expect(await verifyAgreement(answer, { sha256 })).toMatchObject({ code: "assent_missing" });
      const verdict = await verifyAgreement(answer, { sha256, require: "one" });
      expect(verdict).toMatchObject({ ok: true, hidden: ["/terms/price", "/terms/unit"] });
    }
  });

  it("OAP-26: what is hidden already adds no entry, in whatever selection it is named again", async () => {
    const here = await world();
    const { history } = await proposed(here, { a: 1, b: 2, c: 3, d: 4 });
    const { agreement } = good(await here.host.accept(await here.smith.accept(history)));
    const { agreement_id, negotiation_id: negotiationId } = agreement;
    const names = ["/terms/a", "/terms/b", "/terms/c", "/terms/d"];
    const subsets = Array.from({ length: 15 }, (_, bits) =>
      names.filter((_, bit) => (15 - bits) & (1 << bit)),
    );
    for (const caller of [here.ada.did, here.smith.did]) {
      for (const pointers of [["/terms/b"], ["/terms/a", "/terms/b"], ...subsets]) {
        const { entry } = good(await here.host.redact({ agreement_id, pointers }, { caller, negotiationId }));
        expect(entry.kind).toBe("redaction");
        const named = entry.body["pointers"] as readonly string[];
        expect(pointers.some((pointer) => named.includes(pointer))).toBe(true);
      }
    }
    const bodies = (await here.port.read(1, 10)).map(({ entry }) => entry.body["pointers"]);
    expect(bodies).toEqual([["/terms/b"], ["/terms/a"], ["/terms/c", "/terms/d"]]);
  });

  it.each([
    [["/agreement_id"], "not_redactable"],
    [["/terms/price", "/metadata/binding"], "not_redactable"],
    [["/terms"], "not_redactable"],
    [["/terms/none"], "not_redactable"],
    [[], "document_invalid"],
    ["/terms/price", "document_invalid"],
    [[1], "document_invalid"],
    [undefined, "document_invalid"],
  ])("OAP-26: pointers %j are refused: %s", async (pointers, code) => {
    const here = await world();
    const { id, answer } = await accepted(here);
    const { agreement_id } = answer.agreement;
    const before = await stored(here, id);
    const request = pointers === undefined ? { agreement_id } : { agreement_id, pointers };
    const call = { caller: here.smith.did, negotiationId: id };
    expect(await here.host.redact(request, call)).toMatchObject({ ok: false, code });
    expect(await stored(here, id)).toBe(before);
  });
});

describe("the agreement of an acceptance", () => {
  it("OAP-20: is derived once for who asks again, and anew when many others were asked for meanwhile", async () => {
    let hashes = 0;
    const counting: typeof sha256 = (bytes) => {
      hashes += 1;
      return sha256(bytes);
    };
    const here = await world({ sha256: counting });
    const terms = { list: Array.from({ length: 500 }, (_, index) => index) };
    const { history } = await proposed(here, terms);
    const id = history.negotiation_id;
    good(await here.host.accept(await here.smith.accept(history)));
    const isDerived = async () => {
      hashes = 0;
      const view = await viewOf(here, id);
      expect(view.agreement?.terms).toEqual(terms);
      return hashes > 0;
    };
    expect(await isDerived()).toBe(false);
    for (let other = 0; other < 16; other += 1) await accepted(here);
    expect(await isDerived()).toBe(true);
    expect(await isDerived()).toBe(false);
  });

  it("OAP-24: is logged and answered also where the store lets go at once of what has settled", async () => {
    const here = await world({ service: { keepSettled: 0 } });
    const { id, answer, request } = await accepted(here);
    expect(await here.service.loadNegotiation(id)).toBeUndefined();
    expect(answer).toMatchObject({ logged: true, salt_secret: request.salt_secret });
    expect(answer.receipt?.entry.body).toMatchObject({ agreement_id: answer.agreement.agreement_id });
  });

  it("OAP-20: another hash or other salts than those that follow are refused", async () => {
    const here = await world({ isForgetful: true });
    const { history } = await proposed(here);
    const request = await here.smith.accept(history);
    const other = await here.smith.accept(history);
    const before = await stored(here, history.negotiation_id);
    const salted = { ...request, salt_secret: other.salt_secret };
    expect(await here.host.accept(salted)).toMatchObject({ code: "agreement_mismatch", state: "PROPOSED" });
    for (const [salt_secret, code] of [
      ["short", "document_invalid"],
      [undefined, "document_invalid"],
      [`${"AQ".repeat(20)}AQ`, "salt_weak"],
      ["A".repeat(43), "salt_weak"],
    ] as const) {
      const answer = await here.host.accept({ ...request, salt_secret });
      expect(answer, salt_secret).toMatchObject({ ok: false, code });
    }
    expect(await stored(here, history.negotiation_id)).toBe(before);
  });

  it("OAP-21: the host's rule gives the period; one that is wrong is period_invalid", async () => {
    const effectivePeriod = () => ({ effective_from: "2027-01-01T00:00:00Z", effective_until: null });
    const here = await world({ effectivePeriod });
    const { history } = await proposed(here);
    const request = await here.smith.accept(history);
    expect(await here.host.accept(request)).toMatchObject({ code: "agreement_mismatch" });
    const wrong = await world({
      effectivePeriod: () => ({
        effective_from: "2027-01-01T00:00:00Z",
        effective_until: "2026-01-01T00:00:00Z",
      }),
    });
    const there = await proposed(wrong);
    expect(await wrong.host.accept(await wrong.smith.accept(there.history))).toMatchObject({
      code: "period_invalid",
    });
  });
});
