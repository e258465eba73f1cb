/**
 * Two parties that know each other by their keys alone agree on a price, in four signed rounds. What they get can be
 * checked by anybody, with nobody asked. Then the documents are replayed, an agreement is forged, and each part of the
 * true one is tampered with: all of it is refused.
 *
 * In a folder where `concordat`, `@noble/hashes` and `tsx` are installed:
 *
 *   npx tsx node_modules/concordat/examples/oap-deal.ts
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { type Agent, NegotiationService } from "concordat";
import {
  type Agreement,
  createOapHost,
  createTransparencyLog,
  didKeySigner,
  entryHash,
  type LogEntry,
  manifestHash,
  memoryLog,
  type OapHost,
  type OpenDocument,
  oapParty,
  oapRoom,
  type ProposalDocument,
  type PublicForm,
  publicForm,
  type Receipt,
  readManifest,
  type Signer,
  signDocument,
  signedAgent,
  type TransparencyLog,
  verifyAgreement,
  verifyDocument,
  verifyLog,
  verifyReceipt,
} from "concordat/oap";

type Terms = { readonly price: string; readonly units: number; readonly deliver_by: string };

/** What is there when it is over. */
interface Deal {
  readonly open: OpenDocument;
  readonly log: TransparencyLog;
  readonly proposals: readonly ProposalDocument[];
  readonly acceptance: unknown;
  readonly agreement: Agreement;
  /** Opens every leaf of the agreement: for the two parties alone. */
  readonly salt_secret: string;
  /** What everybody may see, and what is left of it when the price was redacted. */
  readonly shown: PublicForm;
  readonly redacted: PublicForm;
  readonly receipt: Receipt;
  readonly entries: readonly LogEntry[];
  /** Signed by the log when all entries were in it, and the public key to check that with. */
  readonly checkpoint: string;
  readonly logKey: string;
}

/** Names itself: a DID of `did:key` is the public key. */
const newKey = (): Promise<Signer> => didKeySigner(crypto.getRandomValues(new Uint8Array(32)));

/** Offers one price in cents after the other, and takes what is as good as its own next one. */
const haggler =
  (prices: readonly number[], isAsGood: (offered: number, own: number) => boolean): Agent<Terms> =>
  ({ standing, turnNumber }) => {
    const own = prices[Math.floor((turnNumber - 1) / 2)] ?? 0;
    if (standing !== null && isAsGood(Number(standing.terms.price.replace(".", "")), own)) {
      return { action: "accept" };
    }
    const terms = { price: (own / 100).toFixed(2), units: 4_000, deliver_by: "2027-01-31" };
    return { action: standing === null ? "propose" : "counter", terms };
  };

const TOOL = "did:web:tool.example";
const { manifest: MANIFEST } = good(
  readManifest({ supported: true, categories: ["pricing"], max_rounds: 4 }),
);

/** The Tool: a room of the engine, and the host that lets nothing but signed documents into it and the log. */
function toolWith(
  log: TransparencyLog,
  agents = new Map<string, Agent<Terms>>(),
): { readonly service: NegotiationService<Terms>; readonly host: OapHost } {
  const room = oapRoom<Terms>();
  const service = new NegotiationService("market-7", { ...room, agentFor: ({ id }) => agents.get(id) });
  const { admit } = room;
  return { service, host: createOapHost({ service, admit, did: TOOL, manifest: MANIFEST, log, sha256 }) };
}

async function negotiate(): Promise<Deal> {
  // A party signs for hosts and under manifests that it has pinned, and for no others.
  const pinned = [{ host: TOOL, manifest_hash: manifestHash(MANIFEST, sha256) }];
  const ada = oapParty({ signer: await newKey(), sha256, pinned });
  const smith = oapParty({ signer: await newKey(), sha256, pinned });
  heading("Two parties, each named by its key");
  console.log(`ada    ${ada.did}\nsmith  ${smith.did}`);

  const buyer = haggler([4_000, 4_600, 4_900], (offered, own) => offered <= own);
  const seller = haggler([5_600, 4_900], (offered, own) => offered >= own);
  const agents = new Map([
    [ada.did, signedAgent(buyer, ada)],
    [smith.did, signedAgent(seller, smith)],
  ]);
  const port = memoryLog();
  const log = createTransparencyLog({
    ...{ port, sha256, origin: "tool.example/log", signer: await newKey(), clock: Date },
  });
  const { service, host } = toolWith(log, agents);

  heading("Four signed rounds");
  service.on("turn:recorded", ({ turn }) => {
    const { document } = turn.extra as unknown as { readonly document: ProposalDocument };
    const says = turn.terms === null ? "accepts" : `round ${turn.round}: ${turn.terms.price} EUR`;
    const name = turn.partyId === ada.did ? "ada" : "smith";
    console.log(`${name.padEnd(5)}  ${says.padEnd(19)}signed ...${document.signature.slice(-16)}`);
  });
  const agreed = new Promise((resolve) => service.on("negotiation:agreed", resolve));
  const open = await ada.open({ responder: smith.did, category: "pricing", host: TOOL, manifest: MANIFEST });
  const { negotiation_id } = good(await host.open(open)).history;
  await agreed;

  // Ada's acceptance made it an agreement; smith looks at it, and signs it as well.
  const call = { caller: smith.did, negotiationId: negotiation_id };
  const { history } = good(await host.history(negotiation_id, call));
  const answer = good(await host.cosign(await smith.cosign(history), call));
  const { agreement, salt_secret, receipt } = answer;
  const documents = history.history.map(({ document }) => document);
  const before = await log.find(agreement.agreement_id);
  const { agreement_id } = agreement;
  const redacted = good(await host.redact({ agreement_id, pointers: ["/terms/price"] }, call));
  await service.close();
  if (before === undefined || receipt === null) throw new Error("Expected the agreement in the log.");
  return {
    open,
    log,
    proposals: documents.slice(0, -1) as ProposalDocument[],
    acceptance: documents.at(-1),
    agreement,
    salt_secret,
    shown: publicForm(before),
    redacted: { agreement: redacted.agreement, disclosures: redacted.disclosures },
    receipt,
    entries: (await port.read(0, 10)).map(({ entry }) => entry),
    checkpoint: await log.checkpoint(),
    logKey: log.verifierKey,
  };
}

async function show(deal: Deal): Promise<void> {
  const { agreement, proposals, acceptance, salt_secret, receipt, redacted, logKey } = deal;
  const { signatures, agreement_hash, ...body } = agreement;
  heading("The agreement");
  console.log(JSON.stringify(body, null, 2));
  console.log(`hash  ${agreement_hash}`);
  for (const [did, signature] of Object.entries(signatures)) {
    console.log(`signed by ${did}\n  ${signature}`);
  }
  const full = { agreement, salt_secret };
  const options = { sha256, proposal: proposals.at(-1), acceptance, manifest: MANIFEST };
  console.log(`verified offline: ${verdict(await verifyAgreement(full, options))}`);

  heading("Its entry in the log");
  const { entry, proof, checkpoint } = receipt;
  console.log(JSON.stringify(entry, inShort, 2));
  console.log(`hash  ${entryHash(sha256, entry)}`);
  console.log(`inclusion proof: ${proof.join(", ")}`);
  console.log(`checkpoint, signed by the log:\n${checkpoint.trimEnd().replace(/^(?=.)/gm, "  ")}`);
  const received = await verifyReceipt(receipt, { sha256, logKeys: [logKey], agreement });
  console.log(`verified offline: ${verdict(received)}`);

  heading("The price is redacted for the public log");
  for (const pointer of Object.keys(redacted.agreement.digests)) {
    if (!pointer.startsWith("/terms/")) continue;
    const value = redacted.disclosures[pointer]?.value;
    console.log(`${pointer.padEnd(18)} ${value === undefined ? "(hidden)" : JSON.stringify(value)}`);
  }
  console.log(`hash  ${redacted.agreement.agreement_hash}`);
  console.log(`verified offline: ${verdict(await verifyAgreement(redacted, { sha256 }))}`);
  const checked = await verifyLog(deal.entries, logOptions(deal));
  console.log(`the log of ${deal.entries.length} entries: ${verdict(checked)}`);
}

/** Another room of the same Tool, with the same log: it has never seen the deal. */
async function replay({ open, log, proposals: [first] }: Deal): Promise<void> {
  heading("Replayed in another room of the Tool");
  const { service, host } = toolWith(log);
  console.log(`${"ada's Open".padEnd(42)} ${verdict(await host.open(open))}`);
  console.log(`${"ada's first proposal".padEnd(42)} ${verdict(await host.propose(first))}`);
  await service.close();
}

/** Smith makes up what ada never offered, with all that it has: the true agreement, and its own key. */
async function forge({ agreement, salt_secret, proposals }: Deal): Promise<void> {
  heading("Forged without ada");
  const last = proposals.at(-1) as ProposalDocument;
  const forger = await newKey();
  const did = forger.kid.slice(0, forger.kid.indexOf("#"));
  const terms = { ...last.terms, price: "99.00" };
  const alone = { agreement: { ...agreement, signatures: {} }, salt_secret };
  const [ada = ""] = agreement.parties;
  const { [ada]: _, ...withoutAda } = agreement.signatures;
  const half = { agreement: { ...agreement, signatures: withoutAda }, salt_secret };
  const { signature: __, ...unsigned } = { ...last, from: did, to: ada, terms };
  const foreign = good(await signDocument(unsigned, "proposal", forger)).document;
  const attempts: readonly Attempt[] = [
    ["an agreement that nobody signed", verifyAgreement(alone, { sha256 })],
    ["an agreement without ada's signature", verifyAgreement(half, { sha256 })],
    ["the same, with a proposal of the forger's", verifyAgreement(half, { sha256, proposal: foreign })],
  ];
  for (const [what, looking] of attempts) console.log(`${what.padEnd(42)} ${verdict(await looking)}`);
}

/** What is changed, and who looks at it. */
type Attempt = readonly [what: string, verdict: { readonly ok: boolean } | Promise<{ readonly ok: boolean }>];

async function tamper(deal: Deal): Promise<void> {
  const { agreement, salt_secret, shown, redacted, receipt, entries, logKey } = deal;
  const { disclosures } = redacted;
  const [third, last] = deal.proposals.slice(-2);
  if (third === undefined || last === undefined) throw new Error("Expected four proposals.");
  const { agreement_hash, metadata, signatures } = agreement;
  const terms = { ...last.terms, price: "39.00" };
  const [[signer = "", signature = ""] = []] = Object.entries(signatures);
  const { [last.from]: seller, ...buyerAlone } = signatures;
  const { "/parties/0": _, ...nameless } = disclosures;
  const proposal = { purpose: "proposal", signer: last.from } as const;
  const whole = (changed: object, options = {}) =>
    verifyAgreement({ agreement: { ...agreement, ...changed }, salt_secret }, { sha256, ...options });
  const inPublic = (changed: object) =>
    verifyAgreement({ agreement: shown.agreement, disclosures: changed }, { sha256 });
  const received = (changed: object) =>
    verifyReceipt({ ...receipt, ...changed }, { sha256, logKeys: [logKey], agreement });
  const logged = (changed: readonly LogEntry[]) => verifyLog(changed, logOptions(deal));
  const price = { ...shown.disclosures["/terms/price"], value: "39.00" };
  const guess = { salt: "AAAAAAAAAAAAAAAAAAAAAA", value: "49.00" };

  heading("Tampering with each part");
  const attempts: readonly Attempt[] = [
    ["proposal: another price", verifyDocument({ ...last, terms }, proposal)],
    ["proposal: offered as an acceptance", verifyDocument(last, { ...proposal, purpose: "accept" })],
    ["proposal: offered as ada's", verifyDocument(last, { ...proposal, signer: last.to })],
    ["agreement: another price", whole({ terms })],
    ["agreement: not binding any more", whole({ metadata: { ...metadata, binding: false } })],
    ["agreement: another hash", whole({ agreement_hash: altered(agreement_hash) })],
    ["agreement: another signature", whole({ signatures: { ...signatures, [signer]: altered(signature) } })],
    ["agreement: smith's signature as ada's", whole({ signatures: { ...buyerAlone, [last.to]: seller } })],
    ["agreement: with the proposal of round 3", whole({}, { proposal: third })],
    ["public form: another price", inPublic({ ...disclosures, "/terms/price": price })],
    ["public form: a guess at the hidden price", inPublic({ ...disclosures, "/terms/price": guess })],
    ["public form: a party hidden as well", inPublic(nameless)],
    ["receipt: another inclusion proof", received({ proof: receipt.proof.map(altered) })],
    ["receipt: another checkpoint", received({ checkpoint: receipt.checkpoint.replace("\n2\n", "\n3\n") })],
    ["log: an entry changed", logged(entries.map((entry) => (entry.seq === 1 ? moved(entry) : entry)))],
    ["log: an entry left out", logged(entries.filter(({ seq }) => seq !== 1))],
    ["log: its end cut off", logged(entries.slice(0, -1))],
    ["log: written anew as a whole", logged(rewritten(entries))],
  ];
  for (const [what, looking] of attempts) console.log(`${what.padEnd(42)} ${verdict(await looking)}`);
}

function logOptions({ checkpoint, logKey }: Deal): Parameters<typeof verifyLog>[1] {
  return { sha256, checkpoints: [checkpoint], logKeys: [logKey] };
}

/** One character in its midst is another. */
function altered(text: string): string {
  const at = text.length - 20;
  return `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`;
}

function moved(entry: LogEntry): LogEntry {
  return { ...entry, at: entry.at + 1 };
}

/** Another history whose links all hold: only who has a checkpoint sees that it is another. */
function rewritten(entries: readonly LogEntry[]): LogEntry[] {
  let prev = "genesis";
  return entries.map((entry) => {
    const link = { ...moved(entry), prev };
    prev = entryHash(sha256, link);
    return link;
  });
}

/** The replacer of `JSON.stringify`: what is long is named. */
function inShort(name: string, value: unknown): unknown {
  if (name === "digests") return `${Object.keys(value as object).length}, one for each leaf of the agreement`;
  return typeof value === "string" && value.length > 80
    ? `${value.slice(0, 24)}...${value.slice(-24)}`
    : value;
}

function verdict(answer: object): string {
  const { ok, code, complete, hidden, size, firstBadIndex } = answer as Readonly<Record<string, unknown>>;
  if (ok !== true)
    return `refused, ${code}${firstBadIndex === undefined ? "" : ` at entry ${firstBadIndex}`}`;
  const facts = [
    complete === true && "complete",
    Array.isArray(hidden) && hidden.length > 0 && `hidden: ${hidden.join(", ")}`,
    size !== undefined && `${size} entries`,
  ];
  return ["ok", ...facts.filter(Boolean)].join(", ");
}

function good<Answer extends { readonly ok: boolean }>(
  answer: Answer,
): Extract<Answer, { readonly ok: true }> {
  if (!answer.ok) throw new Error(verdict(answer));
  return answer as Extract<Answer, { readonly ok: true }>;
}

function heading(text: string): void {
  console.log(`\n== ${text}`);
}

const deal = await negotiate();
await show(deal);
await replay(deal);
await forge(deal);
await tamper(deal);
