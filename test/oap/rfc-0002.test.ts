import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { AttackRelation } from "../../src/argumentation/index.js";
import type { Agent } from "../../src/index.js";
import type { OapWireState, ProposalDocument } from "../../src/oap/index.js";
import {
  confidentialityLadder,
  mayOpen,
  oapParty,
  oapUtility,
  outsideOptionPolicy,
  policyStacks,
  proposalFromPricing,
  publishManifest,
  readManifest,
  signedAgent,
  verifyAgreement,
  verifyDocument,
  verifyLog,
} from "../../src/oap/index.js";
import { verifier } from "./agreements.js";
import { documentOf, firstKey, KID, methodOf, secondKey, DID as WEB_DID } from "./did-documents.js";
import { RFC_PROPOSAL } from "./documents.js";
import {
  accepted,
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
} from "./host-setup.js";
import {
  ACTIONS,
  acceptedWith,
  codeOf,
  hand,
  inState,
  letterFor,
  type OapAction,
  offered,
  resigned,
  STATES,
  signers,
  worlds,
} from "./oap-world.js";
import {
  followsFromTheRecord,
  hidesFromGuesses,
  isCosigned,
  isLoggedOnce,
  isRedactedByEither,
  keepsHashRedacted,
  showsChangedLeaves,
  survivesCrash,
} from "./rfc-0002-agreements.js";
import {
  acceptsByName,
  BLOCK,
  declaresConcession,
  givesBackJustifications,
  PENALTY,
  readsJustifications,
  staysOutUnsigned,
  staysPinned,
  tradesOff,
} from "./rfc-0002-letters.js";
import {
  answered,
  changed,
  justification,
  legalUnder,
  playedOut,
  playedWith,
  RULES,
  type RuleName,
  raced,
  replayed,
  withDocument,
} from "./rfc-0002-scenes.js";

const { world, closeAll } = worlds();
afterEach(closeAll);

// OAP RFC 0002, clause by clause: each is shown here through a real host, room and parties, and in detail by the tests
// of the files that it is made of. The table of conformance in docs/oap-conformance.md is generated from these titles.

describe("3.1: exactly two parties, each known by its DID, and every document signed", () => {
  const tail = (length: number) => `did:web:${"a".repeat(length - "did:web:".length)}`;

  it.each([
    ["did:web:smith.example", "ok"],
    ["did:example:A-_.:%41", "ok"],
    [tail(256), "ok"],
    [tail(257), "document_invalid"],
    ["did:WEB:smith.example", "document_invalid"],
    ["did:web:", "document_invalid"],
    ["did:web:smith.example#key-1", "document_invalid"],
    ["did:web:smith.example?a", "document_invalid"],
    ["did:web:smith.example/a", "document_invalid"],
    ["smith", "document_invalid"],
  ])("OAP-4: refuses a counterparty whose name is no DID: %s is %s", async (responder, code) => {
    const here = await world();
    const open = await resigned(
      await here.ada.open(opening(here)),
      { responder },
      "open",
      await signers.ada(),
    );
    expect(codeOf(await here.host.open(open))).toBe(code);
  });

  it("OAP-4: nobody negotiates with itself", async () => {
    const here = await world();
    const { ada, host } = here;
    const responder = ada.did;
    const open = await resigned(await ada.open(opening(here)), { responder }, "open", await signers.ada());
    expect(codeOf(await host.open(open))).toBe("party_invalid");
  });

  it("OAP-19: a document without a signature, or with that of another, gets in at no door", staysOutUnsigned);
});

describe("3.2: the state machine, and no transition that violates it", () => {
  /** What each move comes to, by who hands it in; `next` where it is legal. */
  const expected = (state: OapWireState, action: OapAction, who: "floor" | "other" | "stranger"): string => {
    if (who === "stranger") return "unknown_negotiation";
    if (STATES.indexOf(state) > 2) return "negotiation_over";
    if (action === "withdraw") return "WITHDRAWN";
    if (who === "other") return "not_your_turn";
    if (state === "OPEN")
      return { propose: "PROPOSED", counter: "stale_proposal" }[action as "propose"] ?? "must_propose";
    return { propose: "stale_proposal", counter: "COUNTERED", accept: "ACCEPTED", reject: "REJECTED" }[
      action
    ];
  };

  it.each(STATES)(
    "OAP-1, OAP-2: each of seven states by five moves, of who has the floor, who has not, and a stranger: %s",
    async (state) => {
      const here = await world();
      const { ada, smith, eve, service } = here;
      for (const action of ACTIONS) {
        for (const who of ["floor", "other", "stranger"] as const) {
          const view = await inState(here, state);
          expect(view.state).toBe(state);
          const floor = state === "PROPOSED" ? smith : ada;
          const party = { floor, other: floor === ada ? smith : ada, stranger: eve }[who];
          const before = await stored(here, view.negotiation_id);
          const answer = await hand(here, action, await letterFor(here, view, action, party));
          const after = await viewOf(here, view.negotiation_id);
          expect(answer.ok ? after.state : answer.code, `${action} by ${who}`).toBe(
            expected(state, action, who),
          );
          if (!answer.ok) expect(await stored(here, view.negotiation_id), `${action} by ${who}`).toBe(before);
        }
      }
      await service.close();
    },
  );

  it("OAP-3: an end that nobody signed is EXPIRED, with the reason", async () => {
    const failing: Agent = () => {
      throw new Error("It cannot think.");
    };
    const here = await world({
      service: { agentFor: ({ id }) => (id.endsWith("failing") ? failing : undefined) },
    });
    const { negotiation_id: id } = await inState(here, "PROPOSED");
    await here.service.cancel(id);
    expect(await viewOf(here, id)).toMatchObject({
      state: "EXPIRED",
      outcome: { reason: "cancelled", by: null },
    });
    const responder = "did:web:failing";
    const first = good(await here.host.open(await here.ada.open({ ...opening(here), responder }))).history;
    const settled = new Promise((resolve) => here.service.on("negotiation:settled", resolve));
    good(await here.host.propose(await here.ada.propose(first, { terms: { price: "40.00" } })));
    await settled;
    expect(await viewOf(here, first.negotiation_id)).toMatchObject({
      state: "EXPIRED",
      outcome: { reason: "agent_error" },
    });
  });
});

describe("3.3: six endpoints: open, propose, accept, reject, withdraw and the history", () => {
  it("OAP-37: each operation answers a party; to others a negotiation is as unknown as one that is not", async () => {
    const here = await world();
    const { host, ada, smith, eve } = here;
    const view = await opened(here);
    const { negotiation_id: id } = view;
    expect(view).toMatchObject({
      state: "OPEN",
      initiator: ada.did,
      responder: smith.did,
      host: DID,
      history: [],
    });
    const other = (one: string) => one.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    const open = { ...view.open!, open_id: other(view.open!.open_id) };
    const nowhere = { ...view, open, negotiation_id: other(id) };
    for (const action of ["propose", "withdraw"] as const) {
      const strange = await hand(here, action, await letterFor(here, view, action, eve));
      const unknown = await hand(here, action, await letterFor(here, nowhere, action, ada));
      expect(strange).toEqual(unknown);
      expect(codeOf(strange)).toBe("unknown_negotiation");
    }
    const ofStranger = await host.history(id, { caller: eve.did });
    expect(ofStranger).toEqual(await host.history(nowhere.negotiation_id, { caller: ada.did }));
    const one = await inState(here, "COUNTERED");
    const tail = good(await host.history(one.negotiation_id, { caller: smith.did, after: 1 })).history;
    expect(tail.history.map(({ turn, type }) => [turn, type])).toEqual([[2, "counter_proposal"]]);
  });

  it("OAP-38: who calls has to be who signed, and the address that of the document", async () => {
    const here = await world();
    const view = await opened(here);
    const other = await opened(here);
    const { host, ada, smith } = here;
    const document = await ada.propose(view, { terms: { price: "40.00" } });
    expect(codeOf(await host.propose(document, { caller: smith.did }))).toBe("key_not_authorized");
    expect(codeOf(await host.propose(document, { negotiationId: other.negotiation_id }))).toBe(
      "document_invalid",
    );
    expect(codeOf(await host.propose(document, { expectedVersion: view.version + 1 }))).toBe("stale_version");
    expect(codeOf(await host.propose(document, { caller: ada.did, expectedVersion: view.version }))).toBe(
      "ok",
    );
  });
});

describe("3.4: the schema of a proposal", () => {
  it("OAP-10: each member that has to be there, and none that nobody knows", async () => {
    const names = [
      "proposal_id",
      "negotiation_id",
      "from",
      "to",
      "round",
      "category",
      "terms",
      "valid_until",
    ];
    for (const name of [...names, "previous_proposal_id"]) {
      expect(await changed({ [name]: undefined })).toBe(`document_invalid at ${name}`);
      expect(await changed({ [name]: 7.0e3 })).toMatch(
        new RegExp(`^(document_invalid at ${name}|round_mismatch at round)$`),
      );
    }
    expect(await changed({ note: "by the way" })).toBe("document_invalid at note");
    expect(await changed({ extensions: { note: "by the way" } })).toBe("ok");
    expect(await changed({ host: undefined, manifest_hash: undefined })).toBe("ok");
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["round 2 at first", { round: 2 }, "round_mismatch at round"],
    ["another category", { category: "sla" }, "category_not_supported at category"],
    ["another addressee", { to: "did:web:eve.example" }, "document_invalid at to"],
    ["another host", { host: "did:web:eve.example" }, "wrong_host at host"],
    [
      "an instant with an offset",
      { valid_until: "2026-11-22T09:30:00+00:00" },
      "document_invalid at valid_until",
    ],
    ["a predecessor at first", { previous_proposal_id: RFC_PROPOSAL.proposal_id }, "stale_proposal"],
    ["a validity that is over", { valid_until: "2026-11-22T09:00:00Z" }, "validity_passed at valid_until"],
    ["one of 1 ms", { valid_until: "2026-11-22T09:00:00.001Z" }, "ok"],
    ["one of 30 days", { valid_until: "2026-12-22T09:00:00Z" }, "ok"],
    ["and 1 ms", { valid_until: "2026-12-22T09:00:00.001Z" }, "validity_too_long at valid_until"],
  ])("OAP-9, OAP-11: what a proposal says has to fit the negotiation: %s", async (_, changes, verdict) => {
    expect(await changed(changes)).toBe(verdict);
  });

  it("takes the RFC's own sample, once it is signed", async () => {
    const { negotiation_id: _, from: __, to: ___, valid_until: ____, ...sample } = RFC_PROPOSAL;
    expect(await changed({ ...sample, valid_until: "2026-11-22T12:00:00Z" })).toBe("ok");
  });

  it("OAP-13: terms that the room's schema would alter are refused", async () => {
    const validate = (value: unknown) => ({ value: { ...(value as object), price: "0.00" } });
    const terms = { "~standard": { version: 1, vendor: "test", validate } } as const;
    expect(await changed({}, { room: { terms } })).toBe("terms_altered");
  });

  it(
    "OAP-15, OAP-16: an acceptance names what stands by id, round and hash, and adds no condition",
    acceptsByName,
  );

  it("OAP-17: the same document again is answered as before, other bytes under its id are a conflict", async () => {
    const here = await world();
    const { history: view, document } = await proposed(here);
    const before = await stored(here, view.negotiation_id);
    expect(codeOf(await here.host.propose(document))).toBe("ok");
    const twin = await resigned(document, { terms: { price: "41.00" } }, "proposal", await signers.ada());
    const conflict = await here.host.propose(twin);
    expect(conflict).toMatchObject({ code: "command_conflict", details: { recorded: expect.any(String) } });
    expect(await stored(here, view.negotiation_id)).toBe(before);
  });
});

describe("3.4, B.9: a justification is optional, of no force, and kept as it was signed", () => {
  it(
    "OAP-40: history, agent's view and store give back the bytes that were signed, of all eight types",
    givesBackJustifications,
  );

  it(
    "OAP-42: references need not be known; another type, or null for the whole, is refused",
    readsJustifications,
  );

  it("OAP-41: without any of them, everything else is as it was", async () => {
    const walks = fc.array(
      fc.constantFrom<OapAction>("propose", "counter", "counter", "accept", "withdraw"),
      {
        minLength: 2,
        maxLength: 6,
      },
    );
    const same = fc.asyncProperty(walks, fc.array(justification, { maxLength: 6 }), async (walk, said) => {
      expect(await playedWith(["propose", ...walk], said)).toEqual(
        await playedWith(["propose", ...walk], []),
      );
    });
    await fc.assert(same, { numRuns: 20, seed: 41 });
  });
});

describe("3.5: an acceptance produces an agreement that both parties sign", () => {
  it("OAP-20: it follows from the record, and its hash from a second implementation", followsFromTheRecord);

  it("OAP-20: whatever leaf is changed, nobody takes it for the agreement", showsChangedLeaves);

  it(
    "OAP-22: it is complete once the proposer has signed too, and holds when that signature never comes",
    isCosigned,
  );

  it("OAP-21, OAP-23: the terms say when it holds, the manifest whether it binds", async () => {
    const here = await world({ manifest: { ...MANIFEST, binding_acceptance: false } });
    const period = { effective_from: "2027-01-01T00:00:00Z", effective_until: "2028-01-01T00:00:00Z" };
    const { history: view } = await proposed(here, { price: "40.00", ...period });
    const { agreement } = good(await here.host.accept(await here.smith.accept(view)));
    expect(agreement).toMatchObject({ ...period, metadata: { binding: false } });
    const first = await opened(here);
    const backwards = { effective_from: period.effective_until, effective_until: period.effective_from };
    const offer = await here.ada.propose(first, { terms: { price: "40.00" } });
    const never = await resigned(offer, { terms: backwards }, "proposal", await signers.ada());
    expect(codeOf(await here.host.propose(never))).toBe("terms_invalid");
  });
});

describe("3.5, A.7: the agreement is appended to the log of its host", () => {
  it("OAP-24, OAP-25: once, with a receipt, and no signature of a proposal with it", isLoggedOnce);

  it("SG-33: an entry that is edited, taken out or cut off is found at its index", async () => {
    const here = await world();
    for (const _ of [1, 2, 3]) await accepted(here);
    const checkpoints = [await here.log.checkpoint()];
    const whole = (await here.port.read(0, 10)).map(({ entry }) => entry);
    const verdictOf = (entries: readonly unknown[]) =>
      verifyLog(entries, { sha256, checkpoints, logKeys: [here.log.verifierKey] });
    const [first, second, third] = whole;
    expect(await verdictOf(whole)).toMatchObject({ ok: true, size: 3 });
    expect(await verdictOf([first, third])).toMatchObject({ firstBadIndex: 1, code: "sequence_broken" });
    const edited = { ...second, body: first?.body };
    expect(await verdictOf([first, edited, third])).toMatchObject({ firstBadIndex: 1, code: "chain_broken" });
    expect(await verdictOf([first, second])).toMatchObject({ firstBadIndex: 2, code: "truncated" });
  });

  it(
    "OAP-24: a crash between commit and append leaves nothing out: resume() appends it, once",
    survivesCrash,
  );
});

describe("3.6, A.3.2: the manifest says what is negotiated, for how long, and at what penalty", () => {
  it.each<[string, unknown, string]>([
    ["just enough", {}, "ok"],
    ["not supported", { supported: false }, "negotiation_not_supported"],
    ["no category", { categories: [] }, "document_invalid"],
    ["one twice", { categories: ["sla", "sla"] }, "document_invalid"],
    ["all five", { categories: ["pricing", "scheduling", "scope", "sla", "terms"] }, "ok"],
    ["an unknown one", { categories: ["auction"] }, "document_invalid"],
    ["no round", { max_rounds: 0 }, "document_invalid"],
    ["rounds as text", { max_rounds: "8" }, "document_invalid"],
    ["a validity of 30 days", { default_validity_minutes: 43_200 }, "ok"],
    ["one minute more", { default_validity_minutes: 43_201 }, "document_invalid"],
    ["a penalty that can be known", PENALTY, "ok"],
    [
      "one below 0",
      { ...PENALTY, withdrawal_penalty: { amount: "-1", currency: "EUR" } },
      "document_invalid",
    ],
    ["a member of tomorrow", { mediation: true }, "ok"],
  ])("OAP-27: each field has its range: %s", (_, members, verdict) => {
    expect(codeOf(readManifest({ ...BLOCK, ...(members as object) }))).toBe(verdict);
  });

  it("OAP-27, OAP-29: a penalty is published with its amount, or nobody need open", async () => {
    const { withdrawal_penalty: _, ...secret } = PENALTY;
    const signer = await signers.ada();
    expect(codeOf(await publishManifest({ ...BLOCK, ...secret }, signer))).toBe("document_invalid");
    const published = good(await publishManifest({ ...BLOCK, ...PENALTY }, signer)).document;
    const check = { purpose: "manifest", signer: (await world()).ada.did } as const;
    expect(await verifyDocument(published, check)).toMatchObject({ ok: true });
    const foreign = good(readManifest({ ...BLOCK, ...secret })).manifest;
    expect([mayOpen(foreign), mayOpen(foreign, { assumePenalty: PENALTY.withdrawal_penalty })]).toEqual([
      false,
      true,
    ]);
  });

  it(
    "OAP-28: pinned at open: a manifest changed mid-way has no effect, and one that is old opens nothing",
    staysPinned,
  );
});

describe("3.7: the most restrictive confidentiality, and regulated obligations that cannot be stripped", () => {
  const levels = ["public", "internal", "secret"];
  const join = confidentialityLadder(levels);

  it("OAP-31: the join is commutative, associative, idempotent, and never below either side", () => {
    const level = fc.constantFrom(...levels);
    const laws = fc.property(level, level, level, (a, b, c) => {
      expect(join(a, b)).toBe(join(b, a));
      expect(join(join(a, b) ?? "", c)).toBe(join(a, join(b, c) ?? ""));
      expect(join(a, a)).toBe(a);
      expect(levels.indexOf(join(a, b) ?? "")).toBe(Math.max(levels.indexOf(a), levels.indexOf(b)));
    });
    fc.assert(laws, { numRuns: 100, seed: 31 });
  });

  it.each([
    ["internal", undefined, "internal"],
    ["internal", "public", "internal"],
    ["internal", "secret", "secret"],
    ["cosmic", undefined, "confidentiality_unknown"],
    ["internal", "cosmic", "confidentiality_unknown"],
  ])("OAP-32: a claim only raises what the profiles give: %s", async (level, confidentiality, result) => {
    for (const regarded of ["ada", "smith"] as const) {
      const here = await world({
        join,
        profileOf: (did) => ({ level: did === here[regarded].did ? level : "public" }),
      });
      const answer = await here.host.open(await here.ada.open({ ...opening(here), confidentiality }));
      expect(answer.ok ? answer.history.confidentiality : answer.code).toBe(result);
    }
  });

  it("OAP-33: what a regulated party owes stands in the agreement, and its removal breaks the hash", async () => {
    const regulated = { profession: "medical", obligations: ["secrecy", "records", "secrecy"] } as const;
    const here = await world({
      profileOf: (did) => ({ level: "unspecified", ...(did === here.smith.did && { regulated }) }),
    });
    const { agreement, salt_secret } = (await accepted(here)).answer;
    const flag = { party: here.smith.did, profession: "medical", obligations: ["records", "secrecy"] };
    expect(agreement.metadata.regulated_obligations).toEqual([flag]);
    const metadata = { ...agreement.metadata, regulated_obligations: [] };
    const form = { agreement: { ...agreement, metadata }, salt_secret };
    expect(codeOf(await verifyAgreement(form, { sha256, verifier }))).toBe("agreement_mismatch");
  });
});

describe("4: a published price is an opening proposal", () => {
  it("OAP-30: with one round it is take it or leave it", async () => {
    const entry = { action: "weather.forecast", price_per_call_eur: "0.0040" };
    const { draft } = good(proposalFromPricing(entry));
    for (const [action, result] of [
      ["accept", "ACCEPTED"],
      ["reject", "REJECTED"],
      ["counter", "cap_reached"],
    ] as const) {
      const here = await world({ manifest: { supported: true, categories: ["pricing"], max_rounds: 1 } });
      const { history: view, document } = await proposed(here, draft.terms);
      expect(document).toMatchObject(draft);
      const answer = await hand(here, action, await letterFor(here, view, action, here.smith));
      expect(answer.ok ? (await viewOf(here, view.negotiation_id)).state : answer.code).toBe(result);
      if (!answer.ok) expect(answer.legal).toEqual(["accept", "reject", "withdraw"]);
    }
  });
});

describe("5.1: monotonic rounds, and no replay", () => {
  it("T6, OAP-8: the next round is the last one and one, and a safe integer", async () => {
    const here = await world();
    const { history: view } = await proposed(here);
    const document = await here.smith.propose(view, { terms: { price: "50.00" } });
    for (const round of [1, 3, 4, 2 ** 53 - 1, 0, -1]) {
      const letter = await resigned(document, { round }, "proposal", await signers.smith());
      expect(codeOf(await here.host.propose(letter)), `${round}`).toBe(
        round > 0 ? "round_mismatch" : "document_invalid",
      );
    }
    for (const round of [1.5, "2", 2 ** 53, null]) {
      expect(codeOf(await here.host.propose({ ...document, round }))).toBe("document_invalid");
    }
    expect(codeOf(await here.host.propose(document))).toBe("ok");
  });

  it("T1, OAP-9: after any legal history every earlier document changes nothing, here or elsewhere", async () => {
    const walks = fc.array(fc.constantFrom<OapAction>("counter", "counter", "accept", "reject", "withdraw"), {
      maxLength: 3,
    });
    const replay = fc.asyncProperty(walks, replayed);
    await fc.assert(replay, { numRuns: 25, seed: 51 });
  });
});

describe("5.2: an acceptance is signed by a key that is bound to the DID of its party", () => {
  it("T3, SG-18: not by another's key, nor by one that the DID lists for something else", async () => {
    const { here, view, smithBy, state, resolver } = await withDocument();
    const { host } = here;
    const request = await smithBy(firstKey).accept(view);
    const ofEve = await acceptedWith(view, request, {}, await signers.eve());
    expect(codeOf(await host.accept(ofEve))).toBe("signature_invalid");
    const unlisted = await acceptedWith(view, request, {}, secondKey.as(KID));
    expect(codeOf(await host.accept(unlisted))).toBe("signature_invalid");
    resolver.forgetKey(WEB_DID);
    state.document = documentOf({ assertionMethod: [], authentication: [KID] });
    expect(codeOf(await host.accept(request))).toBe("key_not_authorized");
    expect((await viewOf(here, view.negotiation_id)).state).toBe("PROPOSED");
  });

  it("T11, SG-23: after a rotation the old key signs nothing new, and what it signed stays", async () => {
    const { here, view, smithBy, state, resolver } = await withDocument();
    const { host } = here;
    const counter = await smithBy(firstKey).propose(view, { terms: { price: "50.00" } });
    const second = good(await host.propose(counter)).history;
    const rotated = methodOf({ publicKeyMultibase: secondKey.multibase });
    state.document = documentOf({ verificationMethod: [rotated] });
    resolver.forgetKey(WEB_DID);
    const old = await smithBy(firstKey).withdraw(second);
    expect(codeOf(await host.withdraw(old))).toBe("signature_invalid");
    // Ada believes in it by the key that she has seen herself.
    const [, entry] = second.history;
    const pinned = [{ host: DID, manifest_hash: here.hash }];
    const settings = { signer: await signers.ada(), sha256, clock: here.clock, resolver, pinned };
    await expect(oapParty(settings).accept(second)).rejects.toMatchObject({ code: "host_untrusted" });
    const knowing = oapParty({ ...settings, keys: [entry!.key] });
    expect(codeOf(await host.accept(await knowing.accept(second)))).toBe("ok");
    expect((await viewOf(here, view.negotiation_id)).history[1]?.document).toEqual(counter);
  });
});

describe("5.3, A.5: the first valid acceptance is terminal", () => {
  it("T5, OAP-6: of accept, counter, reject, withdrawals and expiry, in any order, one end takes effect", async () => {
    const race = fc.asyncProperty(fc.scheduler(), fc.boolean(), raced);
    await fc.assert(race, { numRuns: 40, seed: 53 });
  });
});

describe("6: parties redact terms from the public log, and its integrity hash stays", () => {
  it(
    "OAP-26: hash, signatures and chain verify for each of the 64 subsets, and the values are gone",
    keepsHashRedacted,
  );

  it(
    "OAP-26: by either party, in either order, with the same result; what matters stays",
    isRedactedByEither,
  );

  it("T15: a hidden price cannot be guessed; without its salt it could", hidesFromGuesses);
});

describe("7: optional at L2, required at L3 where terms vary", () => {
  it("the guide says what a Tool has to switch on", () => {
    const page = readFileSync(
      new URL("../../docs/guide/signed-agreements.md", import.meta.url),
      "utf8",
    ).replace(/\s+/g, " ");
    const says = ["optional for a Tool at level L2 and required at L3", "`publishManifest`"];
    expect(says.filter((words) => !page.includes(words))).toEqual([]);
  });
});

describe("A.1: a game of two players who alternate", () => {
  it("OAP-5: the initiator first, then each in turn, in as many negotiations of a room as they like", async () => {
    const here = await world({ manifest: { ...MANIFEST, max_rounds: 6 } });
    const { ada, smith } = here;
    const [one, two] = [await opened(here), await opened(here)];
    const long = await offered(here, one, 6);
    const movers = long.history.map(({ document }) => (document as ProposalDocument).from);
    expect(movers).toEqual([ada.did, smith.did, ada.did, smith.did, ada.did, smith.did]);
    expect(long.history.map(({ document }) => (document as ProposalDocument).round)).toEqual([
      1, 2, 3, 4, 5, 6,
    ]);
    expect((await offered(here, two, 1)).floor).toBe(smith.did);
  });

  it("OAP-43: utility is quasi-linear, and who is paid gains by it", () => {
    expect(oapUtility({ valuation: 100, received: -60, costPerRound: 1, rounds: 3 })).toBe(37);
    const seller = { valuation: -40, costPerRound: 1, rounds: 3 };
    expect(oapUtility({ ...seller, received: 60 })).toBe(17);
    expect(oapUtility({ ...seller, received: 61 })).toBe(18);
  });
});

describe("A.2: every negotiation ends: rounds are capped, and proposals expire by the clock", () => {
  it.each([1, 2, 8])(
    "OAP-7: the cap is K proposals, and the next one is refused: K = %i",
    async (max_rounds) => {
      const here = await world({ manifest: { ...MANIFEST, max_rounds } });
      const last = await offered(here, await opened(here), max_rounds);
      const party = last.floor === here.ada.did ? here.ada : here.smith;
      // Its own party would not sign it any more.
      const more = await here.host.propose(await letterFor(here, last, "counter", party));
      expect(more).toMatchObject({ code: "cap_reached", legal: ["accept", "reject", "withdraw"] });
      expect(await viewOf(here, last.negotiation_id)).toEqual(last);
      const legal = await here.service.legalMoves(last.negotiation_id, party.did);
      expect(legal).toMatchObject({ turnsLeft: 0, actions: ["accept", "reject", "withdraw"] });
      expect(codeOf(await here.host.accept(await party.accept(last)))).toBe("ok");
    },
  );

  it.each([
    [-1, "ok"],
    [0, "negotiation_over"],
    [1, "negotiation_over"],
  ])(
    "OAP-11: a proposal is live before its instant, not at it: an acceptance %i ms from it",
    async (ms, code) => {
      const here = await world();
      const { history: view } = await proposed(here);
      await here.clock.advance(3_600_000 + ms);
      // Smith's own party would not sign it any more.
      const late = await letterFor(here, view, "accept", here.smith);
      expect(codeOf(await here.host.accept(late))).toBe(code);
      const outcome = code === "ok" ? { reason: "accept" } : { reason: "proposal_expired", by: null };
      expect((await viewOf(here, view.negotiation_id)).outcome).toMatchObject(outcome);
    },
  );

  it("OAP-3: whatever is played, it is over when all have been silent long enough", async () => {
    const walks = fc.array(
      fc.tuple(fc.constantFrom(...ACTIONS), fc.boolean(), fc.integer({ min: 0, max: 4_000_000 })),
      {
        maxLength: 10,
      },
    );
    const ends = fc.asyncProperty(walks, playedOut);
    await fc.assert(ends, { numRuns: 25, seed: 2 });
  });
});

describe("A.3: walking away is open at every node, and nobody need accept below what it has elsewhere", () => {
  it.each(["OPEN", "PROPOSED", "COUNTERED"] as const)(
    "OAP-2: both seats may withdraw from each live state: %s",
    async (state) => {
      const here = await world();
      for (const party of [here.ada, here.smith]) {
        const view = await inState(here, state);
        const { history } = good(await here.host.withdraw(await party.withdraw(view, "Enough.")));
        expect(history).toMatchObject({ state: "WITHDRAWN", outcome: { reason: "withdraw", by: party.did } });
      }
    },
  );

  it("OAP-44: the guard takes no acceptance below the outside option, by whatever door", async () => {
    const cents = fc.integer({ min: 0, max: 100 });
    const guarded = fc.asyncProperty(cents, fc.integer({ min: -2, max: 2 }), async (price, more) => {
      const outsideOption = price + more;
      const { did } = (await world()).smith;
      const utility = (terms: unknown) => Number((terms as { price: number }).price);
      const bound = outsideOptionPolicy({ partyId: did, utility, outsideOption });
      const here = await world({ service: { policies: [bound] } });
      const { history: view } = await proposed(here, { price });
      const answer = await here.host.accept(await here.smith.accept(view));
      expect(codeOf(answer)).toBe(price >= outsideOption ? "ok" : "policy_masked");
      if (!answer.ok) expect(codeOf(await here.host.reject(await here.smith.reject(view)))).toBe("ok");
    });
    await fc.assert(guarded, { numRuns: 30, seed: 44 });
  });
});

describe("A.6: who does nothing lets it expire", () => {
  it("OAP-11: a silent agent is no acceptance and no rejection", async () => {
    const agents = new Map<string, Agent>();
    const here = await world({ service: { agentFor: ({ id }) => agents.get(id) } });
    const asked: string[] = [];
    const silent: Agent = ({ party }) => {
      asked.push(party.id);
      return new Promise(() => undefined);
    };
    agents.set(here.smith.did, signedAgent(silent, here.smith));
    const view = await opened(here);
    const brief = { terms: { price: "40.00" }, validUntilAt: START + 600_000 };
    good(await here.host.propose(await here.ada.propose(view, brief)));
    await here.clock.advance(600_000);
    const { state, outcome, history } = await viewOf(here, view.negotiation_id);
    expect(asked).toContain(here.smith.did);
    expect([state, outcome?.reason, outcome?.by, history.length]).toEqual([
      "EXPIRED",
      "proposal_expired",
      null,
      1,
    ]);
    expect(await here.port.size()).toBe(0);
  });
});

describe("A.8: policies restrict a party's own moves, and nothing else", () => {
  it("OAP-35: each policy can only take away; reject and withdraw always stay; the other side keeps all", async () => {
    const names = fc.uniqueArray(fc.constantFrom<RuleName>("frugal", "mute", "broken", "kind"));
    const less = fc.asyncProperty(names, names, async (some, more) => {
      const few = await legalUnder([...some, ...more]);
      const many = await legalUnder(some);
      expect(many.actions).toEqual(expect.arrayContaining([...few.actions]));
      expect(few.actions).toEqual(expect.arrayContaining(["reject", "withdraw"]));
      expect(few.took).toBe(few.actions.includes("counter") ? "ok" : "policy_masked");
      expect(few.unmasked).toEqual(["propose", "withdraw"]);
    });
    await fc.assert(less, { numRuns: 12, seed: 8 });
    expect((await legalUnder(["broken"])).actions).toEqual(["reject", "withdraw"]);
    expect((await legalUnder([])).actions).toEqual(["propose", "counter", "accept", "reject", "withdraw"]);
  });

  it("OAP-34: layers out of order are refused where they are made", () => {
    const policies = [RULES.frugal, RULES.kind];
    expect(() => policyStacks([{ partyId: DID, policies }], { clock: { now: () => START } })).toThrow(
      TypeError,
    );
  });
});

describe("B.2, B.6: trade-offs and concessions can be declared, and are what they say", () => {
  it("OAP-47: a trade-off is as good for oneself, and as like the other's offer as can be", tradesOff);

  it(
    "OAP-48: what is labelled a concession is one, and the label is signed with its proposal",
    declaresConcession,
  );
});

describe("B.4, B.5: arguments are advice: they only ever make a party accept less", () => {
  it("AR-16: under whatever arguments and worth, the gate lets through what the agent accepts, or less", async () => {
    const types = fc.constantFrom("threat", "reward", "counterexample", "appeal_to_authority");
    const restricts = fc.asyncProperty(
      fc.integer({ min: 0, max: 100 }),
      types,
      fc.boolean(),
      async (price, type, bit) => {
        const relation: AttackRelation = (attacker, target) => bit && attacker === target;
        const with_ = await answered(price, type, true, relation);
        const without = await answered(price, type, false, relation);
        expect(without).toBe(price % 2 === 0 ? "ACCEPTED" : "REJECTED");
        expect(with_).toBe(without === "ACCEPTED" && price >= 50 && !bit ? "ACCEPTED" : "REJECTED");
      },
    );
    await fc.assert(restricts, { numRuns: 30, seed: 16 });
  });
});

describe("B.7: reputation may move what a party wants at least", () => {
  it("OAP-49: it raises the bound for this counterparty, and never lowers it", () => {
    const reputation = new Map([
      ["did:web:good.example", 0],
      ["did:web:bad.example", 60],
    ]);
    const { permits } = outsideOptionPolicy<{ price: number }>({
      partyId: "did:web:buyer.example",
      utility: ({ price }) => 100 - price,
      outsideOption: 45,
      reservationFor: (counterparty) => reputation.get(counterparty) ?? 45,
    });
    const accepts = (price: number, seller: string): boolean =>
      permits({ action: "accept" }, {
        standing: { terms: { price } },
        initiator: { id: seller },
        responder: { id: "did:web:buyer.example" },
      } as never);
    expect([55, 56].map((price) => accepts(price, "did:web:good.example"))).toEqual([true, false]);
    expect([40, 41].map((price) => accepts(price, "did:web:bad.example"))).toEqual([true, false]);
  });
});
