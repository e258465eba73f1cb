import { describe, expect, it } from "vitest";
import {
  bridged,
  type Calling,
  called,
  httpClient,
  inMemory,
  MODES,
  overHttp,
  refusedText,
  v1Client,
} from "./mcp-clients.js";

/** Ada has opened at 40; smith counters, ada asks and accepts. */
async function deal(ada: Calling, smith: Calling, negotiationId: string): Promise<void> {
  const { negotiations } = await called(smith, "list_negotiations");
  expect(negotiations).toMatchObject([
    { negotiationId, status: "proposed", isYourTurn: true, counterpartyId: "ada", turnCount: 1 },
  ]);
  const seen = await called(smith, "get_negotiation", { negotiationId });
  expect(seen).toMatchObject({ seat: "responder", isYourTurn: true, standing: { terms: { price: 40 } } });
  const countered = await called(smith, "respond_to_negotiation", {
    negotiationId,
    action: "counter",
    reasoning: "Below our cost.",
    message: "Not below 55.",
    terms: { price: 60 },
    expectedVersion: seen.version,
  });
  expect(countered).toMatchObject({ status: "countered", turnNumber: 2, yourTurn: false, outcome: null });
  expect(await refusedText(smith, "respond_to_negotiation", { ...MOVE, negotiationId })).toMatch(
    /^not_your_turn: .+; nothing is legal until the other side has moved \(version 1\)$/,
  );
  const read = await called(ada, "get_negotiation", { negotiationId, afterTurn: 1 });
  expect(read.turns).toHaveLength(1);
  expect(read.turns[0]).toMatchObject({ number: 2, by: "counterparty", label: "Counter", assessment: {} });
  expect(read.turns[0].message).toMatch(/^⟦data (\w{32})⟧\nNot below 55\.\n⟦end \1⟧$/);
  const accepted = await called(ada, "respond_to_negotiation", { ...MOVE, negotiationId });
  expect(accepted).toMatchObject({
    status: "accepted",
    turnNumber: 3,
    outcome: { status: "accepted", by: "own", terms: { price: 60 } },
  });
  expect(await called(smith, "list_negotiations", { status: "completed" })).toMatchObject({ total: 1 });
}

const MOVE = { action: "accept", reasoning: "Within our limit." } as const;

describe("a whole deal", () => {
  it.each(MODES)("is made in memory by the official client in its mode %s [MC-8]", async (mode) => {
    const all = bridged();
    const id = await all.opened();
    await deal(await inMemory(all, "ada", mode), await inMemory(all, "smith", mode), id);
    expect(all.faults).toEqual([]);
  });

  it.each(MODES)("is made over HTTP by the official client in its mode %s [MC-8] [MC-6]", async (mode) => {
    const all = bridged();
    const { url } = await overHttp(all);
    const id = await all.opened();
    await deal(await httpClient(url, "ada", mode), await httpClient(url, "smith", mode), id);
    expect(all.faults).toEqual([]);
  });

  it("is made over HTTP by a client of the line before [MC-8]", async () => {
    const all = bridged();
    const { url } = await overHttp(all);
    const id = await all.opened();
    await deal(await v1Client(url, "ada"), await v1Client(url, "smith"), id);
  });
});
