import { describe, expect, it } from "vitest";
import type { Agent } from "../../../src/index.js";
import { outsideOptionPolicy, signedAgent } from "../../../src/oap/index.js";
import { good, opening, viewOf, type World, world } from "../host-setup.js";
import { signers } from "../oap-world.js";

interface Terms {
  readonly price: string;
}

/** Bob's agent takes whatever it may; Bob wants the more the less he trusts the other. */
async function bobOf(reputation: (did: string) => number | undefined | Promise<number>) {
  const agents = new Map<string, Agent>();
  const bob = (await signers.smith()).kid.replace(/#.*/, "");
  const policy = outsideOptionPolicy<Terms>({
    partyId: bob,
    utility: ({ price }) => Number(price),
    outsideOption: 40,
    reservationFor: reputation as (did: string) => number,
  });
  const here = await world({
    service: { agentFor: ({ id }: { id: string }) => agents.get(id), policies: [policy as never] },
  });
  const takes: Agent = ({ legalActions }) => ({
    action: legalActions.includes("accept") ? "accept" : "reject",
  });
  agents.set(bob, signedAgent(takes, here.smith));
  return here;
}

async function outcomeOf(here: World, price: string): Promise<string> {
  const settled = new Promise((resolve) => here.service.on("negotiation:settled", resolve));
  const view = good(await here.host.open(await here.ada.open(opening(here)))).history;
  good(await here.host.propose(await here.ada.propose(view, { terms: { price } })));
  await settled;
  return (await viewOf(here, view.negotiation_id)).state;
}

describe("Somebody of bad repute offers Bob a good price", () => {
  it("which Bob takes of who is known to him, and not of a stranger [OAP-49]", async () => {
    const known = await bobOf(() => 45);
    expect(await outcomeOf(known, "50.00")).toBe("ACCEPTED");
    const stranger = await bobOf(() => 60);
    expect(await outcomeOf(stranger, "50.00")).toBe("REJECTED");
    expect(await outcomeOf(stranger, "60.00")).toBe("ACCEPTED");
  });

  it("and is asked about by name [OAP-49]", async () => {
    const asked = new Set<string>();
    const here = await bobOf((did) => {
      asked.add(did);
      return 45;
    });
    expect(await outcomeOf(here, "50.00")).toBe("ACCEPTED");
    expect([...asked]).toEqual([here.ada.did]);
  });

  it("while the best repute takes him no lower than what he has elsewhere [OAP-49]", async () => {
    const here = await bobOf(() => 1);
    expect(await outcomeOf(here, "39.00")).toBe("REJECTED");
    expect(await outcomeOf(here, "40.00")).toBe("ACCEPTED");
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("down");
      },
    ],
    ["is no number", () => Number.NaN],
    ["comes later", async () => 1],
  ])("and a repute that %s lets nothing through [OAP-49]", async (_, reputation) => {
    const here = await bobOf(reputation);
    expect(await outcomeOf(here, "1000000.00")).toBe("REJECTED");
  });
});
