import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/core/json/index.js";
import { type Agent, NegotiationService } from "../../../src/index.js";
import type { OapAnswer, SignaturePurpose } from "../../../src/oap/index.js";
import { canonicalize, createOapHost, signDocument, signedAgent } from "../../../src/oap/index.js";
import { openSqliteStore } from "../../../src/stores/sqlite/index.js";
import { openDatabase } from "../../stores/sqlite-files.js";
import {
  DID,
  good,
  MANIFEST,
  opening,
  proposed,
  sha256,
  signerOf,
  viewOf,
  type World,
  world,
} from "../host-setup.js";

/** So many objects one inside the other. */
const nested = (depth: number): JsonObject =>
  JSON.parse(`${'{"in":'.repeat(depth)}1${"}".repeat(depth)}`) as JsonObject;

/** A document of that depth, signed anew where it can be; as JSON brings it. */
async function deepened(
  document: object,
  purpose: SignaturePurpose,
  seed: number,
  depth: number,
): Promise<object> {
  const { signature: _, ...rest } = document as { readonly signature?: string };
  const deep = { ...rest, extensions: nested(depth - 1) };
  const signed = await signDocument(deep, purpose, await signerOf(seed));
  return structuredClone(signed.ok ? signed.document : { ...document, ...deep });
}

type Handed = readonly [World, OapAnswer<{ readonly ok: true }>];

const KINDS: Readonly<Record<string, (depth: number) => Promise<Handed>>> = {
  async open(depth) {
    const here = await world();
    const open = await here.ada.open(opening(here));
    return [here, here.host.open(await deepened(open, "open", 1, depth))];
  },
  async proposal(depth) {
    const here = await world();
    const { history } = await proposed(here);
    const counter = await here.smith.propose(history, { terms: { price: "50.00" } });
    return [here, here.host.propose(await deepened(counter, "proposal", 2, depth))];
  },
  async acceptance(depth) {
    const here = await world();
    const { history } = await proposed(here);
    const request = await here.smith.accept(history);
    const acceptance = await deepened(request.acceptance, "accept", 2, depth);
    return [here, here.host.accept({ ...request, acceptance })];
  },
  async rejection(depth) {
    const here = await world();
    const { history } = await proposed(here);
    const document = await here.smith.reject(history);
    return [here, here.host.reject(await deepened(document, "reject", 2, depth))];
  },
  async withdrawal(depth) {
    const here = await world();
    const { history } = await proposed(here);
    const document = await here.ada.withdraw(history);
    return [here, here.host.withdraw(await deepened(document, "withdraw", 1, depth))];
  },
};

describe.each(Object.keys(KINDS))("The limits of a document are its own: %s", (kind) => {
  it.each([31, 32])("of %i levels is taken, whatever is around it [T8] [SG-6]", async (depth) => {
    const [, answer] = await KINDS[kind]!(depth);
    good(await answer);
  });

  it("of 33 levels is refused [T8] [SG-6]", async () => {
    const [, answer] = await KINDS[kind]!(33);
    expect(await answer).toMatchObject({ code: "document_invalid" });
  });
});

describe("What a party signs the host takes", () => {
  it.each([30, 31])("extensions and terms of %i levels in a whole negotiation [SG-6]", async (depth) => {
    const here = await world();
    const open = await here.ada.open({ ...opening(here), extensions: nested(depth) });
    const { history } = good(await here.host.open(structuredClone(open)));
    const proposal = await here.ada.propose(history, { terms: nested(depth) });
    const offered = good(await here.host.propose(structuredClone(proposal))).history;
    const { agreement } = good(await here.host.accept(await here.smith.accept(offered)));
    expect(agreement.terms).toEqual(nested(depth));
    const view = await viewOf(here, history.negotiation_id);
    good(
      await here.host.cosign(await here.ada.cosign(view), {
        caller: here.ada.did,
        negotiationId: view.negotiation_id,
      }),
    );
  });

  it("and of 32 levels, a document of 33, it signs nothing [SG-6]", async () => {
    const here = await world();
    const deep = here.ada.open({ ...opening(here), extensions: nested(32) });
    await expect(deep).rejects.toThrow("at most 32 levels");
    const { history } = good(await here.host.open(await here.ada.open(opening(here))));
    await expect(here.ada.propose(history, { terms: nested(32) })).rejects.toThrow("at most 32 levels");
    good(await here.host.propose(await here.ada.propose(history, { terms: nested(31) })));
  });

  it("also from an agent of the process [SG-6] [OAP-19]", async () => {
    const seats = new Map<string, Agent>();
    const here = await world({ service: { agentFor: ({ id }) => seats.get(id) } });
    const answer: Agent = ({ standing }) =>
      standing === null ? { action: "propose", terms: nested(31) } : { action: "accept" };
    for (const party of [here.ada, here.smith]) seats.set(party.did, signedAgent(answer, party));
    const { history } = good(await here.host.open(await here.ada.open(opening(here))));
    await here.service.outcomeOf(history.negotiation_id);
    expect((await viewOf(here, history.negotiation_id)).state).toBe("ACCEPTED");
  });

  it("and what stands in a file of SQLite goes on after a restart [SG-6]", async () => {
    const database = openDatabase(":memory:");
    const store = openSqliteStore({ database });
    const here = await world({ service: { store }, store });
    const open = await here.ada.open({ ...opening(here), extensions: nested(31) });
    const { history } = good(await here.host.open(open));
    const proposal = await here.ada.propose(history, { terms: nested(31) });
    good(await here.host.propose(proposal));
    const { clock, log, room } = here;
    const service = new NegotiationService("market-7", { ...room, clock, store });
    const host = createOapHost({
      service,
      admit: room.admit,
      did: DID,
      manifest: MANIFEST,
      log,
      sha256,
      clock,
      store,
    });
    good(await host.open(open));
    good(await host.propose(proposal));
    const view = good(await host.history(history.negotiation_id, { caller: here.smith.did })).history;
    good(await host.accept(await here.smith.accept(view)));
    database.close();
  });
});

describe("An acceptance may have 65,536 bytes", () => {
  it.each([
    [0, "ok"],
    [1, "document_invalid"],
  ])("and %i more: %s [SG-6]", async (more, expected) => {
    const here = await world();
    const { history } = await proposed(here);
    const request = await here.smith.accept(history);
    const padded = async (pad: string): Promise<object> => {
      const { signature: _, ...rest } = request.acceptance;
      const body = { ...rest, extensions: { pad } };
      const signed = await signDocument(body, "accept", await signerOf(2));
      return signed.ok ? signed.document : { ...body, signature: request.acceptance.signature };
    };
    const room = 65_536 - canonicalize(await padded("")).length;
    const acceptance = structuredClone(await padded("x".repeat(room + more)));
    const answer = await here.host.accept({ ...request, acceptance });
    expect(answer.ok ? "ok" : answer.code).toBe(expected);
  });
});

it("Over HTTP the limits of a body decide, and a body that they let in is read [SG-6] [OAP-37]", async () => {
  const here = await world();
  const { history } = await proposed(here);
  const { acceptance, ...others } = await here.smith.accept(history);
  const request = { ...others, acceptance: await deepened(acceptance, "accept", 2, 32) };
  const post = (options?: object) =>
    here.host.fetch(
      new Request(`https://tool.example/oap/negotiation/${history.negotiation_id}/accept`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(request),
      }),
      here.smith.did,
      options,
    );
  expect(await (await post()).json()).toMatchObject({ code: "body_too_deep" });
  expect((await post({ depth: 33 })).status).toBe(200);
});

it("A withdrawal of 32 levels is logged with its penalty [SG-6] [OAP-43]", async () => {
  const manifest = {
    ...MANIFEST,
    withdrawal_penalty_terms: "https://tool.example/penalty",
    withdrawal_penalty_hash: `sha256-${"A".repeat(43)}=`,
    withdrawal_penalty: { amount: "10.00", currency: "EUR" },
  };
  const here = await world({ manifest });
  const { history } = await proposed(here);
  const document = await deepened(await here.ada.withdraw(history), "withdraw", 1, 32);
  good(await here.host.withdraw(document));
  expect((await here.port.read(0, 10)).map(({ entry }) => entry.kind)).toEqual(["withdrawal_penalty"]);
});
