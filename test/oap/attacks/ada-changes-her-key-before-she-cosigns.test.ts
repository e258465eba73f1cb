import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../../src/index.js";
import {
  type KeySnapshot,
  memoryLog,
  oapParty,
  publicForm,
  signDetached,
  verifyAgreement,
  verifyLog,
} from "../../../src/oap/index.js";
import { agreementOn, commitmentBytes } from "../../../src/oap/record/index.js";
import { DID, good, sha256, viewOf, world } from "../host-setup.js";
import { acceptRecklessly, codeOf, resigned, signers } from "../oap-world.js";
import { kindsIn, logOver, passing, toldPort } from "./stage.js";
import { answerTo } from "./the-host-lies.js";
import { webNames } from "./web-names.js";

const ADA = "did:web:ada.example";

type Given = NonNullable<Parameters<typeof world>[0]>;

/** Ada, who has a name on the web, offers; Bob accepts; and she has another key by then. */
async function rotated(given: Given = {}) {
  const names = webNames();
  const first = await names.add(ADA, 21, "key-1");
  const here = await world({ resolver: names.resolver(), ...given });
  const settings = { sha256, clock: here.clock, pinned: [{ host: DID, manifest_hash: here.hash }] };
  const before = oapParty({ ...settings, signer: first, resolver: names.resolver() });
  const own = await before.key();
  const names_ = { responder: here.smith.did, category: "pricing", host: DID, manifest_hash: here.hash };
  const open = await before.open(names_);
  const opened = good(await here.host.open(open)).history;
  const offer = await before.propose(opened, { terms: { price: "40.00" } });
  const view = good(await here.host.propose(offer)).history;
  const taken = await acceptRecklessly(view, await signers.smith());
  names.remove(ADA, "key-1");
  const second = await names.add(ADA, 22, "key-2");
  const after = (more: { readonly keys?: readonly KeySnapshot[]; readonly trustsHostKeys?: boolean }) =>
    oapParty({ ...settings, signer: second, resolver: names.resolver(), ...more });
  return { here, own, after, taken, view, names, id: view.negotiation_id, second, open, offer };
}

describe("Ada changes her key before she co-signs", () => {
  it("and Bob's acceptance of what she has signed before still makes a deal [OAP-52]", async () => {
    const { here, taken } = await rotated();
    const answer = good(await here.host.accept(taken));
    expect(answer.logged).toBe(true);
    expect(await verifyAgreement(answer, { sha256, keys: answer.keys })).toMatchObject({
      ok: true,
      assentBy: [ADA, here.smith.did],
    });
  });

  it("and what she has sent before has its first answer, also while nobody finds keys [OAP-17]", async () => {
    const { here, taken, open, offer, names } = await rotated();
    good(await here.host.accept(taken));
    const handIn = [
      async () => here.host.open(open),
      async () => here.host.propose(offer),
      async () => here.host.accept(taken),
    ];
    for (const again of handIn) expect(codeOf(await again())).toBe("ok");
    names.hang(() => true);
    for (const again of handIn) expect(codeOf(await again())).toBe("ok");
    // Of another one under its id nothing is told before a key says whose it is.
    const other = { ...open, category: "sla" };
    expect(codeOf(await passing(here.clock, 5_000, () => here.host.open(other)))).toBe("key_unresolvable");
  });

  it.each([
    ["", false],
    [", or while nobody finds keys", true],
  ])(
    "and another process of the Tool gives the first answer to what this one has taken%s [OAP-17]",
    async (_, isHung) => {
      const shared = { store: new MemoryStore(), log: await logOver(memoryLog()) };
      const given = { ...shared, service: { store: shared.store } };
      const names = webNames();
      const first = await names.add(ADA, 21, "key-1");
      const [one, two] = await Promise.all([1, 2].map(() => world({ resolver: names.resolver(), ...given })));
      const pinned = [{ host: DID, manifest_hash: one!.hash }];
      const ada = oapParty({ signer: first, sha256, clock: one!.clock, pinned, resolver: names.resolver() });
      const open = await ada.open({ responder: one!.smith.did, category: "pricing", ...pinned[0]! });
      const view = good(await one!.host.open(open)).history;
      // It remembers the negotiation as it is now.
      good(await two!.host.history(view.negotiation_id, { caller: ADA }));
      const offer = await ada.propose(view, { terms: { price: "40.00" } });
      good(await one!.host.propose(offer));
      names.remove(ADA, "key-1");
      names.hang(() => isHung);
      const again = (document: unknown) => passing(two!.clock, 5_000, () => two!.host.propose(document));
      expect(codeOf(await again(offer))).toBe("ok");
      const code = isHung ? "key_unresolvable" : "key_not_authorized";
      expect(codeOf(await again({ ...offer, terms: { price: "1.00" } }))).toBe(code);
    },
  );

  it("and what either is shown of it verifies by the keys that are shown with it, before and after [OAP-52]", async () => {
    const { here, own, after, taken, id } = await rotated();
    good(await here.host.accept(taken));
    const call = { caller: ADA, negotiationId: id };
    for (const signers of [1, 2]) {
      const view = good(await here.host.history(id, call)).history;
      const { agreement, salt_secret, history, open_key, agreement_keys: keys = [] } = view;
      const [proposal, acceptance] = history.map(({ document }) => document);
      const shown = { agreement, salt_secret };
      const verdict = await verifyAgreement(shown, { sha256, keys, proposal, acceptance } as never);
      expect(verdict).toMatchObject({ ok: true, complete: signers === 2 });
      expect(open_key).toMatchObject({ kid: own.kid, publicKeyMultibase: own.publicKeyMultibase });
      expect(keys).toHaveLength(1 + signers);
      if (signers === 1) good(await here.host.cosign(await after({ keys: [own] }).cosign(view), call));
    }
  });

  it("with the new one, once she says which was her old one: it is whole, and verifies [OAP-52]", async () => {
    const { here, own, after, taken, id } = await rotated();
    const { agreement } = good(await here.host.accept(taken));
    const view = await viewOf(here, id, { did: ADA } as never);
    const call = { caller: ADA, negotiationId: id };
    const whole = good(await here.host.cosign(await after({ keys: [own] }).cosign(view), call));
    expect(whole.complete).toBe(true);
    expect(await verifyAgreement(whole, { sha256, keys: whole.keys, require: "signatures" })).toMatchObject({
      ok: true,
      complete: true,
    });
    const form = publicForm((await here.log.find(agreement.agreement_id))!);
    const keys = Object.values(form.agreement.keys);
    expect(await verifyAgreement(form, { sha256, keys })).toMatchObject({ ok: true, complete: true });
    const entries = (await here.port.read(0, 9)).map(({ entry }) => entry);
    expect(await verifyLog(entries, { sha256 })).toMatchObject({ ok: true, size: 2 });
  });

  it("or once she takes the host's word for it, which she has to choose [OAP-52]", async () => {
    const { here, after, taken, id } = await rotated();
    good(await here.host.accept(taken));
    const view = await viewOf(here, id, { did: ADA } as never);
    const sign = (ada: ReturnType<typeof after>) => ada.cosign(view);
    expect(await answerTo(sign, after({}))).toBe("host_untrusted");
    expect(await answerTo(sign, after({ trustsHostKeys: true }))).toBe("signed");
  });

  it("with the old one, which signs nothing any more [OAP-52]", async () => {
    const { here, taken, id } = await rotated();
    const { agreement } = good(await here.host.accept(taken));
    const { sign } = await webNames().add(ADA, 21, "key-1");
    const old = { kid: `${ADA}#key-1`, sign };
    const signature = await signDetached(commitmentBytes(agreement), "agreement", old);
    const { agreement_id } = agreement;
    const call = { caller: ADA, negotiationId: id };
    expect(codeOf(await here.host.cosign({ agreement_id, signature }, call))).toBe("key_not_authorized");
  });

  it("and the host restarts before it has logged the deal: the old key logs it [OAP-52]", async () => {
    const told = toldPort();
    const store = new MemoryStore();
    const log = await logOver(told);
    const { here, taken, names, id } = await rotated({ log, service: { store } });
    told.tell("fails");
    good(await passing(here.clock, 2_000, () => here.host.accept(taken)));
    await here.service.close();
    const port = memoryLog();
    const later = { log: await logOver(port), service: { store }, store, resolver: names.resolver() };
    const again = await world(later);
    expect(await again.host.resume()).toBe(1);
    expect(await kindsIn(port)).toEqual(["agreement"]);
    const { history } = good(await again.host.history(id, { caller: ADA }));
    expect(history.history.map(({ key }) => key.kid)).toEqual([`${ADA}#key-1`, expect.any(String)]);
  });
});

describe("The host invents a key that Ada is said to have had", () => {
  it("under which she offered other terms: she believes her own keys alone [OAP-52]", async () => {
    const { here, own, after, taken, id } = await rotated();
    good(await here.host.accept(taken));
    const view = await viewOf(here, id, { did: ADA } as never);
    const forger = await signers.eve();
    const [offer, accepted] = view.history;
    const eve = { kid: `${ADA}#key-0`, sign: forger.sign };
    const forged = await resigned(offer!.document as never, { terms: { price: "1.00" } }, "proposal", eve);
    const publicKeyMultibase = forger.kid.slice(forger.kid.indexOf("#") + 1);
    const key = { ...own, kid: eve.kid, publicKeyMultibase };
    const history = [{ ...offer!, document: forged, key }];
    const request = await acceptRecklessly({ ...view, history }, await signers.smith());
    const { salt_secret, acceptance } = request;
    const { body, hash } = good(agreementOn(view, forged as never, acceptance, salt_secret, { sha256 }));
    const lie = {
      ...view,
      salt_secret,
      agreement: { ...body, agreement_hash: hash, signatures: {} },
      history: [...history, { ...accepted!, document: request.acceptance }],
    };
    for (const party of [after({}), after({ keys: [own] })]) {
      expect(await answerTo((ada) => ada.cosign(lie), party)).toBe("host_untrusted");
    }
    // What it costs to take the host's word.
    expect(await answerTo((ada) => ada.cosign(lie), after({ keys: [own], trustsHostKeys: true }))).toBe(
      "signed",
    );
  });
});
