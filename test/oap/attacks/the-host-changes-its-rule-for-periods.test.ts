import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../../src/index.js";
import { memoryLog } from "../../../src/oap/index.js";
import { good, type World, world } from "../host-setup.js";
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
});
