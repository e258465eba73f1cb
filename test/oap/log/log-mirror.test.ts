import { describe, expect, it } from "vitest";
import { memoryLog } from "../../../src/oap/log/index.js";
import { logMirror } from "../../../src/oap/log/log-mirror.js";
import type { LogPort, LogRecord } from "../../../src/ports/index.js";
import { chained, idsOf, plainBody, plainLog, sha256 } from "../log-fixtures.js";

const entries = plainLog(600);

/** A log that may be exchanged under its reader. */
function shelfOf(count: number): { port: LogPort; reads: number; shelf: ReturnType<typeof logMirror> } {
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
  return Object.assign(own, { shelf: logMirror({ port, sha256 }) });
}

function filled(count: number, all = entries): LogPort {
  const port = memoryLog();
  for (const entry of all.slice(0, count)) port.append(entry);
  return port;
}

const rewritten = { code: "store_failed" };

describe("catching up", () => {
  it("SG-35: reads a log in pages, and later only what is new", async () => {
    const own = shelfOf(600);
    await own.shelf.catchUp();
    expect(own.shelf.chain.tree.size()).toBe(600);
    expect(own.reads).toBe(3);
    own.reads = 0;
    await own.shelf.catchUp();
    expect(own.reads).toBe(1);
    expect((await own.shelf.recordAt(7)).entry).toEqual(entries[7]);
  });

  it.each([255, 256, 257, 511, 512])("SG-35: reads %i entries, at the edge of a page", async (count) => {
    const own = shelfOf(count);
    await own.shelf.catchUp();
    expect(own.shelf.chain.tree.size()).toBe(count);
    await own.shelf.catchUp();
    expect(own.shelf.chain.tree.size()).toBe(count);
  });

  it("T14: finds out a log that was cut, rewritten or put in the place of another", async () => {
    const other = chained(entries.slice(0, 30).map(({ body }, at) => ({ body: { ...body, other: at > 8 } })));
    for (const replaced of [filled(9), filled(0), filled(20, other), filled(10, other)]) {
      const own = shelfOf(10);
      await own.shelf.catchUp();
      own.port = replaced;
      await expect(own.shelf.catchUp()).rejects.toMatchObject(rewritten);
    }
    const own = shelfOf(10);
    await own.shelf.catchUp();
    own.port = filled(0);
    await expect(own.shelf.recordAt(3)).rejects.toMatchObject(rewritten);
  });

  it("T14: finds out a chain that was broken before it was first read", async () => {
    const broken = entries.map((entry, at) => (at === 3 ? { ...entry, body: { agreement_id: "x" } } : entry));
    const own = shelfOf(0);
    own.port = filled(10, broken);
    await expect(own.shelf.catchUp()).rejects.toMatchObject(rewritten);
  });

  it.each([0, 1])("T14: finds out an entry that is no strict JSON, with %i entries known", async (known) => {
    const own = shelfOf(known);
    await own.shelf.catchUp();
    const body = { ...entries[0]!.body, price: 1.5 };
    own.port = { ...own.port, read: () => [{ entry: { ...entries[0]!, body }, disclosures: {} }] };
    await expect(own.shelf.catchUp()).rejects.toMatchObject(rewritten);
  });

  it("SG-28: deletes what a redaction names, also when another process died before it did", async () => {
    const log = chained([
      { body: { ...plainBody(0), agreement_id: "a" } },
      { kind: "redaction", body: { agreement_id: "a", party: "p", pointers: ["/terms/price"] } },
      { kind: "redaction", body: { agreement_id: "none", party: "p", pointers: ["/terms/price"] } },
    ]);
    const port = memoryLog();
    port.append(log[0]!, { "/terms/price": { salt: "", value: 1 }, "/terms/b": { salt: "", value: 2 } });
    for (const entry of log.slice(1)) port.append(entry);
    const shelf = logMirror({ port, sha256 });
    await shelf.catchUp();
    const [record] = (await port.read(0, 1)) as readonly LogRecord[];
    expect(Object.keys(record!.disclosures)).toEqual(["/terms/b"]);
  });

  it("SG-28: deletes again when the port failed to", async () => {
    const own = shelfOf(1);
    await own.shelf.catchUp();
    const body = { ...idsOf(0), party: "p", pointers: ["/terms/price"] };
    const next = own.shelf.chain.next("redaction", body, 9_000);
    await own.port.append(next.entry);
    const asked: unknown[] = [];
    let fails = true;
    own.port = {
      ...own.port,
      redact: (...given) => {
        if (fails) throw new Error("The disk is full.");
        asked.push(given);
      },
    };
    await expect(own.shelf.add(next)).rejects.toThrow("The disk is full.");
    await expect(own.shelf.catchUp()).rejects.toThrow("The disk is full.");
    fails = false;
    await own.shelf.catchUp();
    await own.shelf.catchUp();
    expect(asked).toEqual([[0, ["/terms/price"]]]);
  });
});
