import { describe, expect, it } from "vitest";
import type { OapHostOptions } from "../../src/oap/index.js";
import { confidentialityLadder, publicForm, verifyAgreement } from "../../src/oap/index.js";
import { good, opening, sha256, viewOf, world } from "./host-setup.js";

const LEVELS = ["public", "internal", "secret"];
const TERMS = { price: "40.00", fees: { setup: "5.00", monthly: "1.00" }, feesMore: "none", "a/b": 1 };
const LEAVES = ["/terms/a~1b", "/terms/fees/monthly", "/terms/fees/setup", "/terms/feesMore", "/terms/price"];

/** What the log shows of the terms of an agreement that ada and smith reached at that level. */
async function logged(level: string | undefined, options: Partial<Omit<OapHostOptions, "service">> = {}) {
  const warned: unknown[] = [];
  const here = await world({
    join: confidentialityLadder(LEVELS),
    profileOf: () => ({ level: "public" }),
    observer: { warn: (...warning) => warned.push(warning) },
    ...options,
  });
  const open = await here.ada.open({ ...opening(here), confidentiality: level });
  const first = good(await here.host.open(open)).history;
  const offer = await here.ada.propose(first, { terms: TERMS });
  const view = good(await here.host.propose(offer)).history;
  const answer = good(await here.host.accept(await here.smith.accept(view)));
  const form = publicForm((await here.log.find(answer.agreement.agreement_id))!);
  const shown = Object.keys(form.disclosures).filter((pointer) => pointer.startsWith("/terms"));
  return { here, answer, form, shown: shown.sort(), warned, id: view.negotiation_id };
}

describe("what the log discloses from the start", () => {
  it.each([
    [undefined, LEAVES],
    ["public", LEAVES],
    ["internal", []],
    ["secret", []],
  ])("OAP-55: by default all terms at the least restrictive level alone: %s", async (level, leaves) => {
    const { shown, form, here, answer, id } = await logged(level);
    expect(shown).toEqual(leaves);
    // The rest stands as digests, what is no term stands open, and all of it verifies.
    const isTerm = (pointer: string): boolean => pointer.startsWith("/terms");
    const all = Object.keys(form.agreement.digests);
    expect(all.filter(isTerm).sort()).toEqual(LEAVES);
    const others = all.filter((pointer) => !isTerm(pointer));
    expect(Object.keys(form.disclosures)).toEqual(expect.arrayContaining(others));
    const hidden = LEAVES.filter((pointer) => !shown.includes(pointer));
    expect(await verifyAgreement(form, { sha256, require: "one" })).toMatchObject({ ok: true, hidden });
    // The parties hold everything.
    for (const party of [here.ada, here.smith]) {
      const view = await viewOf(here, id, party);
      expect(view.agreement?.terms).toEqual(TERMS);
      expect(view.salt_secret).toBe(answer.salt_secret);
    }
    const port = JSON.stringify(await here.port.read(0, 10));
    expect(port.includes("40.00")).toBe(leaves.length > 0);
  });

  it("OAP-55: with a join that knows no least level, none", async () => {
    const { shown } = await logged("public", { join: (one, other) => (one === other ? one : undefined) });
    expect(shown).toEqual([]);
  });

  it.each([
    ["all", LEAVES],
    ["none", []],
    [["/terms/price"], ["/terms/price"]],
    [["/terms/fees"], ["/terms/fees/monthly", "/terms/fees/setup"]],
    [["/terms/a~1b", "/terms/nothing"], ["/terms/a~1b"]],
    [["/terms"], LEAVES],
    [[], []],
    ["everything", []],
    [undefined, []],
    [["/parties"], []],
  ])("OAP-55: as disclose says: %j", async (says, leaves) => {
    const asked: unknown[] = [];
    const disclose = (level: string) => {
      asked.push(level);
      return says as "all";
    };
    const { shown, warned } = await logged("secret", { disclose });
    expect(shown).toEqual(leaves);
    expect(new Set(asked)).toEqual(new Set(["secret"]));
    expect(warned).toEqual([]);
  });

  it("OAP-55: a disclose that throws shows nothing, keeps nobody from agreeing, and is told of", async () => {
    const disclose = (): never => {
      throw new Error("MARKER");
    };
    const { shown, answer, warned } = await logged("public", { disclose });
    expect(shown).toEqual([]);
    expect(answer.logged).toBe(true);
    expect(warned).toEqual([["disclose failed", { error: "Error" }]]);
  });

  it("OAP-26: what was never shown can be redacted as well, and nothing comes to light by it", async () => {
    const { here, answer, id } = await logged("secret");
    const { agreement_id } = answer.agreement;
    const call = { caller: here.ada.did, negotiationId: id };
    const redacted = await here.host.redact({ agreement_id, pointers: ["/terms/price"] }, call);
    expect(good(redacted).entry.body).toMatchObject({ pointers: ["/terms/price"] });
    expect(JSON.stringify(redacted)).not.toContain("40.00");
  });
});
