import { describe, expect, it } from "vitest";
import * as oap from "../../../src/oap/index.js";
import { DID, good, sha256, signerOf, viewOf, type World, world } from "../host-setup.js";
import { HOSTILE_VALUES } from "../hostile-values.js";
import { offeredByAda } from "./stage.js";

const fail = (): never => {
  throw new TypeError("secret");
};
const TRAPS = ["get", "has", "ownKeys", "getOwnPropertyDescriptor", "getPrototypeOf"] as const;

/** What no caller should hand in, and anybody may. */
const JUNK: readonly unknown[] = [
  ...HOSTILE_VALUES.map(([, make]) => make()),
  ...[null, true, 0, -1, 1.5, "", "junk", [], [null], {}, { ok: true }, Promise.resolve({})],
  ...[fail, new Proxy(fail, { get: fail }), Object.create(null)],
  ...TRAPS.map((trap) => new Proxy({}, { [trap]: fail })),
  ...TRAPS.map((trap) => new Proxy([], { [trap]: fail })),
  ...["then", "length", "caller", "agreement", "toString", Symbol.iterator].map((name) =>
    Object.defineProperty({}, name, { get: fail, enumerable: true }),
  ),
];

/**
 * What comes of a call: whatever it throws is a fault of ours.
 *
 * @param mayHold - of junk that is as good as an empty call or list
 */
async function answerOf(name: string, call: () => unknown, mayHold = false): Promise<void> {
  try {
    const answer = (await call()) as { readonly ok?: unknown; readonly code?: unknown } | undefined;
    const isGood = answer?.ok === false ? typeof answer.code === "string" : answer?.ok === true && mayHold;
    expect(`${name}: ${isGood}`).toBe(`${name}: true`);
  } catch (error) {
    const { name: sort, message, stack } = error as Error;
    if (sort === "AssertionError") throw error;
    throw new Error(`${name} threw ${sort}: ${message} ${stack}`);
  }
}

async function offered(): Promise<{
  readonly here: World;
  readonly view: oap.HistoryView;
  readonly made: Record<string, unknown>;
}> {
  const here = await world();
  const { open, offer, view } = await offeredByAda(here);
  const accept = await here.smith.accept(view);
  const { agreement_id } = accept.acceptance;
  const reject = await here.smith.reject(view);
  return {
    here,
    view,
    made: {
      ...{ open, propose: offer, accept, reject, withdraw: reject },
      cosign: { agreement_id, signature: accept.agreement_signature },
      redact: { agreement_id, pointers: ["/terms/price"] },
    },
  };
}

const OPERATIONS = ["open", "propose", "accept", "reject", "withdraw", "cosign", "redact"] as const;

describe("Eve hands in junk wherever something can be handed in", () => {
  it.each(OPERATIONS)(
    "to %s, as a document, as a call, or as both: it answers with a code [OAP-37]",
    async (name) => {
      const { here, made } = await offered();
      const operation = here.host[name] as (...given: unknown[]) => unknown;
      for (const [index, junk] of JUNK.entries()) {
        await answerOf(`${name} ${index}`, () => operation(junk));
        await answerOf(`${name} ${index} twice`, () => operation(junk, junk));
        const isCall = junk === undefined || typeof junk === "object";
        await answerOf(`${name} call ${index}`, () => operation(made[name], junk), isCall);
        for (const member of ["caller", "negotiationId"]) {
          if (junk === undefined) continue;
          await answerOf(
            `${name} ${member} ${index}`,
            () => operation(made[name], { [member]: junk }),
            name === "open",
          );
        }
      }
    },
  );

  it("to history: as a name, a call, a caller, or where to begin [OAP-37]", async () => {
    const { here, view } = await offered();
    const history = here.host.history as (...given: unknown[]) => unknown;
    const id = view.negotiation_id;
    const isBegin = (junk: unknown): boolean => junk === undefined || Number.isSafeInteger(junk);
    for (const [index, junk] of JUNK.entries()) {
      await answerOf(`history ${index}`, () => history(junk));
      await answerOf(`history ${index} twice`, () => history(junk, junk));
      await answerOf(`history call ${index}`, () => history(id, junk));
      await answerOf(`history caller ${index}`, () => history(id, { caller: junk }));
      if (isBegin(junk)) continue;
      await answerOf(`history after ${index}`, () => history(id, { caller: here.ada.did, after: junk }));
    }
    expect((await viewOf(here, id)).state).toBe("PROPOSED");
  });

  it("to useManifest, and to all that reads a document or a note [OAP-37]", async () => {
    const here = await world();
    const keys = [here.log.verifierKey];
    const { kid } = await signerOf(1);
    const readers: Readonly<Record<string, (junk: never) => unknown>> = {
      ...{ useManifest: here.host.useManifest, readManifest: oap.readManifest, readOpen: oap.readOpen },
      ...{ readProposal: oap.readProposal, readAcceptance: oap.readAcceptance },
      ...{ readRejection: oap.readRejection, readWithdrawal: oap.readWithdrawal },
      parseStrict: (junk) => oap.parseStrict(junk),
      readNote: (junk) => oap.readNote(junk, { keys, sha256 }),
      readCheckpoint: (junk) => oap.readCheckpoint(junk, { keys, sha256 }),
      readDetached: (junk) => oap.readDetached(junk, { purpose: "open", signer: DID }),
      publicKeyOfMultibase: oap.publicKeyOfMultibase,
      publicKeyOfSnapshot: oap.publicKeyOfSnapshot,
      resolveDidKey: oap.resolveDidKey,
      resolveKey: oap.createKeyResolver({ sha256 }).resolveKey,
      snapshotKeys: (junk) => oap.snapshotKeys([junk])(kid),
      publishManifest: async (junk) => oap.publishManifest(junk, await signerOf(1)),
    };
    for (const [name, read] of Object.entries(readers)) {
      for (const [index, junk] of JUNK.entries())
        await answerOf(`${name} ${index}`, () => read(junk as never));
    }
  });

  it("to the verifiers of documents, receipts and agreements: beside them as well [SG-29]", async () => {
    const { here, view, made } = await offered();
    const answer = good(await here.host.accept(made["accept"]));
    const { receipt, proposal } = answer;
    const logKeys = [here.log.verifierKey];
    expect(view.state).toBe("PROPOSED");
    const verifiers: Readonly<Record<string, (junk: never) => unknown>> = {
      verifyAgreement: (junk) => oap.verifyAgreement(junk, { sha256 }),
      "its proposal": (junk) => oap.verifyAgreement(answer, { sha256, proposal: junk }),
      "its acceptance": (junk) => oap.verifyAgreement(answer, { sha256, acceptance: junk }),
      "its manifest": (junk) => oap.verifyAgreement(answer, { sha256, manifest: junk }),
      verifyReceipt: (junk) => oap.verifyReceipt(junk, { sha256, logKeys }),
      "its entry": (junk) => oap.verifyReceipt({ ...receipt, entry: junk }, { sha256, logKeys }),
      "its proof": (junk) => oap.verifyReceipt({ ...receipt, proof: junk }, { sha256, logKeys }),
      verifyProposal: (junk) => oap.verifyProposal(junk),
      verifyDocument: (junk) => oap.verifyDocument(junk, { purpose: "proposal", signer: here.ada.did }),
      verifyDetached: async (junk) =>
        oap.verifyDetached(junk, new Uint8Array(), {
          purpose: "open",
          signer: DID,
          publicKey: new Uint8Array(32),
        }),
      "its key": (junk) =>
        oap.verifyDetached(proposal.signature, "", {
          purpose: "proposal",
          signer: here.ada.did,
          publicKey: junk,
        }),
    };
    for (const [name, verify] of Object.entries(verifiers)) {
      for (const [index, junk] of JUNK.entries()) {
        if (junk === undefined && name.startsWith("its ")) continue;
        // No proof at all is that of the only entry.
        await answerOf(`${name} ${index}`, () => verify(junk as never), name === "its proof");
      }
    }
    // What is no key is none of anybody's, and spoils nothing that needs none.
    for (const junk of JUNK) {
      const keys = [junk] as never;
      expect(await oap.verifyAgreement(answer, { sha256, keys })).toMatchObject({ ok: true });
      expect(await oap.isSignedByBoth(answer.agreement, { keys })).toBe(false);
      expect(await oap.isSignedByBoth(junk as never)).toBe(false);
    }
  });

  it("to verifyLog: as the log, as entries and lines of it, as checkpoints [SG-33]", async () => {
    const { here, made } = await offered();
    good(await here.host.accept(made["accept"]));
    const entries = (await here.port.read(0, 9)).map(({ entry }) => entry);
    const verify = (log: unknown, more: object = {}) => oap.verifyLog(log as never, { sha256, ...more });
    expect(await verify(entries)).toMatchObject({ ok: true });
    for (const [index, junk] of JUNK.entries()) {
      // No entries are a log as well.
      await answerOf(`log ${index}`, () => verify(junk), true);
      await answerOf(`entry ${index}`, () => verify([...entries, junk]));
      await answerOf(`first entry ${index}`, () => verify([junk, ...entries]));
      await answerOf(`checkpoint ${index}`, () =>
        verify(entries, { checkpoints: [junk], logKeys: [here.log.verifierKey] }),
      );
      if (junk === undefined) continue;
      const checkpoints = { checkpoints: junk, logKeys: [here.log.verifierKey] };
      await answerOf(`checkpoints ${index}`, () => verify(entries, checkpoints), true);
    }
  });
});
