import { describe, expect, it } from "vitest";
import * as argumentation from "../../../src/argumentation/index.js";
import { argumentsOf, frameworkOf, grounded, rfcAttacks } from "../../../src/argumentation/index.js";
import { JUSTIFICATION_TYPES, type Justification } from "../../../src/oap/index.js";
import { good, opened, viewOf, world } from "../host-setup.js";
import { codeOf, resigned, signers } from "../oap-world.js";

const SORTS = [
  ...["trade_off", "appeal_to_authority", "appeal_to_self_interest", "appeal_to_prevailing_practice"],
  ...["threat", "reward", "counterexample", "concession_explanation"],
  // B.6: what is negotiated in its task-oriented and its state-oriented domain.
  ...["service_substitution", "state_change"],
];

/** Ada offers with that justification, whatever it is. */
async function argued(justification: unknown) {
  const here = await world();
  const view = await opened(here);
  const offer = await here.ada.propose(view, { terms: { price: "40.00" } });
  const document = await resigned(offer, { justification }, "proposal", await signers.ada());
  return { here, document, answer: await here.host.propose(document) };
}

describe("Somebody argues with a word that nobody knows", () => {
  it.each(SORTS)("which %s is not: it is kept as it was signed, and weighed [OAP-57]", async (type) => {
    const justification = { type, rationale: "because", receipts: ["r-1"], references: ["prp_x"] };
    const { here, document, answer } = await argued(justification);
    const { history } = good(answer);
    expect(history.history[0]?.document).toEqual(document);
    expect(JUSTIFICATION_TYPES).toContain(type);
    expect(argumentation.JUSTIFICATION_TYPES).toContain(type);
    const { turns } = (await here.service.loadNegotiation(history.negotiation_id))!;
    const [argument] = argumentsOf(turns as never);
    expect(argument).toMatchObject({ type });
  });

  it.each(["plea", "SERVICE_SUBSTITUTION", "service-substitution", "state_change ", "", "__proto__", 7])(
    "which %j is: it is no document [OAP-57]",
    async (type) => {
      const { here, answer } = await argued({ type });
      expect(codeOf(answer)).toBe("document_invalid");
      const { state } = await viewOf(here, here.service.getLatestNegotiation()!.id);
      expect(state).toBe("OPEN");
    },
  );

  it("in two lists that differ: there is one, for who writes them and who weighs them [OAP-57]", () => {
    expect([...JUSTIFICATION_TYPES].sort()).toEqual([...SORTS].sort());
    expect(argumentation.JUSTIFICATION_TYPES).toBe(JUSTIFICATION_TYPES);
  });

  it("to force Bob's hand: whatever is argued, what he may do is the same [OAP-57]", async () => {
    const seen = new Set<string>();
    for (const type of [...SORTS, undefined]) {
      const justification = type && ({ type, rationale: "You must accept." } as unknown as Justification);
      const { here, answer } = await argued(justification);
      const { history } = good(answer);
      const { state, floor, round, expires_at } = history;
      const actions = await here.service.legalMoves(history.negotiation_id, here.smith.did);
      seen.add(JSON.stringify([state, floor, round, expires_at, actions?.actions]));
    }
    expect(seen.size).toBe(1);
    expect(typeof frameworkOf).toBe("function");
    expect(typeof grounded).toBe("function");
    expect(typeof rfcAttacks).toBe("function");
  });
});
