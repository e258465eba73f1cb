import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../../src/index.js";
import { memoryLog, signDocument } from "../../../src/oap/index.js";
import { good, opening, type World, world } from "../host-setup.js";
import { acceptRecklessly, codeOf, resigned, signers } from "../oap-world.js";
import { kindsIn, logOver, type Offered, offeredByAda, passing, roomsOfOneTool } from "./stage.js";

async function agreed(here: World): Promise<Offered> {
  const deal = await offeredByAda(here);
  good(await here.host.accept(await here.smith.accept(deal.view)));
  return deal;
}

describe("Bob replays Ada's offer in the Tool's second room", () => {
  it("which has a store of its own and the same log: her Open is over [OAP-50]", async () => {
    const [one, two] = (await roomsOfOneTool(2)) as [World, World];
    const { open, offer } = await agreed(one);
    expect(codeOf(await two.host.open(open))).toBe("negotiation_over");
    expect(codeOf(await two.host.propose(offer))).toBe("unknown_negotiation");
    expect(await kindsIn(one.port)).toEqual(["agreement"]);
  });

  it("which shares the store with the first one: her Open is over while it is live, too [OAP-50]", async () => {
    const store = new MemoryStore();
    const one = await world({ service: { store } });
    const two = await world({ service: { store }, roomId: "market-8", log: one.log });
    const { open, offer, view } = await offeredByAda(one);
    expect(codeOf(await two.host.open(open))).toBe("negotiation_over");
    expect(codeOf(await two.host.propose(offer))).toBe("unknown_negotiation");
    good(await one.host.reject(await one.smith.reject(view)));
    expect(codeOf(await two.host.open(open))).toBe("negotiation_over");
  });

  it("with an Open of his own under the id of hers [OAP-50]", async () => {
    const [one, two] = (await roomsOfOneTool(2)) as [World, World];
    const { open } = await agreed(one);
    const own = await resigned(open, {}, "open", await signers.smith());
    expect(codeOf(await two.host.open(own))).toBe("negotiation_over");
  });

  it("where he opened before he took the deal in the first one [OAP-50]", async () => {
    const [one, two] = (await roomsOfOneTool(2)) as [World, World];
    const { open, offer, view } = await offeredByAda(one);
    good(await two.host.open(open));
    const second = good(await two.host.propose(offer)).history;
    good(await one.host.accept(await one.smith.accept(view)));
    const request = await acceptRecklessly(second, await signers.smith(), {
      salt_secret: "Ag".padEnd(43, "A"),
    });
    expect(codeOf(await two.host.accept(request))).toBe("negotiation_over");
    expect(await kindsIn(one.port)).toEqual(["agreement"]);
    const { agreement } = good(
      await two.host.history(second.negotiation_id, { caller: two.smith.did }),
    ).history;
    expect(agreement).toBeUndefined();
  });

  it("at the same moment, in both rooms: one of them is told that it is over [OAP-50]", async () => {
    const [one, two] = (await roomsOfOneTool(2)) as [World, World];
    const { open, offer, view } = await offeredByAda(one);
    good(await two.host.open(open));
    const second = good(await two.host.propose(offer)).history;
    const requests = [
      await acceptRecklessly(view, await signers.smith()),
      await acceptRecklessly(second, await signers.smith(), { salt_secret: "Ag".padEnd(43, "A") }),
    ];
    const answers = await Promise.all([one.host.accept(requests[0]), two.host.accept(requests[1])]);
    expect(answers.map(codeOf).sort()).toEqual(["negotiation_over", "ok"]);
    expect(await kindsIn(one.port)).toEqual(["agreement"]);
  });

  it("after a restart that lost the store and kept the log [OAP-50]", async () => {
    const port = memoryLog();
    const before = await world({ log: await logOver(port) });
    const { open, offer } = await agreed(before);
    await before.service.close();
    const after = await world({ log: await logOver(port) });
    expect(codeOf(await after.host.open(open))).toBe("negotiation_over");
    expect(codeOf(await after.host.propose(offer))).toBe("unknown_negotiation");
    expect(await kindsIn(port)).toEqual(["agreement"]);
  });

  it("after a restart, while the log does not answer: nobody opens what may be old [OAP-50]", async () => {
    const port = memoryLog();
    const before = await world({ log: await logOver(port) });
    const { open } = await agreed(before);
    const log = await logOver({ ...port, read: () => new Promise<never>(() => undefined) });
    const after = await world({ log });
    expect(codeOf(await passing(after.clock, 2_000, () => after.host.open(open)))).toBe("store_failed");
  });

  it("under another id, which Ada has not signed [OAP-50]", async () => {
    const [one, two] = (await roomsOfOneTool(2)) as [World, World];
    const { open, offer } = await agreed(one);
    const open_id = `opn_${"Z".repeat(26)}`;
    good(await two.host.open(await resigned(open, { open_id }, "open", await signers.smith())));
    const negotiation_id = `neg_${"Z".repeat(26)}`;
    expect(codeOf(await two.host.propose(offer, { negotiationId: negotiation_id }))).toBe("document_invalid");
    expect(codeOf(await two.host.propose({ ...offer, negotiation_id }))).toBe("signature_invalid");
    expect(codeOf(await two.host.propose(offer))).toBe("unknown_negotiation");
  });

  it("and at another Tool, which Ada's documents do not name [OAP-50]", async () => {
    const one = await world();
    const other = await world({ did: "did:web:other.example" });
    const { open, offer } = await agreed(one);
    expect(codeOf(await other.host.open(open))).toBe("wrong_host");
    const host = "did:web:other.example";
    good(await other.host.open(await resigned(open, { host }, "open", await signers.smith())));
    expect(codeOf(await other.host.propose(offer))).toBe("wrong_host");
    expect(await kindsIn(other.port)).toEqual([]);
  });

  it("signed as somebody who is no party of it [OAP-50]", async () => {
    const here = await world();
    const { signature: _, ...unsigned } = await here.ada.open(opening(here));
    const stranger = await signers.eve();
    const { document } = good(await signDocument(unsigned, "open", stranger));
    expect(codeOf(await here.host.open(document))).toBe("signature_invalid");
    expect(codeOf(await here.host.open(document, { caller: here.eve.did }))).toBe("key_not_authorized");
  });
});
