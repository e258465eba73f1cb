/**
 * @module
 * What every log port has to do (SG-35), whatever it keeps its entries in.
 */

import { describe, expect, it } from "vitest";
import { createTransparencyLog, verifyLog } from "../../src/oap/log/index.js";
import type { LogKind, LogPort } from "../../src/ports/index.js";
import { chained, idsOf, plainBody, plainLog, sha256, signedAgreement, testKey } from "./log-fixtures.js";

/** How the suite gets its logs. */
export interface LogPortProvider {
  readonly name: string;
  /** A new, empty log. */
  create(): Promise<LogPort> | LogPort;
  /** Another way to the same log: another handle, another pool. */
  openSecond(port: LogPort): Promise<LogPort> | LogPort;
}

/** Registers the suite. */
export function testLogPort({ name, create, openSecond }: LogPortProvider): void {
  const disclosures = {
    "/terms/price": { salt: "c2FsdA", value: "40.00" },
    "/terms/units": { salt: "c2E", value: 3 },
  };

  describe(`SG-35: the log port over ${name}`, () => {
    it("is empty at first, and answers what it was given, in its order", async () => {
      const port = await create();
      expect([await port.size(), await port.read(0, 10)]).toEqual([0, []]);
      const entries = plainLog(5);
      for (const entry of entries) expect(await port.append(entry)).toBe(true);
      expect(await port.size()).toBe(5);
      const records = entries.map((entry) => ({ entry, disclosures: {} }));
      expect(await port.read(0, 10)).toEqual(records);
      expect(await port.read(1, 2)).toEqual(records.slice(1, 3));
      expect(await port.read(4, 1)).toEqual(records.slice(4));
      expect(await port.read(5, 10)).toEqual([]);
      const second = await openSecond(port);
      expect([await second.size(), await second.read(0, 10)]).toEqual([5, records]);
    });

    it("takes an entry only where it follows: no place twice, none left out", async () => {
      const port = await create();
      const [first, second, third] = plainLog(3);
      expect(await port.append(second!)).toBe(false);
      expect(await port.append(first!)).toBe(true);
      expect(await port.append(third!)).toBe(false);
      expect(await port.append({ ...first!, body: { other: true } })).toBe(false);
      expect(await port.append({ ...first!, seq: -1 })).toBe(false);
      expect(await port.read(0, 10)).toEqual([{ entry: first, disclosures: {} }]);
      expect(await port.append(second!)).toBe(true);
      expect(await port.size()).toBe(2);
    });

    it("takes an entry only behind the one that was read, where that is named", async () => {
      const port = await create();
      const [first, second] = plainLog(2);
      const other = { ...first!, at: first!.at + 1 };
      expect(await port.append(second!, {}, first)).toBe(false);
      expect(await port.append(first!)).toBe(true);
      expect(await port.append(second!, {}, other)).toBe(false);
      expect(await port.size()).toBe(1);
      const again = (await (await openSecond(port)).read(0, 1))[0]!.entry;
      expect(await port.append(second!, {}, again)).toBe(true);
    });

    it("stores one agreement of an agreement_id, and one end of a negotiation_id [OAP-50] [OAP-56]", async () => {
      const port = await create();
      const first = chained([{}])[0]!;
      const after = (body: object, kind: LogKind = "agreement") => chained([first, { kind, body }])[1]!;
      expect(await port.append(first, disclosures)).toBe(true);
      const second = await openSecond(port);
      const { agreement_id, negotiation_id } = idsOf(0);
      for (const ids of [{ agreement_id }, { negotiation_id }, { agreement_id, negotiation_id }]) {
        expect(await second.append(after({ ...plainBody(1), ...ids }))).toBe(false);
        expect(await port.append(after({ ...plainBody(1), ...ids }))).toBe(false);
      }
      const late = { negotiation_id, party: "a" };
      expect(await second.append(after(late, "withdrawal_penalty"))).toBe(false);
      expect(await port.read(0, 9)).toEqual([{ entry: first, disclosures }]);
      // What is added to an agreement names it as well.
      const others = [
        { kind: "cosignature", body: { agreement_id, party: "a" } },
        { kind: "redaction", body: { agreement_id, pointers: [] } },
        { kind: "redaction", body: { agreement_id, pointers: [] } },
        { kind: "withdrawal_penalty", body: { ...late, negotiation_id: "n", agreement_id } },
        { kind: "withdrawal_penalty", body: { ...late, negotiation_id: "o", agreement_id } },
        { body: plainBody(1) },
      ] as const;
      const entries = chained([first, ...others]);
      for (const entry of entries.slice(1)) expect(await second.append(entry)).toBe(true);
      for (const kind of ["agreement", "withdrawal_penalty"] as const) {
        const body = { ...plainBody(2), negotiation_id: "n" };
        const next = chained([...entries, { kind, body }]).at(-1)!;
        expect(await port.append(next)).toBe(false);
      }
      expect(await port.size()).toBe(7);
    });

    it("keeps one agreement of many with one id that are appended at once, place after place [OAP-50]", async () => {
      const port = await create();
      const ports = [port, await openSecond(port), await openSecond(port)];
      const { agreement_id, negotiation_id } = idsOf(0);
      const bodies = [{ agreement_id }, { negotiation_id }, { agreement_id, negotiation_id }].map(
        (ids, at) => ({
          ...plainBody(at + 1),
          ...ids,
        }),
      );
      // Each tries every place in turn, whatever stands there: what a host would do that does not read.
      const tries = bodies.map(async (body, at) => {
        let added = 0;
        for (const seq of [0, 1, 2]) {
          if (await ports[at]!.append({ ...chained([{ body }])[0]!, seq })) added += 1;
        }
        return added;
      });
      const added = await Promise.all(tries);
      const records = await port.read(0, 9);
      expect(added.reduce((sum, count) => sum + count)).toBe(records.length);
      for (const name of ["agreement_id", "negotiation_id"]) {
        const ids = records.map(({ entry }) => entry.body[name]);
        expect(new Set(ids).size).toBe(ids.length);
      }
    });

    it("keeps every text as it is, and its own members of objects", async () => {
      const port = await create();
      const body = {
        agreement_id: "a",
        text: "\0 \u0001 '\"\\ é 漢 😀 \u2028",
        deep: [[{ b: 1, a: null }]],
        big: 2 ** 53 - 1,
      };
      const [entry] = chained([{ body }]);
      const odd = { "/terms/it's ~1 \0": { salt: "\0", value: [] }, "/terms/b": { salt: "", value: {} } };
      expect(await port.append(entry!, odd)).toBe(true);
      const [record] = await port.read(0, 1);
      expect(record).toEqual({ entry, disclosures: odd });
      expect(JSON.stringify(record?.entry)).toBe(JSON.stringify(entry));
    });

    it("deletes disclosures that are named, and nothing else", async () => {
      const port = await create();
      const [first, second] = plainLog(2);
      await port.append(first!, disclosures);
      await port.append(second!, disclosures);
      await port.redact(0, ["/terms/price", "/terms/none"]);
      await port.redact(0, ["/terms/price"]);
      await port.redact(9, ["/terms/price"]);
      await port.redact(0, []);
      const { "/terms/price": _, ...left } = disclosures;
      expect(await port.read(0, 9)).toEqual([
        { entry: first, disclosures: left },
        { entry: second, disclosures },
      ]);
      await port.redact(0, Object.keys(disclosures));
      const other = await openSecond(port);
      expect((await other.read(0, 1))[0]).toEqual({ entry: first, disclosures: {} });
    });

    it("loses no redaction to another at the same time", async () => {
      const port = await create();
      const other = await openSecond(port);
      const many = Object.fromEntries(
        Array.from({ length: 12 }, (_, at) => [`/terms/${at}`, { salt: "", value: at }]),
      );
      await port.append(plainLog(1)[0]!, many);
      await Promise.all(Object.keys(many).map((pointer, at) => (at % 2 ? port : other).redact(0, [pointer])));
      expect((await port.read(0, 1))[0]?.disclosures).toEqual({});
    });

    it("is isolated from what is changed outside", async () => {
      const port = await create();
      const [entry] = plainLog(1);
      const given = { "/terms/price": { salt: "c2FsdA", value: "40.00" } };
      await port.append(entry!, given);
      given["/terms/price"].value = "1.00";
      (entry!.body as Record<string, unknown>)["agreement_id"] = "other";
      const [answer] = await port.read(0, 1);
      const spoil = (): void => {
        (answer!.entry.body as Record<string, unknown>)["agreement_id"] = "spoilt";
      };
      // A frozen answer throws; one that is a copy may be spoilt.
      try {
        spoil();
      } catch {}
      const [again] = await port.read(0, 1);
      expect(again?.entry.body).toEqual(plainBody(0));
      expect(again?.disclosures["/terms/price"]?.value).toBe("40.00");
    });

    it("gives a place to one of many who want it at once", async () => {
      const port = await create();
      const ports = [port, await openSecond(port), await openSecond(port)];
      const drafts = Array.from({ length: 24 }, (_, index) => chained([{ body: plainBody(index) }])[0]!);
      const answers = await Promise.all(drafts.map((entry, index) => ports[index % 3]!.append(entry)));
      expect(answers.filter((isAdded) => isAdded)).toHaveLength(1);
      const winner = drafts[answers.indexOf(true)];
      expect(await port.read(0, 9)).toEqual([{ entry: winner, disclosures: {} }]);
    });

    it("T14: N logs over it append at once, and no two entries share a prev", async () => {
      const port = await create();
      const ports = [port, await openSecond(port), await openSecond(port)];
      const clock = { now: () => 1_000 };
      const signer = testKey(31);
      const logs = ports.map((one) =>
        createTransparencyLog({ port: one, sha256, origin: "log", signer, clock }),
      );
      const jobs = Array.from({ length: 45 }, (_, index) =>
        logs[index % 3]!.append("agreement", plainBody(index % 30)),
      );
      const answers = await Promise.all(jobs);
      expect(answers.every(({ ok }) => ok)).toBe(true);
      const records = await port.read(0, 100);
      // Fifteen were handed in twice, to two logs.
      expect(records).toHaveLength(30);
      expect(new Set(records.map(({ entry }) => entry.prev)).size).toBe(30);
      expect(new Set(records.map(({ entry }) => entry.body["agreement_id"])).size).toBe(30);
      const checkpoints = await Promise.all(logs.map((log) => log.checkpoint()));
      expect(new Set(checkpoints).size).toBe(1);
      const entries = records.map(({ entry }) => entry);
      const verdict = await verifyLog(entries, {
        ...{ sha256, signatures: false, checkpoints },
        logKeys: [logs[0]!.verifierKey],
      });
      expect(verdict).toMatchObject({ ok: true, size: 30 });
    });

    it("SG-35: is read again by a log that starts anew, which goes on where the other stopped", async () => {
      const port = await create();
      const signer = testKey(31);
      const made = (): ReturnType<typeof createTransparencyLog> =>
        createTransparencyLog({ port, sha256, origin: "log", signer, clock: { now: () => 1_000 } });
      const { body, disclosures: open, cosignature } = await signedAgreement(1);
      const first = made();
      await first.append("agreement", body, open);
      const before = await first.checkpoint();
      const second = made();
      expect(await second.checkpoint()).toBe(before);
      await second.append("cosignature", cosignature);
      await second.append("redaction", {
        ...{ agreement_id: body.agreement_id, party: body.parties[0] },
        pointers: ["/terms/price"],
      });
      const found = await made().find(body.agreement_id);
      expect(found?.entry.body).toEqual(body);
      expect(Object.keys(found!.disclosures)).toEqual(
        Object.keys(open).filter((one) => one !== "/terms/price"),
      );
      expect(found?.cosignatures.map((entry) => entry.body)).toEqual([cosignature]);
      expect(found?.redactions).toHaveLength(1);
    });
  });
}
