import { describe, expect, it } from "vitest";
import { NegotiationError } from "../../../src/index.js";
import { type HistoryView, type OapParty, oapParty } from "../../../src/oap/index.js";
import { DID, good, opened, sha256, signerOf, viewOf, type World, world } from "../host-setup.js";
import { offeredByAda } from "./stage.js";
import { answerTo } from "./the-host-lies.js";

const OFFER = { terms: { price: "35.00" } };
const LONG = "x".repeat(70_000);
const OTHER_PROPOSAL = "prp_00000000000000000000000009";

/** What can come in the place of anything, or nothing at all. */
const JUNK: readonly unknown[] = [
  { toString: 1 },
  { toString: 1, valueOf: 1 },
  null,
  undefined,
  0,
  -7.5,
  LONG,
  [],
  [null],
];

const SIGNED: Readonly<Record<string, (party: OapParty, view: HistoryView) => Promise<unknown>>> = {
  propose: (party, view) => party.propose(view, OFFER),
  accept: (party, view) => party.accept(view),
  reject: (party, view) => party.reject(view),
  withdraw: (party, view) => party.withdraw(view),
  cosign: (party, view) => party.cosign(view),
};

/** A moment, whose turn it is (1 is Ada, 2 is Bob), and what that party may sign then. */
const MOMENTS: readonly (readonly [
  when: string,
  seed: 1 | 2,
  signs: readonly string[],
  reach: (here: World) => Promise<HistoryView>,
])[] = [
  ["Ada has opened", 1, ["propose", "withdraw"], opened],
  [
    "Ada has offered",
    2,
    ["propose", "accept", "reject", "withdraw"],
    async (here) => (await offeredByAda(here)).view,
  ],
  [
    "Bob has countered",
    1,
    ["propose", "accept", "reject", "withdraw"],
    async (here) => {
      const counter = await here.smith.propose((await offeredByAda(here)).view, {
        terms: { price: "30.00" },
      });
      return good(await here.host.propose(counter)).history;
    },
  ],
  [
    "Bob has accepted",
    1,
    ["cosign"],
    async (here) => {
      const { view } = await offeredByAda(here);
      good(await here.host.accept(await here.smith.accept(view)));
      return viewOf(here, view.negotiation_id);
    },
  ],
];

/** Those who check more of what they are shown, or less. */
const PARTIES = {
  "a party": {},
  "a party that believes the host's keys": {
    trustsHostKeys: true,
    join: (one: string, other: string) => (one === other ? one : "confidential"),
    admitGround: () => true,
  },
};

/** Where something stands, from the outside in, and what. */
type Place = readonly (string | number)[];

function placesIn(value: unknown, at: Place = []): readonly Place[] {
  if (typeof value !== "object" || value === null) return [at];
  const inner = Object.entries(value).flatMap(([name, member]) => placesIn(member, [...at, name]));
  return at.length === 0 ? inner : [at, ...inner];
}

/** As it comes over the wire. */
function withJunk(view: HistoryView, place: Place, junk: unknown): HistoryView {
  const copy = JSON.parse(JSON.stringify(view));
  const owner = place.slice(0, -1).reduce((inner, name) => inner[name], copy);
  owner[place.at(-1)!] = junk;
  return copy;
}

describe("The host shows what has no form", () => {
  const cases = Object.entries(PARTIES).flatMap(([who, options]) =>
    MOMENTS.flatMap(([when, seed, signs, reach]) =>
      signs.map((sign) => [who, when, sign, { options, seed, reach }] as const),
    ),
  );

  it.each(cases)(
    "to %s, wherever it can, once %s: it is not believed, and nothing else is thrown out of %s [OAP-51]",
    async (_, __, sign, { options, seed, reach }) => {
      const here = await world();
      const view = await reach(here);
      const signer = await signerOf(seed);
      const pinned = [{ host: DID, manifest_hash: here.hash }];
      // Each time anew: what a party has signed it may not sign again.
      const signed = (shown: HistoryView): Promise<unknown> =>
        SIGNED[sign]!(oapParty({ signer, sha256, clock: here.clock, pinned, ...options }), shown);
      await signed(view);
      const wrong: string[] = [];
      const refused = new Set<string>();
      for (const place of placesIn(view)) {
        for (const junk of JUNK) {
          const answer = await signed(withJunk(view, place, junk)).catch((error: unknown) => error);
          const what = `${place.join("/")} as ${JSON.stringify(junk)?.slice(0, 20)}`;
          if (!(answer instanceof Error)) continue;
          if (!NegotiationError.isInstance(answer) || answer.code !== "host_untrusted")
            wrong.push(`${what}: ${answer}`);
          refused.add(String(place[0]));
        }
      }
      expect(wrong).toEqual([]);
      expect([...refused]).toEqual(
        expect.arrayContaining([
          "negotiation_id",
          "initiator",
          "responder",
          "host",
          "manifest_hash",
          "history",
        ]),
      );
    },
  );

  it.each(["ownKeys", "get", "getOwnPropertyDescriptor"] as const)(
    "and throws at who looks, by its trap %s [SG-5]",
    async (trap) => {
      const here = await world();
      const { view } = await offeredByAda(here);
      const thrown = (): never => {
        throw new Error("a word of the host's");
      };
      const turn = new Proxy({ ...view.history[0] }, { [trap]: thrown }) as never;
      for (const lie of [new Proxy({ ...view }, { [trap]: thrown }), { ...view, history: [turn] }]) {
        for (const sign of ["propose", "accept", "reject", "withdraw"]) {
          const answer = await SIGNED[sign]!(here.smith, lie).catch((error: unknown) => error);
          if (answer instanceof Error) expect(answer).toMatchObject({ code: "host_untrusted" });
        }
      }
    },
  );

  it("as a standing proposal that it does not show, or none where one stands: it is named [OAP-51]", async () => {
    const here = await world();
    const { view } = await offeredByAda(here);
    for (const standing_proposal_id of [OTHER_PROPOSAL, null]) {
      const lie = { ...view, standing_proposal_id };
      for (const sign of ["accept", "reject", "withdraw", "propose"]) {
        const refused = SIGNED[sign]!(here.smith, lie);
        await expect(refused).rejects.toMatchObject({
          code: "host_untrusted",
          message: "Expected a host that shows what holds, got another: standing_proposal_id. Do not sign.",
        });
      }
    }
    expect(await answerTo((bob) => bob.accept(view), here.smith)).toBe("signed");
  });
});

it.each(MOMENTS)(
  "Of a store that hands out proxies, whatever they are of, the view is signed on as it is: %s [OAP-51]",
  async (_, seed, signs, reach) => {
    const here = await world();
    const view = await reach(here);
    const proxied = (value: unknown): unknown =>
      typeof value === "object" && value !== null
        ? new Proxy(value, { get: (target, name) => proxied(Reflect.get(target, name)) })
        : value;
    for (const act of signs) {
      const pinned = [{ host: DID, manifest_hash: here.hash }];
      const party = oapParty({ signer: await signerOf(seed), sha256, clock: here.clock, pinned });
      const shown = proxied(structuredClone(view)) as HistoryView;
      expect(await SIGNED[act]!(party, shown)).toBeTruthy();
    }
  },
);

it("Of a history with a hole at its end nothing is signed [OAP-51]", async () => {
  const here = await world();
  const { view } = await offeredByAda(here);
  const history = [...view.history];
  history.length += 1;
  for (const act of Object.values(SIGNED))
    expect(await answerTo((party) => act(party, { ...view, history }), here.smith)).toBe("host_untrusted");
});
