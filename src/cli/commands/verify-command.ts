/**
 * @module
 * `concordat verify`: whether both parties have agreed to it, with nobody asked; and what it is that they agreed to.
 */

import { type Command, Option } from "commander";
import {
  agreementDigests,
  type Disclosures,
  type FullForm,
  type KeySnapshot,
  type PublicForm,
  type RegulatedObligation,
  type SigningRefusal,
  type VerifiedAgreement,
  type VerifyAgreementOptions,
  verifyAgreement,
} from "../../oap/index.js";
import { nodeVerifier, readSigned, refusedFile, type SignedFile, sha256 } from "../files/index.js";
import { CommandError, oneLine, print, printJson, writtenJson } from "../text/index.js";

/** Adds the command to the program. */
export function addVerifyCommand(program: Command): void {
  program
    .command("verify")
    .summary("check that both parties have agreed to an agreement, and show it")
    .description(
      "Checks an agreement offline: what is disclosed, the hash, the assent of both parties, and that the documents " +
        "behind it say the same. Shows parties, terms, period, and who assented by what.",
    )
    .argument("<agreement.json>", "the agreement: its public form, a party's full form, or a host's answer")
    .option("--proposal <file>", "the accepted proposal, signed: shows the proposer's assent")
    .option("--acceptance <file>", "the acceptance, signed: shows the acceptor's assent")
    .option("--manifest <file>", "the Tool's manifest, its block `negotiation`: says whether it binds")
    .option(
      "--keys <file>",
      "key snapshots that are trusted, for parties whose DID is not did:key (see below)",
    )
    .addOption(
      new Option("--require <what>", "whose assent has to be shown, and by what (see below)")
        .choices(["assent", "signatures", "one"])
        .default("assent"),
    )
    .option("--json", "print one JSON document instead of text (members: docs/guide/command-line.md)")
    .addHelpText(
      "after",
      `
The public form is { agreement, disclosures }, with digests in the place of terms; the full form is
{ agreement, salt_secret }. What a host answers to an acceptance is a full form with the proposal and
the acceptance beside it, and taken as it is; its "keys" are not, being the host's word.

--require assent: each party has signed the agreement, or its own document (--proposal, --acceptance);
signatures: both have signed the agreement; one: look at a half-signed one, which shows nothing of the
other party. The file of --keys holds snapshots { kid, publicKeyMultibase, documentHash, resolvedAt }
in a list, or by name, as "keys" of a public agreement has them.

Whose DIDs these are, and that they are the right ones, only you can tell.

Example:
  concordat verify agreement.json --proposal proposal.json --acceptance acceptance.json`,
    )
    .action(verify);
}

interface VerifyFlags {
  readonly proposal?: string;
  readonly acceptance?: string;
  readonly manifest?: string;
  readonly keys?: string;
  readonly require: NonNullable<VerifyAgreementOptions["require"]>;
  readonly json?: boolean;
}

/** The documents behind an agreement, by the names that paths of refusals begin with. */
type Behind = Readonly<Record<"proposal" | "acceptance" | "manifest", SignedFile | undefined>>;

async function verify(file: string, flags: VerifyFlags): Promise<void> {
  const form = readSigned(file, FORM_LIMITS);
  const read = (name?: string): SignedFile | undefined => (name === undefined ? name : readSigned(name));
  const behind: Behind = {
    proposal: read(flags.proposal),
    acceptance: read(flags.acceptance),
    manifest: read(flags.manifest),
  };
  const verdict = await verifyAgreement(form.value, {
    ...{ sha256, verifier: nodeVerifier, require: flags.require },
    keys: flags.keys === undefined ? [] : snapshotsIn(readSigned(flags.keys)),
    proposal: behind.proposal?.value,
    acceptance: behind.acceptance?.value,
    manifest: behind.manifest?.value,
  });
  const shown = verdict.ok ? { ...verdict, ...contentOf(form) } : verdict;
  if (flags.json === true)
    printJson({ command: "verify", version: 1, file, require: flags.require, ...shown });
  if (!verdict.ok) throw faultIn(form, behind, verdict);
  if (flags.json !== true) print(textOf(file, { ...verdict, ...contentOf(form) }, behind));
}

/** Those of the library: digests and salts take more than a document does. */
const FORM_LIMITS = { maxDepth: 40, maxBytes: 8_388_608 };

function snapshotsIn(keys: SignedFile): readonly KeySnapshot[] {
  const snapshots = Object.values({ ...(keys.value as object) }) as readonly (Partial<KeySnapshot> | null)[];
  const isSnapshot = (one: Partial<KeySnapshot> | null): boolean =>
    typeof one?.kid === "string" && typeof one.publicKeyMultibase === "string";
  const isSome = typeof keys.value === "object" && keys.value !== null;
  if (isSome && snapshots.every(isSnapshot)) return snapshots as never;
  throw new CommandError(`${keys.file}: Expected key snapshots in a list or by name, got another value.`);
}

/** The path of a refusal begins with the name of a document where that is at fault; it may stand in the form itself. */
function faultIn(form: SignedFile, behind: Behind, refusal: SigningRefusal): CommandError {
  const [name, ...rest] = refusal.path ?? [];
  const document = Object.hasOwn(behind, String(name)) ? behind[name as keyof Behind] : undefined;
  const missing = refusal.details?.["missing"];
  const more = Array.isArray(missing) ? `Missing: ${missing.join(", ")}` : hintFor(refusal);
  const message = [refusal.message, more].filter(Boolean).join(" ");
  const fault = { code: refusal.code, message };
  return document === undefined ? refusedFile(form, fault, refusal.path) : refusedFile(document, fault, rest);
}

/** Where the fault may be in what this command was not given. */
function hintFor({ code, path = [] }: SigningRefusal): string | undefined {
  if (code === "key_unresolvable") return "Hand in keys that you trust with --keys.";
  const isPeriod = code === "agreement_mismatch" && /^effective_(from|until)$/.test(String(path.at(-1)));
  return isPeriod
    ? "Its host may have a rule of its own for periods, which only verifyAgreement takes: effectivePeriod."
    : undefined;
}

/** What an agreement says, as far as it is disclosed. */
interface Content {
  readonly confidentiality: unknown;
  readonly regulated_obligations: readonly RegulatedObligation[];
  readonly host: unknown;
  readonly effective_from: unknown;
  readonly effective_until: unknown;
  /** By pointer. */
  readonly terms: Readonly<Record<string, unknown>>;
}

/** Of a form that was verified. */
function contentOf({ value }: SignedFile): Content {
  const { agreement, salt_secret, disclosures } = value as unknown as FullForm & Partial<PublicForm>;
  const leaves: Disclosures = disclosures ?? agreementDigests(agreement, salt_secret, { sha256 }).disclosures;
  const terms = Object.entries(leaves).filter(([pointer]) => /^\/terms(\/|$)/.test(pointer));
  return {
    confidentiality: leaves["/metadata/confidentiality"]?.value,
    regulated_obligations: obligationsIn(leaves),
    host: leaves["/metadata/host"]?.value,
    effective_from: leaves["/effective_from"]?.value,
    effective_until: leaves["/effective_until"]?.value,
    terms: Object.fromEntries(terms.map(([pointer, { value: term }]) => [pointer, term])),
  };
}

function obligationsIn(leaves: Disclosures): readonly RegulatedObligation[] {
  const owed: RegulatedObligation[] = [];
  for (;;) {
    const at = `${OBLIGATIONS}/${owed.length}`;
    const [party, profession] = ["party", "profession"].map((name) => leaves[`${at}/${name}`]?.value);
    if (party === undefined) return owed;
    const names = Object.keys(leaves).filter((pointer) => pointer.startsWith(`${at}/obligations/`));
    const obligations = names.map((pointer) => String(leaves[pointer]?.value)).sort();
    owed.push({ party, profession, obligations } as unknown as RegulatedObligation);
  }
}

const OBLIGATIONS = "/metadata/regulated_obligations";

function textOf(file: string, facts: VerifiedAgreement & Content, { manifest }: Behind): string {
  const { evidence, assentBy, signedBy, binding, hidden, effective_until } = facts;
  const verdict = assentBy.length === 2 ? "both parties have agreed" : "ONE PARTY ONLY has agreed";
  const binds = binding ? "yes" : "no: it only records what was agreed";
  const known = manifest === undefined ? " (by the agreement; its manifest was not given)" : "";
  const signers = ["neither party has", "one party only has"][signedBy.length];
  const whose = signers === undefined ? "" : ` (by the agreement, which ${signers} signed)`;
  const owed = facts.regulated_obligations.map(
    ({ party, profession, obligations }) =>
      `${writtenJson(party)}: ${profession}, ${writtenJson(obligations)}`,
  );
  const until = effective_until === null ? "without end" : `until ${writtenJson(effective_until)}`;
  return [
    `${oneLine(file)}: ${verdict}.`,
    `agreement    ${facts.agreement_id} of ${facts.negotiation_id}`,
    `host         ${writtenJson(facts.host)}`,
    ...evidence.map(({ party, by }, seat) => {
      const isOffer = by.join() === "proposal";
      const words = by.length === 0 ? "nothing shows assent" : by.map((one) => WORDS[one]).join(" and ");
      return `${seat === 0 ? "initiator " : "responder "}   ${writtenJson(party)}: ${words}${isOffer ? OFFERED : ""}`;
    }),
    `period       from ${writtenJson(facts.effective_from)} ${until}`,
    `binding      ${binds}${known}`,
    `confidential ${writtenJson(facts.confidentiality)}${whose}`,
    `obligations  ${owed.length === 0 ? "none" : owed.join("; ")}${whose}`,
    "terms",
    ...[...Object.keys(facts.terms), ...hidden].sort().map((pointer) => {
      const term = Object.hasOwn(facts.terms, pointer) ? writtenJson(facts.terms[pointer]) : "hidden";
      return `  ${writtenJson(pointer)}: ${term}`;
    }),
  ].join("\n");
}

/** No document says what came after an offer: its counter, or that somebody left. */
const OFFERED = " (that it still stood when it was accepted, a receipt shows, or its signature)";

const WORDS = {
  agreement: "has signed the agreement",
  proposal: "has proposed it",
  acceptance: "has accepted it",
};
