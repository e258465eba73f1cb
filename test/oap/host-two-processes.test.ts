import { expect, it } from "vitest";
import { MemoryStore } from "../../src/index.js";
import { createTransparencyLog, memoryLog } from "../../src/oap/index.js";
import { good, opened, opening, START, sha256, signerOf, viewOf, world } from "./host-setup.js";

it("OAP-22, OAP-24: another process shows, co-signs and redacts what this one has seen accepted", async () => {
  const store = new MemoryStore();
  const port = memoryLog();
  const shared = async () => ({
    service: { store },
    store,
    log: createTransparencyLog({
      port,
      sha256,
      origin: "tool.example/log",
      signer: await signerOf(9),
      clock: { now: () => START },
    }),
  });
  const [one, two] = [await world(await shared()), await world(await shared())];
  const first = await opened(one);
  const { negotiation_id: negotiationId } = first;
  await viewOf(two, negotiationId);
  const offer = await one.ada.propose(first, { terms: { price: "1.00" } });
  const view = good(await one.host.propose(offer)).history;
  const { agreement_id } = good(await one.host.accept(await one.smith.accept(view))).agreement;
  expect((await viewOf(two, negotiationId)).state).toBe("ACCEPTED");
  const call = { caller: one.ada.did, negotiationId };
  good(await two.host.cosign(await one.ada.cosign(await viewOf(one, negotiationId)), call));
  good(await two.host.redact({ agreement_id, pointers: ["/terms/price"] }, call));
});

it("OAP-17: an Open that comes again late, at another process, is answered as the first time", async () => {
  const store = new MemoryStore();
  const [one, two] = [await world({ service: { store } }), await world({ service: { store } })];
  const open = await one.ada.open(opening(one));
  const { history } = good(await one.host.open(open));
  await two.clock.advance(400_000);
  expect(good(await two.host.open(open)).history.negotiation_id).toBe(history.negotiation_id);
});
