import { describe, expect, it } from "vitest";
import { memoryLog, verifyLog } from "../../../src/oap/index.js";
import { isDeepFrozen } from "../../kit/deep-frozen.js";
import { good, sha256, until, viewOf, world } from "../host-setup.js";
import { logOver, offeredByAda, passing, toldPort } from "./stage.js";

describe("Somebody sorts the parties of an agreement that the host has answered", () => {
  it("while the log is slow: what is logged then is what was signed [OAP-53] [SG-5]", async () => {
    const port = toldPort(memoryLog());
    const here = await world({ log: await logOver(port) });
    const { view } = await offeredByAda(here);
    port.tell("hangs");
    const request = await here.smith.accept(view);
    const answer = good(await passing(here.clock, 2_000, () => here.host.accept(request)));
    const parties = answer.agreement.parties as unknown as string[];
    expect(() => parties.reverse()).toThrow(TypeError);
    port.tell("works");
    await until(() => port.size() === 1);
    const entries = (await port.read(0, 1)).map(({ entry }) => entry);
    expect(await verifyLog(entries, { sha256 })).toMatchObject({ ok: true, size: 1 });
  });

  it("or anything else in it: nothing of an answer can be changed [SG-5]", async () => {
    const here = await world();
    const { view } = await offeredByAda(here);
    const answer = good(await here.host.accept(await here.smith.accept(view)));
    expect(isDeepFrozen(answer)).toBe(true);
    expect(isDeepFrozen(await viewOf(here, view.negotiation_id, here.ada))).toBe(true);
  });
});
