import { expect, it } from "vitest";
import { accepted, good, opening, signerOf, world } from "./host-setup.js";
import { acceptRecklessly } from "./oap-world.js";

it("T15: OAP-50: an agreement_id of others' deal gives no hold on that deal", async () => {
  const here = await world();
  const { agreement_id } = (await accepted(here)).answer.agreement;
  const open = await here.eve.open({ ...opening(here), responder: here.eve.did, initiator: here.smith.did });
  const first = good(await here.host.open(open)).history;
  await here.smith.know(open);
  const offer = await here.smith.propose(first, { terms: { price: "1.00" } });
  const view = good(await here.host.propose(offer)).history;
  const evil = await acceptRecklessly(view, await signerOf(3), { agreement_id });
  const mismatch = { ok: false, code: "agreement_mismatch" };
  expect(await here.host.accept(evil)).toMatchObject(mismatch);
  good(await here.host.accept(await here.eve.accept(view)));
  const call = { caller: here.eve.did, negotiationId: view.negotiation_id };
  const pointers = ["/terms/price"];
  expect(await here.host.redact({ agreement_id, pointers }, call)).toMatchObject(mismatch);
  expect((await here.log.find(agreement_id))?.disclosures).toHaveProperty("/terms/price");
  await here.service.close();
});
