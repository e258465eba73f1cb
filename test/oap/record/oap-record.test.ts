import { describe, expect, it } from "vitest";
import {
  contextOf,
  extraOf,
  idOfMessage,
  kindOfTurn,
  type OapRecord,
  standingMessage,
  turnOfMessage,
} from "../../../src/oap/record/index.js";
import { DID, opened, proposed, world } from "../host-setup.js";

describe("an OAP record", () => {
  it("OAP-17: finds a document by its id, and the standing one", async () => {
    const here = await world();
    const first = await opened(here);
    const load = async (id: string) => (await here.service.loadNegotiation(id)) as unknown as OapRecord;
    expect(standingMessage(await load(first.negotiation_id))).toBeUndefined();
    const { document, history } = await proposed(here);
    const record = await load(history.negotiation_id);
    expect(standingMessage(record)).toEqual(document);
    const turn = turnOfMessage(record, document.proposal_id);
    expect(turn && extraOf(turn).document).toEqual(document);
    expect(turnOfMessage(record, "prp_0")).toBeUndefined();
    expect(idOfMessage("withdraw", await here.ada.withdraw(history))).toMatch(/^wdr_/);
    expect((["propose", "counter", "accept"] as const).map((action) => kindOfTurn({ action }))).toEqual([
      "proposal",
      "proposal",
      "accept",
    ]);
  });

  it("OAP-19: knows the records of its host alone", async () => {
    const here = await world();
    const first = await opened(here);
    const record = (await here.service.loadNegotiation(first.negotiation_id))!;
    expect(contextOf(record, DID)?.category).toBe("pricing");
    expect(contextOf(record, "did:web:other.example")).toBeUndefined();
    for (const context of [null, "text", 1, [], {}, { host: DID }]) {
      expect(contextOf({ id: "neg_1", turns: [], context }, DID)).toBeUndefined();
    }
  });
});
