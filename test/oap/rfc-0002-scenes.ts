/**
 * @module
 * The longer scenes of the conformance table: whole negotiations that are played, raced and replayed.
 */

import fc from "fast-check";
import { expect } from "vitest";
import { type AttackRelation, argumentGate } from "../../src/argumentation/index.js";
import type { Agent, Policy } from "../../src/index.js";
import type { Agreement, Justification, ProposalDocument, Verifier } from "../../src/oap/index.js";
import { createKeyResolver, oapParty, policyStacks, readInstant, signedAgent } from "../../src/oap/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import type { Price } from "../argumentation/scenes.js";
import { verifier } from "./agreements.js";
import { bytesOf, documentOf, KID, type TestKey, DID as WEB_DID } from "./did-documents.js";
import {
  DID,
  good,
  MANIFEST,
  opened,
  opening,
  proposed,
  START,
  sha256,
  stored,
  viewOf,
  world,
} from "./host-setup.js";
import { codeOf, hand, letterFor, type OapAction, resigned, STATES, signers } from "./oap-world.js";
import { signableJson } from "./strict-arbitrary.js";

/** A proposal as ada would make it, changed and signed again. */
export async function changed(
  changes: Readonly<Record<string, unknown>>,
  options: Parameters<typeof world>[0] = {},
) {
  const here = await world(options);
  const view = await opened(here);
  const document = await here.ada.propose(view, { terms: { price: "40.00" } });
  const answer = await here.host.propose(await resigned(document, changes, "proposal", await signers.ada()));
  await here.service.close();
  return answer.ok ? "ok" : `${answer.code}${answer.path?.length ? ` at ${answer.path.join("/")}` : ""}`;
}

const types = [
  "trade_off",
  "appeal_to_authority",
  "appeal_to_self_interest",
  "appeal_to_prevailing_practice",
];
const others = ["threat", "reward", "counterexample", "concession_explanation"];
const texts = fc.array(fc.string(), { maxLength: 3 });
/** Every sort of justification, with members that nobody knows. */
export const justification: fc.Arbitrary<Justification> = fc
  .tuple(
    fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), signableJson, { maxKeys: 3, noNullPrototype: false }),
    fc.record(
      { rationale: fc.string(), appeals_to: texts, references: texts },
      { requiredKeys: [], noNullPrototype: true },
    ),
    fc.constantFrom(...types, ...others),
  )
  .map(([further, known, type]) => ({ ...further, ...known, type }) as unknown as Justification);

/** What happens, step by step, but for what the documents themselves are. */
export async function playedWith(walk: readonly OapAction[], said: readonly Justification[]) {
  const here = await world();
  let view = await opened(here);
  const steps: unknown[] = [];
  for (const [index, action] of walk.entries()) {
    const party = view.floor === here.smith.did ? here.smith : here.ada;
    let letter = await letterFor(here, view, action, party);
    const proof = said[index];
    if (proof !== undefined && (action === "propose" || action === "counter")) {
      const signer = party === here.ada ? await signers.ada() : await signers.smith();
      letter = await resigned(letter as ProposalDocument, { justification: proof }, "proposal", signer);
    }
    const answer = await hand(here, action, letter);
    view = await viewOf(here, view.negotiation_id);
    const { history: _, agreement, salt_secret: __, ...rest } = view;
    const legal = await here.service.legalMoves(view.negotiation_id, here.ada.did);
    const { metadata, agreement_hash: ___, signatures, ...body } = { ...agreement } as Agreement;
    const signedBy = signatures && Object.keys(signatures);
    steps.push([codeOf(answer), rest, legal, body, signedBy, { ...metadata, proposal_hash: null }]);
  }
  await here.service.close();
  return steps;
}

/** Smith is a `did:web` here, whose document says what it says at the moment. */
export async function withDocument() {
  const state = { document: documentOf() as unknown };
  const clock = new ManualClock(START);
  const resolver = createKeyResolver({ sha256, clock, methods: { web: () => bytesOf(state.document) } });
  const here = await world({ resolver });
  const pinned = [{ host: DID, manifest_hash: here.hash }];
  const smithBy = (key: TestKey) =>
    oapParty({ signer: key.as(KID), sha256, clock: here.clock, resolver, pinned });
  const open = await here.ada.open({ ...opening(here), responder: WEB_DID });
  const first = good(await here.host.open(open)).history;
  const offer = await here.ada.propose(first, { terms: { price: "40.00" } });
  const view = good(await here.host.propose(offer)).history;
  return { here, state, view, resolver, smithBy };
}

/** Six answers to one proposal and, perhaps, its expiry, verified in whatever order: one end takes effect. */
export async function raced(scheduler: fc.Scheduler, isExpiring: boolean): Promise<void> {
  const slow: Verifier = async (...given) => {
    await scheduler.schedule(Promise.resolve(), "signature");
    return verifier(...given);
  };
  let isRacing = false;
  const here = await world({ verifier: (...given) => (isRacing ? slow(...given) : verifier(...given)) });
  const { history: view } = await proposed(here);
  const { negotiation_id: id } = view;
  const letters: [OapAction, unknown][] = [];
  for (const action of ["accept", "accept", "counter", "reject", "withdraw"] as const) {
    letters.push([action, await letterFor(here, view, action, here.smith)]);
  }
  letters.push(["withdraw", await letterFor(here, view, "withdraw", here.ada)]);
  isRacing = true;
  const answers = letters.map(([action, letter]) => hand(here, action, letter));
  const expiry =
    isExpiring && scheduler.schedule(Promise.resolve(), "expiry").then(() => here.clock.advance(3_600_000));
  const told = await scheduler.waitFor(Promise.all(answers));
  await scheduler.waitFor(Promise.resolve(expiry));
  isRacing = false;
  const last = await viewOf(here, id);
  // Smith accepts twice by the same letter, which has the same answer twice.
  const took = new Set(
    letters
      .filter(([action], index) => action !== "counter" && told[index]?.ok)
      .map(([, letter]) => JSON.stringify(letter)),
  );
  expect(STATES.indexOf(last.state)).toBeGreaterThan(2);
  expect(took.size).toBe(last.state === "EXPIRED" ? 0 : 1);
  expect(last.history.length).toBeLessThanOrEqual(3);
  const isAgreed = last.state === "ACCEPTED";
  expect(await here.port.size()).toBe(isAgreed ? 1 : 0);
  expect(last.agreement !== undefined).toBe(isAgreed);
  for (const answer of told)
    if (!answer.ok) expect(["negotiation_over", "not_your_turn", "stale_proposal"]).toContain(answer.code);
  await here.service.close();
}

/** Plays, and hands every earlier document in again after each step: here, in a second negotiation, at a second host. */
export async function replayed(walk: readonly OapAction[]): Promise<void> {
  const here = await world();
  const elsewhere = await world({ did: "did:web:other.example" });
  let view = await opened(here);
  const second = await opened(here);
  const hosted = { ...opening(elsewhere), host: "did:web:other.example" };
  const abroad = good(await elsewhere.host.open(await elsewhere.ada.open(hosted))).history;
  expect(abroad.negotiation_id).toBe(view.negotiation_id);
  const sent: [OapAction, unknown][] = [];
  for (const action of ["propose" as const, ...walk]) {
    const party = view.floor === here.smith.did ? here.smith : here.ada;
    const letter = await letterFor(here, view, action, party);
    if ((await hand(here, action, letter)).ok) sent.push([action, letter]);
    view = await viewOf(here, view.negotiation_id);
    const ids = [view.negotiation_id, second.negotiation_id];
    const before = [await stored(here, ...ids), await stored(elsewhere, ...ids)];
    for (const [kind, earlier] of sent) {
      expect(codeOf(await hand(here, kind, earlier))).toBe("ok");
      const moved = { negotiationId: second.negotiation_id };
      const doors = here.host[kind === "counter" ? "propose" : kind];
      expect(codeOf(await doors(earlier, moved))).toBe("document_invalid");
      expect(codeOf(await hand(elsewhere, kind, earlier))).toBe("wrong_host");
    }
    expect([await stored(here, ...ids), await stored(elsewhere, ...ids)]).toEqual(before);
  }
  await here.service.close();
  await elsewhere.service.close();
}

/** Plays anything, and is silent then: it ends. */
export async function playedOut(walk: readonly (readonly [OapAction, boolean, number])[]): Promise<void> {
  const here = await world();
  const view = await opened(here);
  const { negotiation_id: id } = view;
  for (const [action, isAda, ms] of walk) {
    const sight = await viewOf(here, id);
    await hand(here, action, await letterFor(here, sight, action, isAda ? here.ada : here.smith));
    await here.clock.advance(ms);
  }
  const before = await viewOf(here, id);
  if (before.expires_at !== null)
    await here.clock.advance((readInstant(before.expires_at) ?? 0) - here.clock.now());
  const { state, outcome, history } = await viewOf(here, id);
  expect(STATES.indexOf(state)).toBeGreaterThan(2);
  expect(outcome?.reason).toBeDefined();
  expect(history.length).toBeLessThanOrEqual(MANIFEST.max_rounds + 1);
  await here.service.close();
}

/** Policies that take something away, or cannot decide, or nothing. */
export const RULES = {
  frugal: { layer: "personal", rule: "frugal", permits: (move) => move.action !== "accept" },
  mute: { layer: "organization", rule: "mute", permits: (move) => move.action !== "counter" },
  broken: {
    layer: "universal",
    rule: "broken",
    permits: () => {
      throw new Error("It cannot decide.");
    },
  },
  kind: { layer: "universal", rule: "kind", permits: () => true },
} satisfies Record<string, Omit<Policy, "partyId">>;

export type RuleName = keyof typeof RULES;

/** What smith may do in answer to a proposal, and what ada may do after his counter. */
export async function legalUnder(chosen: readonly RuleName[]) {
  const policies = Object.keys(RULES)
    .toReversed()
    .filter((name) => chosen.includes(name as never));
  const stack = {
    partyId: (await world()).smith.did,
    policies: policies.map((name) => RULES[name as "kind"]),
  };
  const here = await world({
    service: { policies: policyStacks([stack], { clock: { now: () => START } }) },
  });
  const { history: view } = await proposed(here);
  const { actions = [] } = (await here.service.legalMoves(view.negotiation_id, here.smith.did)) ?? {};
  const took = await here.host.propose(await here.smith.propose(view, { terms: { price: "50.00" } }));
  const unmasked = (await here.service.legalMoves((await opened(here)).negotiation_id, here.ada.did))
    ?.actions;
  await here.service.close();
  return { actions, unmasked, took: codeOf(took) };
}

/** How smith, who takes anything his gate lets through, answers one proposal of ada's. */
export async function answered(price: number, type: string, isGated: boolean, relation: AttackRelation) {
  const agents = new Map<string, Agent<Price>>();
  const agentFor = ({ id }: { id: string }) => agents.get(id) as Agent | undefined;
  const here = await world({ service: { agentFor } });
  const eager: Agent<Price> = ({ standing }) =>
    (standing?.terms.price ?? 0) % 2 === 0 ? { action: "accept" } : { action: "reject" };
  const worth = ({ price: worthOf }: Price) => worthOf;
  const gated = argumentGate(eager, {
    relation,
    worth,
    outsideOption: 50,
    otherwise: () => ({ action: "reject" }),
  });
  agents.set(here.smith.did, signedAgent(isGated ? gated : eager, here.smith));
  const settled = new Promise((resolve) => here.service.on("negotiation:settled", resolve));
  const justification = { type: type as "threat", rationale: "Accept this at once." };
  const first = await opened(here);
  const offer = await here.ada.propose(first, { terms: { price }, justification });
  good(await here.host.propose(offer));
  await settled;
  const { state } = await viewOf(here, first.negotiation_id);
  await here.service.close();
  return state;
}
