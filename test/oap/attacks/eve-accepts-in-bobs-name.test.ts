import { describe, expect, it } from "vitest";
import { type Signer, signDetached } from "../../../src/oap/index.js";
import { good, stored, world } from "../host-setup.js";
import { acceptRecklessly, codeOf, signers } from "../oap-world.js";
import { offeredByAda } from "./stage.js";
import { deadKey, webNames } from "./web-names.js";

const BOB = "did:web:bob.example";

async function offeredToBob() {
  const names = webNames();
  const key = await names.add(BOB, 21, "key-1");
  const here = await world({ resolver: names.resolver() });
  const names_ = {
    responder: BOB,
    category: "pricing",
    host: "did:web:tool.example",
    manifest_hash: here.hash,
  };
  const first = good(await here.host.open(await here.ada.open(names_))).history;
  const offer = await here.ada.propose(first, { terms: { price: "40.00" } });
  return { here, names, key, view: good(await here.host.propose(offer)).history };
}

describe("Eve accepts in Bob's name", () => {
  it("with her own key under the name of his [OAP-58]", async () => {
    const { here, key, view } = await offeredToBob();
    const { sign } = await signers.eve();
    const before = await stored(here, view.negotiation_id);
    const request = await acceptRecklessly(view, { kid: key.kid, sign });
    expect(codeOf(await here.host.accept(request))).toBe("signature_invalid");
    expect(await stored(here, view.negotiation_id)).toBe(before);
  });

  it("with a key that his document does not list, or lists no more [OAP-58]", async () => {
    const { here, names, key, view } = await offeredToBob();
    const unlisted = await acceptRecklessly(view, await deadKey(BOB, 3, "key-2"));
    expect(codeOf(await here.host.accept(unlisted))).toBe("key_not_authorized");
    const request = await acceptRecklessly(view, key);
    names.remove(BOB, "key-1");
    expect(codeOf(await here.host.accept(request))).toBe("key_not_authorized");
  });

  it("with the agreement signed by her, or not at all [OAP-58]", async () => {
    const { here, key, view } = await offeredToBob();
    const eve = await signers.eve();
    const asBob: Signer = { kid: key.kid, sign: eve.sign };
    for (const agreementSigner of [eve, asBob]) {
      const request = await acceptRecklessly(view, key, { agreementSigner });
      expect(codeOf(await here.host.accept(request))).toMatch(/^(signature_invalid|key_not_authorized)$/);
    }
    const { agreement_signature: _, ...request } = await acceptRecklessly(view, key);
    expect(codeOf(await here.host.accept(request))).toBe("signature_invalid");
    // His signature of something else.
    const alien = await signDetached(new Uint8Array([1]), "agreement", key);
    expect(codeOf(await here.host.accept({ ...request, agreement_signature: alien }))).toBe(
      "signature_invalid",
    );
  });

  it("by handing in what he has signed, as herself [OAP-58]", async () => {
    const here = await world();
    const { view } = await offeredByAda(here);
    const request = await here.smith.accept(view);
    expect(codeOf(await here.host.accept(request, { caller: here.eve.did }))).toBe("key_not_authorized");
    expect(codeOf(await here.host.accept(request, { caller: here.smith.did }))).toBe("ok");
  });

  it("with the signature of his rejection, or of his counter [OAP-58]", async () => {
    const here = await world({ isForgetful: true });
    const { view } = await offeredByAda(here);
    const request = await here.smith.accept(view);
    const rejection = await here.smith.reject(view);
    const counter = await here.smith.propose(view, { terms: { price: "1.00" } });
    for (const { signature } of [rejection, counter]) {
      const acceptance = { ...request.acceptance, signature };
      expect(codeOf(await here.host.accept({ ...request, acceptance }))).toBe("signature_invalid");
    }
  });
});
