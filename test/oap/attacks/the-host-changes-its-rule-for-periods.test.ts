import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../../src/index.js";
import { type AcceptRequest, memoryLog, type OapExtra, signedAgent } from "../../../src/oap/index.js";
import { moveOfMessage } from "../../../src/oap/record/index.js";
import { good, until, type World, world } from "../host-setup.js";
import { logOver, offeredByAda, passing, toldPort } from "./stage.js";

const another = () => ({ effective_from: "2030-01-01T00:00:00Z", effective_until: null });

describe("The host changes its rule for periods, and starts again", () => {
  it("after a deal: the deal has the period that was signed [OAP-20] [OAP-24]", async () => {
    for (const isLogged of [true, false]) {
      const store = new MemoryStore();
      const port = toldPort(memoryLog());
      const given = { store, service: { store } };
      const here: World = await world({ ...given, log: await logOver(port) });
      const { view } = await offeredByAda(here);
      const request = await here.smith.accept(view);
      if (!isLogged) port.tell("hangs");
      const { agreement } = isLogged
        ? good(await here.host.accept(request))
        : good(await passing(here.clock, 2_000, () => here.host.accept(request)));
      await here.service.close();
      port.tell("fails");
      port.tell("works");
      const log = await logOver(port);
      const again = await world({ ...given, log, effectivePeriod: another });
      expect(await again.host.resume()).toBe(1);
      const answer = good(await again.host.accept(request));
      expect(answer).toMatchObject({ logged: true, agreement });
      const { history } = good(await again.host.history(view.negotiation_id, { caller: here.ada.did }));
      expect(history).toMatchObject({ state: "ACCEPTED", agreement });
      const cosigned = await here.ada.cosign(history);
      const call = { caller: here.ada.did, negotiationId: view.negotiation_id };
      expect(good(await again.host.cosign(cosigned, call)).complete).toBe(true);
    }
  });

  it("after a deal of an agent of its process, and before the log has it [OAP-20] [OAP-24]", async () => {
    const store = new MemoryStore();
    const port = toldPort(memoryLog());
    let bob: World["smith"] | undefined;
    const agentFor = ({ id }: { readonly id: string }) =>
      id === bob?.did ? signedAgent(() => ({ action: "accept" }), bob) : undefined;
    const here = await world({ store, service: { store, agentFor }, log: await logOver(port) });
    bob = here.smith;
    const { view } = await offeredByAda(here);
    port.tell("hangs");
    const { negotiation_id: id } = view;
    await until(() => here.service.getNegotiation(id)?.outcome?.status === "accepted");
    await here.service.close();
    const log = await logOver(memoryLog());
    const again = await world({ store, service: { store }, log, effectivePeriod: another });
    expect(await again.host.resume()).toBe(1);
    const { history } = good(await again.host.history(id, { caller: here.ada.did }));
    expect(history.agreement).toMatchObject({ effective_until: null, terms: { price: "40.00" } });
    expect(history.agreement?.effective_from).not.toBe(another().effective_from);
  });

  it("and an agent keeps back, or alters, which period it has accepted under: that is not admitted [OAP-20]", async () => {
    const here = await world();
    const { view } = await offeredByAda(here);
    const request: AcceptRequest = await here.smith.accept(view);
    const { acceptance, agreement_signature, salt_secret } = request;
    const key = await here.smith.key();
    const extra = { document: acceptance, key, agreement_signature, agreement_key: key };
    for (const more of [{}, { period: another() }, { period: null }]) {
      const move = moveOfMessage("accept", { ...extra, ...more } as OapExtra, { salt_secret });
      const answer = await here.service.submit(view.negotiation_id, here.smith.did, move);
      expect(answer).toMatchObject({ ok: false, code: "not_admitted" });
    }
    expect(good(await here.host.accept(request)).logged).toBe(true);
  });
});
