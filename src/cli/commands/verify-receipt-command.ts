/**
 * @module
 * `concordat verify-receipt`: whether an entry stands in a log, with nobody asked.
 */

import type { Command } from "commander";
import { type Json, memberOf } from "../../core/json/index.js";
import {
  type Checkpoint,
  type LogEntry,
  type LogKind,
  type Receipt,
  verifyReceipt,
} from "../../oap/index.js";
import {
  ENTRY_LIMITS,
  nodeVerifier,
  readSigned,
  refusedFile,
  type SignedFile,
  sha256,
} from "../files/index.js";
import { CommandError, fileError, gathered, oneLine, print, printJson } from "../text/index.js";

/** Adds the command to the program. */
export function addVerifyReceiptCommand(program: Command): void {
  program
    .command("verify-receipt")
    .summary("check a receipt: that an agreement stands in a log")
    .description("Checks a receipt offline: that the log signed a checkpoint, and that it covers the entry.")
    .argument("<receipt.json>", "a receipt, or what the host answered to an acceptance or a co-signature")
    .requiredOption(
      "-k, --key <key>",
      "a verifier key of the log, name+id+key; may stand more than once",
      gathered,
    )
    .option("--agreement <file>", "the agreement that the receipt has to be for, in any of its forms")
    .option("--json", "print one JSON document instead of text (members: docs/guide/command-line.md)")
    .addHelpText(
      "after",
      `
Of a host's answer the member "receipt" is checked, which has to be for its "agreement". Whether that agreement
itself holds, and who assented to it, says "concordat verify".

Example:
  concordat verify-receipt agreement.json --key example.com/log+530d903a+AekyeRrm56hA...`,
    )
    .action(verify);
}

interface VerifyReceiptFlags {
  readonly key: readonly string[];
  readonly agreement?: string;
  readonly json?: boolean;
}

async function verify(file: string, flags: VerifyReceiptFlags): Promise<void> {
  const given = readSigned(file, ENTRY_LIMITS);
  const { value } = given;
  const isAnswer = memberOf(value, "receipt") !== undefined;
  const receipt = isAnswer ? memberOf(value, "receipt") : value;
  if (receipt === null) {
    throw fileError(
      file,
      undefined,
      "Expected a receipt, got the answer of a host whose log did not take it yet.",
    );
  }
  const agreements = [
    ...(isAnswer ? [agreementIn(given)] : []),
    ...(flags.agreement === undefined ? [] : [agreementIn(readSigned(flags.agreement, ENTRY_LIMITS))]),
  ];
  let checkpoint: Checkpoint | undefined;
  for (const agreement of agreements.length === 0 ? [undefined] : agreements) {
    const answer = await verifiedBy(flags.key, receipt, agreement);
    if (!answer.ok && flags.json === true)
      printJson({ command: "verify-receipt", version: 1, file, ...answer });
    if (!answer.ok) throw refusedFile(given, answer, isAnswer ? ["receipt"] : []);
    checkpoint = answer.checkpoint;
  }
  const { entry } = receipt as unknown as Receipt;
  const { origin, size } = checkpoint as Checkpoint;
  if (flags.json !== true) {
    const compared = agreements.length === 0 ? "; no agreement to compare with" : "";
    return print(
      oneLine(
        `${file}: sound; ${entryText(entry)}, entry ${entry.seq} of ${size} in the log ${origin}${compared}.`,
      ),
    );
  }
  const root = `sha256-${Buffer.from((checkpoint as Checkpoint).root).toString("base64")}`;
  const { seq, kind, at } = entry;
  const shown = { origin, size: String(size), root, seq, kind, at, ...idsIn(entry) };
  printJson({
    command: "verify-receipt",
    version: 1,
    file,
    ok: true,
    ...shown,
    compared: agreements.length > 0,
  });
}

type Expected = { readonly agreement_id: string; readonly agreement_hash: string };

async function verifiedBy(logKeys: readonly string[], receipt: unknown, agreement: Expected | undefined) {
  try {
    return await verifyReceipt(receipt, { logKeys, sha256, verifier: nodeVerifier, agreement });
  } catch (error) {
    throw error instanceof TypeError ? new CommandError(`--key: ${error.message}`, 2, error) : error;
  }
}

/** What names the agreement of a file: one as it stands, or a form or an answer that has it as a member. */
function agreementIn({ file, value }: SignedFile): Expected {
  const agreement = memberOf(value, "agreement") ?? value;
  const [agreement_id, agreement_hash] = ["agreement_id", "agreement_hash"].map((name) =>
    memberOf(agreement, name),
  );
  if (typeof agreement_id === "string" && typeof agreement_hash === "string")
    return { agreement_id, agreement_hash };
  throw fileError(file, undefined, "Expected an agreement with its id and its hash, got another value.");
}

function idsIn({ body }: LogEntry): Readonly<Record<string, Json | undefined>> {
  const { agreement_id, negotiation_id, agreement_hash, party } = body;
  return { agreement_id, negotiation_id, agreement_hash, party };
}

function entryText({ kind, body }: LogEntry): string {
  const { agreement_id, negotiation_id, agreement_hash, party } = body;
  const words: Readonly<Record<LogKind, string>> = {
    agreement: `the agreement ${agreement_id} with the hash ${agreement_hash}`,
    cosignature: `a co-signature of ${party} under the agreement ${agreement_id}${UNCHECKED}`,
    redaction: `a redaction by ${party} of the agreement ${agreement_id}`,
    withdrawal_penalty: `a penalty of ${party} for the withdrawal from the negotiation ${negotiation_id}${UNCHECKED}`,
  };
  return words[kind];
}

/** As an agreement's, by `concordat verify`. */
const UNCHECKED = " (whose signature verify-log checks)";
