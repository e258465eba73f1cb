/**
 * @module
 * `concordat verify-log`: whether a transparency log is whole, with nobody asked.
 */

import type { Command } from "commander";
import {
  type Checkpoint,
  type LogDamage,
  type LogDamageCode,
  type LogVerdict,
  parseCheckpoint,
  readCheckpoint,
  verifyLog,
} from "../../oap/index.js";
import { linesOf, misspellingIn, nodeVerifier, readText, sha256 } from "../files/index.js";
import { CommandError, fileError, gathered, oneLine, print, printJson } from "../text/index.js";

/** Adds the command to the program. */
export function addVerifyLogCommand(program: Command): void {
  program
    .command("verify-log")
    .summary("check a transparency log: chain, checkpoints, signatures")
    .description("Checks a transparency log offline and names the first entry that does not fit.")
    .argument("<log.ndjson>", "the log: one entry a line, as canonical JSON")
    .option(
      "-c, --checkpoint <file>",
      "a checkpoint of the log that is known; may stand more than once",
      gathered,
    )
    .option("-k, --key <key>", "a verifier key of the log, name+id+key; may stand more than once", gathered)
    .option("--no-signatures", "check the chain and the checkpoints alone")
    .option("--json", "print one JSON document instead of text (members: docs/guide/command-line.md)")
    .addHelpText(
      "after",
      `
Without a checkpoint nobody can tell that the end of a log was cut, or that all of it was written anew.
Without --key the signatures of checkpoints are not checked: have them from somebody you trust.

Example:
  concordat verify-log log.ndjson --checkpoint latest.txt --key example.com/log+530d903a+AekyeRrm56hA...`,
    )
    .action(verify);
}

interface VerifyLogFlags {
  readonly checkpoint?: readonly string[];
  readonly key?: readonly string[];
  readonly signatures: boolean;
  readonly json?: boolean;
}

async function verify(file: string, flags: VerifyLogFlags): Promise<void> {
  const { checkpoint: files = [], key: keys, signatures } = flags;
  if (keys !== undefined && files.length === 0) {
    throw new CommandError("Expected --checkpoint with --key, got none.", 2);
  }
  const checkpoints = await Promise.all(files.map((name) => checkpointIn(name, keys)));
  // The last that was asked for: `verifyLog` stops at an entry that is none, or at the next one.
  const seen = { last: "", hasOtherKeys: false };
  const lines = remembering(linesOf(file), seen);
  const verdict = await verifyLog(lines, { sha256, signatures, checkpoints, verifier: nodeVerifier });
  if (flags.json === true) {
    const head = { command: "verify-log", version: 1, file, signatures };
    printJson({
      ...head,
      checkpoints: checkpoints.map((one, at) => shownCheckpoint(files[at], one)),
      ...verdict,
    });
  }
  if (!verdict.ok) throw damageIn(file, verdict, await misspellingIn(seen.last));
  if (flags.json === true) return;
  const trust = signatures ? (seen.hasOtherKeys ? KEYS_OF_LOG : "") : " Signatures were not checked.";
  print(`${oneLine(file)}: ${soundText(verdict, checkpoints, keys !== undefined)}${trust}`);
}

/** Read with the keys where there are any, else taken at its word. */
async function checkpointIn(file: string, keys: readonly string[] | undefined): Promise<Checkpoint> {
  // A mark would be part of what was signed, and without keys part of the name of the log.
  const note = readText(file, 1_048_576, { ignoreBOM: true });
  if (note.startsWith("\ufeff"))
    throw fileError(file, undefined, "Expected a checkpoint, got one behind a byte order mark.");
  if (keys === undefined) {
    const checkpoint = parseCheckpoint(note);
    if (checkpoint !== undefined) return checkpoint;
    throw fileError(file, undefined, "Expected a checkpoint, got another text.");
  }
  try {
    const read = await readCheckpoint(note, { keys, sha256, verifier: nodeVerifier });
    if (read.ok) return read.checkpoint;
    throw fileError(file, undefined, `${read.code}: ${read.message}`);
  } catch (error) {
    throw error instanceof TypeError ? new CommandError(`--key: ${error.message}`, 2, error) : error;
  }
}

function shownCheckpoint(file: string | undefined, { origin, size, root }: Checkpoint): object {
  return { file, origin, size: String(size), root: `sha256-${Buffer.from(root).toString("base64")}` };
}

function soundText(
  { size, head, root }: Extract<LogVerdict, { readonly ok: true }>,
  checkpoints: readonly Checkpoint[],
  hasKeys: boolean,
): string {
  const entries = size === 1 ? "1 entry" : `${size} entries`;
  const covered = Math.max(...checkpoints.map((one) => Number(one.size)));
  const over = covered === size ? "" : ` over its first ${covered}: what follows could be anything`;
  const fitted = `it fits ${checkpoints.length === 1 ? "the checkpoint" : `${checkpoints.length} checkpoints`}${over}`;
  const trust = hasKeys ? "" : " (not checked for signatures: no --key)";
  const fit = checkpoints.length === 0 ? "no checkpoint to compare with" : `${fitted}${trust}`;
  return `sound; ${entries}; head ${head}; root ${root}; ${fit}.`;
}

function damageIn(
  file: string,
  { firstBadIndex, code }: LogDamage,
  misspelling: string | undefined,
): CommandError {
  const place = { line: firstBadIndex + 1, column: 1 };
  const words =
    code === "entry_invalid" && misspelling !== undefined
      ? `It would be right in canonical form: expected ${misspelling}`
      : WORDS[code];
  return fileError(file, place, `${code} at entry ${firstBadIndex}: ${words}.`);
}

/** The same lines; the last one is kept in `seen`, and whether keys were named that are no `did:key`. */
async function* remembering(
  lines: AsyncIterable<string>,
  seen: { last: string; hasOtherKeys: boolean },
): AsyncGenerator<string> {
  for await (const line of lines) {
    seen.last = line;
    seen.hasOtherKeys ||= /"kid":"did:(?!key:)/.test(line);
    yield line;
  }
}

const KEYS_OF_LOG = " Which keys are those of parties that are no did:key is the log's word.";

const WORDS: Readonly<Record<LogDamageCode, string>> = Object.freeze({
  entry_invalid: "Expected an entry as canonical JSON with the members of its kind, got another line",
  sequence_broken: "Expected entries without gaps and in their order, got another number",
  chain_broken: "Expected an entry that fits its neighbours' hashes, got one that was changed",
  time_broken: "Expected an entry not before the last one, got an earlier instant",
  signature_invalid: "Expected signatures of its parties that hold, got others",
  agreement_twice: "Expected one agreement of an id and of a negotiation, got another",
  redaction_invalid: "Expected a redaction of leaves of the terms, each once, got another",
  agreement_unknown: "Expected the agreement that this is added to before it, got none",
  root_mismatch: "Expected the log of the checkpoint, got another from here on",
  truncated: "Expected all entries of the checkpoint, got the end of the file",
  checkpoint_invalid: "Expected a checkpoint of the log, got another",
});
