import { describe, expect, it } from "vitest";
import { entryHash, memoryLog, verifyLog } from "../../../src/oap/index.js";
import type { LogEntry, LogPort } from "../../../src/ports/index.js";
import { good, sha256, type World } from "../host-setup.js";
import { logOver, offeredByAda, roomsOfOneTool } from "./stage.js";

type Edited = { -readonly [Name in keyof LogEntry]: any };

/** A log in which Bob and Ada have agreed twice, whose last entry comes back otherwise. */
async function editedBy(edit: (entry: Edited) => void): Promise<LogPort> {
  const port = memoryLog();
  const here = await roomOver(port);
  for (const price of ["40.00", "41.00"]) {
    const { view } = await offeredByAda(here, price);
    good(await here.host.accept(await here.smith.accept(view)));
  }
  const [first, last] = (await port.read(0, 9)).map(({ entry }) => entry);
  const entry = structuredClone(last) as Edited;
  edit(entry);
  const other = memoryLog();
  other.append(first!);
  other.append(entry as LogEntry);
  return other;
}

async function roomOver(port: LogPort, given: object = {}): Promise<World> {
  const [here] = await roomsOfOneTool(1, {
    isForgetful: true,
    log: await logOver(port),
    logMs: 50,
    ...given,
  });
  return here!;
}

const EDITS: readonly (readonly [string, (entry: Edited) => void])[] = [
  ["without its signatures", ({ body }) => Object.assign(body, { signatures: {} })],
  ["without its signatures and keys", ({ body }) => Object.assign(body, { signatures: {}, keys: {} })],
  [
    "between others",
    ({ body }) => Object.assign(body, { parties: [`${body.parties[0]}x`, body.parties[1]] }),
  ],
  [
    "over another term",
    ({ body }) => Object.assign(body.digests, { "/terms/price": body.digests["/parties/0"] }),
  ],
  ["with a note", ({ body }) => Object.assign(body, { note: "as agreed by telephone" })],
  ["of the first agreement", ({ body }) => Object.assign(body, { agreement_id: `agr_${"0".repeat(26)}` })],
];

describe("Somebody edits the newest entry of the log, which no other entry chains", () => {
  it.each(EDITS)("%s: the log neither builds on it nor signs it [SG-42] [T14]", async (_, edit) => {
    const port = await editedBy(edit);
    const entries = (await port.read(0, 9)).map(({ entry }) => entry);
    expect(await verifyLog(entries, { sha256 })).toMatchObject({ ok: false, firstBadIndex: 1 });
    const log = await logOver(port);
    for (let time = 0; time < 2; time += 1) {
      await expect(log.checkpoint()).rejects.toMatchObject({ code: "store_failed" });
      await expect(log.receipt(1)).rejects.toMatchObject({ code: "store_failed" });
      const { kind, body } = entries[0]!;
      await expect(log.append(kind, body)).rejects.toMatchObject({ code: "store_failed" });
    }
    expect(await port.size()).toBe(2);
  });

  it("while the Tool runs: what another writer chains on is looked at as well [SG-42]", async () => {
    const port = memoryLog();
    const here = await roomOver(port);
    const { view } = await offeredByAda(here);
    good(await here.host.accept(await here.smith.accept(view)));
    const [last] = (await port.read(0, 9)).map(({ entry }) => entry);
    const log = await logOver(port);
    await log.checkpoint();
    const body = { agreement_id: `agr_${"0".repeat(26)}`, party: here.ada.did, pointers: [] };
    const next = { seq: 1, prev: entryHash(sha256, last!), kind: "redaction", at: last!.at, body } as const;
    expect(await port.append(next)).toBe(true);
    await expect(log.checkpoint()).rejects.toMatchObject({ code: "store_failed" });
    await expect(log.find(String(last!.body["agreement_id"]))).rejects.toMatchObject({
      code: "store_failed",
    });
  });
});

describe("Somebody hands the log what no host may write", () => {
  it("which is refused before anything is written [SG-42]", async () => {
    const port = memoryLog();
    const here = await roomOver(memoryLog());
    const { view } = await offeredByAda(here);
    const { receipt } = good(await here.host.accept(await here.smith.accept(view)));
    const { body } = receipt!.entry as Edited;
    const log = await logOver(port);
    for (const [, edit] of EDITS) {
      const entry = structuredClone(receipt!.entry) as Edited;
      edit(entry);
      const answer = await log.append("agreement", entry.body);
      expect(answer).toMatchObject({ ok: false, code: "document_invalid" });
    }
    expect(await port.size()).toBe(0);
    expect(await log.append("agreement", body)).toMatchObject({ ok: true });
    const { digests, signatures } = body;
    const forged = { ...body, digests: { ...digests, "/terms/price": digests["/parties/0"] } };
    expect(await log.append("agreement", forged)).toMatchObject({ ok: false, code: "command_conflict" });
    const party = here.ada.did;
    const cosignature = {
      agreement_id: body.agreement_id,
      party,
      signature: signatures[here.smith.did],
      key: null,
    };
    expect(await log.append("cosignature", cosignature)).toMatchObject({ code: "document_invalid" });
    expect(await port.size()).toBe(1);
  });
});
