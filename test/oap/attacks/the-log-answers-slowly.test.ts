import { describe, expect, it } from "vitest";
import { memoryLog } from "../../../src/oap/index.js";
import type { LogPort } from "../../../src/ports/index.js";
import { accepted, viewOf, type World, world } from "../host-setup.js";
import { codeOf } from "../oap-world.js";
import { kindsIn, logOver } from "./stage.js";

/** Lets time pass while that holds, and no other time, until somebody is answered. */
async function during<Answer>(
  clock: World["clock"],
  asked: Promise<Answer>,
  holds: () => boolean,
): Promise<Answer> {
  let isOver = false;
  const answer = asked.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    if (holds()) await clock.advance(10);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return answer;
}

/** A log that answers whatever it is asked, later by the clock of the host that asks it. */
function slowPort() {
  const port = memoryLog();
  let ms = 0;
  let clock: World["clock"];
  let waiting = 0;
  const late =
    <Given extends unknown[], Answer>(answer: (...given: Given) => Answer) =>
    async (...given: Given): Promise<Awaited<Answer>> => {
      waiting += 1;
      if (ms > 0) await new Promise<void>((resolve) => void clock.setTimeout(resolve, ms));
      waiting -= 1;
      return await answer(...given);
    };
  const slow: LogPort = { ...port, append: late(port.append), read: late(port.read) };
  return {
    port: slow,
    kept: port,
    slowDown(here: World, perCallMs: number): void {
      clock = here.clock;
      ms = perCallMs;
    },
    during: <Answer>(asked: Promise<Answer>) => during(clock, asked, () => waiting > 0),
  };
}

describe("The log answers, only slowly", () => {
  it("and Ada co-signs: what was begun goes on, so that she gets there by sending the same again [OAP-53]", async () => {
    const log = slowPort();
    const here = await world({ log: await logOver(log.port) });
    const { answer, id } = await accepted(here);
    const call = { caller: here.ada.did, negotiationId: id };
    const cosignature = await here.ada.cosign(await viewOf(here, id));
    const redaction = { agreement_id: answer.agreement.agreement_id, pointers: ["/terms/price"] };
    log.slowDown(here, 600);
    for (const add of [
      async () => codeOf(await here.host.cosign(cosignature, call)),
      async () => codeOf(await here.host.redact(redaction, call)),
    ] as const) {
      const codes: string[] = [];
      while (codes.at(-1) !== "ok") {
        expect(codes.length).toBeLessThan(8);
        codes.push(await log.during(add()));
      }
      expect(new Set(codes.slice(0, -1))).toEqual(new Set(["not_logged_yet"]));
    }
    expect(await kindsIn(log.kept)).toEqual(["agreement", "cosignature", "redaction"]);
  });

  it("and twenty co-sign at once, again and again: all of them get there [OAP-53]", async () => {
    const log = slowPort();
    const here = await world({ log: await logOver(log.port) });
    let left: (() => Promise<string>)[] = [];
    for (let count = 0; count < 20; count += 1) {
      const { id } = await accepted(here);
      const cosignature = await here.ada.cosign(await viewOf(here, id));
      const call = { caller: here.ada.did, negotiationId: id };
      left.push(async () => codeOf(await here.host.cosign(cosignature, call)));
    }
    log.slowDown(here, 100);
    for (let round = 1; left.length > 0; round += 1) {
      expect(round).toBeLessThan(100);
      const codes = await log.during(Promise.all(left.map((cosign) => cosign())));
      left = left.filter((_, index) => codes[index] !== "ok");
    }
    const kinds = await kindsIn(log.kept);
    expect(kinds.filter((kind) => kind === "cosignature")).toHaveLength(20);
  });
});

describe("The log fails once it has Ada's co-signature", () => {
  it.each(["fails at being read", "has said so and kept nothing"])(
    "and %s: she is told so, and never that an agreement without her name is all there is [OAP-53] [OAP-22]",
    async (how) => {
      const port = memoryLog();
      let isBroken = false;
      let isAppended = false;
      const broken: LogPort = {
        ...port,
        append(entry, disclosures) {
          if (entry.kind !== "cosignature") return port.append(entry, disclosures);
          isAppended = true;
          isBroken = how.startsWith("fails");
          return isBroken ? port.append(entry, disclosures) : true;
        },
        read(from, count) {
          if (isBroken) throw new Error("The connection broke.");
          return port.read(from, count);
        },
      };
      const here = await world({ log: await logOver(broken) });
      const { id } = await accepted(here);
      const call = { caller: here.ada.did, negotiationId: id };
      const cosignature = await here.ada.cosign(await viewOf(here, id));
      const cosigned = () => during(here.clock, here.host.cosign(cosignature, call), () => isAppended);
      expect(codeOf(await cosigned())).toBe("not_logged_yet");
      isBroken = false;
      for (let tries = 0; tries < 8; tries += 1) {
        const again = await cosigned();
        if (again.ok) {
          expect(again).toMatchObject({ complete: true, logged: true });
          expect(how).toMatch(/^fails/);
          return;
        }
        expect(again.code).toBe("not_logged_yet");
      }
      expect(how).toMatch(/^has said so/);
    },
  );
});
