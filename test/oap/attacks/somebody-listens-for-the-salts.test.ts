import { afterEach, describe, expect, it } from "vitest";
import { MemoryStore } from "../../../src/index.js";
import { good, viewOf } from "../host-setup.js";
import { worlds } from "../oap-world.js";
import { offeredByAda } from "./stage.js";

const { world, closeAll } = worlds();
afterEach(closeAll);

const EVENTS = [
  ...["started", "updated", "agreed", "settled", "rejected", "withdrawn"].map(
    (name) => `negotiation:${name}`,
  ),
  ...["awaited", "recorded", "coerced", "failed", "answered", "dropped"].map((name) => `turn:${name}`),
  "listener:error",
];

/** A deal, with everything that anybody but its two parties and its store was told of it. */
async function overheard() {
  const told: unknown[] = [];
  const store = new MemoryStore();
  const here = await world({
    service: { store, outbox: true, observer: { warn: (...given: unknown[]) => void told.push(given) } },
    observer: { warn: (...given) => void told.push(given) },
  });
  for (const event of EVENTS) here.service.on(event as never, (...given: unknown[]) => void told.push(given));
  const deal = await offeredByAda(here, "41.00");
  const request = await here.smith.accept(deal.view);
  const answer = good(await here.host.accept(request));
  const outbox = await store.readOutbox({ after: null, limit: 100 });
  return { here, deal, request, answer, told, outbox };
}

describe("Somebody listens to the room for the salts of a deal, to guess what will be redacted", () => {
  it("in its events: the secret is in none of them [EN-54]", async () => {
    const { request, told } = await overheard();
    expect(told.length).toBeGreaterThan(3);
    expect(JSON.stringify(told)).toContain(request.acceptance.acceptance_id);
    expect(JSON.stringify(told)).not.toContain(request.salt_secret);
  });

  it("in the outbox that others read [EN-54]", async () => {
    const { request, outbox } = await overheard();
    expect(JSON.stringify(outbox)).toContain(request.acceptance.negotiation_id);
    expect(JSON.stringify(outbox)).not.toContain(request.salt_secret);
  });

  it("in records, views, turns and listings of the room [EN-54]", async () => {
    const { here, deal, request } = await overheard();
    const { negotiation_id: id } = deal.view;
    const { service } = here;
    const seen = [
      service.getNegotiation(id),
      service.getLatestNegotiation(),
      await service.list({ partyId: here.ada.did, limit: 9 }),
      await service.turns(id),
      service.viewFor(id, here.ada.did),
      service.viewFor(id, here.smith.did),
    ];
    expect(JSON.stringify(seen)).toContain(id);
    expect(JSON.stringify(seen)).not.toContain(request.salt_secret);
  });

  it("in the log, entries and disclosures alike [OAP-20]", async () => {
    const { here, request } = await overheard();
    expect(JSON.stringify(await here.port.read(0, 9))).not.toContain(request.salt_secret);
  });

  it("in what is answered to whoever repeats a document of a party without its name [OAP-20]", async () => {
    const { here, deal, request } = await overheard();
    const again = [
      await here.host.open(deal.open),
      await here.host.propose(deal.offer),
      await here.host.accept({ ...request, salt_secret: "Ag".padEnd(43, "A") }),
      await here.host.history(deal.view.negotiation_id, { caller: here.eve.did }),
    ];
    expect(JSON.stringify(again)).toContain("ACCEPTED");
    expect(JSON.stringify(again)).not.toContain(request.salt_secret);
  });

  it("while the two parties get it, and the store keeps it for the host [OAP-20]", async () => {
    const { here, deal, request, answer } = await overheard();
    expect(answer.salt_secret).toBe(request.salt_secret);
    for (const party of [here.ada, here.smith]) {
      const { salt_secret } = await viewOf(here, deal.view.negotiation_id, party);
      expect(salt_secret).toBe(request.salt_secret);
    }
    const stored = await here.service.loadNegotiation(deal.view.negotiation_id);
    expect(JSON.stringify(stored)).toContain(request.salt_secret);
  });
});
