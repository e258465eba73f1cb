import { describe, expect, it } from "vitest";
import { publicForm, verifyAgreement, verifyLog } from "../../../src/oap/index.js";
import { good, sha256, viewOf, world } from "../host-setup.js";
import { acceptRecklessly, codeOf } from "../oap-world.js";
import { deadKey, webNames } from "./web-names.js";

const BOB = "did:web:bob.example";

/** Ada offers Bob, whose DID document lists two keys. */
async function offered() {
  const names = webNames();
  const keys = [await names.add(BOB, 21, "key-1"), await names.add(BOB, 22, "key-2")] as const;
  const here = await world({ resolver: names.resolver() });
  const { ada, host, hash } = here;
  const open = await ada.open({
    responder: BOB,
    category: "pricing",
    host: "did:web:tool.example",
    manifest_hash: hash,
  });
  const first = good(await host.open(open)).history;
  const offer = await ada.propose(first, { terms: { price: "40.00" } });
  return { here, keys, names, view: good(await host.propose(offer)).history };
}

describe("Bob signs with two keys of one DID", () => {
  it("and the log is sound for every verifier all the same [SG-28]", async () => {
    const { here, keys, view } = await offered();
    const request = await acceptRecklessly(view, keys[0], { agreementSigner: keys[1] });
    const answer = good(await here.host.accept(request));
    expect(answer.logged).toBe(true);
    expect(answer.keys.map(({ kid }) => kid)).toEqual(expect.arrayContaining([keys[0].kid, keys[1].kid]));
    const entries = (await here.port.read(0, 9)).map(({ entry }) => entry);
    expect(await verifyLog(entries, { sha256 })).toMatchObject({ ok: true, size: 1 });
    expect(await verifyAgreement(answer, { sha256, keys: answer.keys })).toMatchObject({
      ok: true,
      assentBy: [here.ada.did, BOB],
    });
  });

  it("and Ada's co-signature is taken, which makes it whole [SG-28]", async () => {
    const { here, keys, names, view } = await offered();
    const request = await acceptRecklessly(view, keys[0], { agreementSigner: keys[1] });
    const { agreement } = good(await here.host.accept(request));
    const knowing = await names.party(1, here);
    const seen = await viewOf(here, view.negotiation_id);
    const call = { caller: here.ada.did, negotiationId: view.negotiation_id };
    const whole = good(await here.host.cosign(await knowing.cosign(seen), call));
    expect(whole.complete).toBe(true);
    const logged = (await here.log.find(agreement.agreement_id))!;
    const form = publicForm(logged);
    const known = Object.values(form.agreement.keys);
    expect(await verifyAgreement(form, { sha256, keys: known })).toMatchObject({ ok: true, complete: true });
    const entries = (await here.port.read(0, 9)).map(({ entry }) => entry);
    expect(await verifyLog(entries, { sha256 })).toMatchObject({ ok: true, size: 2 });
  });

  it("of which one is no key of his: nothing is accepted [SG-28]", async () => {
    const { here, keys, view } = await offered();
    const stranger = await deadKey(BOB, 23, "key-3");
    const before = await here.service.loadNegotiation(view.negotiation_id);
    for (const [first, second] of [
      [keys[0], stranger],
      [stranger, keys[0]],
    ] as const) {
      const request = await acceptRecklessly(view, first, { agreementSigner: second });
      expect(codeOf(await here.host.accept(request))).toBe("key_not_authorized");
    }
    expect(await here.service.loadNegotiation(view.negotiation_id)).toEqual(before);
  });
});
