import { expect, it } from "vitest";
import { NegotiationService } from "../../src/index.js";
import {
  agreementCommitment,
  confidentialityLadder,
  createOapHost,
  createTransparencyLog,
  deriveAgreement,
  exportProof,
  isSignedByBoth,
  joinedConfidentiality,
  manifestHash,
  manifestRules,
  mayOpen,
  memoryLog,
  oapParty,
  oapRoom,
  policyStacks,
  publicForm,
  publishManifest,
  redactDisclosures,
  regulatedObligations,
  signDocument,
  signedAgent,
  unpinned,
  verifyAgreement,
  verifyDetached,
  verifyLog,
  verifyReceipt,
} from "../../src/oap/index.js";

const sha256 = (): Uint8Array => new Uint8Array(32);
const nothing = undefined as never;
const port = memoryLog();
const signer = { kid: "did:web:a.example#k", sign: () => new Uint8Array(64) };
const log = { port, sha256, origin: "a.example/log", signer, clock: Date } as never as object;
const logWith = (members: object) => createTransparencyLog({ ...log, ...members } as never);
const party = oapParty({ signer, sha256 });
const agent = () => ({ action: "withdraw" }) as const;
const { admit, ...room } = oapRoom();
const host = { admit, did: "did:web:a.example", manifest: {}, sha256 };
const service = new NegotiationService("arguments", room);

it.each([
  [
    "publicForm of what find gives for an unknown id",
    () => publicForm(nothing),
    "logged to be of type object",
  ],
  ["agreementCommitment of null", () => agreementCommitment(null as never), "agreement to be of type object"],
  ["mayOpen of null", () => mayOpen(null as never), "manifest to be of type object"],
  [
    "redactDisclosures of a text",
    () => redactDisclosures({}, {}, "/terms/a" as never),
    "pointers to be a list",
  ],
  [
    "oapParty without it",
    () => oapParty({ signer: { kid: "", sign: () => nothing } } as never),
    "sha256 to be a function",
  ],
  [
    "oapParty by a signer that cannot sign",
    () => oapParty({ sha256, signer: { kid: "" } } as never),
    "a signer with sign",
  ],
  ["verifyAgreement without sha256", () => verifyAgreement({}, {} as never), "sha256 to be a function"],
  ["verifyReceipt without it", () => verifyReceipt({}, { logKeys: [] } as never), "sha256 to be a function"],
  ["verifyLog without it", () => verifyLog([], {} as never), "sha256 to be a function"],
  ["manifestHash without it", () => manifestHash({} as never, nothing), "sha256 to be a function"],
  [
    "manifestHash by one that gives no bytes",
    () => manifestHash({} as never, (() => "00".repeat(32)) as never),
    "sha256 to give 32 bytes, at once",
  ],
  [
    "verifyAgreement by no verifier",
    () => verifyAgreement({}, { sha256, verifier: 5 } as never),
    "verifier to be a function",
  ],
  [
    "a party without a list to pin",
    () => oapParty({ sha256, signer, pinned: 5 } as never),
    "pinned to be a list",
  ],
  [
    "a party without a list of keys",
    () => oapParty({ sha256, signer, keys: "x" } as never),
    "keys to be a list",
  ],
  [
    "a party by no resolver",
    () => oapParty({ sha256, signer, resolver: "x" } as never),
    "resolver to be an object with resolveKey",
  ],
  [
    "isSignedByBoth without a list of keys",
    () => isSignedByBoth({} as never, { keys: 5 } as never),
    "keys to be a list",
  ],
  ["a log without it", () => logWith({ sha256: nothing }), "sha256 to be a function"],
  ["a log without a port", () => logWith({ port: nothing }), "port to be an object with append, read"],
  ["a log without a clock", () => logWith({ clock: nothing }), "clock to be an object with now"],
  ["a log without a signer", () => logWith({ signer: nothing }), "a signer with sign"],
  ["a log whose signer cannot sign", () => logWith({ signer: { kid: "" } }), "a signer with sign"],
  ["a host without a service", () => createOapHost(host as never), "service to be an object with submit, on"],
  [
    "a host without admit",
    () => createOapHost({ ...host, service, admit: nothing } as never),
    "admit to be an object with serve",
  ],
  [
    "a host by no log",
    () => createOapHost({ ...host, service, admit: oapRoom().admit, log: 5 } as never),
    "log to be an object with append, find, has, checkpoint, receipt",
  ],
  [
    "a host by no store",
    () => createOapHost({ ...host, service, admit: oapRoom().admit, store: 5 } as never),
    "store to be an object with list",
  ],
  [
    "a host by no observer",
    () => createOapHost({ ...host, service, admit: oapRoom().admit, observer: 5 } as never),
    "observer to be of type object",
  ],
  ["signedAgent of none", () => signedAgent(nothing, party), "agent to be a function"],
  [
    "signedAgent without a party",
    () => signedAgent(agent, nothing),
    "party to be an object with key, propose, .+",
  ],
  ["signedAgent by no room", () => signedAgent(agent, party, 5 as never), "room to be of type object"],
  [
    "signedAgent by a room of no schema",
    () => signedAgent(agent, party, { terms: 5 } as never),
    "room.terms to be an object with validate",
  ],
  ["party.key by no options", () => party.key(5 as never), "how it is asked for to be an object"],
  ["party.key by no signal", () => party.key({ signal: 5 } as never), "signal to be an object with .+"],
  ["signDocument without a signer", () => signDocument({}, "proposal", nothing), "a signer with sign"],
  ["exportProof without one", () => exportProof({}, nothing, { sha256 }), "a signer with sign"],
  [
    "publishManifest without one",
    () => publishManifest({ supported: true, categories: ["pricing"] }, nothing),
    "a signer with sign",
  ],
  [
    "verifyDetached without options",
    () => verifyDetached("", "", nothing),
    "the options of verifyDetached to be an object",
  ],
  [
    "party.open without an opening",
    () => oapParty({ signer, sha256 }).open(nothing),
    "an opening to be an object",
  ],
  [
    "confidentialityLadder of nothing",
    () => confidentialityLadder(nothing),
    "levels to be one or more texts.+",
  ],
  [
    "joinedConfidentiality of no join",
    () => joinedConfidentiality(nothing, ["a", "a"]),
    "join to be a function",
  ],
  [
    "joinedConfidentiality of no levels",
    () => joinedConfidentiality(confidentialityLadder(["a"]), nothing),
    "levels to be a list",
  ],
  [
    "redactDisclosures of no digests",
    () => redactDisclosures(nothing, {}, []),
    "digests to be of type object",
  ],
  [
    "redactDisclosures of no disclosures",
    () => redactDisclosures({}, nothing, []),
    "disclosures to be of type object",
  ],
  ["regulatedObligations of null", () => regulatedObligations(null as never), "profiles to be a list"],
  ["policyStacks of null", () => policyStacks(null as never, { clock: Date }), "stacks to be a list"],
  ["manifestRules of nothing", () => manifestRules(nothing), "manifest to be of type object"],
  ["unpinned of null", () => unpinned(null as never, {} as never), "document to be of type object"],
  ["publicForm of an object", () => publicForm({} as never), "entry to be of type object"],
  [
    "deriveAgreement of an object",
    () => deriveAgreement({} as never, { sha256 }),
    "facts.parties to be a list",
  ],
])("says in words what a helper was to be given: %s [SY-16]", async (_, call, words) => {
  const error: unknown = await (async () => call())().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TypeError);
  expect((error as Error).message).toMatch(new RegExp(`^Expected ${words}, got [^{]+\\.$`));
});
