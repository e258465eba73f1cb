/**
 * @module
 * `concordat verify`: whether an agreement holds, with nobody asked.
 */

import type { Command } from "commander";
import {
  type KeySnapshot,
  type SigningRefusal,
  type VerifiedAgreement,
  verifyAgreement,
} from "../oap/index.js";
import { CommandError } from "./command-error.js";
import { nodeVerifier, sha256 } from "./node-signatures.js";
import { print, printJson } from "./output.js";
import { readSigned, refusedFile, type SignedFile } from "./signed-file.js";

/** Adds the command to the program. */
export function addVerifyCommand(program: Command): void {
  program
    .command("verify")
    .summary("check an agreement: hash, signatures, what was proposed and accepted")
    .description("Checks an agreement offline: what is disclosed, the hash, the signatures of its parties.")
    .argument("<agreement.json>", "the agreement: its public form, or the full form of a party")
    .option("--proposal <file>", "the accepted proposal, signed: its terms have to be the agreement's")
    .option("--acceptance <file>", "the acceptance, signed: it has to name the proposal and the hash")
    .option(
      "--keys <file>",
      "key snapshots that are trusted, for parties whose DID is not did:key (see below)",
    )
    .option("--json", "print one JSON document instead of text (members: see the README)")
    .addHelpText(
      "after",
      `
The public form is { agreement, disclosures }, with digests in the place of terms; the full form is
{ agreement, salt_secret }. The file of --keys holds snapshots { kid, publicKeyMultibase, documentHash,
resolvedAt } in a list, or by DID, as "keys" of a public agreement has them.

Example:
  concordat verify agreement.json --proposal proposal.json --acceptance acceptance.json`,
    )
    .action(verify);
}

interface VerifyFlags {
  readonly proposal?: string;
  readonly acceptance?: string;
  readonly keys?: string;
  readonly json?: boolean;
}

async function verify(file: string, flags: VerifyFlags): Promise<void> {
  const form = readSigned(file, FORM_LIMITS);
  const letters = {
    proposal: flags.proposal === undefined ? undefined : readSigned(flags.proposal),
    acceptance: flags.acceptance === undefined ? undefined : readSigned(flags.acceptance),
  };
  const keys = flags.keys === undefined ? [] : snapshotsIn(readSigned(flags.keys));
  const verdict = await verifyAgreement(form.value, {
    ...{ sha256, verifier: nodeVerifier, keys },
    proposal: letters.proposal?.value,
    acceptance: letters.acceptance?.value,
  });
  if (flags.json === true) printJson({ command: "verify", version: 1, file, ...verdict });
  if (!verdict.ok) throw faultIn(form, letters, verdict);
  if (flags.json !== true) print(`${file}: ${soundText(verdict)}`);
}

/** Those of the library: digests and salts take more than a document does. */
const FORM_LIMITS = { maxDepth: 40, maxBytes: 8_388_608 };

function snapshotsIn(keys: SignedFile): readonly KeySnapshot[] {
  if (typeof keys.value === "object" && keys.value !== null) {
    return Object.values(keys.value) as unknown as readonly KeySnapshot[];
  }
  throw new CommandError(`${keys.file}: Expected key snapshots in a list or by DID, got another value.`);
}

/** The path of a refusal begins with the name of a letter where that is at fault. */
function faultIn(
  form: SignedFile,
  letters: { readonly proposal: SignedFile | undefined; readonly acceptance: SignedFile | undefined },
  refusal: SigningRefusal,
): CommandError {
  const [name, ...rest] = refusal.path ?? [];
  const letter = name === "proposal" || name === "acceptance" ? letters[name] : undefined;
  return letter === undefined ? refusedFile(form, refusal, refusal.path) : refusedFile(letter, refusal, rest);
}

function soundText({ complete, binding, hidden }: VerifiedAgreement): string {
  const signers = complete ? "signed by both parties" : "signed by one party only";
  const force = binding ? "binding" : "not binding, by the host's manifest";
  const terms = hidden.length === 0 ? "all terms disclosed" : `hidden: ${hidden.join(", ")}`;
  return `sound; ${signers}; ${force}; ${terms}.`;
}
