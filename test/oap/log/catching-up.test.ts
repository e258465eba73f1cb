import { describe, expect, it } from "vitest";
import { createTransparencyLog, memoryLog } from "../../../src/oap/log/index.js";
import type { LogPort, LogRecord } from "../../../src/ports/index.js";
import { chained, idsOf, parties, plainBody, plainLog, sha256, testKey } from "../log-fixtures.js";

const entries = plainLog(600);
const signer = testKey(61);

const logOver = (port: LogPort) =>
  createTransparencyLog({ port, sha256, origin: "log", signer, clock: { now: () => 9_000 } });

/** A log over a port that may be exchanged under it. */
function logOf(count: number) {
  const own = { port: filled(count), reads: 0 };
  const port: LogPort = {
    append: (...given) => own.port.append(...given),
    read: (from, limit) => {
      own.reads += 1;
      return own.port.read(from, limit);
    },
    size: () => own.port.size(),
    redact: (...given) => own.port.redact(...given),
  };
  const log = logOver(port);
  const sizeOf = async (): Promise<number> => Number((await log.checkpoint()).split("\n")[1]);
  return Object.assign(own, { log, sizeOf });
}

function filled(count: number, all = entries): LogPort {
  const port = memoryLog();
  for (const entry of all.slice(0, count)) port.append(entry);
  return port;
}

const rewritten = { code: "store_failed" };

describe("catching up", () => {
  it("SG-35: reads a log in pages, and later only what is new", async () => {
    const own = logOf(600);
    expect(await own.sizeOf()).toBe(600);
    expect(own.reads).toBe(3);
    own.reads = 0;
    expect(await own.sizeOf()).toBe(600);
    expect(own.reads).toBe(1);
    expect((await own.log.receipt(7)).entry).toEqual(entries[7]);
  });

  it("OAP-53: lets others have their turn between the pages of a port that answers at once", async () => {
    const own = logOf(600);
    const others = new Promise<number>((resolve) => setImmediate(() => resolve(own.reads)));
    expect(await own.sizeOf()).toBe(600);
    expect(await others).toBeLessThan(3);
  });

  it.each([255, 256, 257, 511, 512])("SG-35: reads %i entries, at the edge of a page", async (count) => {
    const own = logOf(count);
    expect(await own.sizeOf()).toBe(count);
    expect(await own.sizeOf()).toBe(count);
  });

  it("T14: finds out a log that was cut, rewritten or put in the place of another", async () => {
    const other = chained(entries.slice(0, 30).map(({ body }, at) => ({ body: { ...body, other: at > 8 } })));
    for (const replaced of [filled(9), filled(0), filled(20, other), filled(10, other)]) {
      const own = logOf(10);
      await own.sizeOf();
      own.port = replaced;
      await expect(own.sizeOf()).rejects.toMatchObject(rewritten);
    }
  });

  it.each([
    { prev: "x" },
    { seq: 4 },
    { at: 999 },
    { more: 1 },
    { body: { agreement_id: "x" } },
    { body: { ...plainBody(3), price: 1.5 } },
  ])("T14: finds out a chain that was broken before it was first read: %j", async (change) => {
    const own = logOf(0);
    const broken = entries.map((entry, at) => (at === 3 ? { ...entry, ...change } : entry));
    const records = broken.map((entry) => ({ entry, disclosures: {} }) as LogRecord);
    own.port = { ...own.port, read: () => records.slice(0, 10) };
    await expect(own.sizeOf()).rejects.toMatchObject(rewritten);
  });

  it("SG-32: adds nothing behind an entry that others have put in the place of the last, as after a failover", async () => {
    const own = logOf(3);
    await own.sizeOf();
    const other = chained(entries.slice(0, 4).map(({ body }, at) => ({ body: { ...body, other: at > 1 } })));
    own.port = filled(3, other);
    await expect(own.log.append("agreement", plainBody(9))).rejects.toMatchObject(rewritten);
    expect(await own.port.size()).toBe(3);
  });

  it("SG-32: adds nothing either where that happens while it adds", async () => {
    const own = logOf(3);
    await own.sizeOf();
    const other = chained(entries.slice(0, 4).map(({ body }, at) => ({ body: { ...body, other: at > 1 } })));
    own.port = {
      ...own.port,
      append(...given) {
        own.port = filled(3, other);
        return own.port.append(...given);
      },
    };
    await expect(own.log.append("agreement", plainBody(9))).rejects.toMatchObject(rewritten);
    expect(await own.port.size()).toBe(3);
  });

  it("SG-35: adds behind an entry that a port has in another text", async () => {
    const own = logOf(3);
    const { append } = own.port;
    const isTold: unknown[] = [];
    own.port = {
      ...own.port,
      append(entry, disclosures, before) {
        isTold.push(before);
        return before === undefined && append(entry, disclosures);
      },
    };
    expect(await own.log.append("agreement", plainBody(9))).toMatchObject({ ok: true });
    expect(isTold).toEqual([entries[2], undefined]);
  });

  it.each([3, 254, 255, 256, 298])(
    "SG-35: reads a log again that was broken at %i when it was first read, once that is mended",
    async (broken) => {
      const own = logOf(0);
      own.port = filled(
        300,
        entries.map((entry, at) => (at === broken ? { ...entry, at: entry.at + 1 } : entry)),
      );
      await expect(own.sizeOf()).rejects.toMatchObject(rewritten);
      own.port = filled(300);
      expect(await own.sizeOf()).toBe(300);
    },
  );

  it("SG-28: deletes what a redaction names, also when another process died before it did", async () => {
    const { agreement_id, parties } = plainBody(0);
    const [party] = parties;
    const log = chained([
      { body: plainBody(0) },
      { kind: "redaction", body: { agreement_id, party, pointers: ["/terms/price"] } },
    ]);
    const port = memoryLog();
    port.append(log[0]!, { "/terms/price": { salt: "", value: 1 }, "/terms/b": { salt: "", value: 2 } });
    for (const entry of log.slice(1)) port.append(entry);
    await logOver(port).checkpoint();
    const [record] = (await port.read(0, 1)) as readonly LogRecord[];
    expect(Object.keys(record!.disclosures)).toEqual(["/terms/b"]);
  });

  it("SG-28: looks at an agreement once at its start, however many redactions of it there are", async () => {
    const { agreement_id, parties } = plainBody(0);
    const [party] = parties;
    const redaction = (pointer: string) => ({
      kind: "redaction" as const,
      body: { agreement_id, party, pointers: [pointer] },
    });
    const log = chained([{ body: plainBody(0) }, redaction("/terms/price"), redaction("/terms/units")]);
    const port = memoryLog();
    const kept = { "/terms/price": { salt: "", value: 1 }, "/terms/units": { salt: "", value: 2 } };
    port.append(log[0]!, kept);
    for (const entry of log.slice(1)) port.append(entry);
    const asked: unknown[] = [];
    const redact: LogPort["redact"] = (seq, pointers) => {
      asked.push([seq, [...pointers].sort()]);
      return port.redact(seq, pointers);
    };
    await logOver({ ...port, redact }).checkpoint();
    await logOver({ ...port, redact }).checkpoint();
    expect(asked).toEqual([[0, ["/terms/price", "/terms/units"]]]);
  });

  it("SG-28: shows no more what comes back from a backup of the port", async () => {
    const { agreement_id, parties } = plainBody(0);
    const [party] = parties;
    const kept = { "/terms/price": { salt: "", value: 1 }, "/terms/b": { salt: "", value: 2 } };
    const port = memoryLog();
    port.append(chained([{ body: plainBody(0) }])[0]!, kept);
    const isRestored = { value: false };
    const read: LogPort["read"] = (from, count) =>
      (port.read(from, count) as readonly LogRecord[]).map((record) =>
        isRestored.value && record.entry.kind === "agreement" ? { ...record, disclosures: kept } : record,
      );
    const log = logOver({ ...port, read });
    await log.append("redaction", { agreement_id, party, pointers: ["/terms/price"] });
    isRestored.value = true;
    expect(Object.keys((await log.find(agreement_id))!.disclosures)).toEqual(["/terms/b"]);
  });

  it("SG-28: deletes again when the port failed to", async () => {
    const own = logOf(0);
    const port = memoryLog();
    port.append(entries[0]!, { "/terms/price": { salt: "s", value: "40.00" } });
    const asked: unknown[] = [];
    let fails = true;
    own.port = {
      ...port,
      redact: (...given) => {
        if (fails) throw new Error("The disk is full.");
        asked.push(given);
        return port.redact(...given);
      },
    };
    const { agreement_id } = idsOf(0);
    const body = { agreement_id, party: parties[0].did, pointers: ["/terms/price"] };
    await expect(own.log.append("redaction", body)).rejects.toThrow("The disk is full.");
    await expect(own.log.checkpoint()).rejects.toThrow("The disk is full.");
    fails = false;
    await own.log.checkpoint();
    await own.log.checkpoint();
    expect(asked).toEqual([[0, ["/terms/price"]]]);
  });
});
