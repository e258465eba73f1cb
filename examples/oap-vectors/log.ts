/**
 * `log.json`: the log of the negotiation whole and damaged in every way of SG-33, receipts, signed notes, forks.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import type { CosignatureBody, LogEntry } from "../../src/oap/index.js";
import {
  canonicalize,
  canonicalText,
  checkpointText,
  createMerkleTree,
  entryHash,
  signDetached,
  writeNote,
} from "../../src/oap/index.js";
import { type JsonValue, json } from "./bytes.js";
import { type PatchOperation, patched } from "./json-patch.js";
import { ORIGIN, type Scenario } from "./scenario.js";

/** The file. */
export async function logVectors(run: Scenario): Promise<JsonValue> {
  const entries = (await run.port.read(0, 100)).map(({ entry }) => entry);
  return json({
    about: "SG-30 to SG-34: logs, receipts, signed notes and pairs of checkpoints. See README.md.",
    logs: [...soundLogs(entries), ...(await damagedLogs(run, entries))],
    receipts: await receipts(run, entries),
    notes: await notes(run),
    forks: await forks(run),
  });
}

interface Given {
  /** Sizes: the notes of `negotiation.json`. */
  readonly checkpoints?: readonly number[];
  readonly head?: string;
  readonly signatures?: boolean;
  readonly patch?: readonly PatchOperation[];
  /** What the patch changes: the list of entries, or that of their canonical lines. @default entries */
  readonly form?: "entries" | "lines";
}

function soundLogs(entries: readonly LogEntry[]): object[] {
  const sound = (
    name: string,
    { checkpoints = [], patch = [], form = "entries", ...given }: Given,
  ): object => ({
    ...{ name, requirement: "SG-33", form, checkpoints, ...given, patch },
    ok: true,
    size: entries.length - patch.length,
  });
  const head = entryHash(sha256, entries.at(-1) as LogEntry);
  return [
    sound("the whole log, with all its checkpoints", { checkpoints: [1, 2, 3, 4, 5] }),
    sound("the whole log, with its head", { head }),
    sound("as lines of canonical JSON", { form: "lines" }),
    ...[4, 3, 2, 1, 0].map((size) => {
      const patch = entries.slice(size).map(() => drop(`/${size}`));
      return sound(`${size} entries`, { checkpoints: size === 0 ? [] : [size], patch });
    }),
  ];
}

async function damagedLogs(run: Scenario, entries: readonly LogEntry[]): Promise<object[]> {
  const [first, second, third, fourth, last] = entries as [LogEntry, LogEntry, LogEntry, LogEntry, LogEntry];
  const head = entryHash(sha256, last);
  const line = canonicalText(second);
  const foreign = await signDetached(canonicalize({}), "agreement", run.signers.stranger);
  const cosignature = second.body as unknown as CosignatureBody;
  const [did = ""] = Object.keys(first.body["signatures"] as object);
  const [stranger = ""] = run.signers.stranger.kid.split("#");
  const anew = (...changes: readonly PatchOperation[]): PatchOperation[] => rechained(entries, changes);
  const at = (index: number, ms: number): PatchOperation => set(`/${index}/at`, ms);
  const damaged = (
    name: string,
    [code, index]: readonly [string, number],
    patch: readonly PatchOperation[],
    { checkpoints = [5], form = "entries", ...given }: Given = {},
  ): object => ({
    ...{ name, requirement: "SG-33", form, checkpoints, ...given, patch },
    ...{ ok: false, code, first_bad_index: index },
  });
  const none: Given = { checkpoints: [] };
  const asLines: Given = { form: "lines" };
  return [
    damaged("an unknown kind", ["entry_invalid", 2], [set("/2/kind", "note")]),
    damaged("an unknown member", ["entry_invalid", 1], [set("/1/note", "")]),
    damaged("a member missing", ["entry_invalid", 3], [drop("/3/at")]),
    damaged("a body that is an array", ["entry_invalid", 4], [set("/4/body", [])]),
    damaged("an entry that is null", ["entry_invalid", 0], [set("/0", null)]),
    damaged("a seq that is a text", ["entry_invalid", 1], [set("/1/seq", "1")]),
    damaged("a fraction in a body", ["entry_invalid", 2], [set("/2/body/weight", 1.5)]),
    damaged(
      "a line that is not canonical",
      ["entry_invalid", 1],
      [set("/1", line.replace(":", ": "))],
      asLines,
    ),
    damaged("a line that is no JSON", ["entry_invalid", 1], [set("/1", line.slice(1))], asLines),
    damaged("an entry left out", ["sequence_broken", 1], [drop("/1")]),
    damaged("the first left out", ["sequence_broken", 0], [drop("/0")]),
    damaged("two in the other order", ["sequence_broken", 2], [drop("/2"), add("/3", third)]),
    damaged("one there twice", ["sequence_broken", 2], [add("/2", second)]),
    damaged("another seq", ["sequence_broken", 3], [set("/3/seq", 7)]),
    damaged("the content of an entry", ["chain_broken", 1], [at(1, second.at + 1)]),
    damaged("the content of the first", ["chain_broken", 0], [at(0, first.at - 1)]),
    damaged("the content of the last, with the head known", ["chain_broken", 4], [at(4, last.at + 1)], {
      ...none,
      head,
    }),
    damaged("the content of the last, with checkpoints", ["root_mismatch", 4], [at(4, last.at + 1)], {
      checkpoints: [2, 4, 5],
    }),
    damaged("the link of an entry", ["chain_broken", 2], [set("/2/prev", entryHash(sha256, first))]),
    damaged("the link of the first", ["chain_broken", 0], [set("/0/prev", head)]),
    damaged("the link of the last", ["chain_broken", 3], [set("/4/prev", head)]),
    damaged("time that runs backwards", ["time_broken", 2], anew(at(2, second.at - 1)), none),
    damaged("the end cut off", ["truncated", 4], [drop("/4")]),
    damaged(
      "everything cut off",
      ["truncated", 0],
      [0, 0, 0, 0, 0].map((index) => drop(`/${index}`)),
    ),
    damaged("written anew from the first on", ["root_mismatch", 0], anew(at(0, first.at - 1)), {
      checkpoints: [2, 5],
    }),
    damaged("written anew behind a checkpoint", ["root_mismatch", 2], anew(at(2, third.at + 1)), {
      checkpoints: [1, 2, 5],
    }),
    damaged(
      "an agreement with a stranger's signature",
      ["signature_invalid", 0],
      anew(set(`/0/body/signatures/${did}`, foreign)),
      none,
    ),
    damaged(
      "an agreement nobody signed",
      ["signature_invalid", 3],
      anew(set("/3/body/signatures", {})),
      none,
    ),
    damaged(
      "an agreement whose digests are another's",
      ["signature_invalid", 3],
      anew(set("/3/body/digests", first.body["digests"] as JsonValue)),
      none,
    ),
    damaged(
      "a co-signature over another agreement",
      ["signature_invalid", 4],
      anew(set("/4/body/agreement_id", first.body["agreement_id"] as JsonValue)),
      none,
    ),
    damaged(
      "a co-signature whose agreement comes later",
      ["agreement_unknown", 1],
      anew(set("/1/body/agreement_id", fourth.body["agreement_id"] as JsonValue)),
      none,
    ),
    damaged("an agreement twice", ["agreement_twice", 3], anew(set("/3/body", json(first.body))), none),
    damaged("a redaction of nothing", ["redaction_invalid", 2], anew(set("/2/body/pointers", [])), none),
    damaged(
      "a redaction of a party",
      ["redaction_invalid", 2],
      anew(set("/2/body/pointers", ["/parties/0"])),
      none,
    ),
    damaged(
      "a redaction by a stranger",
      ["signature_invalid", 2],
      anew(set("/2/body/party", stranger)),
      none,
    ),
    damaged("a member that no agreement has", ["entry_invalid", 3], anew(set("/3/body/note", "")), none),
    damaged(
      "a leaf inside another",
      ["entry_invalid", 3],
      anew(set("/3/body/digests/~1terms", "A".repeat(43))),
      none,
    ),
    damaged(
      "a co-signature of somebody else",
      ["signature_invalid", 1],
      anew(set("/1/body/party", did)),
      none,
    ),
    damaged(
      "a co-signature of a stranger",
      ["signature_invalid", 1],
      anew(set("/1/body", json({ ...cosignature, signature: foreign }))),
      none,
    ),
    damaged(
      "several damages",
      ["chain_broken", 1],
      [at(1, second.at + 1), set("/3/kind", "note"), drop("/4")],
    ),
  ];
}

async function receipts(
  { log, answer, checkpoints }: Scenario,
  entries: readonly LogEntry[],
): Promise<object[]> {
  const { agreement_id, agreement_hash } = answer.agreement;
  const receipt = await log.receipt(0);
  const [proof = ""] = receipt.proof;
  const note = checkpoints[0] ?? "";
  const refused = (name: string, code: string, ...patch: readonly PatchOperation[]): object => ({
    ...{ name, requirement: "SG-34", receipt: 0, agreement: { agreement_id, agreement_hash }, patch },
    ...{ ok: false, code },
  });
  const invalid = "signature_invalid";
  return [
    {
      name: "the first agreement's",
      requirement: "SG-34",
      receipt: 0,
      agreement: { agreement_id, agreement_hash },
      patch: [],
      ok: true,
    },
    ...entries.map(({ seq }) => ({
      name: `that of entry ${seq}`,
      requirement: "SG-34",
      receipt: seq,
      patch: [],
      ok: true,
    })),
    refused("a changed entry", invalid, set("/entry/at", 0)),
    refused("another index", invalid, set("/entry/seq", 1)),
    refused("a hash less", invalid, drop(`/proof/${receipt.proof.length - 1}`)),
    refused("a hash more", invalid, add("/proof/-", proof)),
    refused("hashes the other way round", invalid, set("/proof", [...receipt.proof].reverse())),
    refused("a checkpoint of another size", invalid, set("/checkpoint", note)),
    refused(
      "a checkpoint that was changed",
      invalid,
      set("/checkpoint", receipt.checkpoint.replace("\n5\n", "\n6\n")),
    ),
    refused("a proof that is no base64", "document_invalid", set("/proof/0", "*")),
    refused("a proof in base64url", "document_invalid", set("/proof/0", "-".repeat(43))),
    refused("no entry", "document_invalid", drop("/entry")),
    refused("no proof", "document_invalid", drop("/proof")),
    { ...refused("for another agreement", "agreement_mismatch"), receipt: 3 },
  ];
}

async function notes({ signers, publicKeys, log, checkpoints }: Scenario): Promise<object[]> {
  const note = checkpoints.at(-1) ?? "";
  const signatureAt = note.lastIndexOf("\n\n") + 2;
  const text = note.slice(0, signatureAt - 1);
  const line = note.slice(signatureAt);
  const key = { name: ORIGIN, publicKey: publicKeys.log, sign: signers.log.sign };
  const witness = { name: "witness.example", publicKey: publicKeys.stranger, sign: signers.stranger.sign };
  const checkpoint = (changed: string): Promise<string> => writeNote(changed, [key], sha256);
  const [origin = "", size = "", root = ""] = text.split("\n");
  const good = (name: string, given: string): object => ({
    name,
    requirement: "SG-32",
    note: given,
    ok: true,
  });
  const refused = (name: string, code: string, given: string): object => ({
    ...{ name, requirement: "SG-32", note: given },
    ...{ ok: false, code },
  });
  return [
    good("the checkpoint of the whole log", note),
    good(
      "with the signature of an unknown key",
      `${note}${(await writeNote(text, [witness], sha256)).slice(signatureAt)}`,
    ),
    good("with an extension line", await checkpoint(`${text}extension of the log\n`)),
    refused("no signature", "document_invalid", text),
    refused("no newline at the end", "document_invalid", note.slice(0, -1)),
    refused("a carriage return", "document_invalid", note.replaceAll("\n", "\r\n")),
    refused("a hyphen in the place of the dash", "document_invalid", note.replace("\u2014", "-")),
    refused("a signature that is no base64", "document_invalid", `${text}\n\u2014 ${ORIGIN} ****\n`),
    {
      ...{
        name: "101 signatures",
        requirement: "SG-32",
        note_parts: [
          [`${text}\n`, 1],
          [line, 101],
        ],
      },
      ...{ ok: false, code: "document_invalid" },
    },
    refused("a changed text", "signature_invalid", note.replace("\n5\n", "\n4\n")),
    refused("signed by an unknown key alone", "signature_invalid", await writeNote(text, [witness], sha256)),
    refused(
      "another key under the log's name",
      "signature_invalid",
      await writeNote(text, [{ ...witness, name: ORIGIN }], sha256),
    ),
    refused(
      "a known key whose signature does not hold",
      "signature_invalid",
      `${note}${(await checkpoint("another\n")).slice("another\n\n".length)}`,
    ),
    refused(
      "a size with a zero in front",
      "document_invalid",
      await checkpoint(`${origin}\n0${size}\n${root}\n`),
    ),
    refused("a size with a sign", "document_invalid", await checkpoint(`${origin}\n+${size}\n${root}\n`)),
    refused(
      "a size of 2^64",
      "document_invalid",
      await checkpoint(`${origin}\n18446744073709551616\n${root}\n`),
    ),
    refused(
      "a root without padding",
      "document_invalid",
      await checkpoint(`${origin}\n${size}\n${root.slice(0, -1)}\n`),
    ),
    refused("two lines", "document_invalid", await checkpoint(`${origin}\n${size}\n`)),
    refused("an empty extension line", "document_invalid", await checkpoint(`${text}\nmore\n`)),
    refused(
      "the origin of another log",
      "signature_invalid",
      await checkpoint(`other.example/log\n${size}\n${root}\n`),
    ),
  ].map((one) => ({ ...one, verifier_key: log.verifierKey }));
}

async function forks({ log, signers, publicKeys, checkpoints }: Scenario): Promise<object[]> {
  const key = { name: ORIGIN, publicKey: publicKeys.log, sign: signers.log.sign };
  const tree = createMerkleTree(sha256);
  for (const seq of [0, 1, 2]) tree.append(canonicalize({ seq }));
  const forked = await writeNote(
    checkpointText({ origin: ORIGIN, size: 3n, root: tree.root(), extensions: [] }),
    [key],
    sha256,
  );
  const other = checkpointText({ origin: "other.example/log", size: 3n, root: tree.root(), extensions: [] });
  const proof = (await log.consistencyProof(3, 5)).map((hash) => Buffer.from(hash).toString("base64"));
  const [, , three = "", , five = ""] = checkpoints;
  const pair = (
    name: string,
    one: string,
    two: string,
    verdict: string,
    given?: readonly string[],
  ): object => ({
    ...{ name, requirement: "SG-34", one, two },
    ...(given && { proof: given }),
    verdict,
  });
  return [
    pair("the same twice", three, three, "consistent"),
    pair("an earlier and a later one, with the proof", three, five, "consistent", proof),
    pair("the later one first", five, three, "consistent", proof),
    pair("without a proof", three, five, "unproven"),
    pair("one size, two roots", three, forked, "fork"),
    pair("a proof that does not hold", forked, five, "fork", proof),
    pair("an empty proof", three, five, "fork", []),
    pair("another log", three, other, "other_log"),
  ];
}

/** The changes, and then new links for all entries behind them. */
function rechained(entries: readonly LogEntry[], changes: readonly PatchOperation[]): PatchOperation[] {
  const whole = patched(json(entries), changes) as unknown as LogEntry[];
  let prev = "genesis";
  const links = whole.flatMap((entry, index): PatchOperation[] => {
    const link = { ...entry, prev };
    const isSame = prev === entry.prev;
    prev = entryHash(sha256, link);
    return isSame ? [] : [set(`/${index}/prev`, link.prev)];
  });
  return [...changes, ...links];
}

function set(path: string, value: JsonValue): PatchOperation {
  return { op: "replace", path, value };
}

function add(path: string, value: unknown): PatchOperation {
  return { op: "add", path, value: json(value) };
}

function drop(path: string): PatchOperation {
  return { op: "remove", path };
}
