import { describe, expect, it } from "vitest";
import { strictCopy } from "../../../src/oap/canonical/index.js";
import {
  canonicalize,
  createKeyResolver,
  createOapHost,
  createTransparencyLog,
  detectFork,
  didWeb,
  exportProof,
  mayOpen,
  memoryLog,
  oapParty,
  oapRoom,
  outsideOptionPolicy,
  parseStrict,
  penaltyKeepsRationality,
  policyStacks,
  readCheckpoint,
  readNote,
  verifyAgreement,
  verifyDocument,
  verifyLog,
  verifyProposal,
  verifyReceipt,
} from "../../../src/oap/index.js";
import { accepted, good, opened, sha256, signerOf, world } from "../host-setup.js";
import { offeredByAda } from "./stage.js";

const options = (more: object): never => ({ sha256, ...more }) as never;

describe("Somebody misspells the option that would have protected him", () => {
  it("and is told so by every function that checks, in place of a milder check [OAP-51] [SG-29]", async () => {
    const { answer } = await accepted(await world());
    await expect(verifyAgreement(answer, options({ required: "signatures" }))).rejects.toThrow(
      'Expected a known member of the options of verifyAgreement, got "required". Did you mean require?',
    );
    await expect(verifyLog([], options({ checkpoint: "" }))).rejects.toThrow("Did you mean checkpoints?");
    await expect(verifyReceipt(answer.receipt, options({ agreemnt: answer.agreement }))).rejects.toThrow(
      "Did you mean agreement?",
    );
    const proof = exportProof({}, await signerOf(1), options({ create: "2026-05-10T12:00:00Z" }));
    await expect(proof).rejects.toThrow("Did you mean created?");
  });

  it("and by those that read one document, one note or two checkpoints [SG-9] [SG-32] [SG-34] [OAP-29]", async () => {
    const misspelt = { resolver: () => true } as never;
    for (const check of [verifyDocument, verifyProposal, readNote, readCheckpoint]) {
      await expect(check({}, misspelt), check.name).rejects.toThrow('got "resolver". Did you mean');
    }
    const size = { origin: "a.example/log", size: 0n, root: new Uint8Array(32), extensions: [] };
    expect(() => detectFork(size, size, options({ proofs: [] }))).toThrow("Did you mean proof?");
    expect(() => mayOpen({} as never, { asumePenalty: {} } as never)).toThrow("Did you mean assumePenalty?");
    expect(() => policyStacks([], { clocks: Date } as never)).toThrow("Did you mean clock?");
    // Whose signature for what it has to be, a proposal says itself.
    await expect(verifyProposal({}, { signer: "did:key:z6Mk" } as never)).rejects.toThrow('got "signer"');
  });

  it("and by every maker of a party, a host, a log and a look-up [OAP-51] [OAP-54]", async () => {
    const signer = await signerOf(1);
    expect(() => oapParty(options({ signer, admitGrounds: () => false }))).toThrow("admitGround?");
    expect(() => createOapHost(options({ admitOpens: () => false }))).toThrow("admitOpen?");
    const made = { port: memoryLog(), origin: "a.example/log", signer, clock: Date };
    expect(() => createTransparencyLog(options({ ...made, lastCheckpoints: "" }))).toThrow("lastCheckpoint?");
    expect(() => oapRoom({ term: {} } as never)).toThrow("terms?");
    expect(() => didWeb({ fetch, allowHosts: () => false } as never)).toThrow("allowHost?");
    expect(() => createKeyResolver(options({ method: {} }))).toThrow("methods?");
  });

  it("and by what says how little a party takes, whom it trusts and who is told [OAP-44] [OAP-36] [OAP-51]", async () => {
    const option = {
      partyId: "did:web:b.example",
      utility: () => 1,
      outsideOption: 1,
      reservationFr: () => 80,
    };
    expect(() => outsideOptionPolicy(option as never)).toThrow("Did you mean reservationFor?");
    const stack = { partyId: "did:web:b.example", policies: [], observ: () => {} };
    expect(() => policyStacks([stack], { clock: Date })).toThrow("Did you mean observe?");
    const numbers = { penalty: 1, outsideOption: 9, equilibriumUtilty: 1 } as never;
    expect(() => penaltyKeepsRationality(numbers)).toThrow("Did you mean equilibriumUtility?");
    const signer = await signerOf(1);
    const names = { host: "did:web:a.example", manifestHash: "sha256-..." } as never;
    expect(() => oapParty({ signer, sha256 }).pin(names)).toThrow("Did you mean manifest_hash?");
    expect(() => oapParty({ signer, sha256, pinned: [names] })).toThrow("Did you mean manifest_hash?");
  });

  it("and limits that limit nothing are none: the maker of bytes says so [SG-1]", () => {
    for (const make of [canonicalize, strictCopy]) {
      expect(() => make({ a: 1 }, { maxByte: 1 } as never)).toThrow("Did you mean maxBytes?");
    }
    expect(() => parseStrict(new Uint8Array(), { maxdepth: 1 } as never)).toThrow("Did you mean maxDepth?");
  });

  it.each([
    [{ level: "unspecified", regulate: { profession: "legal", obligations: ["x"] } }, "regulated?"],
    [
      { level: "unspecified", regulated: { profession: "legal", obligation: ["x"], obligations: [] } },
      "obligations?",
    ],
    [{ level: "unspecified", regulated: { profession: "legal" } }, "Expected regulated to be"],
    [{ level: "unspecified", regulated: null }, "Expected regulated to be an object"],
    [null, "Expected a profile to be an object"],
  ])("and no negotiation opens without the duty that %j should have said [OAP-33]", async (profile, said) => {
    const here = await world({ profileOf: () => profile as never });
    await expect(opened(here)).rejects.toThrow(said);
  });

  it("and a party offers nothing whose end it misspelt, and accepts nothing whose terms it did [OAP-51]", async () => {
    const here = await world();
    const draft = { terms: { price: "40.00" }, validUntil: 1 } as never;
    await expect(here.ada.propose(await opened(here), draft)).rejects.toThrow("Did you mean validUntilAt?");
    const { view } = await offeredByAda(await world());
    await expect(here.smith.accept(view, { term: {} } as never)).rejects.toThrow("Did you mean terms?");
  });

  it("and a server that misspells who calls has its caller refused, not taken for nobody [OAP-39]", async () => {
    const here = await world();
    const offer = await here.ada.propose(await opened(here), { terms: { price: "40.00" } });
    const call = { calller: here.smith.did } as never;
    expect(await here.host.propose(offer, call)).toMatchObject({ code: "document_invalid", path: ["call"] });
    for (const none of [new Map([["caller", here.smith.did]]), [], new Date(0)] as never[]) {
      expect(await here.host.propose(offer, none)).toMatchObject({
        code: "document_invalid",
        path: ["call"],
      });
    }
    good(await here.host.propose(offer));
  });
});

it.each(["yesterday", "2026-13-01T00:00:00Z", "", "2026-05-10T12:00:00", 5, null])(
  "A proof is not signed as made at %j, which every reader has to refuse [SG-41]",
  async (created) => {
    const proof = exportProof({}, await signerOf(1), options({ created }));
    await expect(proof).rejects.toThrow("Expected created to be an instant in UTC");
  },
);
