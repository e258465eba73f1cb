import { describe, expect, it } from "vitest";
import { snapshotKeys, verifyDocument } from "../../../src/oap/index.js";
import { standingOf } from "../../../src/oap/record/index.js";
import { accepted, good, proposed, viewOf, world } from "../host-setup.js";

describe("the history view", () => {
  it("shows turns after a number, the standing proposal, and to the parties alone the salts", async () => {
    const here = await world();
    const { history, document } = await proposed(here);
    expect(standingOf(history)).toEqual(document);
    expect(standingOf({ ...history, history: [] })).toBeNull();
    const { id, request } = await accepted(here);
    const call = { caller: here.smith.did, after: 1 };
    const last = good(await here.host.history(id, call)).history;
    expect(last.history.map(({ turn, type }) => [turn, type])).toEqual([[2, "acceptance"]]);
    expect(last).toMatchObject({
      state: "ACCEPTED",
      outcome: { reason: "accept", by: here.smith.did },
      salt_secret: request.salt_secret,
    });
    expect(history).not.toHaveProperty("salt_secret");
    expect(history).not.toHaveProperty("outcome");
    expect(JSON.parse(JSON.stringify(last))).toEqual(last);
    expect(Object.isFrozen(last)).toBe(true);
  });

  it("OAP-52: each document comes with the key it was verified with, and verifies by that alone", async () => {
    const here = await world();
    const { id } = await accepted(here);
    const { history } = await viewOf(here, id);
    const kids = [await here.ada.key(), await here.smith.key()].map(({ kid }) => kid);
    expect(history.map(({ key }) => key.kid)).toEqual(kids);
    for (const [index, purpose] of (["proposal", "accept"] as const).entries()) {
      const { document, key } = history[index]!;
      const expected = { purpose, signer: document.from };
      const known = await verifyDocument(document, { ...expected, resolveKey: snapshotKeys([key]) });
      expect(known).toMatchObject({ ok: true, snapshot: key });
      const other = snapshotKeys([history[1 - index]!.key]);
      expect(await verifyDocument(document, { ...expected, resolveKey: other })).toMatchObject({ ok: false });
    }
  });
});
