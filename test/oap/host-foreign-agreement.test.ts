import { expect, it } from "vitest";
import { agreementOn } from "../../src/oap/accept-agreement.js";
import { standingOf } from "../../src/oap/history-view.js";
import { accepted, good, opening, sha256, signerOf, world } from "./host-setup.js";
import { acceptedWith } from "./oap-world.js";

it("T15: an agreement_id of another deal gives no hold on that deal", async () => {
  const here = await world();
  const { agreement_id } = (await accepted(here)).answer.agreement;
  const open = await here.eve.open({ ...opening(here), responder: here.eve.did, initiator: here.smith.did });
  const first = good(await here.host.open(open)).history;
  const offer = await here.smith.propose(first, { terms: { price: "1.00" } });
  const view = good(await here.host.propose(offer)).history;
  const request = await here.eve.accept(view);
  const { accepted_at } = request.acceptance;
  const derived = agreementOn(view, standingOf(view)!, { agreement_id, accepted_at }, request.salt_secret, {
    sha256,
  });
  const agreement_hash = good(derived).hash;
  const evil = await acceptedWith(view, request, { agreement_id, agreement_hash }, await signerOf(3));
  const answer = await here.host.accept(evil);
  if (answer.ok) expect(answer.logged).toBe(false);
  const call = { caller: here.eve.did, negotiationId: view.negotiation_id };
  const redacted = await here.host.redact({ agreement_id, pointers: ["/terms/price"] }, call);
  expect(redacted.ok).toBe(false);
  expect((await here.log.find(agreement_id))?.disclosures).toHaveProperty("/terms/price");
  await here.service.close();
});
