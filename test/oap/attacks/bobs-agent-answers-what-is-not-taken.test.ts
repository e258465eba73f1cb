import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { humanAgent, type Negotiation, NegotiationService } from "../../../src/index.js";
import {
  createOapHost,
  type OapPartySettings,
  oapParty,
  oapRoom,
  signedAgent,
  webCryptoVerifier,
} from "../../../src/oap/index.js";
import type { AgentCall, TermsSchema } from "../../../src/ports/index.js";
import { DID, good, MANIFEST, opening, START, sha256, signerOf, until, world } from "../host-setup.js";

type Answer = (call: AgentCall<unknown>, attempt: number) => unknown;

type Terms = Readonly<Record<string, string>>;

const SHORT = z.object({ price: z.string().check(z.maxLength(5)) });

/** Ada has offered; Bob's agent answers. His party's signatures are counted. */
async function asked(
  answer: Answer,
  more: object = {},
  terms: TermsSchema<unknown> = SHORT as TermsSchema<unknown>,
  /** Before each signature. */
  pause: () => unknown = () => undefined,
  settings: Partial<OapPartySettings> = {},
) {
  const { clock, hash, randomBytes, log, ada } = await world();
  const signer = await signerOf(2);
  const signed = { count: 0 };
  const sign = async (bytes: Uint8Array): Promise<Uint8Array> => {
    signed.count += 1;
    await pause();
    return signer.sign(bytes);
  };
  const counting = { ...signer, sign };
  const pinned = [{ host: DID, manifest_hash: hash }];
  const bob = oapParty({ signer: counting, sha256, clock, randomBytes, pinned, ...settings });
  let attempt = 0;
  const { admit, ...room } = oapRoom({ terms });
  const agent = signedAgent((call) => answer(call, (attempt += 1)) as never, bob, room);
  let running: unknown;
  const followed: typeof agent = (call) => {
    const answered = agent(call);
    running = answered;
    return answered;
  };
  const agentFor = ({ id }: { readonly id: string }) => (id === bob.did ? followed : undefined);
  const service = new NegotiationService("market-8", { ...room, admit, clock, agentFor, ...more });
  const host = createOapHost({ service, admit, did: DID, manifest: MANIFEST, log, sha256, clock });
  const view = good(await host.open(await ada.open(opening({ smith: bob, hash })))).history;
  const { negotiation_id: id } = view;
  const offer = await ada.propose(view, { terms: { price: "40.00" } });
  /** When the agent is through with its call, whoever still waits for it. */
  const settled = async (): Promise<void> => void (await Promise.allSettled([running]));
  return { settled, answered: () => running, ada, clock, host, id, offer, service, signed };
}

/** Ada hands her offer in, and the agent answers until it is over. */
async function ended(here: Awaited<ReturnType<typeof asked>>) {
  good(await here.host.propose(here.offer));
  await until(() => here.service.getNegotiation(here.id)?.outcome !== null);
  return good(await here.host.history(here.id, { caller: here.ada.did })).history;
}

const schemaOf = (validate: (terms: unknown) => unknown) =>
  ({ "~standard": { version: 1, vendor: "test", validate } }) as TermsSchema<unknown>;

describe("Bob's agent answers what nobody takes, and his key would sign it all the same", () => {
  it("an acceptance that a policy forbids: it stays unsigned, and the counter after it is taken [OAP-34]", async () => {
    const actions = [{ action: "accept" }, { action: "counter", terms: { price: "39.00" } }];
    const permits = ({ action }: { readonly action: string }) => action !== "accept";
    const policies = [{ layer: "personal", rule: "no acceptance", permits }];
    const here = await asked((_, attempt) => actions[attempt - 1], { policies });
    good(await here.host.propose(here.offer));
    await until(() => here.service.getNegotiation(here.id)?.turns.length === 2);
    expect(here.signed.count).toBe(1);
    const { history } = good(await here.host.history(here.id, { caller: here.ada.did }));
    expect(history).toMatchObject({
      state: "COUNTERED",
      history: [{ type: "proposal" }, { type: "counter_proposal" }],
    });
  });

  it("a counter that the room's schema refuses: it stays unsigned, and he may still accept [OAP-19] [EN-55]", async () => {
    const actions = [{ action: "counter", terms: { price: "39.000" } }, { action: "accept" }];
    const told: unknown[] = [];
    const here = await asked((call, attempt) => {
      told.push(call.lastError?.code);
      return actions[attempt - 1];
    });
    const history = await ended(here);
    expect(history).toMatchObject({
      state: "ACCEPTED",
      history: [{ type: "proposal" }, { type: "acceptance" }],
    });
    expect([told, here.signed.count]).toEqual([[undefined, "terms_invalid"], 2]);
  });

  it("a counter whose terms are null: nobody has said them, it stays unsigned, and he may still accept [OAP-19]", async () => {
    const actions = [{ action: "counter", terms: null }, { action: "accept" }];
    const told: unknown[] = [];
    const anything = schemaOf((value) => ({ value }));
    const here = await asked(
      (call, attempt) => {
        told.push(call.lastError?.code);
        return actions[attempt - 1] as never;
      },
      {},
      anything,
    );
    expect((await ended(here)).state).toBe("ACCEPTED");
    expect([told, here.signed.count]).toEqual([[undefined, "terms_required"], 2]);
  });

  it.each([
    ["accept", "EXPIRED", 1],
    ["counter", "COUNTERED", 2],
  ])(
    "a counter whose terms a policy has seen and refused: it counts as made, and then %s comes to %s [OAP-51]",
    async (action, state, signatures) => {
      const more = action === "counter" ? { terms: { price: "39.00" } } : {};
      const actions = [
        { action: "counter", terms: { price: "30.00" } },
        { action, ...more },
      ];
      const permits = ({ terms }: { readonly terms?: unknown }) =>
        JSON.stringify(terms) !== '{"price":"30.00"}';
      const policies = [{ layer: "personal", rule: "not for 30", permits }];
      const here = await asked((_, attempt) => actions[attempt - 1], { policies });
      good(await here.host.propose(here.offer));
      const isThrough = ({ outcome, turns }: Negotiation) => outcome !== null || turns.length === 2;
      await until(() => isThrough(here.service.getNegotiation(here.id)!));
      const { history } = good(await here.host.history(here.id, { caller: here.ada.did }));
      expect([history.state, here.signed.count]).toEqual([state, signatures]);
    },
  );

  it.each([
    ["as long as hosts take it", "it stays unsigned, and he accepts", undefined, ["ACCEPTED", 2]],
    [
      "for longer than this one takes it",
      "it counts as made, and he accepts nothing before it",
      500 * 86_400_000,
      ["EXPIRED", 1],
    ],
  ] as const)(
    "a counter for 400 days, where his party offers %s: %s [OAP-51]",
    async (_, __, maxValidityMs, end) => {
      const actions = [
        { action: "counter", terms: { price: "39.00" }, validUntilAt: START + 400 * 86_400_000 },
        { action: "accept" },
      ];
      const here = await asked((_, attempt) => actions[attempt - 1], {}, undefined, undefined, {
        maxValidityMs,
      });
      const history = await ended(here);
      expect([history.state, here.signed.count]).toEqual(end);
    },
  );

  it.each([
    ["fills in a penalty", (terms: Terms) => Object.assign(terms, { penalty: "1000.00" })],
    ["lowers the price", (terms: Terms) => Object.assign(terms, { price: "5.00" })],
    ["gives other terms", (terms: Terms) => ({ ...terms, price: "5.00" })],
  ])(
    "a counter, in a room whose schema %s: nothing is signed but what he said [OAP-13]",
    async (_, change) => {
      const said = { price: "39.00" };
      const validate = (terms: unknown) => ({
        value: (terms as Terms)["price"] === "40.00" ? terms : change(terms as Terms),
      });
      const actions = [{ action: "counter", terms: said }, { action: "accept" }];
      const here = await asked((_call, attempt) => actions[attempt - 1], {}, schemaOf(validate));
      const history = await ended(here);
      expect([history.state, here.signed.count, said]).toEqual(["ACCEPTED", 2, { price: "39.00" }]);
    },
  );

  it.each([{ price: undefined }, { price: 39.5 }, { price: "39.00", by: new Date(0) }])(
    "a counter with what no document may hold, in a room whose schema would put it right: nothing is signed for it [OAP-13]",
    async (said) => {
      const validate = (value: unknown) => ({
        value:
          (value as Terms)["price"] === "40.00"
            ? value
            : Object.assign(value as object, { price: "5.00", by: "" }),
      });
      const actions = [{ action: "counter", terms: said }, { action: "accept" }];
      const here = await asked((_call, attempt) => actions[attempt - 1], {}, schemaOf(validate));
      const history = await ended(here);
      expect([history.state, here.signed.count]).toEqual(["ACCEPTED", 2]);
    },
  );

  it("a counter that he changes while the room's schema thinks: what he said is signed [OAP-51]", async () => {
    const said = { price: "39.00" };
    const validate = async (value: unknown) => {
      await Promise.resolve();
      if ((value as Terms)["price"] === "39.00") said.price = "1.00";
      return { value };
    };
    const here = await asked(() => ({ action: "counter", terms: said }), {}, schemaOf(validate));
    good(await here.host.propose(here.offer));
    await until(() => here.service.getNegotiation(here.id)?.turns.length === 2);
    expect(here.service.getNegotiation(here.id)?.turns[1]?.terms).toEqual({ price: "39.00" });
  });

  it.each(["accept", "reject", "counter"])(
    "%s with an assessment that is no JSON: it stays unsigned, and he may still accept [OAP-19]",
    async (action) => {
      const wrong = {
        ...(action === "counter" && { terms: { price: "39.00" } }),
        assessment: { worth: Number.NaN },
      };
      const counts: number[] = [];
      const here = await asked((_, attempt) => {
        counts.push(here.signed.count);
        return attempt === 1 ? { action, ...wrong } : { action: "accept" };
      });
      const history = await ended(here);
      expect([history.state, counts]).toEqual(["ACCEPTED", [0, 0]]);
    },
  );

  it("an acceptance after Ada has walked away: it stays unsigned [EN-30] [OAP-19]", async () => {
    let answered = (): void => undefined;
    let isAsked = false;
    const here = await asked(() => {
      isAsked = true;
      return new Promise((resolve) => {
        answered = () => resolve({ action: "accept" });
      });
    });
    const { history } = good(await here.host.propose(here.offer));
    await until(() => isAsked);
    good(await here.host.withdraw(await here.ada.withdraw(history)));
    answered();
    await here.settled();
    expect(here.signed.count).toBe(0);
  });

  it("what he says at a seat that hands in moves itself: it is not admitted, in time, twice or late [OAP-19]", async () => {
    const seat = humanAgent<unknown>();
    const here = await asked((call) => seat.agent(call));
    good(await here.host.propose(here.offer));
    await until(() => seat.pending !== null);
    const answers = await Promise.all([
      seat.answer({ action: "accept" }),
      seat.answer({ action: "counter", terms: { price: "39.00" } }),
    ]);
    expect(answers).toMatchObject([{ ok: false, code: "not_admitted" }, false]);
    await here.clock.advance(3_600_000);
    expect(await seat.answer({ action: "accept" })).toBe(false);
    const { history } = good(await here.host.history(here.id, { caller: here.ada.did }));
    expect([history.state, here.signed.count]).toEqual(["EXPIRED", 0]);
  });

  it("a counter that was judged until Ada had walked away: it stays unsigned [EN-30] [OAP-19]", async () => {
    let judge = (): void => undefined;
    let isJudging = false;
    const validate = (value: unknown) =>
      (value as { readonly price: string }).price === "40.00"
        ? { value }
        : new Promise<{ readonly value: unknown }>((resolve) => {
            isJudging = true;
            judge = () => resolve({ value });
          });
    const slow: TermsSchema<unknown> = { "~standard": { version: 1, vendor: "test", validate } };
    const counter = { action: "counter", terms: { price: "39.00" } };
    const here = await asked(() => counter, {}, slow);
    const { history } = good(await here.host.propose(here.offer));
    await until(() => isJudging);
    good(await here.host.withdraw(await here.ada.withdraw(history)));
    judge();
    await here.settled();
    expect(here.signed.count).toBe(0);
  });

  it.each([{ action: "counter", terms: { price: "39.00" } }, { action: "accept" }, { action: "reject" }])(
    "%j, whose signer was slow until Ada had walked away: it is not handed out [EN-30] [OAP-19]",
    async (move) => {
      let signs = (): void => undefined;
      const pause = new Promise<void>((resolve) => {
        signs = resolve;
      });
      const here = await asked(
        () => move,
        {},
        undefined,
        () => pause,
      );
      const { history } = good(await here.host.propose(here.offer));
      await until(() => here.signed.count > 0);
      good(await here.host.withdraw(await here.ada.withdraw(history)));
      signs();
      await expect(here.answered()).rejects.toThrow("aborted");
    },
  );

  const SAID = { accept: { action: "accept" }, counter: { action: "counter", terms: { price: "39.00" } } };

  it.each([
    ["signature", "accept", "counter"],
    ["signature", "counter", "accept"],
    ["signature", "accept", "accept"],
    ["verification", "accept", "counter"],
    ["verification", "counter", "accept"],
    ["verification", "accept", "accept"],
  ] as const)(
    "a %s is slow until the time of his %s is over: it counts as not made, and his %s is taken [EN-30] [OAP-51]",
    async (slow, first, then) => {
      let goes = (): void => undefined;
      let count = 0;
      const once = (): unknown => (count += 1) === 1 && new Promise<void>((resolve) => (goes = resolve));
      const isSigning = slow === "signature";
      const bare = webCryptoVerifier();
      const verifier: typeof bare = async (...given) => (await once(), bare(...given));
      const here = await asked(
        (_, attempt) => SAID[attempt === 1 ? first : then],
        { rules: { preset: "oap", agentTimeoutMs: 300 } },
        undefined,
        isSigning ? once : undefined,
        isSigning ? {} : { verifier },
      );
      good(await here.host.propose(here.offer));
      await until(() => count > 0);
      await here.clock.advance(300);
      await until(() => here.service.getNegotiation(here.id)?.turns.length === 2);
      goes();
      await here.settled();
      const { history } = good(await here.host.history(here.id, { caller: here.ada.did }));
      expect(history.history[1]).toMatchObject({
        type: then === "accept" ? "acceptance" : "counter_proposal",
      });
      const before = isSigning ? 1 : 0;
      expect(here.signed.count).toBe(before + (then === "accept" ? 2 : 1));
    },
  );
});
