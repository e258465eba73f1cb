import { describe, expect, it } from "vitest";
import type { OapHostOptions } from "../../src/oap/index.js";
import { confidentialityLadder, publicForm } from "../../src/oap/index.js";
import { good, opening, world } from "./host-setup.js";

const LEVELS = ["public", "internal", "secret"];
const TERMS = { price: "40.00", fees: { setup: "5.00", monthly: "1.00" }, feesMore: "none", "a/b": 1 };

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
  it("OAP-55: with a join that knows no least level, none", async () => {
    const { shown } = await logged("public", { join: (one, other) => (one === other ? one : undefined) });
    expect(shown).toEqual([]);
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
